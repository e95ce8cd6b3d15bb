import { Labelled } from './labelled';
import { type FieldProps, useOperationField } from './operation-field';

/** A field for a file. */
export function FileField({
  name,
  label,
  hint,
  accept,
  onChoose,
}: FieldProps & { accept: string; onChoose?: (file: File | undefined) => void }) {
  const { field, hintId, control } = useOperationField(name, Boolean(hint));
  return (
    <Labelled field={field} label={label} hint={hint} hintId={hintId}>
      <input
        {...control}
        type="file"
        required
        accept={accept}
        onChange={(event) => onChoose?.(event.currentTarget.files?.[0])}
        className="control"
      />
    </Labelled>
  );
}
