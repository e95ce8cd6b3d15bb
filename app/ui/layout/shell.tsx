import { useLocation } from '@remix-run/react';
import { type ReactNode, useId, useState } from 'react';
import { formatFullName } from '~/domain/identity/full-name';
import { Icon, type IconName } from '~/ui/icon';
import { MenuLink } from '~/ui/links';
import { Listen, wordsOfPage } from '~/ui/listen';
import { useWords } from '~/ui/sentence';
import { LanguageMenu } from './header';
import { LogOutLink } from './log-out-dialog';
import { useMenu } from './use-menu';

/** `count` is the number of open tasks there. */
type GroupLink = { to: string; label: string; below: string[]; count: number };
type ShellLink = GroupLink & { icon: IconName };
type ShellGroup = { label: string; icon: IconName; links: GroupLink[] };
type ShellEntry = ShellLink | ShellGroup;

type EntriesProps = { entries: ShellEntry[]; logout: string };

type ShellProps = EntriesProps & {
  title: string;
  /** For a page with the whole window: whose account it is, and where its language is chosen. */
  window?: { person: { firstName: string; lastName: string }; language: string };
  /** True to put the button of the panel into the line of the folded header on a phone. */
  isInHeader?: boolean;
  /** True for staff, whose rows and controls are lower. */
  isDense: boolean;
  children: ReactNode;
};

/** Lower where it stands beside the page, so that the whole menu is in view. */
const entryLook = 'nav-link lg:pointer-fine:!min-h-8 lg:!py-0 lg:text-small';

const layouts = {
  beside: { page: 'gap-6 pt-5', aside: '', summary: 'min-h-12 px-3 border border-edge bg-raised', title: '' },
  inHeader: {
    page: 'gap-6 pt-1',
    aside: 'max-lg:absolute max-lg:top-0.5 max-lg:start-[min(1rem,5vw)] md:max-lg:start-8',
    summary: 'min-h-11 w-11 px-3',
    title: 'sr-only',
  },
};

/**
 * The dashboard: a title by role, and the role's pages beside the content. On a phone they are in a
 * collapsible panel; on a page with the whole window at every width.
 */
export function Shell({ title, window, isInHeader = false, isDense, children, ...entries }: ShellProps) {
  const menu = useMenu();
  const content = (
    <div id="content" tabIndex={-1} className="min-w-0 focus:outline-none">
      {children}
    </div>
  );
  if (window) {
    const { person, language } = window;
    return (
      <>
        <details ref={menu} className="absolute start-0 z-30">
          <summary className="grid h-11 w-11 cursor-pointer list-none place-items-center [&::-webkit-details-marker]:hidden">
            <Icon name="menu" />
            <span className="sr-only">{title}</span>
          </summary>
          <div className="floating max-h-[calc(100vh-3.5rem)] w-64 overflow-y-auto !p-2 text-small">
            <p className="px-3 pt-2 font-label [overflow-wrap:anywhere]">{formatFullName(person)}</p>
            <p className="px-3 pb-2 text-muted">{title}</p>
            <Entries {...entries} />
            <LanguageMenu action={language} isNamed isInMenu />
          </div>
        </details>
        {content}
      </>
    );
  }
  const layout = layouts[isInHeader ? 'inHeader' : 'beside'];
  return (
    <div
      className={`page grid lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-8 lg:pt-8 short:gap-3 short:pt-2 ${isDense ? 'staff' : ''} ${layout.page}`}
    >
      <aside className={layout.aside}>
        <details ref={menu} className="relative z-20 lg:hidden">
          <summary
            className={`flex cursor-pointer list-none items-center gap-3 rounded-field font-label short:min-h-11 [&::-webkit-details-marker]:hidden ${layout.summary}`}
          >
            <Icon name="menu" />
            <span className={layout.title}>{title}</span>
          </summary>
          <div className="floating absolute top-full start-0 mt-1 w-[200px] !p-1 text-small">
            <Entries {...entries} />
          </div>
        </details>
        <div className="hidden max-h-[calc(100vh-3rem)] overflow-y-auto lg:sticky lg:top-6 lg:block">
          <p className="px-3 py-1 text-small text-muted">{title}</p>
          <Entries {...entries} />
        </div>
      </aside>
      {content}
    </div>
  );
}

function Entries({ entries, logout }: EntriesProps) {
  const { t } = useWords();
  const pathname = useLocation().pathname.replace(/\/$/, '');
  const isBelow = useIsBelow();
  const groupHere = entries.find(
    (entry) => 'links' in entry && entry.links.some(({ to, below }) => to === pathname || isBelow(below)),
  )?.label;
  const [openGroup, setOpenGroup] = useState(groupHere);
  const [wasHere, setWasHere] = useState(groupHere);
  const name = useId();
  if (groupHere !== wasHere) {
    setWasHere(groupHere);
    if (groupHere) setOpenGroup(groupHere);
  }
  return (
    <nav aria-label={t('nav.dashboard')}>
      <ul className="grid gap-1 lg:gap-0">
        {entries.map((entry) => (
          <li key={entry.label}>
            {'to' in entry ? (
              <Entry {...entry} />
            ) : (
              <Group
                {...entry}
                name={name}
                isOpen={entry.label === openGroup}
                toggle={() => setOpenGroup(entry.label === openGroup ? undefined : entry.label)}
              />
            )}
          </li>
        ))}
        <li className="mt-1 border-t border-line pt-1">
          <LogOutLink to={logout} />
        </li>
      </ul>
    </nav>
  );
}

function Entry({ to, below, label, icon, count }: ShellLink) {
  const isBelow = useIsBelow();
  return (
    <MenuLink to={to} isParent={isBelow(below)} className={entryLook}>
      <Icon name={icon} />
      {label}
      <Count count={count} />
    </MenuLink>
  );
}

/** Shows how many tasks are open, if any are. */
function Count({ count, className = '' }: { count: number; className?: string }) {
  const { number } = useWords();
  if (!count) return null;
  return <span className={`badge ms-auto font-figures ${className}`}>{number(count)}</span>;
}

/** Returns a function that finds the current page among the addresses below an entry. */
function useIsBelow() {
  const { pathname, search } = useLocation();
  return (addresses: string[]) =>
    addresses.some((address) => {
      const [path = '', query = ''] = address.split('?');
      return pathname.startsWith(path) && search.includes(query);
    });
}

type GroupProps = ShellGroup & {
  /** The name that all groups of a menu share. Without script it lets only one of them be open. */
  name: string;
  isOpen: boolean;
  toggle: () => void;
};

/** A group of pages. The first one is open that the current page or its parent is in. */
function Group({ label, icon, links, name, isOpen, toggle }: GroupProps) {
  const isBelow = useIsBelow();
  const total = links.reduce((sum, { count }) => sum + count, 0);
  return (
    <details className="group" name={name} open={isOpen}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button by itself, by keyboard too */}
      <summary
        className={`${entryLook} list-none [&::-webkit-details-marker]:hidden`}
        onClick={(event) => {
          // The browser reports its own toggling later: a second press in between would open the
          // group again.
          event.preventDefault();
          toggle();
        }}
      >
        <Icon name={icon} />
        {label}
        <span className="ms-auto flex items-center gap-2">
          <Count count={total} className="group-open:hidden" />
          <Icon name="next" className="h-4 w-4 group-open:rotate-90 rtl:group-open:-rotate-90" />
        </span>
      </summary>
      <ul className="mt-1 ms-4 grid gap-1 border-s border-line ps-2 lg:gap-0">
        {links.map(({ to, below, label: words, count }) => (
          <li key={to}>
            <MenuLink to={to} isParent={isBelow(below)} className={entryLook}>
              {words}
              <Count count={count} />
            </MenuLink>
          </li>
        ))}
      </ul>
    </details>
  );
}

type PageHeadProps = { title: string; lead?: ReactNode; aside?: ReactNode };
type FullHeadProps = PageHeadProps & {
  /** True to take less room on a phone. */
  isLow?: boolean;
};

/**
 * The head of a page: its title, a sentence on its purpose, and the button that reads the page
 * aloud, if the device can.
 */
export function PageHead({ title, lead, aside, isLow = false }: FullHeadProps) {
  const { t } = useWords();
  return (
    <div
      className={`flex flex-wrap items-end justify-between gap-3 ${lead ? 'mb-6' : 'mb-3'} ${isLow ? 'max-sm:mb-2 max-sm:gap-1' : ''}`}
    >
      <div className="min-w-0 max-w-2xl">
        <div className="flex items-center gap-3">
          <h1 className={isLow ? 'max-sm:text-section' : undefined}>{title}</h1>
          {/* The button comes once the browser has listed its voices. Its room is there before. */}
          <div className="h-11 w-11 shrink-0">
            <Listen text={wordsOfPage} label={t('listen.page')} isSmall />
          </div>
        </div>
        {lead && <p className="mt-2 text-muted">{lead}</p>}
      </div>
      {aside}
    </div>
  );
}
