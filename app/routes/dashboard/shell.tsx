import { useMatches, useRouteLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { MessageKey } from '~/i18n/message-keys';
import { ActionButton } from '~/ui/forms/buttons';
import { Icon } from '~/ui/icon';
import { Shell } from '~/ui/layout/shell';
import { useWords } from '~/ui/sentence';
import { buildMenu } from '~/urls/menu';
import { paths } from '~/urls/paths';
import type { PageHandle } from '~/web/pages/page-handle';
import type { rootLoader } from '~/web/pages/root-data.server';

const titles = {
  Patient: 'dashboard.patientTitle',
  Expert: 'dashboard.expertTitle',
  Admin: 'dashboard.adminTitle',
} as const;

/** Returns true if a page does without the site's header and footer. */
export const useIsWholeWindow = () =>
  useMatches().some(({ handle }) => (handle as PageHandle | undefined)?.isWholeWindow);

/** The frame of the dashboard. It checks no access: each page in it does that itself. */
export function DashboardShell({ children }: { children: ReactNode }) {
  const { t } = useWords();
  const person = useRouteLoaderData<typeof rootLoader>('root')?.person;
  const isWholeWindow = useIsWholeWindow();
  const isInHeader = useMatches().some(({ handle }) => (handle as PageHandle | undefined)?.hasFoldedHeader);
  if (!person) return children;
  const counts = new Map([
    [paths.messages, person.openMessages],
    [paths.toTell, person.toCall && person.toCall.first + person.toCall.others],
  ]);
  const translateLink = <Link extends { label: MessageKey; to: string }>(link: Link) => ({
    ...link,
    label: t(link.label),
    count: counts.get(link.to) ?? 0,
  });
  const entries = buildMenu(person).map((entry) =>
    'links' in entry
      ? { ...entry, label: t(entry.label), links: entry.links.map(translateLink) }
      : translateLink(entry),
  );
  return (
    <Shell
      title={t(titles[person.accountType])}
      entries={entries}
      logout={paths.logout}
      window={isWholeWindow ? { person, language: paths.language } : undefined}
      isInHeader={isInHeader}
      isDense={person.accountType !== 'Patient'}
    >
      {person.removal && (
        <div className="notice bad mb-5">
          <Icon name="alert" className="mt-0.5" />
          <div className="min-w-0">
            <p className="mb-3">{person.removal.text}</p>
            <ActionButton
              operation="account.stopRemoval"
              action={paths.settingsOf('not-me')}
              icon="close"
              variant="small"
            >
              {person.removal.submit}
            </ActionButton>
          </div>
        </div>
      )}
      {children}
    </Shell>
  );
}
