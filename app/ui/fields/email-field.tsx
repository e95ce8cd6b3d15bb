import { TextField } from './text-field';

type EmailFieldProps = { label: string; autoComplete?: 'email' | 'username'; maxLength?: number };

/** The field `email` of a form. */
export function EmailField({ label, autoComplete = 'email', maxLength }: EmailFieldProps) {
  return (
    <TextField
      name="email"
      label={label}
      type="email"
      autoComplete={autoComplete}
      inputMode="email"
      maxLength={maxLength}
    />
  );
}
