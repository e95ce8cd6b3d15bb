import { Icon, type IconName } from '~/ui/icon';
import { PageLink } from '~/ui/links';
import { useWords } from '~/ui/sentence';
import { paths } from '~/web/request/paths';

/** `id`: the address of a part that stood on the settings page before it had a page of its own. */
type Entry = { id?: string; to: string; icon: IconName; label: string };

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
    { id: 'second-factor', to: paths.secondFactor, icon: 'phone', label: t('secondFactor.title') },
    { id: 'passkeys', to: paths.passkeys, icon: 'key', label: t('passkeys.title') },
    partEntry('sessions', 'logout', t('sessions.title')),
    { to: paths.myData, icon: 'file', label: t('myData.title') },
  ];
  return (
    <nav aria-label={t('settings.title')}>
      <ul>
        {entries.map(({ id, to, icon, label }) => (
          <li key={to} id={id} className="border-t border-line">
            <PageLink to={to} className="flex min-h-11 items-center gap-3 font-semibold">
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
  id: part,
  to: paths.settingsOf(part),
  icon,
  label,
});
