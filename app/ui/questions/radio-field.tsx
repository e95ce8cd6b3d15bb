import { FieldError } from '~/ui/fields/labelled';
import type { Option } from '~/ui/fields/select-field';
import { useOperationField } from '~/ui/forms/operation-field';

/** A choice of one among a few sentences. */
export function RadioField({ name, label, options }: { name: string; label: string; options: Option[] }) {
  const { field, control } = useOperationField(name, false);
  const { id, autoFocus, 'aria-invalid': isInvalid, 'aria-describedby': errorId } = control;
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
      {options.map(({ value, label: words }, at) => (
        <label key={value} className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
          <input
            name={control.name}
            id={`${id}-${value}`}
            type="radio"
            value={value}
            required
            defaultChecked={field.initialValue === value}
            {...(at === 0 && { autoFocus })}
            className="mt-0.5 h-6 w-6 shrink-0 accent-accent"
          />
          <span>{words}</span>
        </label>
      ))}
      <FieldError id={field.errorId} errors={field.errors} />
    </div>
  );
}
