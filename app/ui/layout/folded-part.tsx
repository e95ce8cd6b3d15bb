import type { ReactNode } from 'react';
import { Icon } from '~/ui/icon';

type FoldedPartProps = {
  title: string;
  /** Shown under the title, also while it is folded. */
  purpose?: string;
  lead?: string;
  /** True if it is open when the page arrives, as after its form was submitted. */
  isOpen?: boolean;
  children: ReactNode;
};

/** A section of a page that is folded to its title until the reader opens it. */
export function FoldedPart({ title, purpose, lead, isOpen = false, children }: FoldedPartProps) {
  return (
    <details className="sheet group !py-3 md:!py-4" open={isOpen}>
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0">
          <h2>{title}</h2>
          {purpose && <span className="mt-1 block text-muted">{purpose}</span>}
        </span>
        <Icon name="next" className="ms-auto group-open:rotate-90 rtl:group-open:-rotate-90" />
      </summary>
      {lead && <p className="mt-2 text-muted">{lead}</p>}
      <div className="my-4">{children}</div>
    </details>
  );
}
