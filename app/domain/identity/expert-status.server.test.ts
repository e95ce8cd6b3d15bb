import { expect, test } from 'vitest';
import { expertStatusOf } from './expert-status.server';

const [signedUp, judged] = [new Date('2026-03-01T08:00:00Z'), new Date('2026-03-05T08:00:00Z')];
const row = {
  approved: false,
  approvedAt: null,
  suspendedAt: null,
  rejectedAt: null,
  standingReason: null,
  createdAt: signedUp,
};
const why = { standingReason: 'Not in the register' };

test.each([
  ['is pending since the sign-up', {}, { standing: 'pending', since: signedUp, reason: null }],
  [
    'is approved',
    { approved: true, approvedAt: judged },
    { standing: 'approved', since: judged, reason: null },
  ],
  [
    'is rejected',
    { rejectedAt: judged, ...why },
    { standing: 'rejected', since: judged, reason: why.standingReason },
  ],
  [
    'is suspended, even after an approval',
    { approved: true, approvedAt: signedUp, suspendedAt: judged, ...why },
    { standing: 'suspended', since: judged, reason: why.standingReason },
  ],
])('an expert %s', (_what, changes, expected) => {
  expect(expertStatusOf({ ...row, ...changes })).toEqual(expected);
});
