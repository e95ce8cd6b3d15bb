import { and, eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { db } from '~/platform/db/db.server';
import { audit } from '~/platform/db/tables.server';
import * as homePage from '~/routes/dashboard/home';
import * as listPage from '~/routes/dashboard/previous-report';
import { a, an, type Clinic, openClinic, type Somebody } from '../../support/clinic';
import { aReportOf, aReviewedReportOf, sendReview, withdrawConsentFor } from '../../support/reports';
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

  test('comes with the usual time once there are answers enough to tell', async () => {
    for (const days of [1, 9, 2, 3]) await answeredAfter(days);
    expect(await aReportOf(await a.patient())).toMatchObject({ queue: { before: 0, usualSeconds: null } });
    await answeredAfter(2);
    const her = await a.patient();
    await aReportOf(her);
    expect((await homeOf(her)).waiting?.queue).toEqual({ before: 1, usualSeconds: (2 * day) / 1000 });
  });
});

/** A report of somebody else that an expert answers after some days. */
async function answeredAfter(days: number) {
  const report = await aReportOf(await a.patient());
  later(days * day);
  await sendReview({ reportId: report._id, token: expert.token, review: 'All is well' });
}
