import { hasAbility } from '~/domain/kernel/abilities';
import type { AccountStatus } from '~/domain/kernel/viewer';
import { type Screen, screens } from '~/routes/screens';
import { paths } from './paths';

type Menu = NonNullable<Screen['menu']>;
type Icon = Extract<Menu, { icon: unknown }>['icon'];
/** `below` are the addresses of the screens that belong to the entry. */
type MenuLink = { label: Menu['label']; to: string; below: string[] };
type MenuGroup = { label: 'nav.report'; icon: Icon; links: MenuLink[] };

const table = Object.entries(screens) as [keyof typeof screens, Screen][];

/**
 * Lists the entries of the dashboard's menu: the screens that the user's role may open, in the
 * order of the table, after those of a patient's duty. A path with a parameter is filled with the
 * user's own id.
 */
export function buildMenu(
  person: AccountStatus & { id: string; translates?: boolean },
): (MenuGroup | (MenuLink & { icon: Icon }))[] {
  const group: MenuGroup = { label: 'nav.report', icon: 'reports', links: [] };
  const entries: ReturnType<typeof buildMenu> = [];
  const dutyEntries: ReturnType<typeof buildMenu> = [];
  for (const [name, screen] of table) {
    const { menu } = screen;
    if (!menu || !hasAbility(person, screen.for)) continue;
    if (menu.roles && !menu.roles.includes(person.accountType)) continue;
    if (menu.needs && !person[menu.needs]) continue;
    const isPatient = person.accountType === 'Patient';
    if (menu.duty && menu.duty !== 'any' && isPatient && !person[menu.duty]) continue;
    const path = paths[name];
    const to = typeof path === 'string' ? path : path(person.id);
    const link = { label: menu.label, to, below: listAddressesBelow(name) };
    if (menu.duty && isPatient && !menu.group) dutyEntries.push({ ...link, icon: menu.icon });
    else if (menu.group) {
      if (group.links.length === 0) entries.push(group);
      group.links.push(link);
    } else entries.push({ ...link, icon: menu.icon });
  }
  return [...dutyEntries, ...entries];
}

/** Lists the beginnings of the paths of screens that belong to one in the menu, with their queries. */
const listAddressesBelow = (name: string) =>
  table.flatMap(([, { path, under }]) => {
    const query = under?.[name];
    const prefix = path.replace(/\/:\w+\?$/, '').replace(/:.*/, '');
    return query === undefined ? [] : [query ? `${prefix}?${query}` : prefix];
  });
