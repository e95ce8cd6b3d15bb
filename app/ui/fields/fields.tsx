import type { HTMLInputAutoCompleteAttribute, KeyboardEventHandler, ReactNode } from 'react';
import { type FieldProps, useOperationField } from '~/ui/forms/operation-field';
import { Icon } from '~/ui/icon';

type LabelledProps = {
  field: { id: string; errorId: string; errors?: string[] };
  label: string;
  hint?: ReactNode;
  hintId: string;
  children: ReactNode;
};

/** A control with its label and hint above and its mistake below. */
export function Labelled({ field, label, hint, hintId, children }: LabelledProps) {
  return (
    <div>
      <label htmlFor={field.id} className="field-label">
        {label}
      </label>
      {hint && (
        <div id={hintId} className="field-hint">
          {hint}
        </div>
      )}
      {children}
      <FieldErrorText id={field.errorId} errors={field.errors} />
    </div>
  );
}

/**
 * The mistake of a field. The live region exists before any mistake, so that screen readers
 * announce one.
 */
export function FieldErrorText({ id, errors }: { id: string; errors?: string[] }) {
  return (
    <div id={id} aria-live="polite">
      {errors?.[0] && (
        <p className="field-error">
          <Icon name="alert" className="h-5 w-5" />
          <span>{errors[0]}</span>
        </p>
      )}
    </div>
  );
}

type CheckFieldProps = { name: string; label: ReactNode; isRequired?: boolean; isTicked?: boolean };

/** A checkbox. `isTicked` overrides the submitted value. */
export function CheckField({ name, label, isRequired = true, isTicked }: CheckFieldProps) {
  const { field, control } = useOperationField(name, false);
  return (
    <div>
      <label htmlFor={field.id} className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
        <input
          {...control}
          key={field.key}
          type="checkbox"
          required={isRequired}
          defaultChecked={isTicked ?? field.initialValue === 'on'}
          className="mt-0.5 h-6 w-6 shrink-0 accent-accent"
        />
        <span>{label}</span>
      </label>
      <FieldErrorText id={field.errorId} errors={field.errors} />
    </div>
  );
}

export type Option = { value: string; label: string };

/** A select. `empty` is its label while nothing is selected, which `isRequired` forbids. */
export function SelectField({
  name,
  label,
  hint,
  options,
  empty,
  isRequired = true,
  onKeyDown,
}: FieldProps & {
  options: Option[];
  empty?: string;
  isRequired?: boolean;
  onKeyDown?: KeyboardEventHandler<HTMLSelectElement>;
}) {
  const { field, hintId, control } = useOperationField(name, Boolean(hint));
  return (
    <Labelled field={field} label={label} hint={hint} hintId={hintId}>
      <select
        {...control}
        key={field.key}
        required={isRequired}
        defaultValue={field.initialValue ?? ''}
        onKeyDown={onKeyDown}
        className="control"
      >
        {empty !== undefined && <option value="">{empty}</option>}
        {options.map(({ value, label: words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

type Props = FieldProps & {
  type?: 'text' | 'email' | 'tel' | 'date' | 'month' | 'time' | 'datetime-local';
  autoComplete?: HTMLInputAutoCompleteAttribute;
  inputMode?: 'numeric' | 'tel' | 'email';
  maxLength?: number;
  isRequired?: boolean;
  dir?: 'ltr';
  autoCapitalize?: 'none' | 'characters';
  spellCheck?: boolean;
};

/** A field with one line. */
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

/** A phone number as people write one, with spaces and a dial code. */
export function PhoneField({
  autoComplete = 'tel-national',
  ...field
}: FieldProps & { autoComplete?: 'tel' | 'tel-national' | 'off' }) {
  return <TextField {...field} type="tel" autoComplete={autoComplete} inputMode="tel" maxLength={24} />;
}
