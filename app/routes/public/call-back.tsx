import { useActionData, useLoaderData } from '@remix-run/react';
import { askForCallBack } from '~/domain/messages/send-message.server';
import { Emergency } from '~/ui/layout/emergency';
import { GuestSheet } from '~/ui/layout/guest-sheet';
import { pageTitle } from '~/ui/layout/page-title';
import { useWords } from '~/ui/sentence';
import { language } from '~/web/locale/request-language.server';
import { formRules } from '~/web/pages/form-rules.server';
import { pageAction } from '~/web/pages/page-action.server';
import { paths } from '~/web/paths';
import { CallBackForm } from './call-back-form';

export const loader = () => ({ missing: formRules(askForCallBack, language()) });

export const action = pageAction(askForCallBack, { onSuccess: () => ({ path: paths.home }) });

export const meta = pageTitle('callBack.title');

export default function CallBack() {
  const { t } = useWords();
  const { missing } = useLoaderData<typeof loader>();
  return (
    <GuestSheet title={t('callBack.title')} lead={t('callBack.lead')}>
      <CallBackForm missing={missing} answer={useActionData<typeof action>()} />
      <Emergency />
    </GuestSheet>
  );
}
