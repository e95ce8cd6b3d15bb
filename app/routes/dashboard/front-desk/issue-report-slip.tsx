import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData, useParams } from '@remix-run/react';
import { checkForReports, listDeskReports } from '~/domain/shares/desk-reports.server';
import { issueChosenSlip } from '~/domain/shares/issue-report-slip.server';
import { ChoiceField } from '~/ui/fields/choice-field';
import { SubmitRow } from '~/ui/forms/buttons';
import { OperationForm } from '~/ui/forms/operation-form';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { BackLink } from '~/ui/links';
import { EmptyState } from '~/ui/lists/empty-state';
import { Notice } from '~/ui/notices/notice';
import { OneTimeSecret, WayOn } from '~/ui/notices/one-time-secret';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { formRules } from '~/web/pages/form-rules.server';
import { fromPath, type RouteArgs } from '~/web/pages/from-path';
import { actionByIntent, pageAction, renderAction } from '~/web/pages/page-action.server';
import { notFound, pageLoader } from '~/web/pages/page-loader.server';
import { requireViewer } from '~/web/pages/require-viewer.server';
import { readMemo, writeMemo } from '~/web/request/cookies.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { IdentityFields, identityOrder } from './identity-fields';
import { ReportSlip, type ReportSlipPaper } from './report-slip';
import { reportSlipPaper } from './report-slip-paper.server';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

/** Reads the account in the address, and the pass of the answers that were checked a moment ago. */
async function routeInput({ request, params }: RouteArgs) {
  const memo = await readMemo(request, 'desk', await requireViewer(request));
  return { userId: params.userId, pass: memo ?? '' };
}

const read = pageLoader(listDeskReports, { routeInput, refusedPath: paths.frontDesk });

export async function loader(args: LoaderFunctionArgs) {
  const { part } = args.params;
  if (part !== undefined && !Object.hasOwn(actions, part)) throw notFound();
  // The path names the account, not a form field.
  const { userId: _userId, ...required } = formRules(checkForReports, requestLanguage());
  const { reportId = '' } = formRules(issueChosenSlip, requestLanguage());
  return { ...(await read(args)), required: { check: required, choose: { reportId } } };
}

const actions = {
  check: pageAction(checkForReports, {
    routeInput: fromPath('userId'),
    onSuccess: async ({ params: { userId = '' }, value, viewer }) => ({
      path: paths.issueReportSlip(userId),
      headers: [await writeMemo('desk', value.pass, viewer)],
      toast: 'none',
    }),
  }),
  print: renderAction(issueChosenSlip, {
    routeInput,
    // The answers were checked too long ago: the page asks for them again.
    refusedPath: ({ params: { userId = '' }, refused }) =>
      refused === 'forbidden' ? paths.issueReportSlip(userId) : undefined,
    show: ({ data: slip }, viewer) => reportSlipPaper(slip, viewer),
  }),
};

export const action = actionByIntent<(typeof actions)[keyof typeof actions]>(actions);

export const meta = pageTitle('reportSlip.title');

export default function IssueReportSlip() {
  const { firstName } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (answer && 'shown' in answer) return <Printed firstName={firstName} paper={answer.shown} />;
  return <SlipForm />;
}

function Printed({ firstName, paper }: { firstName: string; paper: ReportSlipPaper }) {
  const { t } = useWords();
  return (
    <OneTimeSecret isPrinted>
      <PageHead
        title={t('reportSlip.title')}
        lead={t('slip.handOver', { name: firstName })}
        aside={
          <WayOn to={paths.frontDesk} icon="next">
            {t('openAccount.next')}
          </WayOn>
        }
      />
      <Notice icon="alert" variant="wait mb-5">
        {t('reportSlip.once')}
      </Notice>
      <ReportSlip paper={paper} />
    </OneTimeSecret>
  );
}

/** First the answers of the patient, then their newest reports to choose from. */
function SlipForm() {
  const { t } = useWords();
  const { data: reports, firstName } = useLoaderData<typeof loader>();
  return (
    <div className="max-w-2xl">
      <BackLink to={paths.frontDesk} label={t('frontDesk.title')} />
      <PageHead title={`${t('reportSlip.title')}: ${firstName}`} lead={t('reportSlip.lead')} />
      {reports?.length === 0 ? (
        <EmptyState title={t('reportSlip.none')} />
      ) : (
        <div className="sheet">{reports ? <ChoiceForm reports={reports} /> : <CheckForm />}</div>
      )}
    </div>
  );
}

/** Returns the path and the answer of one of the two forms. */
function useFormOf(name: keyof typeof actions) {
  const { userId = '', part } = useParams();
  const answer = useActionData<typeof action>();
  const isAnswered = part === name && answer && !('shown' in answer);
  return {
    action: `${paths.issueReportSlip(userId)}/${name}`,
    answer: isAnswered ? answer : undefined,
  };
}

function CheckForm() {
  const { t } = useWords();
  const { required, rule } = useLoaderData<typeof loader>();
  const form = useFormOf('check');
  return (
    <OperationForm
      id="check"
      operation="frontDesk.checkForReports"
      {...form}
      required={required.check}
      order={identityOrder}
    >
      <IdentityFields rule={rule} />
      <SubmitRow icon="next" action={form.action}>
        {t('reportSlip.check')}
      </SubmitRow>
    </OperationForm>
  );
}

type Reports = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['data']>;

function ChoiceForm({ reports }: { reports: Reports }) {
  const { t, day } = useWords();
  const { required } = useLoaderData<typeof loader>();
  const form = useFormOf('print');
  const [first] = reports;
  return (
    <OperationForm
      id="report-slip"
      operation="report.issueChosenSlip"
      {...form}
      required={required.choose}
      defaults={reports.length === 1 && first ? { reportId: first.reportId } : undefined}
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
      <SubmitRow icon="print" action={form.action}>
        {t('reportSlip.submit')}
      </SubmitRow>
    </OperationForm>
  );
}
