import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listReaders, notifyStaff } from '~/domain/alerts/notify-staff.server';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { atomically, db, execute } from '~/platform/db/db.server';
import { minuteMs } from '~/platform/durations';
import { toldOf } from '../../support/alerts';
import { a, an, type Clinic, openClinic, type Somebody } from '../../support/clinic';

let clinic: Clinic;
let doctor: Somebody;
let patient: Somebody;
beforeEach(async () => {
  clinic = await openClinic();
  [doctor, patient] = [await an.expert(), await a.patient()];
});
afterEach(() => clinic.close());

const prepareUrgent = async (reportCount: number) =>
  notifyStaff('urgentWaits', await listReaders(new Date()), Array(reportCount).fill(patient.id));
const countsTold = async () => (await toldOf('urgentWaits')).map(({ count }) => count ?? 0);
const sumTold = async () => (await countsTold()).reduce((sum, count) => sum + count, 0);

/** Writes a notification, and one that is held behind it with two reports. */
async function holdOne() {
  await atomically(await prepareUrgent(1));
  await execute(db().update(outbox).set({ state: 'sent' }));
  await atomically(await prepareUrgent(2));
  expect((await countsTold()).sort()).toEqual([1, 2]);
}

describe('a notification that is held for the next five minutes', () => {
  test('tells of the reports that are added one after the other', async () => {
    await holdOne();
    await atomically(await prepareUrgent(3));
    await atomically(await prepareUrgent(4));
    expect((await countsTold()).sort()).toEqual([1, 9]);
  });

  test('loses none of those that are added at the same moment', async () => {
    await holdOne();
    const additions = await Promise.all([3, 4, 5].map(prepareUrgent));
    await Promise.all(additions.map((steps) => atomically(steps)));
    expect(await sumTold()).toBe(15);
    const heldRows = await db().select().from(outbox).where(eq(outbox.state, 'waiting')).orderBy(outbox.id);
    expect(new Set(heldRows.map(({ topic }) => topic))).toEqual(new Set([`urgent ${doctor.id}`]));
    for (const { nextTryAt } of heldRows) expect(nextTryAt.getTime()).toBeGreaterThan(Date.now() + minuteMs);
    await atomically(await prepareUrgent(6));
    expect(await sumTold()).toBe(21);
  });

  test.each([
    ['is sent', { state: 'sent' as const }],
    ['is being sent', { takenUntil: new Date(Date.now() + minuteMs) }],
  ])('keeps its count if it %s meanwhile, and a second tells of the others', async (_how, change) => {
    await holdOne();
    const addition = await prepareUrgent(3);
    await execute(db().update(outbox).set(change));
    await atomically(addition);
    expect((await countsTold()).sort()).toEqual([1, 2, 3]);
  });
});
