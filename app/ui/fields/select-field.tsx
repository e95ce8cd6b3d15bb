import { type FieldProps, useOperationField } from '~/ui/forms/operation-field';
import { Labelled } from './labelled';

export type Option = { value: string; label: string };

/** A choice out of a list; `empty` stands there while nothing is chosen. */
export function SelectField({
  name,
  label,
  hint,
  options,
  empty,
}: FieldProps & { options: Option[]; empty?: string }) {
  const { field, hintId, control } = useOperationField(name, Boolean(hint));
  return (
    <Labelled field={field} label={label} hint={hint} hintId={hintId}>
      <select
        {...control}
        key={field.key}
        required
        defaultValue={field.initialValue ?? ''}
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
