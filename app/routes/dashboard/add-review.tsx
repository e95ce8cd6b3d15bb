import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node';
import { type ShouldRevalidateFunction, useLoaderData, useLocation } from '@remix-run/react';
import { claimNext, claimReportToReview } from '~/domain/desk/claim-report.server';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import type { PublicReport } from '~/domain/report/present-report';
import { nextReportForm } from '~/domain/report/schemas';
import { addReview, readReportToReview } from '~/domain/review/add-review.server';
import type { ClosedReport } from '~/domain/review/refused-review.server';
import { useTypeName } from '~/ui/fields/type-name';
import { ActionButton } from '~/ui/forms/buttons';
import { Icon } from '~/ui/icon';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { BackLink } from '~/ui/links';
import { Notice } from '~/ui/notices/notice';
import { patientNameOf } from '~/ui/people/people-words';
import { AskInstead } from '~/ui/questions/ask-instead';
import viewerStyles from '~/ui/reader/report-reader.css?url';
import { EarlierReports } from '~/ui/report/earlier-reports';
import { ReportLine } from '~/ui/report/report-words';
import { searchBeside } from '~/ui/report/search-beside';
import { useWords } from '~/ui/sentence';
import { fromPath } from '~/web/pages/from-path';
import { missingFields } from '~/web/pages/missing-fields.server';
import { pageAction } from '~/web/pages/page-action.server';
import { sameListAt } from '~/web/pages/page-handle';
import { pageLoader } from '~/web/pages/page-loader.server';
import { paths } from '~/web/request/paths';
import { BothTexts } from './desk/both-texts';
import { NextReport } from './desk/next-report';
import { ReadingPanes } from './desk/reading-panes';
import { ReviewForm } from './desk/review-form';
import { UndoNotices } from './desk/undo-notice';
import { Details } from './desk/written-of-it';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: viewerStyles }];

const routeInput = fromPath('reportId');

const claim = pageLoader(claimReportToReview, { routeInput, refusedPath: paths.pendingReport });
const read = pageLoader(readReportToReview, {
  routeInput,
  query: true,
  refusedPath: paths.pendingReport,
  extraData: () => ({ missing: missingFields(addReview, 'review') }),
});

/** Claims the report before it is read, so that the loaded data includes the claim. */
export async function loader(args: LoaderFunctionArgs) {
  await claim(args);
  return read(args);
}

export const action = pageAction(addReview, {
  routeInput,
  onSuccess: async ({ fields, viewer, request }) => {
    const filters = nextReportForm.safeParse(Object.fromEntries(new URL(request.url).searchParams)).data;
    const next = viewer && fields.has('andNext') ? await nextOrNone(viewer, filters) : undefined;
    return { path: sameListAt(next ? paths.addReview(next) : paths.pendingReport)({ request }) };
  },
  // A correction by the patient is reported beside the text. If another doctor reviewed or claimed
  // the report meanwhile, this page says so and keeps the text.
  refusedPath: ({ refused, request, params }) => {
    if (refused === 'outdated') return undefined;
    const isBeaten = refused === 'claimTaken' || refused === 'conflict';
    return sameListAt(isBeaten ? paths.addReview(params.reportId ?? '') : paths.pendingReport)({ request });
  },
  toastDetail: { done: 'review.submitted', failed: 'review.notSubmitted' },
});

/**
 * Claims the next report. Returns undefined if there is none, or none that the expert may hold
 * beside theirs.
 */
async function nextOrNone(viewer: Viewer, filters: Parameters<typeof claimNext>[1]) {
  try {
    return await claimNext(viewer, filters);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/**
 * Reads the report again after a submission, for corrections by the patient. Reads nothing if
 * another user is signed in now.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  actionResult?.code !== 'otherViewer' && defaultShouldRevalidate;

export const meta = pageTitle('review.title');

export default function AddReview() {
  const { t } = useWords();
  const loaded = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <>
      <PageHead
        title={t('review.title')}
        lead={
          loaded.state === 'beaten' ? <ClosedLine report={loaded.data} /> : <OpenLine report={loaded.data} />
        }
        aside={<BackLink to={`${paths.pendingReport}${searchBeside(search)}`} label={t('review.back')} />}
      />
      <UndoNotices undoable={loaded.undoable} />
      {loaded.state === 'beaten' ? (
        <BothTexts
          reportId={loaded.data._id}
          isHeld={loaded.data.isHeld}
          firstReview={loaded.data.firstReview}
          draft={loaded.draft}
          isOwn={loaded.data.isOwn}
        />
      ) : (
        <Reading />
      )}
    </>
  );
}

/** Names a report and its patient. */
function OpenLine({ report }: { report: Pick<PublicReport, 'reportType' | 'patient' | 'about'> }) {
  const { t } = useWords();
  const type = useTypeName()(report.reportType);
  return t('review.for', { type, name: patientNameOf(report) });
}

/**
 * Names a report that is closed to the viewer: its type and date, or its patient if they may know.
 */
function ClosedLine({ report }: { report: ClosedReport }) {
  const { t } = useWords();
  const type = useTypeName()(report.reportType);
  const name = report.firstReview?.patientName;
  return name ? t('review.for', { type, name }) : <ReportLine report={{ ...report, about: null }} />;
}

/** Returns the loader's data for a report that is open to the viewer. */
function useOpenReport() {
  const loaded = useLoaderData<typeof loader>();
  if (loaded.state === 'beaten') throw new Error('This report is closed to the viewer.');
  return loaded;
}

/** The report beside the review form. */
function Reading() {
  const { t } = useWords();
  const { data: report, state, viewer, earlier, beside } = useOpenReport();
  return (
    <>
      <a href={state === 'taken' ? '#writing' : '#review-review'} className="button small skip-viewer">
        <Icon name="write" />
        {t('viewer.toReview')}
      </a>
      <div className="desk">
        <ReadingPanes report={report} beside={beside} />
        <div className="grid content-start gap-5">
          <div className="sheet !py-4">
            <Details report={report} viewerId={viewer.id} />
          </div>
          <EarlierReports
            earlier={earlier}
            listPath={paths.previousReport(report.patient._id ?? '')}
            besideId={beside?._id}
          />
          <div id="writing" tabIndex={-1} className="grid content-start gap-5">
            <Writing />
          </div>
        </div>
      </div>
    </>
  );
}

/** The review form, or why there is none. */
function Writing() {
  const { t, moment, language } = useWords();
  const { data: report, state, draft, reads, missing, viewer } = useOpenReport();
  // The patient's language if the doctor writes it, otherwise the page's.
  const reviewLanguage = reads.includes(report.language) ? report.language : language;
  const { claim } = report;
  if (state === 'taken' && claim) {
    const name = `${claim.expert.firstName} ${claim.expert.lastName}`.trim();
    return (
      <>
        <Notice icon="lock" variant="wait">
          {t('claim.since', { name, time: moment(claim.since) })}
        </Notice>
        {draft && <BothTexts reportId={report._id} draft={draft} />}
        <NextReport />
      </>
    );
  }
  return (
    <>
      {state === 'free' && (
        <Notice icon="info" variant="wait">
          {t('claim.notHeld')}
        </Notice>
      )}
      <section className="sheet" aria-label={t('review.label')}>
        <ReviewForm
          key={report._id}
          report={report}
          viewerId={viewer.id}
          missing={missing}
          draft={draft}
          defaultLanguage={reviewLanguage}
        />
      </section>
      {state === 'mine' && (
        <>
          <AskInstead
            key={report._id}
            action={paths.askPatient(report._id)}
            defaultLanguage={reviewLanguage}
          />
          <Release />
        </>
      )}
    </>
  );
}

function Release() {
  const { t } = useWords();
  const { data: report } = useOpenReport();
  return (
    <ActionButton
      operation="report.release"
      action={paths.pendingReportOf('release')}
      keepsQuery
      fields={{ reportId: report._id }}
      icon="close"
      variant="plain small"
    >
      {t('claim.release')}
    </ActionButton>
  );
}
