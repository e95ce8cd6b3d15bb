import { type KeyboardEvent, useEffect, useState } from 'react';
import { type FieldProps, useOperationField } from '~/ui/forms/operation-field';
import { useWords } from '~/ui/sentence';
import { Labelled } from './fields';

type Props = FieldProps & {
  rows?: number;
  maxLength?: number;
  isRequired?: boolean;
  language?: string;
  /** For long texts: counts the characters up to this number. Ctrl+Enter then submits the form. */
  countedUpTo?: number;
};

/** A field with several lines. Its direction follows the text. */
export function TextArea({
  name,
  label,
  hint,
  rows = 4,
  maxLength,
  isRequired = false,
  language,
  countedUpTo,
}: Props) {
  const { field, hintId, control } = useOperationField(name, Boolean(hint));
  return (
    <Labelled field={field} label={label} hint={hint} hintId={hintId}>
      <textarea
        {...control}
        key={field.key}
        rows={rows}
        lang={language}
        dir="auto"
        maxLength={maxLength}
        required={isRequired}
        defaultValue={field.initialValue}
        className="control"
        onKeyDown={countedUpTo === undefined ? undefined : sendOnCtrlEnter}
      />
      {countedUpTo !== undefined && <Length boxId={field.id} maxLength={countedUpTo} />}
    </Labelled>
  );
}

function sendOnCtrlEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
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
    <p className={`mt-1 text-[0.88rem] ${length > maxLength ? 'font-semibold text-bad' : 'text-muted'}`}>
      {t('review.length', { count: length, most: maxLength, keys: 'Ctrl + Enter' })}
    </p>
  );
}
