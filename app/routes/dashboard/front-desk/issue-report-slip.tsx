import { useActionData, useLoaderData } from '@remix-run/react';
import { useEffect } from 'react';
import { issueReportSlip, listDeskReports } from '~/domain/report-slips/issue-report-slip.server';
import { ChoiceField } from '~/ui/fields/choice-field';
import { SubmitRow } from '~/ui/forms/buttons';
import { OperationForm } from '~/ui/forms/operation-form';
import { ReportSlip, type ReportSlipPaper } from '~/ui/front-desk/report-slip';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { BackLink, ButtonLink } from '~/ui/links';
import { EmptyState } from '~/ui/lists/empty-state';
import { Notice } from '~/ui/notices/notice';
import { showResult } from '~/ui/notices/page-arrival';
import { useWords } from '~/ui/sentence';
import { formRules } from '~/web/pages/form-rules.server';
import { fromPath } from '~/web/pages/from-path';
import { renderAction } from '~/web/pages/page-action.server';
import { pageLoader } from '~/web/pages/page-loader.server';
import { reportSlipPaper } from '~/web/pages/slip-paper.server';
import { paths } from '~/web/request/paths';
import { requestLanguage } from '~/web/request/request-language.server';
import { IdentityFields, identityOrder } from './identity-fields';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/shared/page-exports';

const routeInput = fromPath('userId');

export const loader = pageLoader(listDeskReports, {
  routeInput,
  refusedPath: paths.frontDesk,
  extraData: () => {
    // The path names the account, not a form field.
    const { userId: _userId, ...missing } = formRules(issueReportSlip, requestLanguage());
    return { missing };
  },
});

export const action = renderAction(issueReportSlip, {
  routeInput,
  show: ({ data: slip }) => reportSlipPaper(slip),
});

export const meta = pageTitle('reportSlip.title');

export default function IssueReportSlip() {
  const { firstName } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (answer && 'shown' in answer) return <Printed firstName={firstName} paper={answer.shown} />;
  return <SlipForm />;
}

function Printed({ firstName, paper }: { firstName: string; paper: ReportSlipPaper }) {
  const { t } = useWords();
  useEffect(showResult, []);
  return (
    <>
      <PageHead
        title={t('reportSlip.title')}
        lead={t('slip.handOver', { name: firstName })}
        aside={
          <ButtonLink to={paths.frontDesk} icon="next">
            {t('openAccount.next')}
          </ButtonLink>
        }
      />
      <Notice icon="alert" variant="wait mb-5">
        {t('reportSlip.once')}
      </Notice>
      <ReportSlip paper={paper} />
    </>
  );
}

/** The newest reports, and the answers of the patient. */
function SlipForm() {
  const { t, day } = useWords();
  const { data: reports, firstName, missing } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <div className="max-w-2xl">
      <BackLink to={paths.frontDesk} label={t('frontDesk.title')} />
      <PageHead title={`${t('reportSlip.title')}: ${firstName}`} lead={t('reportSlip.lead')} />
      {reports.length === 0 ? (
        <EmptyState title={t('reportSlip.none')} />
      ) : (
        <div className="sheet">
          <OperationForm
            id="report-slip"
            operation="report.issueSlip"
            answer={answer && 'shown' in answer ? undefined : answer}
            missing={missing}
            order={['reportId', ...identityOrder]}
            defaults={reports.length === 1 && reports[0] ? { reportId: reports[0].reportId } : undefined}
          >
            <ChoiceField
              name="reportId"
              label={t('reportSlip.which')}
              options={reports.map(({ reportId, caseNumber, sentAt }) => ({
                value: reportId,
                label: t('reportSlip.sentOn', { number: caseNumber, date: day(sentAt) }),
              }))}
              isList
            />
            <IdentityFields />
            <SubmitRow icon="print">{t('reportSlip.submit')}</SubmitRow>
          </OperationForm>
        </div>
      )}
    </div>
  );
}
