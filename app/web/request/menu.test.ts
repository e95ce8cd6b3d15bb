import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { menuOf } from './menu';

const expert = { id: 'e', accountType: 'Expert', approved: true, suspended: false } as const;
const people = {
  patient: { id: 'p', accountType: 'Patient', approved: false, suspended: false },
  suspended: { ...expert, suspended: true },
  unapproved: { ...expert, approved: false },
  expert,
  admin: { id: 'a', accountType: 'Admin', approved: true, suspended: false },
} as const;

/** The entries that docs/requirements.md#dashboard gives a role, as the paths written there. */
function written(role: string) {
  const [, section = ''] = readFileSync('docs/requirements.md', 'utf8').split('### Dashboard\n');
  const row = section.split('\n').find((line) => line.startsWith(`| ${role} |`)) ?? '';
  return [...row.matchAll(/`(\/[^`]+)`/g)].map(([, path = '']) => path);
}

const pathsOf = (who: keyof typeof people) =>
  menuOf(people[who]).flatMap((entry) => ('links' in entry ? entry.links : [entry]).map(({ to }) => to));

test.each([
  ['patient', 'Patient'],
  ['expert', 'Expert'],
  ['admin', 'Admin'],
] as const)('the menu of the %s has the entries of the requirements, in order', (who, role) => {
  const [first = '', second = '', last = ''] = written('All');
  const own = written(role).map((path) => path.replace('{patientId}', people[who].id));
  expect(own.length).toBeGreaterThan(1);
  expect(pathsOf(who)).toEqual([first, second, ...own, last]);
});

test.each([
  ['suspended', []],
  [
    'unapproved',
    ['/dashboard/pending-report', '/dashboard/previous-reviewed-report', '/dashboard/approved-expert'],
  ],
] as const)('the menu of the %s expert is shorter', (who, own) => {
  const [first = '', second = '', last = ''] = written('All');
  expect(pathsOf(who)).toEqual([first, second, ...own, last]);
});

test('a patient’s reports are their own, an admin’s list is that of all', () => {
  expect(pathsOf('patient')).toContain('/dashboard/previous-report/p');
  expect(pathsOf('expert')).toContain('/dashboard/previous-reviewed-report');
  expect(pathsOf('admin')).toContain('/dashboard/previous-reviewed-reports');
});
