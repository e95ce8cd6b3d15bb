import { useActionData, useLocation, useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import type { PublicReport } from '~/domain/report/present-report';
import { maxReviewLength } from '~/domain/report/report-constants';
import { type Language, languageCodes, languages } from '~/i18n/languages';
import { SelectField } from '~/ui/fields/fields';
import { TextArea } from '~/ui/fields/text-area';
import { SubmitButton } from '~/ui/forms/buttons';
import { OperationForm, type OperationFormProps } from '~/ui/forms/operation-form';
import { Icon } from '~/ui/icon';
import { forgetDraft, useDraft } from '~/ui/notices/drafts';
import { useWords } from '~/ui/sentence';
import { paths } from '~/web/request/paths';
import { Corrected } from './written-of-it';

const everyMs = 10_000;

type Kept = {
  formId: string;
  /** The text box of the form. */
  boxId: string;
  /** Where to keep it. */
  action: string;
  /** What the server has of it when the page comes. */
  first: string;
  /** Told of each text that the server has from then on. */
  onKept: (text: string) => void;
};

/**
 * Keeps the text of a review on the server while it is written: every ten seconds where it has
 * changed, and when the page is left, but not while the text itself is on its way.
 *
 * @returns when it was last kept; undefined until then.
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
    let kept = first;
    const isNew = () => !isSending.current && box.value !== kept;
    const written = () => {
      const all = new FormData(form);
      const draft = new FormData();
      for (const name of ['formToken', 'reportId', 'review', 'language'])
        draft.set(name, all.get(name) ?? '');
      draft.set('inBackground', 'yes');
      return draft;
    };
    const keep = async () => {
      const { value } = box;
      if (!isNew() || document.hidden) return;
      // A log-in page or a refusal is no answer that says that it was kept.
      const answer = await fetch(action, { method: 'POST', body: written(), redirect: 'manual' }).catch(
        () => undefined,
      );
      if (answer?.status !== 204) return;
      kept = value;
      note.current(value);
      setKeptAt(new Date());
    };
    // Nobody hears what becomes of it: the text stays in the tab too.
    const send = () => isNew() && navigator.sendBeacon(action, written());
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
  /** Who writes it. */
  viewerId: string;
  missing: Record<string, string>;
  /** What the server has of it. */
  draft: { review: string; language: string | null } | null;
  /** The language the doctor writes for this patient. */
  written: Language;
};

/**
 * The review as it is written. The server keeps what was typed until it is sent, and the tab what
 * the server does not have yet.
 */
export function ReviewForm({ report, viewerId: ownerId, missing, draft, written }: Props) {
  const { t, languageName, moment } = useWords();
  const { search } = useLocation();
  const answer = useActionData<OperationFormProps['answer'] & { code?: string }>();
  const reportId = report._id;
  const isRestored = useDraft({ boxId: 'review-review', ownerId, reportId });
  const language = draft?.language ?? written;
  const chosen = useChosen('review-language', language);
  const later = paths.pendingReportOf('draft');
  const keptAt = useKeptDraft({
    formId: 'review',
    boxId: 'review-review',
    action: later,
    first: draft?.review ?? '',
    onKept: (text) => forgetDraft({ ownerId, reportId, text }),
  });
  return (
    <>
      <div role="status">{isRestored && <p className="notice mb-4">{t('review.draft')}</p>}</div>
      <OperationForm
        id="review"
        operation="report.review"
        answer={answer}
        missing={missing}
        defaults={{ language, review: draft?.review ?? '' }}
      >
        <input type="hidden" name="reportId" value={reportId} />
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
