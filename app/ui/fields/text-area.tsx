import { type KeyboardEvent, useEffect, useState } from 'react';
import { type FieldProps, useOperationField } from '~/ui/forms/operation-field';
import { useWords } from '~/ui/sentence';
import { Labelled } from './fields';

type Props = FieldProps & {
  rows?: number;
  maxLength?: number;
  isRequired?: boolean;
  language?: string;
  /** For long texts: counts the characters up to so many; Ctrl and Enter send the form. */
  most?: number;
};

/** A field of several lines, in whatever direction is written. */
export function TextArea({
  name,
  label,
  hint,
  rows = 4,
  maxLength,
  isRequired = false,
  language,
  most,
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
        onKeyDown={most === undefined ? undefined : sendOnCtrlEnter}
      />
      {most !== undefined && <Length boxId={field.id} most={most} />}
    </Labelled>
  );
}

function sendOnCtrlEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** How long the text is by now; nothing without script. */
function Length({ boxId, most }: { boxId: string; most: number }) {
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
    <p className={`mt-1 text-[0.88rem] ${length > most ? 'font-semibold text-bad' : 'text-muted'}`}>
      {t('review.length', { count: length, most, keys: 'Ctrl + Enter' })}
    </p>
  );
}
