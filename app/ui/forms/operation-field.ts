import { useField } from '@conform-to/react';
import { createContext, type ReactNode, useContext } from 'react';

/** The props that every field has. */
export type FieldProps = { name: string; label: string; hint?: ReactNode };

/** Name of the field that gets the focus when the page arrives with mistakes. */
export const FirstMistake = createContext<string | undefined>(undefined);

/**
 * Returns the props of a control: its value and mistakes, the IDs that describe it, and whether it
 * gets the focus. `mistake` was found on the page and precedes those of the form.
 */
export function useOperationField(name: string, hasHint: boolean, mistake?: string) {
  const [field] = useField<string>(name);
  const isFirstMistake = useContext(FirstMistake) === name;
  const hintId = `${field.id}-hint`;
  const errors = mistake ? [mistake] : field.errors;
  const isWrong = Boolean(errors?.length);
  const describedBy = [hasHint && hintId, isWrong && field.errorId].filter(Boolean).join(' ');
  return {
    field,
    errors,
    hintId,
    control: {
      id: field.id,
      name: field.name,
      'aria-invalid': isWrong || undefined,
      'aria-describedby': describedBy || undefined,
      autoFocus: isFirstMistake,
    },
  };
}
