import { Link, type LinkProps, Link as RouterLink, useLocation } from '@remix-run/react';
import { Icon, type IconName } from './icon';

/** `to` is an absolute path with its query. */
type Props = Omit<LinkProps, 'to'> & { to: string };

/**
 * A link to another page. The server writes its address unchanged: resolving sixty links with the
 * router takes a fourteenth of a page's rendering time.
 */
export const PageLink =
  typeof document === 'undefined'
    ? ({ to, ...link }: Props) => <a href={to} {...link} />
    : (link: Props) => <RouterLink discover="none" {...link} />;

type MenuLinkProps = Omit<Props, 'className'> & {
  className: MenuClass;
  /** True if the current page belongs to the page of the link. */
  isParent?: boolean;
};

/** A menu link, which knows whether it leads to the current page. */
export function MenuLink({ to, className, isParent, ...link }: MenuLinkProps) {
  const { pathname } = useLocation();
  const isActive = comparable(pathname) === comparable(to);
  const look = typeof className === 'string' ? className : className({ isActive });
  const current = isActive ? 'page' : isParent || undefined;
  return <PageLink to={to} className={look} aria-current={current} {...link} />;
}

type MenuClass = string | ((state: { isActive: boolean }) => string);

const comparable = (path: string) => path.toLowerCase().replace(/(.)\/$/, '$1');

type ButtonLinkProps = Pick<Props, 'to' | 'onClick' | 'children'> & { icon: IconName; variant?: string };

/** A link that looks like a button. */
export function ButtonLink({ icon, variant, children, ...link }: ButtonLinkProps) {
  return (
    <PageLink {...link} className={variant ? `button ${variant}` : 'button'}>
      <Icon name={icon} />
      {children}
    </PageLink>
  );
}

/** The way back to a list, beside a page's title. */
export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <Link to={to} className="inline-flex min-h-11 items-center gap-1 font-label">
      <Icon name="previous" />
      {label}
    </Link>
  );
}
