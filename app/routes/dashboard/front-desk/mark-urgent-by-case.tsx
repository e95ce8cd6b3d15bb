import { useActionData, useLoaderData } from '@remix-run/react';
import { readFrontDesk } from '~/domain/front-desk/find-account.server';
import { markUrgentByCase } from '~/domain/upload/mark-urgent-by-case.server';
import { TextField } from '~/ui/fields/fields';
import { SubmitRow } from '~/ui/forms/buttons';
import { OperationForm } from '~/ui/forms/operation-form';
import { DoNotWait } from '~/ui/layout/emergency';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { BackLink } from '~/ui/links';
import { Notice } from '~/ui/notices/notice';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { contactDetails } from '~/web/pages/clinic-details.server';
import { renderAction } from '~/web/pages/page-action.server';
import { pageLoader } from '~/web/pages/page-loader.server';
import { requiredFields } from '~/web/pages/required-fields.server';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

export const loader = pageLoader(readFrontDesk, {
  extraData: () => ({
    required: requiredFields(markUrgentByCase, 'caseNumber'),
    helpline: contactDetails().helpline,
  }),
});

export const action = renderAction(markUrgentByCase);

export const meta = pageTitle('danger.worse');

/** Marks a report as urgent for a caller who knows its case number. */
export default function MarkUrgentByCase() {
  const { t } = useWords();
  const { required, helpline } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <div className="max-w-2xl">
      <BackLink to={paths.frontDesk} label={t('frontDesk.title')} />
      <PageHead title={t('danger.worse')} lead={t('danger.sayFirst')} />
      <DoNotWait helpline={helpline} variant="mb-5" />
      {answer && 'shown' in answer && (
        <div role="status">
          <Notice icon="check" variant="good mb-5">
            {t('danger.marked', { number: answer.shown.data.caseNumber, name: answer.shown.data.firstName })}
          </Notice>
        </div>
      )}
      <div className="sheet">
        <OperationForm
          id="urgent"
          operation="frontDesk.markUrgent"
          answer={answer && !('shown' in answer) ? answer : undefined}
          required={required}
        >
          <TextField name="caseNumber" label={t('report.caseNumber')} maxLength={20} autoComplete="off" />
          <p>{t('danger.worseText')}</p>
          <SubmitRow icon="alert" action={paths.markUrgentByCase}>
            {t('danger.submit')}
          </SubmitRow>
        </OperationForm>
      </div>
    </div>
  );
}
