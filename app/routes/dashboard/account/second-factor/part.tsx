import type { ReactNode } from 'react';
import { Icon } from '~/ui/icon';

type PartProps = { title: string; lead?: string; children: ReactNode };

/** A part of the page with its heading. */
export function Part({ title, lead, children }: PartProps) {
  return (
    <section className="sheet" aria-label={title}>
      <h2>{title}</h2>
      {lead && <p className="mt-2 text-muted">{lead}</p>}
      <div className="mt-4">{children}</div>
    </section>
  );
}

/** The same, folded away until somebody wants it; open where its form has just been sent. */
export function Fold({ title, lead, isOpen, children }: PartProps & { isOpen: boolean }) {
  return (
    <details className="sheet group !py-4" open={isOpen}>
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 [&::-webkit-details-marker]:hidden">
        <h2 className="min-w-0">{title}</h2>
        <Icon name="next" className="ms-auto group-open:rotate-90 rtl:group-open:-rotate-90" />
      </summary>
      <p className="mt-2 text-muted">{lead}</p>
      <div className="my-4">{children}</div>
    </details>
  );
}
