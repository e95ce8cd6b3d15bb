import { useActionData, useLocation } from '@remix-run/react';
import { useEffect, useState } from 'react';
import type { PublicReport } from '~/domain/report/present-report';
import { maxReviewLength } from '~/domain/report/report-constants';
import type { Language } from '~/i18n/languages';
import { languageCodes, languages } from '~/i18n/languages';
import { SelectField } from '~/ui/fields/select-field';
import { TextArea } from '~/ui/fields/text-area';
import { OperationForm, type OperationFormProps } from '~/ui/forms/operation-form';
import { SubmitButton } from '~/ui/forms/submit-button';
import { Icon } from '~/ui/icon';
import { forgetDraft, useDraft } from '~/ui/notices/drafts';
import { useWords } from '~/ui/sentence';
import { paths } from '~/web/request/paths';
import { useKeptDraft } from './kept-draft';
import { Corrected } from './written-of-it';

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
