import { Icon, type IconName } from '~/ui/icon';
import { PageLink } from '~/ui/links';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';

/** `ids`: the addresses of parts that stood on the settings page before they had a page of their own. */
type Entry = { ids?: string[]; to: string; icon: IconName; label: string };

type Shown = { isExpert: boolean; hasPhrases: boolean; hasNumber: boolean };

/** Links to the parts of the settings that have a page of their own. */
export function SettingsIndex({ isExpert, hasPhrases, hasNumber }: Shown) {
  const { t } = useWords();
  const entries: Entry[] = [
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
    { to: paths.channels, icon: 'phone', label: t('channels.title') },
    { to: paths.myComplaints, icon: 'mail', label: t('complaints.own') },
    { to: paths.myData, icon: 'file', label: t('myData.title') },
  ];
  return (
    <nav aria-label={t('settings.title')}>
      <ul>
        {entries.map(({ ids = [], to, icon, label }) => (
          <li key={to} className="border-t border-line">
            {ids.map((id) => (
              <span key={id} id={id} />
            ))}
            <PageLink to={to} className="flex min-h-11 items-center gap-3 no-underline hover:underline">
              <Icon name={icon} />
              {label}
            </PageLink>
          </li>
        ))}
      </ul>
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
