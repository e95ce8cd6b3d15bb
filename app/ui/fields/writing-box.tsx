import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
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
  /** The label of the form's first button, which Ctrl+Enter presses. */
  submitLabel: string;
  /** The author, and the name of the text among their drafts in this tab. */
  draft: { ownerId: string; reportId: string };
  /** When the server last saved the text. */
  savedAt?: Date;
};

/**
 * The text box of a doctor who writes to a patient. It counts the characters, keeps a draft in the
 * tab, submits on Ctrl+Enter, and is locked while its page is being submitted.
 */
export function WritingBox({ maxLength, submitLabel, draft, savedAt, ...area }: Props) {
  const { t, moment } = useWords();
  const { id: boxId } = useOperationField(area.name, Boolean(area.hint)).field;
  const { state, formMethod } = usePageNavigation();
  const isLocked = state !== 'idle' && formMethod === 'POST';
  const keyboard = useKeyboardSubmit(boxId);
  const isRestored = useDraft({ boxId, ...draft });
  return (
    <div className="writing-box">
      <div role="status">{isRestored && <p className="notice mb-4">{t('review.draft')}</p>}</div>
      <TextArea {...area} box={{ readOnly: isLocked, 'aria-busy': isLocked || undefined, ...keyboard }}>
        <div className="mt-1 flex flex-wrap justify-between gap-x-4 text-[0.88rem] text-muted">
          <Length boxId={boxId} maxLength={maxLength} />
          <span className="hidden pointer-fine:inline">
            <kbd className="font-sans font-semibold">Ctrl + Enter</kbd> {submitLabel}
          </span>
          {savedAt && <span>{t('draft.savedAt', { time: moment(savedAt.toISOString()) })}</span>}
        </div>
      </TextArea>
    </div>
  );
}

/**
 * Returns the handlers that press the form's first button on Ctrl+Enter. Until the user has typed
 * into the box, and while it is locked, nothing is pressed: the keys may be meant for the page before.
 */
function useKeyboardSubmit(boxId: string) {
  const hasTyped = useRef(false);
  useEffect(() => {
    const box = document.getElementById(boxId);
    // The user may have typed before hydration.
    if (box instanceof HTMLTextAreaElement && box.value !== box.defaultValue) hasTyped.current = true;
  }, [boxId]);
  return {
    onInput: ({ nativeEvent }: FormEvent) => {
      if (nativeEvent.isTrusted) hasTyped.current = true;
    },
    onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      const { form, readOnly } = event.currentTarget;
      if (!hasTyped.current || event.repeat || readOnly) return;
      form?.querySelector<HTMLButtonElement>('button[type="submit"]')?.click();
    },
  };
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
    <span className={length > maxLength ? 'font-semibold text-bad' : undefined}>
      {t('review.length', { count: length, most: maxLength })}
    </span>
  );
}
