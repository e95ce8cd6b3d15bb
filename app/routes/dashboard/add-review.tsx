import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node';
import { type ShouldRevalidateFunction, useLoaderData, useLocation } from '@remix-run/react';
import { listUncheckedLanguages } from '~/domain/comparison/step-warnings.server';
import { claimNext, claimReportToReview } from '~/domain/desk/claim-report.server';
import { formatFullName } from '~/domain/identity/full-name';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { nextReportForm } from '~/domain/report/list-schemas';
import { addReview, readReportToReview } from '~/domain/review/add-review.server';
import type { ClosedReport } from '~/domain/review/refused-review.server';
import { useTypeName } from '~/ui/fields/type-name';
import { ActionButton } from '~/ui/forms/buttons';
import { pageTitle } from '~/ui/layout/page-title';
import { Notice } from '~/ui/notices/notice';
import { AskInstead } from '~/ui/questions/ask-instead';
import viewerStyles from '~/ui/reader/report-reader.css?url';
import { EarlierReports } from '~/ui/report/earlier-reports';
import { RegistrationNotice } from '~/ui/report/registration-bar';
import { ReportLine } from '~/ui/report/report-words';
import { useWords } from '~/ui/sentence';
import { SignList } from '~/ui/staff/sign-list';
import { paths } from '~/urls/paths';
import { describeSigns } from '~/web/pages/danger-list.server';
import { fromPath } from '~/web/pages/from-path';
import { pageAction } from '~/web/pages/page-action.server';
import { andNext, opensNext, type PageHandle, reviewPageAt, sameListAt } from '~/web/pages/page-handle';
import { pageLoader } from '~/web/pages/page-loader.server';
import { requiredFields } from '~/web/pages/required-fields.server';
import { BothTexts } from './desk/both-texts';
import deskStyles from './desk/desk.css?url';
import { NextReport } from './desk/next-report';
import { readUnprintedNumbers } from './desk/number-hints.server';
import { DeskLine, PatientFacts, PatientWords } from './desk/patient-facts';
import { ReadingPanes } from './desk/reading-panes';
import { ReviewForm, reviewBoxId, reviewFormId } from './desk/review-form';
import { stepLinks } from './desk/step-fields';
import { UndoNotices, undoLinks } from './desk/undo-notice';
import { useDrawer } from './desk/use-drawer';
import { Conversation } from './desk/written-of-it';

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: viewerStyles },
  { rel: 'stylesheet', href: deskStyles },
  ...stepLinks,
  ...undoLinks,
];

export const handle: PageHandle = { isWholeWindow: true };

const routeInput = fromPath('reportId');

const claim = pageLoader(claimReportToReview, { routeInput, query: true, refusedPath: paths.pendingReport });
const read = pageLoader(readReportToReview, {
  routeInput,
  query: true,
  refusedPath: paths.pendingReport,
  extraData: () => ({
    required: requiredFields(addReview, 'review'),
    uncheckedLanguages: listUncheckedLanguages(),
    asOf: Date.now(),
  }),
});

/** Claims the report before it is read, so that the loaded data includes the claim. */
export async function loader(args: LoaderFunctionArgs) {
  await claim(args);
  const page = await read(args);
  const signs = page.state === 'beaten' ? [] : await describeSigns(page.data.dangerSigns);
  return { ...page, signs, ...(await readUnprintedNumbers(args, page)) };
}

const toList = sameListAt(paths.pendingReport);

export const action = pageAction(addReview, {
  routeInput,
  onSuccess: async ({ fields, viewer, request, params }) => {
    const filters = nextReportForm.safeParse(Object.fromEntries(new URL(request.url).searchParams)).data;
    if (!fields.has(andNext)) return { path: toList({ request }) };
    const next = viewer ? await nextOrNone(viewer, filters, params.reportId) : undefined;
    const path = next ? reviewPageAt(paths.addReview(next), andNext) : toList;
    return { path: path({ request }), toast: 'review.submitted' };
  },
  // A correction by the patient is reported beside the text. If another doctor reviewed or claimed
  // the report meanwhile, or the viewer's registration lacks, this page says so and keeps the text.
  refusedPath: ({ refused, request, params }) => {
    if (refused === 'outdated') return undefined;
    const isKept = refused === 'claimTaken' || refused === 'conflict' || refused === 'registrationRequired';
    return isKept ? reviewPageAt(paths.addReview(params.reportId ?? ''))({ request }) : toList({ request });
  },
  refusalDetail: 'review.notSubmitted',
});

/**
 * Claims the next report after a review. Returns undefined if there is none, or none that the expert
 * may hold beside theirs.
 */
async function nextOrNone(viewer: Viewer, filters: Parameters<typeof claimNext>[1], after?: string) {
  try {
    return await claimNext(viewer, filters, after);
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
  const loaded = useLoaderData<typeof loader>();
  if (loaded.state !== 'beaten') return <ReadingDesk />;
  const { data, draft, undoable } = loaded;
  return (
    <>
      <DeskLine>
        <p className="me-auto">
          <ClosedLine report={data} />
        </p>
      </DeskLine>
      <UndoNotices undoable={undoable} boxId={reviewBoxId} />
      <div className="page pt-4">
        <BothTexts
          reportId={data._id}
          isHeld={data.isHeld}
          firstReview={data.firstReview}
          draft={draft}
          isOwn={data.isOwn}
        />
      </div>
    </>
  );
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
function ReadingDesk() {
  const { data: report, state, earlier, asOf, beside, undoable, signs, registrationBar } = useOpenReport();
  const { search } = useLocation();
  const drawer = useDrawer(beside?._id);
  return (
    <div className="desk grid" data-is-pair={beside !== null} data-drawer={drawer.state}>
      <DeskLine>
        <PatientFacts
          report={report}
          asOf={asOf}
          isFocused={opensNext(search)}
          skipTo={state === 'taken' || registrationBar ? 'writing' : reviewBoxId}
          onSkip={drawer.open}
        />
        <EarlierReports
          earlier={earlier}
          listPath={paths.previousReport(report.patient._id ?? '')}
          besideId={beside?._id}
        />
        <SignList signs={signs} variant="order-last basis-full pb-1.5" />
      </DeskLine>
      <UndoNotices undoable={undoable} boxId={reviewBoxId} />
      <ReadingPanes report={report} beside={beside}>
        {drawer.button}
      </ReadingPanes>
      <div id="writing" tabIndex={-1} className="desk-side min-w-0 bg-raised">
        <Writing />
      </div>
    </div>
  );
}

/** The review form, or why there is none. */
function Writing() {
  const { t, moment } = useWords();
  const {
    data: report,
    state,
    draft,
    writingLanguage,
    required,
    uncheckedLanguages,
    viewer,
    phrases,
    asOf,
    isPersonChanged,
    registrationBar,
  } = useOpenReport();
  const { claim } = report;
  const conversation = (
    <>
      <PatientWords key={`${report._id} ${report.correctedAt}`} report={report} />
      <Conversation
        key={`${report._id} ${report.questions.length}`}
        report={report}
        viewerId={viewer.id}
        isPersonChanged={isPersonChanged}
      />
    </>
  );
  if (state === 'taken' && claim) {
    const name = formatFullName(claim.expert);
    return (
      <div className="desk-scroll">
        {conversation}
        <Notice icon="lock" variant="wait">
          {t('claim.since', { name, time: moment(claim.since) })}
        </Notice>
        {draft && <BothTexts reportId={report._id} draft={draft} />}
        <NextReport />
      </div>
    );
  }
  if (registrationBar)
    return (
      <div className="desk-scroll">
        {conversation}
        <RegistrationNotice bar={registrationBar} />
        {draft && <BothTexts reportId={report._id} draft={draft} />}
      </div>
    );
  return (
    <>
      <ReviewForm
        key={report._id}
        report={report}
        viewer={viewer}
        required={required}
        uncheckedLanguages={uncheckedLanguages}
        draft={draft}
        defaultLanguage={writingLanguage}
        phrases={phrases}
        asOf={asOf}
      >
        {conversation}
        {state === 'free' && (
          <Notice icon="info" variant="wait">
            {t('claim.notHeld')}
          </Notice>
        )}
      </ReviewForm>
      <div className="desk-foot relative flex min-h-[44px] items-center justify-between gap-3 border-t border-line px-3">
        {state === 'mine' && (
          <AskInstead
            key={report._id}
            action={paths.askPatient(report._id)}
            defaultLanguage={writingLanguage}
          />
        )}
        <SaveAndLeave />
        {state === 'mine' && <Release />}
      </div>
    </>
  );
}

/** Submits the review form as a draft. */
function SaveAndLeave() {
  const { t } = useWords();
  const { search } = useLocation();
  return (
    <button
      type="submit"
      form={reviewFormId}
      formAction={`${paths.pendingReportOf('draft')}${search}`}
      formNoValidate
      className="desk-word"
    >
      {t('draft.later')}
    </button>
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
      variant="[&_svg]:hidden"
    >
      {t('claim.release')}
    </ActionButton>
  );
}
