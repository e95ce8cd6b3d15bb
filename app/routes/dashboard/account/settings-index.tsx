import { Icon, type IconName } from '~/ui/icon';
import { PageLink } from '~/ui/links';
import { useWords } from '~/ui/sentence';
import { paths } from '~/web/request/paths';

/** `ids`: the addresses of parts that stood on the settings page before they had a page of their own. */
type Entry = { ids?: string[]; to: string; icon: IconName; label: string };

type Shown = { isExpert: boolean; hasPhrases: boolean; hasNumber: boolean };

/** Links to the parts of the settings: first those on this page, then those with their own page. */
export function SettingsIndex({ isExpert, hasPhrases, hasNumber }: Shown) {
  const { t } = useWords();
  const onThisPage: Entry[] = [
    { to: `${paths.settings}#picture`, icon: 'image', label: t('picture.title') },
    { to: `${paths.settings}#profile`, icon: 'profile', label: t('settings.profile') },
    { to: `${paths.settings}#password`, icon: 'lock', label: t('settings.password') },
    { to: `${paths.settings}#delete`, icon: 'trash', label: t('deleteAccount.title') },
  ];
  const pages: Entry[] = [
    ...(isExpert ? expertPages.map(({ part, icon, key }) => partEntry(part, icon, t(key))) : []),
    ...(hasPhrases ? [{ to: paths.phrases, icon: 'write' as const, label: t('phrases.title') }] : []),
    ...(hasNumber
      ? [
          partEntry('clinic-number', 'lock', t('ownNumber.title')),
          { to: paths.myHelpers, icon: 'people' as const, label: t('ownHelpers.title') },
        ]
      : []),
    {
      ids: ['second-factor', 'passkeys', 'sessions'],
      to: paths.secondFactor,
      icon: 'key',
      label: t('settings.security'),
    },
    { to: paths.myData, icon: 'file', label: t('myData.title') },
  ];
  return (
    <nav className="sheet grid gap-x-6 !py-3 sm:grid-cols-2" aria-label={t('settings.title')}>
      <IndexList entries={onThisPage} />
      <IndexList entries={pages} />
    </nav>
  );
}

const expertPages = [
  { part: 'credentials', icon: 'experts', key: 'credentials.title' },
  { part: 'languages', icon: 'language', key: 'reads.title' },
] as const;

const partEntry = (part: string, icon: IconName, label: string): Entry => ({
  ids: [part],
  to: paths.settingsOf(part),
  icon,
  label,
});

function IndexList({ entries }: { entries: Entry[] }) {
  return (
    <ul>
      {entries.map(({ ids = [], to, icon, label }) => (
        <li key={to}>
          {ids.map((id) => (
            <span key={id} id={id} />
          ))}
          <PageLink to={to} className="inline-flex min-h-11 items-center gap-3 font-semibold">
            <Icon name={icon} className="shrink-0" />
            {label}
          </PageLink>
        </li>
      ))}
    </ul>
  );
}
