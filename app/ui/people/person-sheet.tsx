import { type ReactNode, useId } from 'react';
import { Icon } from '~/ui/icon';

type PersonSheetProps = {
  name: string;
  /** Heading of the sheet: `h2` unless the list has one of its own. */
  heading?: 'h2' | 'h3';
  /** Facts that make sure who it is. */
  facts?: ReactNode;
  /** True if the person goes before all others. */
  isFirst?: boolean;
  /** True if nothing is to be done now. */
  isQuiet?: boolean;
  children?: ReactNode;
  /** Links and buttons at the foot. */
  actions?: ReactNode;
};

/** Shows a person whom the viewer helps: who it is, what there is to know, and what to do. */
export function PersonSheet({
  name,
  heading: Heading = 'h2',
  facts,
  isFirst = false,
  isQuiet = false,
  children,
  actions,
}: PersonSheetProps) {
  const id = useId();
  return (
    <article
      className={`sheet grid h-full min-w-0 content-start gap-3 !p-5 [overflow-wrap:anywhere] ${isQuiet ? 'text-muted' : ''}`}
      aria-labelledby={id}
    >
      <div>
        <Heading id={id} className="flex items-center gap-2">
          {isFirst && <Icon name="alert" className="text-danger" />}
          <bdi>{name}</bdi>
        </Heading>
        {facts && <div className="text-muted">{facts}</div>}
      </div>
      {children}
      {actions && <div className="mt-auto flex flex-wrap gap-3">{actions}</div>}
    </article>
  );
}
