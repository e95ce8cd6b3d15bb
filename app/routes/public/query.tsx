import { useActionData, useLoaderData } from '@remix-run/react';
import { sendQuery } from '~/domain/messages/send';
import { Emergency } from '~/ui/Emergency';
import { GuestSheet } from '~/ui/GuestSheet';
import { pageTitle } from '~/ui/pageTitle';
import { useWords } from '~/ui/words';
import { formRules } from '~/web/form.server';
import { language } from '~/web/language.server';
import { pageAction } from '~/web/page.server';
import { paths } from '~/web/paths';
import { QueryForm } from './forms';

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
