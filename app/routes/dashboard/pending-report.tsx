import type { LinksFunction } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { freeClaim, nextReport, releaseReport } from '~/domain/desk/claim-report.server';
import { listDesk } from '~/domain/desk/list-desk.server';
import { saveDraft } from '~/domain/desk/review-draft.server';
import { undoReview } from '~/domain/desk/undo-review.server';
import { formatFullName } from '~/domain/identity/full-name';
import { effectiveRole } from '~/domain/kernel/viewer';
import type { PublicReport } from '~/domain/report/present-report';
import { longWaitHours, toCaseNumber } from '~/domain/report/report-constants';
import { SubmitButton } from '~/ui/forms/buttons';
import { useHydrated } from '~/ui/hooks';
import { Icon } from '~/ui/icon';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { PageLink } from '~/ui/links';
import { EmptyState } from '~/ui/lists/empty-state';
import { List } from '~/ui/lists/list';
import { numberOfFirst } from '~/ui/lists/pager';
import { Notice } from '~/ui/notices/notice';
import { PostForm } from '~/ui/notices/post-form';
import { OfName } from '~/ui/of-name';
import { usePatientWords } from '~/ui/people/about-patient';
import { patientNameOf } from '~/ui/people/people-words';
import { isHeldFrom, QuestionNote } from '~/ui/questions/question-note';
import { RegistrationNotice } from '~/ui/report/registration-bar';
import { useWords } from '~/ui/sentence';
import { ReportFacts, ReportLink, ReviewLink, RowName, toFacts } from '~/ui/staff/report-cells';
import { useReportColumns } from '~/ui/staff/report-columns';
import { type Column, ReportTable, tableLinks } from '~/ui/staff/report-table';
import { UrgentMark } from '~/ui/staff/urgent-mark';
import { paths } from '~/urls/paths';
import { listLoader } from '~/web/pages/list-loader.server';
import { actionByIntent, pageAction } from '~/web/pages/page-action.server';
import { andNext, reviewPageAt, sameListAt, withNumbers } from '~/web/pages/page-handle';
import { Desk } from './desk/desk';
import { NextReport } from './desk/next-report';
import { UndoNotices, undoLinks } from './desk/undo-notice';
import { UrgentBlock } from './desk/urgent-block';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

export const links: LinksFunction = () => [...tableLinks(), ...undoLinks];

const toRow = (report: PublicReport) => ({
  ...toFacts(report),
  status: report.status,
  createdAt: report.createdAt,
  phoneNumber: report.phoneNumber,
  reportUrl: report.reportUrl,
  takenBackAt: report.takenBackAt,
  claim: report.claim,
  progress: report.progress,
  urgent: report.urgent,
  // The notes in a row are about the last question.
  questions: report.questions.slice(-1),
});

export const loader = listLoader(listDesk, toRow);

const toList = sameListAt(paths.pendingReport);
const ofList = {
  onSuccess: (done: { request: Request }) => ({ path: toList(done) }),
  refusedPath: toList,
  failedPath: toList,
};

/**
 * Handles the operations that start or end at the list. Each returns to it with its filters, except
 * the next report, which opens its review.
 */
export const action = actionByIntent({
  next: pageAction(nextReport, {
    routeInput: ({ request }) => {
      const query = new URL(request.url).searchParams;
      const said = (name: string) => query.get(name) || undefined;
      return { reportType: said('reportType'), language: said('language'), q: said('q') };
    },
    onSuccess: ({ request, value }) => ({
      path: reviewPageAt(paths.addReview(value.data._id), andNext)({ request }),
      toast: 'none',
    }),
    refusedPath: toList,
    failedPath: toList,
  }),
  draft: pageAction(saveDraft, {
    ...ofList,
    onSuccess: ({ request, fields }) => {
      if (fields.has('inBackground')) return null;
      const review = paths.addReview(String(fields.get('reportId')));
      const path = fields.has(withNumbers) ? reviewPageAt(review, withNumbers) : toList;
      return { path: path({ request }) };
    },
  }),
  release: pageAction(releaseReport, ofList),
  free: pageAction(freeClaim, ofList),
  undo: pageAction(undoReview, {
    onSuccess: ({ request, fields }) => ({
      path: reviewPageAt(paths.addReview(String(fields.get('reportId'))))({ request }),
    }),
    refusedPath: toList,
    failedPath: toList,
  }),
});

export const meta = pageTitle('pending.title');

export default function PendingReport() {
  const { t } = useWords();
  const { data, meta, viewer, desk, urgent, undoable, isAllAnswered, asOf, registrationBar } =
    useLoaderData<typeof loader>();
  const isExpert = effectiveRole(viewer) === 'Expert';
  const isMasked = effectiveRole(viewer) === 'unapproved';
  const columns = useColumns(viewer, asOf);
  const emptyOwn = isAllAnswered ? 'pending.emptyHint' : 'pending.emptyFirst';
  const emptyHint = desk.length > 0 ? 'pending.emptyBeside' : emptyOwn;
  return (
    <>
      <PageHead
        title={t('pending.title')}
        aside={isExpert && !registrationBar && meta.total > 0 && <NextReport />}
      />
      {registrationBar && <RegistrationNotice bar={registrationBar} />}
      <UndoNotices undoable={undoable} />
      <Desk desk={desk} />
      <UrgentBlock {...urgent} viewer={viewer} />
      {isMasked && (
        <Notice icon="lock" variant="wait mb-6">
          {t('dashboard.unapproved')}
        </Notice>
      )}
      <List
        meta={meta}
        filters={
          isMasked
            ? ['reportType', 'language', 'urgent']
            : ['reportType', 'language', 'waitsFor', 'urgent', 'q']
        }
        order={t('pending.lead')}
        empty={<EmptyState title={t('pending.empty')} hint={t(emptyHint)} />}
      >
        <ReportTable label={t('pending.title')} columns={columns} rows={data} first={numberOfFirst(meta)} />
      </List>
    </>
  );
}

type Row = ReturnType<typeof toRow>;

function useColumns(viewer: { id: string; accountType: string }, asOf: number): Column<Row>[] {
  const { t } = useWords();
  const patientWords = usePatientWords();
  const { phone, report, status } = useReportColumns();
  const columns: Column<Row>[] = [
    {
      key: 'patient',
      label: t('pending.patient'),
      card: 'name',
      rowName: patientNameOf,
      cell: (row) => (
        <>
          <RowName name={patientNameOf(row)} /> {row.urgent && <UrgentMark />}
          <span className="facts @3xl:max-w-32">{patientWords(row).sentBy}</span>
        </>
      ),
    },
    {
      ...phone,
      cell: (row) => (
        <>
          {phone.cell(row)}
          <span className="facts font-figures -mt-1.5 whitespace-nowrap @3xl:mt-0">
            {t('report.case', { number: toCaseNumber(row._id) })}
          </span>
        </>
      ),
    },
    {
      key: 'type',
      label: t('pending.type'),
      cell: (row) => (
        <>
          <ReportFacts report={row} isToReview />
          <Reader report={row} viewer={viewer} />
          {row.takenBackAt && viewer.accountType === 'Admin' && (
            <span className="block">
              <ReviewLink to={paths.reviewVersions(row._id)} words={t('takeBack.link')} report={row} />
            </span>
          )}
          <QuestionNote report={row} {...questionPaths(row, viewer)} />
        </>
      ),
    },
    viewer.accountType === 'Expert' ? report : { ...report, cell: viewOfCard },
    status,
    {
      key: 'waiting',
      label: t('pending.waiting'),
      card: 'corner',
      cell: (row) => <Waiting since={row.createdAt} asOf={asOf} />,
    },
  ];
  const action: Column<Row> = {
    key: 'action',
    label: t('pending.action'),
    card: 'action',
    cell: (row) => <Action report={row} viewerId={viewer.id} />,
  };
  return viewer.accountType === 'Expert' ? [...columns, action] : columns;
}

/** Returns the pages on which the viewer can close a question and lift a hold. */
function questionPaths({ _id, questions }: Row, viewer: { id: string; accountType: string }) {
  const isAdmin = viewer.accountType === 'Admin';
  const isAsker = questions.at(-1)?.expert._id === viewer.id;
  return {
    closePath: isAdmin || isAsker ? paths.closeQuestion(_id) : undefined,
    liftPath: isAdmin ? paths.liftHold(_id) : undefined,
  };
}

/** For viewers who do not review, the whole card links to the file. */
const viewOfCard = (row: Row) => (
  <ReportLink url={row.reportUrl} name={patientNameOf(row)} variant="link-on-card whole-card" />
);

/** The link to review a report, for everybody but its own patient. */
function Action({ report, viewerId }: { report: Row; viewerId: string }) {
  const { t } = useWords();
  const { search } = useLocation();
  if (report.patient._id === viewerId) return <span className="text-muted">{t('pending.own')}</span>;
  // The note on its question says that it is on hold.
  if (isHeldFrom(report, viewerId)) return null;
  return (
    <PageLink to={`${paths.addReview(report._id)}${search}`} className="button plain small whole-card">
      <Icon name="write" className="@3xl:hidden" />
      {t('pending.addReview')}
      <OfName name={patientNameOf(report)} />
    </PageLink>
  );
}

/**
 * The waiting time of a report, which stands out if it is too long. Before hydration it shows the
 * date instead.
 */
function Waiting({ since, asOf }: { since: string; asOf: number }) {
  const { t, ago, day } = useWords();
  const isHydrated = useHydrated();
  const now = isHydrated ? Date.now() : asOf;
  const isLong = now - Date.parse(since) >= longWaitHours * 3_600_000;
  return (
    <div className="grid justify-items-end gap-1 @3xl:block">
      <time dateTime={since} className={isLong ? '@3xl:font-label @3xl:text-wait' : undefined}>
        {isHydrated ? ago(since, now) : day(since)}
      </time>
      {isLong && (
        <span className="badge wait px-2 leading-snug whitespace-normal @3xl:sr-only">
          {t('pending.long')}
        </span>
      )}
    </div>
  );
}

/** Names the colleague who is reading a report. An admin can free it. */
function Reader({ report, viewer }: { report: Row; viewer: { id: string; accountType: string } }) {
  const { t } = useWords();
  const { search } = useLocation();
  if (!report.claim || report.claim.expert._id === viewer.id) return null;
  const { firstName, lastName } = report.claim.expert;
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-small [overflow-wrap:anywhere]">
      {t('claim.readBy', { name: formatFullName({ firstName, lastName }) })}
      {viewer.accountType === 'Admin' && (
        <PostForm
          operation="report.freeClaim"
          className="@max-3xl:relative @max-3xl:z-10"
          action={`${paths.pendingReportOf('free')}${search}`}
        >
          <input type="hidden" name="reportId" value={report._id} />
          <SubmitButton icon="close" variant="plain small">
            {t('claim.free')}
            <OfName name={patientNameOf(report)} />
          </SubmitButton>
        </PostForm>
      )}
    </div>
  );
}
