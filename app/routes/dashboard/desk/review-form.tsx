import { useActionData, useLocation, useNavigation } from '@remix-run/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { PublicPhrase } from '~/domain/desk/phrases.server';
import { formatFullName } from '~/domain/identity/full-name';
import type { PublicDraft } from '~/domain/report/present-draft';
import type { PublicReport } from '~/domain/report/present-report';
import { maxReviewLength } from '~/domain/report/report-constants';
import { allLanguages, type Language, languages } from '~/i18n/languages';
import { SelectField } from '~/ui/fields/fields';
import { SendAsIsField } from '~/ui/fields/send-as-is-field';
import { WritingBox } from '~/ui/fields/writing-box';
import { SubmitButton } from '~/ui/forms/buttons';
import { OperationForm, type OperationFormProps } from '~/ui/forms/operation-form';
import { forgetDraft } from '~/ui/notices/drafts';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { andNext, opensNext } from '~/web/pages/page-handle';
import { NumberHint } from './number-hint';
import { NameWarning, PhrasePicker } from './phrase-picker';
import { StepFields } from './step-fields';
import { NotCompared, StepQuestion, useChosen } from './step-question';
import { Corrected } from './written-of-it';

const everyMs = 10_000;

export const reviewFormId = 'review';
export const reviewBoxId = 'review-review';

const stepNames = ['nextStep', 'withinDays', 'specialist', 'speciality'];
const fieldOrder = ['review', ...stepNames, 'stepConfirmed', 'language', 'sendAsIs'];

type Kept = {
  formId: string;
  /** ID of the form's text box. */
  boxId: string;
  /** The path to save the draft to. */
  action: string;
  /** The text that the server has when the page arrives. */
  first: string;
  /** Called with each text that the server saves from then on. */
  onKept: (text: string) => void;
};

/**
 * Saves a review in progress on the server: every ten seconds if it has changed, and when the page
 * is left. Pauses while the review itself is being submitted.
 *
 * @returns when it was last saved; undefined until then.
 */
function useKeptDraft({ formId, boxId, action, first, onKept }: Kept) {
  const [keptAt, setKeptAt] = useState<Date>();
  const { formData } = useNavigation();
  const isSending = useRef(false);
  const note = useRef(onKept);
  useEffect(() => {
    isSending.current = formData?.has('review') ?? false;
    note.current = onKept;
  });
  useEffect(() => {
    const form = document.getElementById(formId);
    const box = document.getElementById(boxId);
    if (!(form instanceof HTMLFormElement) || !(box instanceof HTMLTextAreaElement)) return;
    const readStep = () => {
      const formData = new FormData(form);
      return stepNames.map((name) => formData.get(name)).join('\n');
    };
    let savedText = first;
    let savedStep = readStep();
    const isNew = () =>
      !isSending.current && (box.value !== savedText || (savedText !== '' && readStep() !== savedStep));
    const draftFields = () => {
      const formData = new FormData(form);
      const draft = new FormData();
      for (const name of ['formToken', 'reportId', 'review', 'language', ...stepNames])
        draft.set(name, formData.get(name) ?? '');
      draft.set('inBackground', 'yes');
      return draft;
    };
    const keep = async () => {
      const { value } = box;
      const step = readStep();
      if (!isNew() || document.hidden) return;
      // A log-in page or a refusal does not confirm the save.
      const answer = await fetch(action, { method: 'POST', body: draftFields(), redirect: 'manual' }).catch(
        () => undefined,
      );
      if (answer?.status !== 204) return;
      savedText = value;
      savedStep = step;
      note.current(value);
      setKeptAt(new Date());
    };
    // The result stays unknown. The tab keeps the text too.
    const send = () => isNew() && navigator.sendBeacon(action, draftFields());
    const sendWhenHidden = () => document.hidden && send();
    const timer = setInterval(keep, everyMs);
    document.addEventListener('visibilitychange', sendWhenHidden);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', sendWhenHidden);
      send();
    };
  }, [formId, boxId, action, first]);
  return keptAt;
}

type Props = {
  report: PublicReport;
  /** The author, who signs the review. */
  viewer: { id: string; firstName: string; lastName: string };
  required: Record<string, string>;
  /** The draft that the server has. */
  draft: Pick<PublicDraft, 'review' | 'language' | 'nextStep' | 'updatedAt'> | null;
  /** The language in which the doctor writes to this patient. */
  defaultLanguage: Language;
  /** The languages whose words for emergencies nobody has checked. */
  uncheckedLanguages: Language[];
  /** The doctor's phrases for reports of this type. */
  phrases: PublicPhrase[];
  /** When the page was read, in milliseconds since 1970. */
  asOf: number;
  /** Content above the text box. */
  children: ReactNode;
};

/**
 * The form for a review. The server saves the input until the review is submitted. The tab keeps
 * what the server does not have yet.
 */
export function ReviewForm({
  report,
  viewer,
  required,
  draft,
  defaultLanguage,
  uncheckedLanguages,
  phrases,
  asOf,
  children,
}: Props) {
  const { t } = useWords();
  const { search } = useLocation();
  const answer = useActionData<OperationFormProps['answer'] & { code?: string }>();
  const [reportId, ownerId] = [report._id, viewer.id];
  const language = draft?.language ?? defaultLanguage;
  const chosenLanguage = useChosen('review-language', language);
  const isInRow = opensNext(search);
  const later = paths.pendingReportOf('draft');
  const keptAt = useKeptDraft({
    formId: reviewFormId,
    boxId: reviewBoxId,
    action: later,
    first: draft?.review ?? '',
    onKept: (text) => forgetDraft({ ownerId, reportId, text }),
  });
  return (
    <OperationForm
      id={reviewFormId}
      operation="report.review"
      questions={['stepConfirmed', 'sendAsIs']}
      answer={answer}
      required={required}
      defaults={{
        language,
        review: draft?.review ?? '',
        nextStep: draft?.nextStep?.step ?? '',
        withinDays: draft?.nextStep?.withinDays?.toString() ?? '',
        specialist: draft?.nextStep?.specialist ?? '',
        speciality: draft?.nextStep?.speciality ?? '',
      }}
      order={fieldOrder}
    >
      <input type="hidden" name="reportId" value={reportId} />
      <input type="hidden" name="correctedAt" value={report.correctedAt ?? ''} />
      <div className="desk-scroll">
        {children}
        {answer?.code === 'outdated' && <Corrected answer={answer} report={report} />}
        <PhrasePicker phrases={phrases} report={report} asOf={asOf} boxId={reviewBoxId} />
        <WritingBox
          name="review"
          label={t('review.label')}
          placeholder={t('review.hint')}
          rows={10}
          maxLength={maxReviewLength}
          language={chosenLanguage}
          submitLabel={t(isInRow ? 'review.submitAndNext' : 'review.submit')}
          draft={{ ownerId, reportId, savedAt: draft?.updatedAt }}
          savedAt={keptAt}
          isRequired
        />
        <NumberHint boxId={reviewBoxId} report={report} draftPath={later} />
        <StepFields />
        <NotCompared listId="review-language" first={language} languages={uncheckedLanguages} />
        <StepQuestion answer={answer} textName="review" />
        <NameWarning report={report} boxId={reviewBoxId} />
        <SendAsIsField answer={answer} />
      </div>
      <div className="desk-bar [&_.field-label]:mb-0 [&_.field-label]:text-small [&>p:empty]:hidden">
        <LanguageOfReview chosen={chosenLanguage} patients={report.language} />
        <p>{t('review.signedBy', { name: formatFullName(viewer) })}</p>
        <div className="flex flex-wrap gap-2">
          <SubmitButtons isInRow={isInRow} />
        </div>
      </div>
    </OperationForm>
  );
}

/** The language of the review. Names that of the patient where it is another one. */
function LanguageOfReview({ chosen, patients }: { chosen: string; patients: Language }) {
  const { t, languageName } = useWords();
  return (
    <>
      <SelectField
        name="language"
        label={t('review.languageLabel')}
        options={allLanguages.map((code) => ({ value: code, label: languages[code].name }))}
      />
      <p role="status" className="font-label">
        {chosen !== patients && t('review.patientReads', { language: languageName(patients) })}
      </p>
    </>
  );
}

/**
 * The buttons that submit the review. The first one is filled, and Ctrl+Enter presses it: the one that
 * opens the next report for a doctor who goes from report to report.
 */
function SubmitButtons({ isInRow }: { isInRow: boolean }) {
  const { t } = useWords();
  const isOpeningNext = useNavigation().formData?.has(andNext) ?? false;
  const busyLabel = t('review.busy');
  const [submitVariant, nextVariant] = isInRow ? ['plain small', 'small'] : ['small', 'plain small'];
  const submit = (
    <SubmitButton
      key="submit"
      busyLabel={isOpeningNext ? undefined : busyLabel}
      icon="check"
      variant={submitVariant}
    >
      {t('review.submit')}
    </SubmitButton>
  );
  const next = (
    <SubmitButton
      key="next"
      busyLabel={isOpeningNext ? busyLabel : undefined}
      icon="next"
      variant={nextVariant}
      name={andNext}
    >
      {t('review.submitAndNext')}
    </SubmitButton>
  );
  return isInRow ? [next, submit] : [submit, next];
}
