import { Link, NavLink } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon';
import { useWords } from './words';

export type ShellLink = { to: string; label: string; icon: IconName };

/** The dashboard: a title by role, the role's pages beside the content, and above it on a phone, where they fold away. */
export function Shell({
  title,
  links,
  logout,
  children,
}: {
  title: string;
  links: ShellLink[];
  logout: string;
  children: ReactNode;
}) {
  const { t } = useWords();
  return (
    <div className="page grid gap-6 pt-5 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-10 lg:pt-8">
      <aside>
        <details className="sheet !p-2 lg:hidden">
          <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 rounded-field px-2 font-bold [&::-webkit-details-marker]:hidden">
            <Icon name="menu" />
            {title}
          </summary>
          <Links links={links} logout={logout} label={t('nav.dashboard')} />
        </details>
        <div className="sheet hidden !p-3 lg:sticky lg:top-6 lg:block">
          <p className="px-3 pt-1 pb-2 font-bold">{title}</p>
          <Links links={links} logout={logout} label={t('nav.dashboard')} />
        </div>
      </aside>
      <div id="content" tabIndex={-1} className="min-w-0 focus:outline-none">
        {children}
      </div>
    </div>
  );
}

function Links({ links, logout, label }: { links: ShellLink[]; logout: string; label: string }) {
  const { t } = useWords();
  return (
    <nav aria-label={label}>
      <ul className="grid gap-1">
        {links.map(({ to, label: words, icon }) => (
          <li key={to}>
            <NavLink to={to} end className="nav-link">
              <Icon name={icon} />
              {words}
            </NavLink>
          </li>
        ))}
        <li className="mt-1 border-t border-line pt-1">
          <Link to={logout} className="nav-link">
            <Icon name="logout" />
            {t('nav.logOut')}
          </Link>
        </li>
      </ul>
    </nav>
  );
}

/** The head of a page: its title and one sentence on what it is for. */
export function PageHead({ title, lead, aside }: { title: string; lead?: ReactNode; aside?: ReactNode }) {
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-3">
      <div className="min-w-0 max-w-2xl">
        <h1>{title}</h1>
        {lead && <p className="mt-2 text-muted">{lead}</p>}
      </div>
      {aside}
    </div>
  );
}
