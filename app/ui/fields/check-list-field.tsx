import { useField } from '@conform-to/react';
import { useOperationField } from '~/ui/forms/operation-field';
import { FieldErrorText, type Option } from './fields';

type CheckListFieldProps = { name: string; label: string; options: readonly Option[] };

/**
 * A checkbox for each value of a list. The form's defaults name the ticked values, separated by
 * commas.
 */
export function CheckListField({ name, label, options }: CheckListFieldProps) {
  const { control } = useOperationField(name, false);
  const [field] = useField<string | string[]>(name);
  // The server joins the values of a list with commas.
  const ticked = [field.initialValue ?? []].flat().join(',').split(',');
  return (
    <fieldset aria-describedby={control['aria-describedby']} className="min-w-0">
      <legend className="field-label">{label}</legend>
      {options.map(({ value, label: words }, at) => (
        <label key={value} className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
          <input
            type="checkbox"
            name={control.name}
            id={at === 0 ? control.id : undefined}
            value={value}
            defaultChecked={ticked.includes(value)}
            aria-invalid={control['aria-invalid']}
            {...(at === 0 && { autoFocus: control.autoFocus })}
            className="mt-0.5 h-6 w-6 shrink-0 accent-accent"
          />
          <span>{words}</span>
        </label>
      ))}
      <FieldErrorText id={field.errorId} errors={field.errors} />
    </fieldset>
  );
}
