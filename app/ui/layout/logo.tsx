/** Two overlapping rings: the first look and the second. The overlap is what both saw. */
export function Mark({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 40 28" aria-hidden="true" focusable="false" className={className}>
      <path d="M20 5.4a10.5 10.5 0 0 1 0 17.2 10.5 10.5 0 0 1 0-17.2z" fill="currentColor" />
      <g fill="none" stroke="currentColor" strokeWidth="2.6">
        <circle cx="14" cy="14" r="11" />
        <circle cx="26" cy="14" r="11" />
      </g>
    </svg>
  );
}

export function Logo({ productName }: { productName: string }) {
  return (
    <span className="inline-flex items-center gap-1 xs:gap-2 sm:gap-2">
      <Mark className="h-5 w-7 xs:h-6 xs:w-8 text-accent sm:h-7 sm:w-10" />
      <span className="text-small font-strong xs:text-body">{productName}</span>
    </span>
  );
}
