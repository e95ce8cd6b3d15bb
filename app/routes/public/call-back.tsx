import { useActionData, useLoaderData } from '@remix-run/react';
import { askForCallBack } from '~/domain/messages/send';
import { Emergency } from '~/ui/Emergency';
import { GuestSheet } from '~/ui/GuestSheet';
import { pageTitle } from '~/ui/pageTitle';
import { useWords } from '~/ui/words';
import { formRules } from '~/web/form.server';
import { language } from '~/web/language.server';
import { pageAction } from '~/web/page.server';
import { paths } from '~/web/paths';
import { CallBackForm } from './forms';

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
