import { useActionData, useLoaderData } from '@remix-run/react';
import { checkReview } from '~/domain/shares/check-review.server';
import { GuestSheet } from '~/ui/layout/guest-sheet';
import { pageTitle } from '~/ui/layout/page-title';
import { CheckForm } from '~/ui/report/check-form';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { formRules } from '~/web/pages/form-rules.server';
import { pageAction } from '~/web/pages/page-action.server';
import { requestLanguage } from '~/web/request/request-language.server';

export const loader = () => ({ required: formRules(checkReview, requestLanguage()) });

export const action = pageAction(checkReview, {
  onSuccess: ({ value: { data } }) => ({ path: paths.checkedAnswer(data.code), toast: 'none' }),
});

export const meta = pageTitle('check.title');

export default function Check() {
  const { t } = useWords();
  const { required } = useLoaderData<typeof loader>();
  return (
    <GuestSheet title={t('check.title')} lead={t('check.lead')}>
      <CheckForm action={paths.check} answer={useActionData<typeof action>()} required={required} />
    </GuestSheet>
  );
}
