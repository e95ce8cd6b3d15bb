import { TextField } from './text-field';

/** The field `email` of a form. */
export function EmailField({
  label,
  autoComplete = 'email',
  maxLength,
}: {
  label: string;
  autoComplete?: 'email' | 'username';
  maxLength?: number;
}) {
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
