import { useLocation } from '@remix-run/react';
import { type ReactNode, useRef } from 'react';
import { useBeforePaint } from '~/ui/hooks';
import { Icon, type IconName } from '~/ui/icon';

type FoldedProps = {
  title: string;
  /** `sheet`: a section of the page. Otherwise a row below others. */
  look?: 'sheet' | 'row';
  /** Stands before the title of a row. */
  icon?: IconName;
  /** Shown under the title while it is folded too; on a phone only once it is open. */
  purpose?: string;
  lead?: string;
  /** The part of an address, after its `#`, that leads to the content and opens it. */
  id?: string;
  /** True if it is open when the page arrives, as after its form was submitted. */
  isOpen?: boolean;
  children: ReactNode;
};

const looks = {
  sheet: { fold: 'sheet !py-3', title: 'h2' },
  row: { fold: 'border-t border-line', title: 'span' },
} as const;

/** A part of a page that is folded to its title until the reader opens it. */
export function Folded({ look = 'row', id, isOpen = false, ...folded }: FoldedProps) {
  const { title, icon, purpose, lead, children } = folded;
  const details = useOpenedByAddress(id);
  const { fold, title: titleElement } = looks[look];
  // A part with an address is one of the page.
  const Title = id ? 'h2' : titleElement;
  const Content = id ? 'section' : 'div';
  const titleId = id && `${id}-title`;
  return (
    <details ref={details} className={`group ${fold}`} open={isOpen}>
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 [&::-webkit-details-marker]:hidden">
        {icon && <Icon name={icon} className="text-muted" />}
        <span className="min-w-0">
          <Title id={titleId} className={look === 'row' ? 'text-body font-label' : undefined}>
            {title}
          </Title>
          {purpose && <span className="mt-1 block text-muted max-md:hidden">{purpose}</span>}
        </span>
        <Icon name="next" className="ms-auto group-open:rotate-90 rtl:group-open:-rotate-90" />
      </summary>
      {/* A browser opens what lies around the element that an address names. */}
      <Content id={id} aria-labelledby={titleId} className="mt-2 mb-4 scroll-mt-14">
        {purpose && <p className="mb-4 text-muted md:hidden">{purpose}</p>}
        {lead && <p className="mb-4 text-muted">{lead}</p>}
        {children}
      </Content>
    </details>
  );
}

/** Opens an element when an address leads to its content, before the page scrolls there. */
function useOpenedByAddress(id: string | undefined) {
  const details = useRef<HTMLDetailsElement>(null);
  const { hash, key } = useLocation();
  useBeforePaint(() => {
    if (id && hash === `#${id}` && details.current) details.current.open = true;
  }, [id, hash, key]);
  return details;
}
