import { and, eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { db, execute } from '~/platform/db/db.server';
import { audit, reports } from '~/platform/db/tables.server';
import { newId } from '~/platform/ids.server';
import * as homePage from '~/routes/dashboard/home';
import * as listPage from '~/routes/dashboard/previous-report';
import { claimFor } from '../../support/claims';
import { a, an, type Clinic, openClinic, type Somebody } from '../../support/clinic';
import { answerTo, askAbout } from '../../support/questions';
import { aReportOf, aReviewedReportOf, type Report, withdrawConsentFor } from '../../support/reports';
import { getPage } from '../../support/requests';
import { reportsOf } from '../../support/visits';

const day = 86_400_000;
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);

let clinic: Clinic;
let expert: Somebody;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  clinic = await openClinic();
  expert = await an.expert();
});
afterEach(async () => {
  await clinic.close();
  vi.useRealTimers();
});

type Home = {
  newAnswers: { id: string; reportType: string; page: number }[];
  waiting: { reportType: string; queue: object } | null;
  newest: { progress: string } | null;
};
type List = { data: { _id: string; queue: object | null }[]; newAnswers?: string[] };

const homeOf = async ({ cookie }: Somebody) =>
  (await getPage(homePage, { path: '/dashboard/home', cookie })).data as Home;
async function listOf({ id }: Somebody, { cookie }: Somebody, query = '') {
  const path = `/dashboard/previous-report/${id}${query}`;
  return (await getPage(listPage, { path, params: { patientId: id }, cookie })).data as List;
}
const readings = (reportId: string) =>
  db()
    .select()
    .from(audit)
    .where(and(eq(audit.action, 'review.read'), eq(audit.objectId, reportId)));

describe('an answer that its patient has not seen', () => {
  test('is told on the home page with its test, stands first in the list, and is new once', async () => {
    const her = await a.patient();
    const answered = await aReviewedReportOf(her, expert);
    later(1000);
    const waiting = await aReportOf(her, { reportType: 'ECG' });
    const told = [{ id: answered._id, reportType: 'Blood Test', page: 1 }];
    expect((await homeOf(her)).newAnswers).toEqual(told);
    expect((await homeOf(her)).newAnswers, 'the home page shows no answer').toEqual(told);

    const first = await listOf(her, her);
    expect(first.data.map(({ _id }) => _id)).toEqual([answered._id, waiting._id]);
    expect(first.newAnswers).toEqual([answered._id]);
    expect((await homeOf(her)).newAnswers).toEqual([]);
    const second = await listOf(her, her);
    expect(second.data.map(({ _id }) => _id)).toEqual([waiting._id, answered._id]);
    expect(second.newAnswers).toEqual([]);
    expect(await readings(answered._id)).toMatchObject([{ actorId: her.id }]);
  });

  test('stays new when somebody else or a program looks, and on another page of the list', async () => {
    const her = await a.patient();
    const { _id } = await aReviewedReportOf(her, expert);
    expect((await listOf(her, expert)).newAnswers).toBeUndefined();
    await reportsOf(her.id, her);
    await listOf(her, her, '?status=Pending');
    expect((await homeOf(her)).newAnswers).toMatchObject([{ id: _id }]);
    for (let sent = 0; sent < 20; sent++) {
      later(1000);
      await aReportOf(her, { description: `${sent}` });
    }
    expect((await homeOf(her)).newAnswers).toMatchObject([{ id: _id, page: 2 }]);
    expect((await listOf(her, her, '?page=2')).newAnswers).toEqual([_id]);
  });
});

describe('the place of a report in the queue', () => {
  test('is how many were sent before it and wait still, told to its owner alone', async () => {
    const [his, hers] = [await a.patient(), await a.patient()];
    const placeOf = async (owner: Somebody) => (await homeOf(owner)).waiting?.queue;
    const earlier = await aReportOf(his);
    expect(await placeOf(his)).toEqual({ before: 0, usualSeconds: null });
    later(1000);
    expect(await aReportOf(hers)).toMatchObject({ queue: { before: 1 } });
    expect(await placeOf(hers)).toEqual({ before: 1, usualSeconds: null });
    expect((await listOf(hers, hers)).data[0]?.queue).toEqual(await placeOf(hers));
    expect((await listOf(hers, expert)).data[0]?.queue).toBeNull();
    await withdrawConsentFor(his, earlier._id);
    expect(await placeOf(hers)).toMatchObject({ before: 0 });
    expect((await homeOf(his)).waiting).toBeNull();
  });

  const hour = 3600;
  const usual = async () => {
    const { queue } = (await aReportOf(await a.patient(), { description: `${Date.now()}` })) as Report & {
      queue: { usualSeconds: number | null };
    };
    return queue.usualSeconds;
  };

  test('says no usual time after many quick answers on one day', async () => {
    await answered({ days: 1, aDay: 40, hours: 0.05 });
    expect(await usual()).toBeNull();
  });

  test('says no usual time after fewer than 20 answers, or of more than 30 days ago', async () => {
    await answered({ days: 19, aDay: 1, hours: 3 });
    expect(await usual()).toBeNull();
    await answered({ days: 1, aDay: 1, hours: 3 });
    expect(await usual()).toBe(3 * hour);
    later(31 * day);
    expect(await usual()).toBeNull();
  });

  test.each([
    ['answers at once', 0, 0, 1],
    ['a minute over two hours', 2 + 1 / 60, 2, 3],
    ['a minute over a day', 24 + 1 / 60, 1, 48],
  ])('says how long four of five answers took, rounded up: %s', async (_what, hours, fewer, expected) => {
    // The slowest fifth does not count.
    await answered({ days: 5, aDay: 1, hours: 200 });
    await answered({ days: 5, aDay: 3, hours: fewer });
    await answered({ days: 5, aDay: 1, hours });
    expect(await usual()).toBe(expected * hour);
  });

  test('is not told of a report that a doctor reads, or that waits for its patient', async () => {
    const her = await a.patient();
    const { _id } = await aReportOf(her);
    const queueOf = async () => (await listOf(her, her)).data[0]?.queue;
    expect(await queueOf()).toMatchObject({ before: 0 });
    await claimFor(expert, _id);
    expect([await queueOf(), (await homeOf(her)).waiting]).toEqual([null, null]);
    await askAbout(expert, _id);
    expect(await queueOf()).toBeNull();
    await answerTo(her, _id, { text: 'Here it is' });
    expect([await queueOf(), (await homeOf(her)).newest?.progress]).toEqual([null, 'answered']);
  });
});

/**
 * Stores reviewed reports, some a day on some days one after the other, each answered after some
 * hours.
 */
async function answered({ days, aDay, hours }: { days: number; aDay: number; hours: number }) {
  const { _id } = await aReviewedReportOf(await a.patient(), expert);
  const [row] = await db().select().from(reports).where(eq(reports.id, _id));
  if (!row) throw new Error('the report is stored');
  await execute(db().delete(reports).where(eq(reports.id, _id)));
  for (let back = 0; back < days; back++) {
    const reviewedAt = new Date(Date.now() - back * day);
    const createdAt = new Date(reviewedAt.getTime() - hours * 3_600_000);
    for (let nth = 0; nth < aDay; nth++) {
      const id = newId();
      await execute(
        db()
          .insert(reports)
          .values({ ...row, id, createdAt, reviewedAt, fileName: id, thumbnailName: null }),
      );
    }
  }
}
