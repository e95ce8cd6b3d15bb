import type { FieldProps } from '~/ui/forms/operation-field';
import { TextField } from './text-field';

/** A phone number as people write one, with spaces and a code in front. */
export function PhoneField({
  autoComplete = 'tel-national',
  ...field
}: FieldProps & { autoComplete?: 'tel' | 'tel-national' }) {
  return <TextField {...field} type="tel" autoComplete={autoComplete} inputMode="tel" maxLength={24} />;
}
