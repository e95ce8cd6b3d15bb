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

const everybody = ['nav.home', 'nav.myProfile'];

test.each([
  ['patient', [...everybody, ['nav.uploadReport', 'nav.previousReport'], 'nav.settings']],
  ['suspended', [...everybody, 'nav.settings']],
  [
    'unapproved',
    [...everybody, ['nav.pendingReport', 'nav.reviewedReport'], 'nav.approvedExperts', 'nav.settings'],
  ],
  [
    'expert',
    [
      ...everybody,
      ['nav.pendingReport', 'nav.reviewedReport', 'nav.translate'],
      'nav.approvedExperts',
      'nav.settings',
    ],
  ],
  [
    'admin',
    [
      ...everybody,
      ['nav.pendingReport', 'nav.reviewedReport'],
      'nav.pendingExpert',
      'nav.approvedExperts',
      'nav.messages',
      'nav.audit',
      'nav.system',
      'nav.settings',
    ],
  ],
] as const)('the menu of the %s has their own entries, in order', (who, labels) => {
  const found = menuOf(people[who]).map((entry) =>
    'links' in entry ? entry.links.map(({ label }) => label) : entry.label,
  );
  expect(found).toEqual(labels);
});

test('a patient’s reports are their own, an admin’s list is that of all', () => {
  const linksOf = (who: keyof typeof people) =>
    menuOf(people[who]).flatMap((entry) => ('links' in entry ? entry.links.map(({ to }) => to) : []));
  expect(linksOf('patient')).toContain('/dashboard/previous-report/p');
  expect(linksOf('expert')).toContain('/dashboard/previous-reviewed-report');
  expect(linksOf('admin')).toContain('/dashboard/previous-reviewed-reports');
});
