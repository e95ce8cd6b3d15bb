import type { ReactNode } from 'react';

type Props = { name: string; children: ReactNode; className?: string; valueClass?: string };

/** One fact of a list of them: what it is, and below it what it says. */
export function ReportFact({ name, children, className, valueClass = 'font-semibold' }: Props) {
  return (
    <div className={className}>
      <dt className="text-muted">{name}</dt>
      <dd className={valueClass}>{children}</dd>
    </div>
  );
}
