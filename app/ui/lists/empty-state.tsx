import type { ReactNode } from 'react';
import { Mark } from '~/ui/layout/logo';

type EmptyStateProps = { title: string; hint?: string; children?: ReactNode };

/** The message of an empty list. */
export function EmptyState({ title, hint, children }: EmptyStateProps) {
  return (
    <div className="sheet grid justify-items-center gap-3 !py-12 text-center">
      <Mark className="h-12 w-16 text-line" />
      <p className="text-body font-label">{title}</p>
      {hint && <p className="max-w-md text-muted">{hint}</p>}
      {children}
    </div>
  );
}
