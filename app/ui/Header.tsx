import { Link, NavLink } from '@remix-run/react';
import { Icon } from './Icon';
import { LogOutLink } from './LogOut';
import { Logo } from './Logo';
import { useMenu } from './useMenu';
import { useWords } from './words';

type Links = { home: string; login: string; signup: string; dashboard: string; logout: string };
type Person = { firstName: string; lastName: string };

export function Header({
  productName,
  person,
  links,
}: {
  productName: string;
  person: Person | null;
  links: Links;
}) {
  const { t } = useWords();
  return (
    <header className="border-b border-line bg-surface">
      <div className="page flex min-h-[4.25rem] flex-wrap items-center gap-x-2 gap-y-1 py-2 sm:gap-x-6">
        <Link to={links.home} className="mr-auto rounded no-underline">
          <Logo productName={productName} />
        </Link>
        <nav aria-label={t('nav.main')}>
          <ul className="flex items-center gap-1 sm:gap-3">
            <li className="hidden sm:block">
              <HeaderLink to={links.home}>{t('nav.home')}</HeaderLink>
            </li>
            {person ? (
              <li>
                <AvatarMenu person={person} links={links} />
              </li>
            ) : (
              <>
                <li>
                  <HeaderLink to={links.login}>{t('nav.logIn')}</HeaderLink>
                </li>
                <li>
                  <Link to={links.signup} className="button small whitespace-nowrap">
                    {t('nav.signUp')}
                  </Link>
                </li>
              </>
            )}
          </ul>
        </nav>
      </div>
    </header>
  );
}

function HeaderLink({ to, children }: { to: string; children: string }) {
  return (
    <NavLink
      to={to}
      end
      className={({ isActive }) =>
        `inline-flex min-h-11 items-center border-b-2 px-1.5 whitespace-nowrap sm:px-2 font-semibold no-underline ${
          isActive ? 'border-accent text-accent' : 'border-transparent text-ink'
        }`
      }
    >
      {children}
    </NavLink>
  );
}

/** A menu that opens without script, as a disclosure. */
function AvatarMenu({ person, links }: { person: Person; links: Links }) {
  const { t } = useWords();
  const menu = useMenu();
  return (
    <details ref={menu} className="relative">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded px-1 font-semibold [&::-webkit-details-marker]:hidden">
        <Avatar person={person} />
        <span className="sr-only">{t('nav.account')}</span>
        <span className="hidden max-w-48 leading-tight [overflow-wrap:anywhere] md:inline">
          {person.firstName}
        </span>
      </summary>
      <div className="sheet absolute right-0 z-30 mt-2 grid min-w-52 gap-1 !p-2">
        <Link to={links.dashboard} className="nav-link">
          <Icon name="home" />
          {t('nav.dashboard')}
        </Link>
        <LogOutLink to={links.logout} />
      </div>
    </details>
  );
}

/** The initials of a person, with the specification's fallbacks for a missing name. */
export function Avatar({ person }: { person: Person }) {
  const initials = `${(person.firstName || 'unknown')[0]}${(person.lastName || 'user')[0]}`.toUpperCase();
  return (
    <span
      aria-hidden="true"
      className="grid h-10 w-10 shrink-0 place-items-center rounded-full bg-accent-soft text-[0.95rem] font-bold text-accent-deep"
    >
      {initials}
    </span>
  );
}
