import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { sendQuery } from '~/domain/messages/send-message.server';
import { Emergency } from '~/ui/layout/emergency';
import { GuestSheet } from '~/ui/layout/guest-sheet';
import { pageTitle } from '~/ui/layout/page-title';
import { ButtonLink } from '~/ui/links';
import { Notice } from '~/ui/notices/notice';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { formRules } from '~/web/pages/form-rules.server';
import { pageAction } from '~/web/pages/page-action.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { QueryForm } from './visitor-forms';

export function loader({ request }: LoaderFunctionArgs) {
  return {
    required: formRules(sendQuery, requestLanguage()),
    isSent: new URL(request.url).searchParams.has('sent'),
  };
}

export const action = pageAction(sendQuery, { onSuccess: () => ({ path: `${paths.query}?sent` }) });

export const meta = pageTitle('query.title');

export default function Query() {
  const { t } = useWords();
  const { required, isSent } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (isSent) {
    return (
      <GuestSheet title={t('query.title')}>
        <Notice icon="check" variant="good">
          {t('query.done')}
        </Notice>
        <div className="actions mt-6">
          <ButtonLink to={paths.home} icon="home" variant="plain">
            {t('nav.home')}
          </ButtonLink>
        </div>
        <Emergency />
      </GuestSheet>
    );
  }
  return (
    <GuestSheet title={t('query.title')} lead={t('query.lead')}>
      <QueryForm required={required} answer={answer} />
      <Emergency />
    </GuestSheet>
  );
}
