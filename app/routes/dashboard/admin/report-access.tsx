import { useActionData, useLoaderData } from '@remix-run/react';
import { readReportAccess, readReportAccessPage } from '~/domain/report-view/report-access.server';
import { ownWords } from '~/i18n/translate';
import { TextField } from '~/ui/fields/fields';
import { SubmitRow } from '~/ui/forms/buttons';
import { OperationForm } from '~/ui/forms/operation-form';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { BackLink, PageLink } from '~/ui/links';
import { EmptyState } from '~/ui/lists/empty-state';
import { OpeningList } from '~/ui/report/report-history';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { renderAction } from '~/web/pages/page-action.server';
import { pageLoader } from '~/web/pages/page-loader.server';
import { requiredFields } from '~/web/pages/required-fields.server';
import { requestLanguage } from '~/web/request/request-language.server';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

export const loader = pageLoader(readReportAccessPage, {
  extraData: () => ({
    ...ownWords(requestLanguage(), 'breach', 'auditPage'),
    required: requiredFields(readReportAccess, 'caseNumber'),
  }),
});

// By POST, so that a case number that was searched for stands in no address and no log.
export const action = renderAction(readReportAccess);

export const meta = pageTitle('openings.title');

type Found = Awaited<ReturnType<(typeof readReportAccess)['run']>>['data'][number];

/** Who has opened the report with a case number, as its patient sees it. */
export default function ReportAccess() {
  const { t } = useWords();
  const { required } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const found: Found[] | undefined = answer && 'shown' in answer ? answer.shown.data : undefined;
  return (
    <div className="max-w-3xl">
      <BackLink to={paths.audit} label={t('nav.audit')} />
      <PageHead title={t('openings.title')} lead={t('breach.accessLead')} />
      {found && (
        <div role="status" className="mb-6 grid gap-4">
          {found.length === 0 && <EmptyState title={t('breach.accessNone')} />}
          {found.map(({ reportId, caseNumber, openings }) => (
            <section key={reportId} className="sheet grid gap-3" aria-labelledby={reportId}>
              <h2 id={reportId}>
                <PageLink to={paths.report(reportId)} className="inline-flex min-h-11 items-center">
                  {t('auditPage.case', { number: caseNumber })}
                </PageLink>
              </h2>
              <OpeningList
                openings={openings}
                words={{ none: 'breach.accessNobody', shared: 'breach.accessShared' }}
              />
            </section>
          ))}
        </div>
      )}
      <div className="sheet">
        <OperationForm
          id="report-access"
          operation="audit.readReportAccess"
          answer={answer && !('shown' in answer) ? answer : undefined}
          required={required}
        >
          <TextField
            name="caseNumber"
            label={t('report.caseNumber')}
            maxLength={20}
            autoComplete="off"
            autoCapitalize="characters"
            dir="ltr"
          />
          <SubmitRow icon="search" action={paths.reportAccess}>
            {t('breach.accessFind')}
          </SubmitRow>
        </OperationForm>
      </div>
    </div>
  );
}
