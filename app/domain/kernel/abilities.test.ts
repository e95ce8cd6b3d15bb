import { expect, test } from 'vitest';
import { keyScopes } from '~/platform/enums';
import { type Ability, findScope, hasAbility } from './abilities';
import { toKeyReaches } from './key-abilities';

const ranks = {
  Patient: { accountType: 'Patient', approved: false, suspended: false },
  suspended: { accountType: 'Expert', approved: true, suspended: true },
  unapproved: { accountType: 'Expert', approved: false, suspended: false },
  Expert: { accountType: 'Expert', approved: true, suspended: false },
  Admin: { accountType: 'Admin', approved: true, suspended: false },
} as const;

/**
 * The table of docs/requirements.md#permissions, in its order: patient, suspended, unapproved,
 * expert, admin.
 */
const rows: [Ability, string, string, string, string, string][] = [
  ['account.own', 'own', 'own', 'own', 'own', 'own'],
  ['people.own', 'own', 'own', 'own', 'own', 'own'],
  ['report.upload', 'own', 'own', 'own', 'own', 'own'],
  ['report.listOfPatient', 'own', 'own', 'own', 'treating', 'all'],
  ['report.delete', 'own', 'own', 'own', 'own', 'own'],
  ['report.markUrgent', 'own', 'own', 'own', 'own', 'all'],
  ['report.listPending', '-', '-', 'masked', 'all', 'all'],
  ['report.openFile', 'own', 'own', 'own', 'treating', 'all'],
  ['report.readOnPage', 'own', 'own', 'own', 'own', 'all'],
  ['report.listOpenings', 'own', 'own', 'own', 'own', 'all'],
  ['report.review', '-', '-', '-', 'all', '-'],
  ['review.print', 'own', 'own', 'own', 'treating', 'all'],
  ['phrase.own', '-', '-', '-', 'own', '-'],
  ['review.amend', '-', '-', '-', 'own', '-'],
  ['review.takeBackFor', '-', '-', '-', '-', 'all'],
  ['report.listReviewed', '-', '-', 'own', 'own', 'all'],
  ['report.listAllReviewed', '-', '-', '-', '-', 'all'],
  ['expert.listPending', '-', '-', '-', '-', 'all'],
  ['expert.approve', '-', '-', '-', '-', 'all'],
  ['expert.listApproved', '-', '-', 'all', 'all', 'all'],
  ['picture.open', 'own', 'own', 'colleagues', 'colleagues', 'all'],
  ['expert.judge', '-', '-', '-', '-', 'all'],
  ['duty.plan', '-', '-', '-', 'own', 'all'],
  ['expert.credentials', '-', 'own', 'own', 'own', '-'],
  ['audit.read', '-', '-', '-', '-', 'all'],
  ['system.read', '-', '-', '-', '-', 'all'],
  ['webhook.manage', '-', '-', '-', '-', 'all'],
  ['message.list', '-', '-', '-', '-', 'all'],
  ['message.close', '-', '-', '-', '-', 'all'],
  ['complaint.list', '-', '-', '-', '-', 'all'],
  ['complaint.answer', '-', '-', '-', '-', 'all'],
  ['account.openFor', '-', '-', '-', '-', 'all'],
  ['account.issueSlip', '-', '-', '-', '-', 'all'],
  ['account.decideRemoval', '-', '-', '-', '-', 'all'],
  ['frontDesk.search', '-', '-', '-', '-', 'all'],
  ['duties.grant', '-', '-', '-', '-', 'all'],
  ['help.people', '-', '-', '-', '-', '-'],
  ['people.tell', '-', '-', '-', '-', 'all'],
  ['followUp.work', '-', '-', '-', '-', 'all'],
  ['keys.manage', '-', '-', '-', '-', 'all'],
  ['admins.manage', '-', '-', '-', '-', 'all'],
  ['breach.manage', '-', '-', '-', '-', 'all'],
  ['help.send', '-', '-', '-', '-', '-'],
  ['patient.list', '-', '-', '-', '-', '-'],
  ['patient.export', '-', '-', '-', '-', '-'],
];

test.each(rows)(
  '%s: patient %s, suspended %s, unapproved expert %s, expert %s, admin %s',
  (ability, ...expected) => {
    const reaches = Object.values(ranks).map((rank) => findScope(rank, ability) ?? '-');
    expect(reaches).toEqual(expected);
    expect(Object.values(ranks).map((rank) => hasAbility(rank, ability))).toEqual(
      expected.map((scope) => scope !== '-'),
    );
  },
);

/** The abilities that a duty adds to those of a patient: helper, front desk. */
test.each([
  ['account.openFor', 'own', 'all'],
  ['account.issueSlip', '-', 'all'],
  ['frontDesk.search', '-', 'all'],
  ['help.people', 'own', '-'],
  ['help.send', 'own', '-'],
  ['people.tell', 'own', 'all'],
  ['followUp.work', '-', 'all'],
  ['duties.grant', '-', '-'],
  ['report.openFile', 'own', 'own'],
  ['report.listPending', '-', '-'],
  ['message.list', '-', '-'],
] as const)('%s: helper %s, front desk %s, and nothing for a doctor with a duty', (ability, ...expected) => {
  const duties = [{ isHelper: true }, { isFrontDesk: true }];
  expect(duties.map((duty) => findScope({ ...ranks.Patient, ...duty }, ability) ?? '-')).toEqual(expected);
  for (const duty of duties)
    expect(findScope({ ...ranks.Expert, ...duty }, ability)).toBe(findScope(ranks.Expert, ability));
});

test('approval changes nothing for patients and admins', () => {
  expect(hasAbility({ accountType: 'Patient', approved: true, suspended: false }, 'report.listPending')).toBe(
    false,
  );
  expect(hasAbility({ accountType: 'Admin', approved: false, suspended: false }, 'expert.approve')).toBe(
    true,
  );
});

test('suspension leaves an expert their own data, and affects nobody else', () => {
  const suspended = { approved: true, suspended: true };
  expect(hasAbility({ accountType: 'Expert', ...suspended }, 'report.listPending')).toBe(false);
  expect(hasAbility({ accountType: 'Expert', ...suspended }, 'report.review')).toBe(false);
  expect(hasAbility({ accountType: 'Expert', ...suspended }, 'account.own')).toBe(true);
  expect(hasAbility({ accountType: 'Admin', ...suspended }, 'expert.approve')).toBe(true);
});

/** The abilities of a key, by scope: reports.read, files.read, reports.send, people.read, export. */
const keyRows: [Ability, string, string, string, string, string][] = [
  ['report.listPending', 'consented', '-', '-', '-', '-'],
  ['report.listOfPatient', 'consented', '-', '-', '-', '-'],
  ['report.listAllReviewed', 'consented', '-', '-', '-', '-'],
  ['report.openFile', '-', 'consented', '-', '-', '-'],
  ['help.send', '-', '-', 'all', '-', '-'],
  ['patient.list', '-', '-', '-', 'all', '-'],
  ['patient.export', '-', '-', '-', '-', 'consented'],
];

test.each([
  ...keyRows,
  ...rows
    .filter(([ability]) => !keyRows.some(([keyAbility]) => keyAbility === ability))
    .map(([ability]): (typeof keyRows)[number] => [ability, '-', '-', '-', '-', '-']),
])(
  '%s of a key: reports.read %s, files.read %s, reports.send %s, people.read %s, export %s',
  (ability, ...expected) => {
    const reaches = keyScopes.map(
      (scope) => findScope({ ...ranks.Admin, keyReaches: toKeyReaches([scope]) }, ability) ?? '-',
    );
    expect(reaches).toEqual(expected);
  },
);
