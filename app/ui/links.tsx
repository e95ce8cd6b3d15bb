import { Link, type LinkProps, Link as RouterLink, useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon';

/** `to` is a path from the beginning, with its query. */
type Props = Omit<LinkProps, 'to'> & { to: string };

/**
 * A link to another page. The server writes its address as it stands: asking the router where each
 * of sixty links leads takes a fourteenth of a page.
 */
export const PageLink =
  typeof document === 'undefined'
    ? ({ to, ...link }: Props) => <a href={to} {...link} />
    : (link: Props) => <RouterLink discover="none" {...link} />;

/** A link of a menu, which knows whether it leads to the page that is shown. */
export function MenuLink({ to, className, ...link }: Omit<Props, 'className'> & { className: MenuClass }) {
  const { pathname } = useLocation();
  const isActive = comparable(pathname) === comparable(to);
  const look = typeof className === 'string' ? className : className({ isActive });
  return <PageLink to={to} className={look} aria-current={isActive ? 'page' : undefined} {...link} />;
}

type MenuClass = string | ((state: { isActive: boolean }) => string);

const comparable = (path: string) => path.toLowerCase().replace(/(.)\/$/, '$1');

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

/** The way back to a list, beside the title of a page. */
export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <Link to={to} className="inline-flex min-h-11 items-center gap-1 font-semibold">
      <Icon name="previous" />
      {label}
    </Link>
  );
}
