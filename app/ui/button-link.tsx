import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon';
import { PageLink } from './page-link';

type ButtonLinkProps = { to: string; icon: IconName; variant?: string; children: ReactNode };

/** A link that looks like a button. */
export function ButtonLink({ to, icon, variant, children }: ButtonLinkProps) {
  return (
    <PageLink to={to} className={variant ? `button ${variant}` : 'button'}>
      <Icon name={icon} />
      {children}
    </PageLink>
  );
}
