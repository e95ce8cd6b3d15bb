import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon';
import { PageLink } from './page-link';

/** A link that looks like a button. */
export function ButtonLink({
  to,
  icon,
  variant,
  children,
}: {
  to: string;
  icon: IconName;
  variant?: string;
  children: ReactNode;
}) {
  return (
    <PageLink to={to} className={variant ? `button ${variant}` : 'button'}>
      <Icon name={icon} />
      {children}
    </PageLink>
  );
}
