import { useEffect, useState } from 'react';
import { usePageNavigation } from '~/ui/connection/connection';
import { type FieldProps, useOperationField } from '~/ui/forms/operation-field';
import { useDraft } from '~/ui/notices/drafts';
import { useWords } from '~/ui/sentence';
import { TextArea } from './text-area';

type Props = FieldProps & {
  rows: number;
  maxLength: number;
  isRequired?: boolean;
  language: string;
  placeholder?: string;
  /** The label of the form's first button, which Ctrl+Enter presses. */
  submitLabel: string;
  /**
   * The author, and the name of the text among their drafts in this tab. If the server has a draft,
   * when it was saved.
   */
  draft: { ownerId: string; reportId: string; savedAt?: string };
  /** When the server last saved the text. */
  savedAt?: Date;
};

/**
 * The text box of a doctor who writes to a patient. It counts the characters, keeps a draft in the
 * tab, submits on Ctrl+Enter, and is locked while its page is being submitted.
 */
export function WritingBox({ maxLength, submitLabel, placeholder, draft, savedAt, ...area }: Props) {
  const { t, moment } = useWords();
  const { id: boxId } = useOperationField(area.name, Boolean(area.hint)).field;
  const { state, formMethod } = usePageNavigation();
  const isLocked = state !== 'idle' && formMethod === 'POST';
  const reason = useKeyboardSubmit(boxId);
  const restoredAt = useDraft({ boxId, ...draft }) ?? draft.savedAt;
  const box = {
    readOnly: isLocked,
    'aria-busy': isLocked || undefined,
    placeholder,
    className: 'control placeholder:text-muted placeholder:opacity-100',
  };
  return (
    <div className="writing-box">
      <div role="status">
        {restoredAt && <p className="font-label text-wait">{t('draft.of', { time: moment(restoredAt) })}</p>}
      </div>
      <TextArea {...area} box={box}>
        <div className="mt-1 flex flex-wrap justify-between gap-x-4 text-small text-muted">
          <Length boxId={boxId} maxLength={maxLength} />
          <span className="hidden pointer-fine:inline">
            <kbd className="font-sans font-label">Ctrl + Enter</kbd> {submitLabel}
          </span>
          {savedAt && <span>{t('draft.savedAt', { time: moment(savedAt.toISOString()) })}</span>}
        </div>
        <p role="status" className="text-small font-label text-wait">
          {reason && t(reason)}
        </p>
      </TextArea>
    </div>
  );
}

/** Keys that come this soon after a page may be meant for the page before. */
const arrivalMs = 2000;
/** A second press this soon is no answer, and sends nothing twice. */
const pauseMs = 1000;

/**
 * Presses the form's first button on Ctrl+Enter, from any of its fields, once the user has typed into
 * the box. A text that was restored has to be read: the first press asks for that, and a later one
 * submits. While the box is locked, nothing is pressed.
 *
 * @returns the key of the sentence that says why the last press did nothing.
 */
function useKeyboardSubmit(boxId: string) {
  const [reason, setReason] = useState<'draft.readFirst' | 'draft.writeFirst'>();
  useEffect(() => {
    const box = document.getElementById(boxId);
    const form = box instanceof HTMLTextAreaElement && box.form;
    if (!form) return;
    const arrivedAt = Date.now();
    let hasTyped = false;
    let askedAt = Number.POSITIVE_INFINITY;
    let sentAt = Number.NEGATIVE_INFINITY;
    const onInput = ({ isTrusted }: Event) => {
      if (!isTrusted) return;
      hasTyped = true;
      setReason(undefined);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      if (event.target instanceof Element && event.target.closest('[role="combobox"]')) return;
      event.preventDefault();
      const now = Date.now();
      if (event.repeat || box.readOnly || now - sentAt < pauseMs) return;
      if (hasTyped || now - askedAt >= pauseMs) {
        sentAt = now;
        form.querySelector<HTMLButtonElement>('button[type="submit"]')?.click();
        return;
      }
      setReason(box.value.trim() ? 'draft.readFirst' : 'draft.writeFirst');
      if (box.value.trim() && now - arrivedAt >= arrivalMs) askedAt = Math.min(askedAt, now);
    };
    box.addEventListener('input', onInput);
    form.addEventListener('keydown', onKey);
    return () => {
      box.removeEventListener('input', onInput);
      form.removeEventListener('keydown', onKey);
    };
  }, [boxId]);
  return reason;
}

/** The current length of the text. Renders nothing without script. */
function Length({ boxId, maxLength }: { boxId: string; maxLength: number }) {
  const { t } = useWords();
  const [length, setLength] = useState<number>();
  useEffect(() => {
    const box = document.getElementById(boxId);
    if (!(box instanceof HTMLTextAreaElement)) return;
    const note = () => setLength(box.value.length);
    note();
    box.addEventListener('input', note);
    return () => box.removeEventListener('input', note);
  }, [boxId]);
  if (length === undefined) return null;
  return (
    <span className={length > maxLength ? 'font-label text-danger' : undefined}>
      {t('review.length', { count: length, most: maxLength })}
    </span>
  );
}
