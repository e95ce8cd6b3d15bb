import type { LinksFunction } from '@remix-run/node';
import { Link, type ShouldRevalidateFunction, useActionData, useLoaderData } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { caseNumberOf, maxReviewLength } from '~/domain/reports/constants';
import type { PublicReport } from '~/domain/reports/present-report';
import { addReview, findNextToReview, readReportToReview } from '~/domain/reports/review/add-review.server';
import { languageCodes, languages } from '~/i18n/languages';
import { useDraft } from '~/ui/forms/drafts';
import { SelectField } from '~/ui/forms/fields/select-field';
import { TextArea } from '~/ui/forms/fields/text-area';
import { OperationForm } from '~/ui/forms/operation-form';
import { SubmitButton } from '~/ui/forms/submit-button';
import { Icon } from '~/ui/icon';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { Notice } from '~/ui/notices/notice';
import { AddedFiles } from '~/ui/questions/added-files';
import { AskInstead } from '~/ui/questions/ask-instead';
import { DeskQuestions } from '~/ui/questions/desk-questions';
import { ReportReader } from '~/ui/reader/report-reader';
import viewerStyles from '~/ui/reader/report-reader.css?url';
import { PageNotes } from '~/ui/reports/page-notes';
import { useTypeName } from '~/ui/reports/type-name';
import { useWords } from '~/ui/sentence';
import { language } from '~/web/locale/request-language.server';
import { formRules } from '~/web/pages/form-rules.server';
import { pageAction } from '~/web/pages/page-action.server';
import { pageLoader } from '~/web/pages/page-loader.server';
import { paths } from '~/web/paths';
import { fromPath } from '../from-path';
import { readerPagesOf } from './reader-pages';

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
  onSuccess: async ({ fields, viewer }) => {
    const next = viewer && fields.has('andNext') ? await findNextToReview(viewer.id) : undefined;
    return { path: next ? paths.addReview(next) : paths.pendingReport };
  },
  // What the patient has corrected meanwhile is said beside the text that was written.
  back: ({ refused }) => (refused === 'outdated' ? undefined : paths.pendingReport),
  toastDetail: { done: 'review.submitted', failed: 'review.notSubmitted' },
});

/** What the patient has corrected meanwhile is read again. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === 409 || defaultShouldRevalidate;

export const meta = pageTitle('review.title');

export default function AddReview() {
  const { t } = useWords();
  const { data: report, viewer } = useLoaderData<typeof loader>();
  const type = useTypeName()(report.reportType);
  const name = `${report.patient.firstName} ${report.patient.lastName}`.trim();
  const { pages, total } = readerPagesOf(report);
  const written = useWritten();
  return (
    <>
      <PageHead
        title={t('review.title')}
        lead={t('review.for', { type, name })}
        aside={
          <Link to={paths.pendingReport} className="inline-flex min-h-11 items-center gap-1 font-semibold">
            <Icon name="previous" />
            {t('review.back')}
          </Link>
        }
      />
      <a href="#review-review" className="button small skip-viewer">
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
        >
          <PageNotes report={report} />
          <AddedFiles files={report.files} />
        </ReportReader>
        <div className="grid content-start gap-5">
          <div className="sheet !py-4">
            <Details />
          </div>
          <section className="sheet" aria-label={t('review.label')}>
            <ReviewForm />
          </section>
          {mayAsk(report, viewer.id) && (
            <AskInstead action={paths.askPatient(report._id)} written={written} />
          )}
        </div>
      </div>
    </>
  );
}

/** Whether the viewer may ask the patient now: who reads it, while it waits for nobody else. */
const mayAsk = ({ claim, progress }: PublicReport, viewerId: string) =>
  claim?.expert._id === viewerId && progress !== 'question' && progress !== 'held';

/** The patient's language where the doctor writes it, else the page's. */
function useWritten() {
  const { language } = useWords();
  const { data: report, reads } = useLoaderData<typeof loader>();
  return reads.includes(report.language) ? report.language : language;
}

/** What came with the report. */
function Details() {
  const { t, moment } = useWords();
  const { data: report, viewer } = useLoaderData<typeof loader>();
  return (
    <>
      {report.correctedAt && (
        <Notice icon="info" variant="wait mb-4">
          {t('review.correctedOn', { moment: moment(report.correctedAt) })}
        </Notice>
      )}
      <WrittenOfIt />
      <DeskQuestions report={report} viewerId={viewer.id} closePath={paths.closeQuestion(report._id)} />
    </>
  );
}

/** What the patient has written of the report, as it stands now. */
function WrittenOfIt() {
  const { t, day } = useWords();
  const { data: report } = useLoaderData<typeof loader>();
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(7.5rem,100%),1fr))] gap-x-4 gap-y-2 text-[0.95rem]">
      <div>
        <dt className="text-muted">{t('report.submittedOn')}</dt>
        <dd className="font-semibold">{day(report.createdAt)}</dd>
      </div>
      <div>
        <dt className="text-muted">{t('review.phone')}</dt>
        <dd className="font-figures font-semibold">{report.phoneNumber}</dd>
      </div>
      <div>
        <dt className="text-muted">{t('report.caseNumber')}</dt>
        <dd className="font-figures font-semibold">{caseNumberOf(report._id)}</dd>
      </div>
      <div className="col-span-full">
        <dt className="text-muted">{t('review.description')}</dt>
        <dd className="whitespace-pre-line" dir="auto">
          {report.description ?? t('report.noDescription')}
        </dd>
      </div>
    </dl>
  );
}

/** What the report says now, for a doctor who has read an older version; it has the focus. */
function Corrected({ answer }: { answer: unknown }) {
  const { t } = useWords();
  const { data: report } = useLoaderData<typeof loader>();
  const type = useTypeName()(report.reportType);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (answer) section.current?.focus();
  }, [answer]);
  return (
    <section ref={section} tabIndex={-1} className="notice wait block" aria-labelledby="corrected">
      <h2 id="corrected">{t('review.now')}</h2>
      <p className="mt-2 mb-3 font-semibold">{type}</p>
      <WrittenOfIt />
    </section>
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
  const { t, languageName } = useWords();
  const { data: report, missing, viewer } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const isRestored = useDraft({ boxId: 'review-review', ownerId: viewer.id, reportId: report._id });
  const mine = useWritten();
  const chosen = useChosen('review-language', mine);
  return (
    <>
      <div role="status">{isRestored && <p className="notice mb-4">{t('review.draft')}</p>}</div>
      <OperationForm
        id="review"
        operation="report.review"
        answer={answer}
        missing={missing}
        defaults={{ language: mine }}
      >
        <input type="hidden" name="correctedAt" value={report.correctedAt ?? ''} />
        {answer?.code === 'outdated' && <Corrected answer={answer} />}
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
        </div>
      </OperationForm>
    </>
  );
}
