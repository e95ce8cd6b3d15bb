import { PageLink } from '~/ui/links';

type PageTabsProps = {
  /** The name of the page that the tabs are parts of. */
  label: string;
  tabs: { to: string; label: string }[];
  /** The address of the tab that is shown. */
  current: string;
};

/** The parts of one page that have an address each: links, of which one is the current page. */
export const PageTabs = ({ label, tabs, current }: PageTabsProps) => (
  <nav aria-label={label} className="mb-5">
    <ul className="flex flex-wrap gap-x-1 border-b border-line">
      {tabs.map(({ to, label: words }) => (
        <li key={to}>
          <PageLink
            to={to}
            aria-current={to === current ? 'page' : undefined}
            className="inline-flex min-h-11 items-center border-b-2 border-transparent px-3 py-2 font-label no-underline hover:bg-accent-quiet aria-[current=page]:border-ink"
          >
            {words}
          </PageLink>
        </li>
      ))}
    </ul>
  </nav>
);
