import { useEffect, useRef, useState } from 'react';
import { type FieldProps, useOperationField } from '~/ui/forms/operation-field';
import { CodeBoxes } from './code-boxes';
import { Labelled } from './labelled';
import type { TypedBefore } from './use-digits';

/**
 * A one-time code: one plain field without script, with script six boxes of a digit each
 * (docs/requirements.md#screens).
 */
export function CodeField({ name, label, hint }: FieldProps) {
  const { field, hintId, control } = useOperationField(name, Boolean(hint));
  const plain = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<TypedBefore>();
  useEffect(() => {
    const input = plain.current;
    if (input) setTyped({ text: input.value, hadFocus: document.activeElement === input });
  }, []);
  if (typed) return <CodeBoxes name={name} label={label} hint={hint} typed={typed} />;
  return (
    <Labelled field={field} label={label} hint={hint} hintId={hintId}>
      <input
        {...control}
        ref={plain}
        key={field.key}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={200}
        required
        defaultValue={field.initialValue}
        className="control"
      />
    </Labelled>
  );
}
