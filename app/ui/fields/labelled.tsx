import type { ReactNode } from 'react';
import { Icon } from '~/ui/icon';

type LabelledProps = {
  field: { id: string; errorId: string; errors?: string[] };
  label: string;
  hint?: ReactNode;
  hintId: string;
  children: ReactNode;
};

/** A control with its label and hint above it, and its mistake below. */
export function Labelled({ field, label, hint, hintId, children }: LabelledProps) {
  return (
    <div>
      <label htmlFor={field.id} className="field-label">
        {label}
      </label>
      {hint && (
        <div id={hintId} className="field-hint">
          {hint}
        </div>
      )}
      {children}
      <FieldError id={field.errorId} errors={field.errors} />
    </div>
  );
}

/** What is wrong with a field. The place is there before any mistake, so that one is read aloud. */
export function FieldError({ id, errors }: { id: string; errors?: string[] }) {
  return (
    <div id={id} aria-live="polite">
      {errors?.[0] && (
        <p className="field-error">
          <Icon name="alert" className="h-5 w-5" />
          <span>{errors[0]}</span>
        </p>
      )}
    </div>
  );
}
