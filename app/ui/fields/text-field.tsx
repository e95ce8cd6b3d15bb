import type { HTMLInputAutoCompleteAttribute } from 'react';
import { type FieldProps, useOperationField } from '~/ui/forms/operation-field';
import { Labelled } from './labelled';

type Props = FieldProps & {
  type?: 'text' | 'email' | 'tel' | 'date';
  autoComplete?: HTMLInputAutoCompleteAttribute;
  inputMode?: 'numeric' | 'tel' | 'email';
  maxLength?: number;
  isRequired?: boolean;
};

/** A field of one line. */
export function TextField({ name, label, hint, type = 'text', isRequired = true, ...input }: Props) {
  const { field, hintId, control } = useOperationField(name, Boolean(hint));
  return (
    <Labelled field={field} label={label} hint={hint} hintId={hintId}>
      <input
        {...control}
        key={field.key}
        type={type}
        required={isRequired}
        defaultValue={field.initialValue}
        className="control"
        {...input}
      />
    </Labelled>
  );
}
