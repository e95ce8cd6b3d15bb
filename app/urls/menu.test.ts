import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { clinicParts } from '~/platform/enums';
import { buildMenu } from './menu';
import { type Screen, screens } from './screens';

const expert = { id: 'e', accountType: 'Expert', approved: true, suspended: false } as const;
const people = {
  patient: { id: 'p', accountType: 'Patient', approved: false, suspended: false },
  suspended: { ...expert, suspended: true },
  unapproved: { ...expert, approved: false },
  expert: { ...expert, translates: true },
  admin: { id: 'a', accountType: 'Admin', approved: true, suspended: false, parts: clinicParts },
} as const;

/** Reads the paths of a role's menu entries from docs/requirements.md#dashboard. */
function menuPathsIn(role: string) {
  const [, section = ''] = readFileSync('docs/requirements.md', 'utf8').split('### Dashboard\n');
  const rows = section.split('\n').filter((line) => line.startsWith(`| ${role} |`));
  return [...rows.join().matchAll(/`(\/[^`]+)`/g)].map(([, path = '']) => path);
}

const pathsOf = (who: keyof typeof people) =>
  buildMenu(people[who]).flatMap((entry) => ('links' in entry ? entry.links : [entry]).map(({ to }) => to));

test.each([
  ['patient', 'Patient'],
  ['expert', 'Expert'],
  ['admin', 'Admin'],
] as const)('lists the entries of the requirements in order for the %s', (who, role) => {
  const [first = '', second = '', last = ''] = menuPathsIn('All');
  const ownPaths = menuPathsIn(role).map((path) => path.replace('{patientId}', people[who].id));
  expect(ownPaths.length).toBeGreaterThan(1);
  expect(pathsOf(who)).toEqual([first, second, ...ownPaths, last]);
});

test.each([
  ['suspended', []],
  [
    'unapproved',
    ['/dashboard/pending-report', '/dashboard/previous-reviewed-report', '/dashboard/approved-expert'],
  ],
] as const)('lists fewer entries for the %s expert', (who, ownPaths) => {
  const [first = '', second = '', last = ''] = menuPathsIn('All');
  expect(pathsOf(who)).toEqual([first, second, ...ownPaths, last]);
});

test.each([
  ['expert', '/dashboard/pending-report', '/dashboard/add-review/'],
  ['expert', '/dashboard/previous-reviewed-report', '/dashboard/amend-review/'],
  ['patient', '/dashboard/previous-report/p', '/dashboard/withdraw-consent/'],
  ['patient', '/dashboard/settings', '/dashboard/second-factor'],
  ['admin', '/dashboard/pending-expert', '/dashboard/judge-expert/?to=reject'],
  ['admin', '/dashboard/approved-expert', '/dashboard/judge-expert/?to=suspend'],
] as const)('the %s finds below %s the screens from %s on', (who, to, address) => {
  const entries = buildMenu(people[who]).flatMap((entry) => ('links' in entry ? entry.links : [entry]));
  expect(entries.find((entry) => entry.to === to)?.below).toContain(address);
});

test('every screen of the dashboard is in the menu or belongs to a screen that is', () => {
  const table = Object.entries<Screen>(screens);
  const inMenu = new Set(table.filter(([, { menu }]) => menu).map(([name]) => name));
  const pages = table.filter(([, { path, file }]) => path.startsWith('/dashboard/') && file.endsWith('.tsx'));
  expect(pages.length).toBeGreaterThan(20);
  for (const [name, { menu, under = {} }] of pages) {
    expect(Boolean(menu) || Object.keys(under).length > 0, name).toBe(true);
    for (const parent of Object.keys(under)) expect(inMenu, name).toContain(parent);
  }
});

test('lists the reviews to translate for the experts with something to translate alone', () => {
  const pathsWithout = buildMenu(expert).flatMap((entry) => ('links' in entry ? entry.links : [entry]));
  expect(pathsOf('expert')).toContain('/dashboard/translate');
  expect(pathsWithout.map(({ to }) => to)).not.toContain('/dashboard/translate');
});

test('groups the entries of admins, and nobody else finds them in a group', () => {
  const groupsOf = (who: keyof typeof people) =>
    buildMenu(people[who]).flatMap((entry) => ('links' in entry ? [entry.label] : []));
  expect(groupsOf('admin')).toEqual(['nav.report', 'nav.peopleGroup', 'nav.clinic']);
  expect(groupsOf('expert')).toEqual(['nav.report']);
  const besideGroups = buildMenu(people.admin).flatMap((entry) => ('to' in entry ? [entry.label] : []));
  expect(besideGroups, 'its count is in view with every group closed').toContain('toTell.title');
});

test('links a patient to their own reports, and an admin to all', () => {
  expect(pathsOf('patient')).toContain('/dashboard/previous-report/p');
  expect(pathsOf('expert')).toContain('/dashboard/previous-reviewed-report');
  expect(pathsOf('admin')).toContain('/dashboard/previous-reviewed-reports');
});
