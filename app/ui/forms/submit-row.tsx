import type { ComponentProps } from 'react';
import { SubmitButton } from './submit-button';

/** The button of a form in a row of its own, no wider than its words. */
export function SubmitRow(button: ComponentProps<typeof SubmitButton>) {
  return (
    <div>
      <SubmitButton {...button} />
    </div>
  );
}
