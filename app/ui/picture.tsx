import type { ReactNode } from 'react';

export const picturePaper = 'var(--color-raised)';

/** A drawing with one line on a round ground. The words stand beside it. */
export const Picture = ({ className = 'w-24', children }: { className?: string; children: ReactNode }) => (
  <svg
    viewBox="0 0 120 120"
    aria-hidden="true"
    className={`text-accent ${className}`}
    fill="none"
    stroke="currentColor"
    strokeWidth="2.5"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <circle cx="60" cy="60" r="58" stroke="none" fill="var(--color-accent-quiet)" />
    {children}
  </svg>
);
