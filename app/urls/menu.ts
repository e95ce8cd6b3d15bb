import { hasAbility } from '~/domain/kernel/abilities';
import type { AccountStatus } from '~/domain/kernel/viewer';
import type { ClinicPart } from '~/platform/enums';
import { paths } from './paths';
import { type Screen, screens } from './screens';

type Menu = NonNullable<Screen['menu']>;
type Icon = Extract<Menu, { icon: unknown }>['icon'];
/** `below` are the addresses of the screens that belong to the entry. */
type MenuLink = { label: Menu['label']; to: string; below: string[] };
type GroupLabel = NonNullable<Menu['group']>;
type MenuGroup = { label: GroupLabel; icon: Icon; links: MenuLink[] };
type MenuEntry = MenuGroup | (MenuLink & { icon: Icon });

const groupIcons = {
  'nav.report': 'reports',
  'nav.peopleGroup': 'people',
  'nav.clinic': 'info',
} as const satisfies Record<GroupLabel, Icon>;

const table = Object.entries(screens) as [keyof typeof screens, Screen][];

type Person = AccountStatus & { id: string; translates?: boolean; parts?: readonly ClinicPart[] };

/**
 * Lists the entries of the dashboard's menu: the screens that the user's role may open, in the
 * order of the table, after those of a patient's duty. A path with a parameter is filled with the
 * user's own id.
 */
export function buildMenu(person: Person): MenuEntry[] {
  const entries: MenuEntry[] = [];
  const dutyEntries: MenuEntry[] = [];
  for (const [name, { menu, for: ability }] of table) {
    if (!menu || !hasAbility(person, ability) || !isInMenuOf(person, menu)) continue;
    const path = paths[name];
    const to = typeof path === 'string' ? path : path(person.id);
    const link = { label: menu.label, to, below: listAddressesBelow(name) };
    if (menu.group === 'nav.report' || (menu.group && person.accountType === 'Admin')) {
      findOrAddGroup(entries, menu.group).links.push(link);
    } else {
      const isDuty = menu.duty && person.accountType === 'Patient';
      (isDuty ? dutyEntries : entries).push({ ...link, icon: menu.icon });
    }
  }
  return [...dutyEntries, ...entries];
}

/** Checks whether an entry is for a person who may open its screen. */
function isInMenuOf(person: Person, { roles, needs, duty, part }: Menu): boolean {
  if (roles && !roles.includes(person.accountType)) return false;
  if (needs && !person[needs]) return false;
  if (part && person.accountType === 'Admin' && !person.parts?.includes(part)) return false;
  const isPatient = person.accountType === 'Patient';
  return !duty || duty === 'any' || !isPatient || person[duty] === true;
}

/** Returns the group of a label among the entries, which gets its place with its first link. */
function findOrAddGroup(entries: MenuEntry[], label: GroupLabel): MenuGroup {
  const group = entries.find((entry): entry is MenuGroup => 'links' in entry && entry.label === label);
  if (group) return group;
  const added: MenuGroup = { label, icon: groupIcons[label], links: [] };
  entries.push(added);
  return added;
}

/** Lists the beginnings of the paths of screens that belong to one in the menu, with their queries. */
const listAddressesBelow = (name: string) =>
  table.flatMap(([, { path, under }]) => {
    const query = under?.[name];
    const prefix = path.replace(/\/:\w+\?$/, '').replace(/:.*/, '');
    return query === undefined ? [] : [query ? `${prefix}?${query}` : prefix];
  });
