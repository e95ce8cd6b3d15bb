import { useField } from '@conform-to/react';
import { createContext, type ReactNode, useContext } from 'react';

/** What every field of a form is told. */
export type FieldProps = { name: string; label: string; hint?: ReactNode };

/** The name of the field that the keyboard should stand in when the page arrives with mistakes. */
export const FirstMistake = createContext<string | undefined>(undefined);

/**
 * What a control of a form needs: its value and mistakes, what describes it, and whether the
 * keyboard starts there. `mistake` was found on the page and stands before those of the form.
 */
export function useOperationField(name: string, hasHint: boolean, mistake?: string) {
  const [field] = useField<string>(name);
  const isFirstMistake = useContext(FirstMistake) === name;
  const hintId = `${field.id}-hint`;
  const errors = mistake ? [mistake] : field.errors;
  const isWrong = Boolean(errors?.length);
  const described = [hasHint && hintId, isWrong && field.errorId].filter(Boolean).join(' ');
  return {
    field,
    errors,
    hintId,
    control: {
      id: field.id,
      name: field.name,
      'aria-invalid': isWrong || undefined,
      'aria-describedby': described || undefined,
      autoFocus: isFirstMistake,
    },
  };
}
