import type { LinksFunction } from '@remix-run/node';
import {
  Link,
  type ShouldRevalidateFunction,
  useActionData,
  useLoaderData,
  useLocation,
} from '@remix-run/react';
import { useEffect, useState } from 'react';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { claimNext } from '~/domain/reports/claim/claim-report.server';
import { maxReviewLength } from '~/domain/reports/constants';
import { addReview, readReportToReview } from '~/domain/reports/review/add-review.server';
import { nextReportForm } from '~/domain/reports/schemas';
import { languageCodes, languages } from '~/i18n/languages';
import { useDraft } from '~/ui/forms/drafts';
import { SelectField } from '~/ui/forms/fields/select-field';
import { TextArea } from '~/ui/forms/fields/text-area';
import { OperationForm } from '~/ui/forms/operation-form';
import { PostForm } from '~/ui/forms/post-form';
import { SubmitButton } from '~/ui/forms/submit-button';
import { Icon } from '~/ui/icon';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { Notice } from '~/ui/notices/notice';
import { ReportReader } from '~/ui/reader/report-reader';
import viewerStyles from '~/ui/reader/report-reader.css?url';
import { useTypeName } from '~/ui/reports/type-name';
import { useWords } from '~/ui/sentence';
import { language } from '~/web/locale/request-language.server';
import { formRules } from '~/web/pages/form-rules.server';
import { pageAction } from '~/web/pages/page-action.server';
import { pageLoader } from '~/web/pages/page-loader.server';
import { paths } from '~/web/paths';
import { fromPath } from '../from-path';
import { BothTexts } from './desk/both-texts';
import { useKeptDraft } from './desk/kept-draft';
import { NextReport } from './desk/next-report';
import { UndoNotice } from './desk/undo-notice';
import { Corrected, Details } from './desk/written-of-it';
import { sameListAt } from './same-list';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: viewerStyles }];

const routeInput = fromPath('reportId');

export const loader = pageLoader(readReportToReview, {
  routeInput,
  back: paths.pendingReport,
  with: () => {
    const { review } = formRules(addReview, language());
    return { missing: { review: review ?? '' } };
  },
});

export const action = pageAction(addReview, {
  routeInput,
  onSuccess: async ({ fields, viewer, request }) => {
    const wanted = nextReportForm.safeParse(Object.fromEntries(new URL(request.url).searchParams)).data;
    const next = viewer && fields.has('andNext') ? await nextOrNone(viewer, wanted) : undefined;
    return { path: sameListAt(next ? paths.addReview(next) : paths.pendingReport)({ request }) };
  },
  // What the patient has corrected meanwhile is said beside the text that was written; what another
  // doctor has taken or reviewed, on this page, where the text is kept.
  back: ({ refused, request, params }) => {
    if (refused === 'outdated') return undefined;
    const isBeaten = refused === 'claimTaken' || refused === 'conflict';
    return sameListAt(isBeaten ? paths.addReview(params.reportId ?? '') : paths.pendingReport)({ request });
  },
  toastDetail: { done: 'review.submitted', failed: 'review.notSubmitted' },
});

/** The next report, if there is one that an expert may hold beside theirs. */
async function nextOrNone(viewer: Viewer, wanted: Parameters<typeof claimNext>[1]) {
  try {
    return await claimNext(viewer, wanted);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** What the patient has corrected meanwhile is read again. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === 409 || defaultShouldRevalidate;

/** The pages shown on the page; a longer file is opened for the rest. */
const maxPages = 200;

export const meta = pageTitle('review.title');

export default function AddReview() {
  const { t } = useWords();
  const { data: report, undoable, state, draft } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const type = useTypeName()(report.reportType);
  const name = `${report.patient.firstName} ${report.patient.lastName}`.trim();
  return (
    <>
      <PageHead
        title={t('review.title')}
        lead={t('review.for', { type, name })}
        aside={
          <Link
            to={`${paths.pendingReport}${search}`}
            className="inline-flex min-h-11 items-center gap-1 font-semibold"
          >
            <Icon name="previous" />
            {t('review.back')}
          </Link>
        }
      />
      <UndoNotice undoable={undoable} />
      {state === 'beaten' && draft ? <BothTexts report={report} draft={draft} /> : <Reading />}
    </>
  );
}

/** The report, beside what is written of it. */
function Reading() {
  const { t } = useWords();
  const { data: report, state } = useLoaderData<typeof loader>();
  const type = useTypeName()(report.reportType);
  const total = report.pages ?? 1;
  const pages = Array.from({ length: Math.min(total, maxPages) }, (_, index) =>
    paths.reportPage(report._id, index + 1),
  );
  return (
    <>
      <a href={state === 'taken' ? '#writing' : '#review-review'} className="button small skip-viewer">
        <Icon name="write" />
        {t('viewer.toReview')}
      </a>
      <div className="desk">
        <ReportReader
          pages={pages}
          total={total}
          label={type}
          fileUrl={report.reportUrl ?? ''}
          isPdf={report.resourceType === 'raw'}
        />
        <div className="grid content-start gap-5">
          <div className="sheet !py-4">
            <Details report={report} />
          </div>
          <div id="writing" tabIndex={-1} className="grid content-start gap-5">
            <Writing />
          </div>
        </div>
      </div>
    </>
  );
}

/** The form, or why there is none. */
function Writing() {
  const { t, moment } = useWords();
  const { data: report, state, draft } = useLoaderData<typeof loader>();
  const { claim } = report;
  if (state === 'taken' && claim) {
    const name = `${claim.expert.firstName} ${claim.expert.lastName}`.trim();
    return (
      <>
        <Notice icon="lock" variant="wait">
          {t('claim.since', { name, time: moment(claim.since) })}
        </Notice>
        {draft && <BothTexts report={report} draft={draft} />}
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
        <ReviewForm key={report._id} />
      </section>
      {state === 'mine' && <Release />}
    </>
  );
}

function Release() {
  const { t } = useWords();
  const { search } = useLocation();
  const { data: report } = useLoaderData<typeof loader>();
  const action = paths.pendingReportOf('release');
  return (
    <PostForm operation="report.release" action={`${action}${search}`}>
      <input type="hidden" name="reportId" value={report._id} />
      <SubmitButton icon="close" variant="plain small" action={action}>
        {t('claim.release')}
      </SubmitButton>
    </PostForm>
  );
}

/** What is chosen in a list on the page. Takes its id, and what is chosen at first. */
function useChosen(listId: string, first: string) {
  const [chosen, setChosen] = useState(first);
  useEffect(() => {
    const list = document.getElementById(listId);
    if (!(list instanceof HTMLSelectElement)) return;
    const note = () => setChosen(list.value);
    // It may have been chosen before the script came.
    note();
    list.addEventListener('change', note);
    return () => list.removeEventListener('change', note);
  }, [listId]);
  return chosen;
}

/** The review as it is written. What was typed is kept in this tab until it is sent. */
function ReviewForm() {
  const { t, language, languageName, moment } = useWords();
  const { search } = useLocation();
  const { data: report, reads, missing, viewer, draft } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const isRestored = useDraft({ boxId: 'review-review', ownerId: viewer.id, reportId: report._id });
  // The patient's language where the doctor writes it, else the page's.
  const mine = reads.includes(report.language) ? report.language : language;
  const first = draft?.language ?? mine;
  const chosen = useChosen('review-language', first);
  const later = paths.pendingReportOf('draft');
  const keptAt = useKeptDraft({ formId: 'review', boxId: 'review-review', action: later });
  return (
    <>
      <div role="status">{isRestored && <p className="notice mb-4">{t('review.draft')}</p>}</div>
      <OperationForm
        id="review"
        operation="report.review"
        answer={answer}
        missing={missing}
        defaults={{ language: first, review: draft?.review ?? '' }}
      >
        <input type="hidden" name="reportId" value={report._id} />
        <input type="hidden" name="correctedAt" value={report.correctedAt ?? ''} />
        {answer?.code === 'outdated' && <Corrected answer={answer} report={report} />}
        <TextArea
          name="review"
          label={t('review.label')}
          hint={t('review.hint')}
          rows={14}
          most={maxReviewLength}
          language={chosen}
          isRequired
        />
        <SelectField
          name="language"
          label={t('review.languageLabel')}
          hint={t('review.patientReads', { language: languageName(report.language) })}
          options={languageCodes.map((code) => ({ value: code, label: languages[code].name }))}
        />
        <div className="flex flex-wrap gap-3">
          <SubmitButton busy={t('review.busy')} icon="check">
            {t('review.submit')}
          </SubmitButton>
          <SubmitButton icon="next" variant="plain" name="andNext">
            {t('review.submitAndNext')}
          </SubmitButton>
          <button type="submit" formAction={`${later}${search}`} formNoValidate className="button plain">
            <Icon name="pending" />
            {t('draft.later')}
          </button>
        </div>
        {keptAt && (
          <p className="text-[0.88rem] text-muted">
            {t('draft.savedAt', { time: moment(keptAt.toISOString()) })}
          </p>
        )}
      </OperationForm>
    </>
  );
}
