import { expect, test } from 'vitest';
import { isLongUnread } from './report-waiting';

const unread = { urgentFor: 30, progress: 'queued', takenBackAt: null } as const;

test.each([
  ['after 30 minutes', unread, true],
  ['after 29 minutes', { ...unread, urgentFor: 29 }, false],
  ['if it is not urgent', { ...unread, urgentFor: null }, false],
  ['while a doctor reads it', { ...unread, progress: 'claimed' }, false],
  ['once a doctor has asked', { ...unread, progress: 'question' }, false],
  ['if its review was taken back', { ...unread, takenBackAt: '2026-03-05T09:10:00.000Z' }, false],
] as const)('an urgent report counts as unread for long %s: %#', (_what, report, isUnread) => {
  expect(isLongUnread(report)).toBe(isUnread);
});
