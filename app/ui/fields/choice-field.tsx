import { useOperationField } from '~/ui/forms/operation-field';
import { FieldErrorText, type Option } from './fields';

const list = [
  'grid-cols-1 [&>label]:flex [&>label]:items-start [&>label]:justify-start [&>label]:gap-3 [&>label]:py-2',
  '[&>label]:text-start [&_input]:static [&_input]:mt-0.5 [&_input]:h-5 [&_input]:w-5 [&_input]:shrink-0',
  '[&_input]:opacity-100 [&_input]:accent-on-accent',
].join(' ');

type ChoiceFieldProps = {
  name: string;
  label: string;
  options: (Option & { hint?: string })[];
  isList?: boolean;
};

/**
 * A choice of two or three, drawn as a switch with a segment each. `isList`: whole sentences in a
 * column, with their radio buttons.
 */
export function ChoiceField({ name, label, options, isList = false }: ChoiceFieldProps) {
  const { field, control } = useOperationField(name, false);
  const { id, autoFocus, 'aria-invalid': isInvalid, 'aria-describedby': errorId } = control;
  const hintIdOf = (value: string) => `${id}-${value}-hint`;
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-invalid={isInvalid}
      aria-describedby={errorId}
    >
      <span id={`${id}-label`} className="field-label">
        {label}
      </span>
      <div className={isList ? `switch ${list}` : 'switch'}>
        {options.map(({ value, label: words, hint }, at) => (
          <label key={value}>
            <input
              name={control.name}
              id={`${id}-${value}`}
              type="radio"
              value={value}
              required
              defaultChecked={field.initialValue === value}
              {...(at === 0 && { autoFocus })}
              aria-describedby={hint && hintIdOf(value)}
            />
            {words}
          </label>
        ))}
      </div>
      {options.map(
        ({ value, label: words, hint }) =>
          hint && (
            <p key={value} data-hint-of={value} className="field-hint mt-2 !mb-0">
              {words}: <span id={hintIdOf(value)}>{hint}</span>
            </p>
          ),
      )}
      <FieldErrorText id={field.errorId} errors={field.errors} />
    </div>
  );
}
