import { expect, test } from 'vitest';
import { type Ability, may, reachOf } from './abilities';

const ranks = {
  Patient: { accountType: 'Patient', approved: false },
  unapproved: { accountType: 'Expert', approved: false },
  Expert: { accountType: 'Expert', approved: true },
  Admin: { accountType: 'Admin', approved: true },
} as const;

/** The table "Who may do what" of the decisions, as it is written there: patient, unapproved, expert, admin. */
const rows: [Ability, string, string, string, string][] = [
  ['account.own', 'own', 'own', 'own', 'own'],
  ['report.upload', 'own', 'own', 'own', 'own'],
  ['report.listOfPatient', 'own', 'own', 'treating', 'all'],
  ['report.delete', 'own', 'own', 'own', 'own'],
  ['report.listPending', '-', 'masked', 'all', 'all'],
  ['report.openFile', 'own', 'own', 'treating', 'all'],
  ['report.review', '-', '-', 'all', '-'],
  ['report.listReviewed', '-', 'own', 'own', 'all'],
  ['report.listAllReviewed', '-', '-', '-', 'all'],
  ['expert.listPending', '-', '-', '-', 'all'],
  ['expert.approve', '-', '-', '-', 'all'],
  ['expert.listApproved', '-', 'all', 'all', 'all'],
  ['picture.open', 'own', 'colleagues', 'colleagues', 'all'],
  ['message.list', '-', '-', '-', 'all'],
  ['message.close', '-', '-', '-', 'all'],
];

test.each(rows)('%s: patient %s, unapproved expert %s, expert %s, admin %s', (ability, ...expected) => {
  const reaches = Object.values(ranks).map((rank) => reachOf(rank, ability) ?? '-');
  expect(reaches).toEqual(expected);
  expect(Object.values(ranks).map((rank) => may(rank, ability))).toEqual(
    expected.map((reach) => reach !== '-'),
  );
});

test('approval makes no patient and no admin into something else', () => {
  expect(may({ accountType: 'Patient', approved: true }, 'report.listPending')).toBe(false);
  expect(may({ accountType: 'Admin', approved: false }, 'expert.approve')).toBe(true);
});
