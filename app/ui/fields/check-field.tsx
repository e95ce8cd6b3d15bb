import type { ReactNode } from 'react';
import { useOperationField } from '~/ui/forms/operation-field';
import { FieldError } from './labelled';

type CheckFieldProps = { name: string; label: ReactNode; isRequired?: boolean; isTicked?: boolean };

/** A box to tick. `isTicked`: where the form knows better than by what was sent before. */
export function CheckField({ name, label, isRequired = true, isTicked }: CheckFieldProps) {
  const { field, control } = useOperationField(name, false);
  return (
    <div>
      <label htmlFor={field.id} className="flex cursor-pointer items-start gap-3 py-1">
        <input
          {...control}
          key={field.key}
          type="checkbox"
          required={isRequired}
          defaultChecked={isTicked ?? field.initialValue === 'on'}
          className="mt-1 h-6 w-6 shrink-0 accent-accent"
        />
        <span>{label}</span>
      </label>
      <FieldError id={field.errorId} errors={field.errors} />
    </div>
  );
}
