import { useActionData, useLoaderData } from '@remix-run/react';
import { sendQuery } from '~/domain/messages/send-message.server';
import { Emergency } from '~/ui/layout/emergency';
import { GuestSheet } from '~/ui/layout/guest-sheet';
import { pageTitle } from '~/ui/layout/page-title';
import { useWords } from '~/ui/sentence';
import { language } from '~/web/locale/request-language.server';
import { formRules } from '~/web/pages/form-rules.server';
import { pageAction } from '~/web/pages/page-action.server';
import { paths } from '~/web/paths';
import { QueryForm } from './query-form';

export const loader = () => ({ missing: formRules(sendQuery, language()) });

export const action = pageAction(sendQuery, { onSuccess: () => ({ path: paths.home }) });

export const meta = pageTitle('query.title');

export default function Query() {
  const { t } = useWords();
  const { missing } = useLoaderData<typeof loader>();
  return (
    <GuestSheet title={t('query.title')} lead={t('query.lead')}>
      <QueryForm missing={missing} answer={useActionData<typeof action>()} />
      <Emergency />
    </GuestSheet>
  );
}
