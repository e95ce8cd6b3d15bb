import type { ComponentProps, ReactNode } from 'react';
import { type FieldProps, useOperationField } from '~/ui/forms/operation-field';
import { Labelled } from './fields';

type Props = FieldProps & {
  rows?: number;
  maxLength?: number;
  isRequired?: boolean;
  language?: string;
  /** Further attributes of the box. */
  box?: ComponentProps<'textarea'>;
  /** Shown below the box. */
  children?: ReactNode;
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
  box,
  children,
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
        {...box}
      />
      {children}
    </Labelled>
  );
}
