import { and, eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { languageCodes } from '~/i18n/language-codes';
import { translate } from '~/i18n/translate';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import type { AuditAction } from '~/platform/enums';
import { newId } from '~/platform/ids.server';
import { runAsRequest } from '~/platform/observability/request-context.server';
import * as homePage from '~/routes/dashboard/home';
import * as listPage from '~/routes/dashboard/previous-report';
import * as reportPage from '~/routes/dashboard/report';
import * as seenPage from '~/routes/files/review-seen';
import { claimFor } from '../../support/claims';
import { a, an, type Clinic, openClinic, origin, type Somebody } from '../../support/clinic';
import { answerTo, askAbout } from '../../support/questions';
import {
  amendReviewOf,
  aReportOf,
  aReviewedReportOf,
  type Report,
  sendReview,
  withdrawConsentFor,
} from '../../support/reports';
import { apiRoute, callApi, getPage, postPage } from '../../support/requests';

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
  newAnswers: { id: string; reportType: string }[];
  waiting: { reportType: string; queue: object } | null;
  newest: { progress: string } | null;
};
type List = {
  data: { _id: string; queue: object | null; version: number }[];
  newAnswers?: string[];
};

const homeOf = async ({ cookie }: Somebody) =>
  ((await getPage(homePage, { path: '/dashboard/home', cookie })).data as { patient: Home }).patient;
const newTo = async (patient: Somebody) => (await homeOf(patient)).newAnswers.map(({ id }) => id);
async function listOf({ id }: Somebody, { cookie }: Somebody, query = '') {
  const path = `/dashboard/previous-report/${id}${query}`;
  return (await getPage(listPage, { path, params: { patientId: id }, cookie })).data as List;
}
async function isNewOnPage({ cookie }: Somebody, reportId: string) {
  const path = `/dashboard/report/${reportId}`;
  const { data } = await getPage(reportPage, { path, params: { reportId }, cookie });
  return (data as { own: { isNew: boolean } }).own.isNew;
}
const linesOf = (reportId: string, action: AuditAction = 'review.seen') =>
  db()
    .select()
    .from(audit)
    .where(and(eq(audit.action, action), eq(audit.objectId, reportId)));

const markByApi = ({ token }: Somebody, reportId: string, body: Record<string, number> = {}) =>
  callApi(apiRoute('report/review-seen'), { method: 'POST', token, params: { reportId }, body });
/** Posts as the page's script does once a review was in view. */
const markOnPage = ({ cookie }: Somebody, reportId: string, version = '1') =>
  postPage(seenPage, {
    path: `/dashboard/review-seen/${reportId}`,
    params: { reportId },
    cookie,
    fields: { version },
  });
/** Requests the picture that a browser without scripts loads. */
const dotOf = ({ cookie }: Somebody, reportId: string, headers: Record<string, string> = {}) =>
  seenPage.loader({
    request: new Request(`${origin}/dashboard/review-seen/${reportId}?version=1`, {
      headers: { cookie, ...headers },
    }),
    params: { reportId },
    context: {},
  });

describe('an answer that its patient has not seen', () => {
  test('is shown on the home page and first in the list, however often the pages are rendered', async () => {
    const her = await a.patient();
    const answered = await aReviewedReportOf(her, expert);
    later(1000);
    const waiting = await aReportOf(her, { reportType: 'ECG' });
    for (const _look of [1, 2]) {
      expect((await homeOf(her)).newAnswers).toMatchObject([{ id: answered._id, reportType: 'Blood Test' }]);
      const list = await listOf(her, her);
      expect(list.data.map(({ _id }) => _id)).toEqual([answered._id, waiting._id]);
      expect(list.newAnswers).toEqual([answered._id]);
      expect(await isNewOnPage(her, answered._id)).toBe(true);
    }
    expect(await linesOf(answered._id)).toEqual([]);
    expect(await linesOf(answered._id, 'review.read')).toEqual([]);
    expect((await listOf(her, expert)).newAnswers).toBeUndefined();
  });

  test('has a page, to which earlier links to the list lead its patient and admins', async () => {
    const her = await a.patient();
    const { _id } = await aReviewedReportOf(her, expert);
    const path = `/dashboard/previous-report/${her.id}?report=${_id}`;
    const open = async ({ cookie }: Somebody) =>
      getPage(listPage, { path, params: { patientId: her.id }, cookie });
    for (const who of [her, await an.admin()])
      expect((await open(who)).location).toBe(`/dashboard/report/${_id}`);
    expect((await open(expert)).status, 'a doctor reads it in the list').toBe(200);
    expect((await open(await a.patient())).status).toBe(404);
    expect(await newTo(her)).toEqual([_id]);
  });

  test.each([
    ['by a script', (who: Somebody, id: string) => markOnPage(who, id)],
    ['by another program', (who: Somebody, id: string) => markByApi(who, id)],
    ['by a picture', (who: Somebody, id: string) => dotOf(who, id)],
  ])('counts as seen once reported %s, and no other with it', async (_way, mark) => {
    const her = await a.patient();
    const [first, second] = [await aReviewedReportOf(her, expert), await aReviewedReportOf(her, expert)];
    expect((await mark(her, first._id)).status).toBeLessThan(300);
    expect(await newTo(her)).toEqual([second._id]);
    later(1000);
    expect((await mark(her, first._id)).status).toBeLessThan(300);
    expect(await linesOf(first._id)).toMatchObject([{ actorId: her.id }]);
    const list = await listOf(her, her);
    expect(list.newAnswers).toEqual([second._id]);
  });

  test('is one audit entry when reported many times at once', async () => {
    const her = await a.patient();
    const { _id } = await aReviewedReportOf(her, expert);
    await Promise.all(Array.from({ length: 5 }, () => markByApi(her, _id)));
    expect(await linesOf(_id)).toHaveLength(1);
  });

  test('is new to its own patient alone, and not found by others', async () => {
    const her = await a.patient();
    const [{ _id }, unanswered] = [await aReviewedReportOf(her, expert), await aReportOf(her)];
    const missing = await markByApi(her, newId());
    expect(missing.status).toBe(404);
    for (const who of [await a.patient(), expert, await an.admin()]) {
      const refused = await markByApi(who, _id);
      expect([refused.status, refused.text]).toEqual([404, missing.text]);
      expect((await markOnPage(who, _id)).status).toBe(404);
      expect((await dotOf(who, _id)).status).toBe(404);
    }
    expect((await markByApi(her, unanswered._id)).text).toBe(missing.text);
    expect(await newTo(her)).toEqual([_id]);
    expect(await linesOf(_id)).toEqual([]);
  });

  test('is not seen by a prefetch, or by a row of an earlier release', async () => {
    const her = await a.patient();
    const { _id } = await aReviewedReportOf(her, expert);
    expect((await dotOf(her, _id, { 'sec-purpose': 'prefetch' })).status).toBe(200);
    later(1000);
    await execute(auditEntry({ action: 'review.read', actorId: her.id, objectId: _id }));
    expect(await newTo(her)).toEqual([_id]);
  });

  test('is new again after a change, even if an earlier version was in view', async () => {
    const her = await a.patient();
    const { _id } = await aReviewedReportOf(her, expert);
    await markOnPage(her, _id);
    expect(await newTo(her)).toEqual([]);
    later(1000);
    await amendReviewOf(expert, _id, { text: 'All is very well' });
    expect(await newTo(her)).toEqual([_id]);
    later(1000);
    expect((await markOnPage(her, _id, '1')).status).toBe(204);
    expect(await newTo(her)).toEqual([_id]);
    await markOnPage(her, _id, '2');
    expect(await newTo(her)).toEqual([]);
    expect(await linesOf(_id)).toHaveLength(2);
  });
});

describe('the place of a report in the queue', () => {
  test('counts the earlier reports that still wait, for its owner alone', async () => {
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

  test('gives no usual time after many quick answers on one day', async () => {
    await storeAnswered({ days: 1, aDay: 40, hours: 0.05 });
    expect(await usual()).toBeNull();
  });

  test('gives no usual time after fewer than 20 answers, or from answers older than 30 days', async () => {
    await storeAnswered({ days: 19, aDay: 1, hours: 3 });
    expect(await usual()).toBeNull();
    await storeAnswered({ days: 1, aDay: 1, hours: 3 });
    expect(await usual()).toBe(3 * hour);
    later(31 * day);
    expect(await usual()).toBeNull();
  });

  test.each([
    ['answers at once', 0, 0, 1],
    ['a minute over two hours', 2 + 1 / 60, 2, 3],
    ['a minute over a day', 24 + 1 / 60, 1, 48],
  ])(
    'gives the time that four of five answers took, rounded up: %s',
    async (_what, hours, fewer, expected) => {
      // The slowest fifth is ignored.
      await storeAnswered({ days: 5, aDay: 1, hours: 200 });
      await storeAnswered({ days: 5, aDay: 3, hours: fewer });
      await storeAnswered({ days: 5, aDay: 1, hours });
      expect(await usual()).toBe(expected * hour);
    },
  );

  test('is not shown once a doctor reads the report, or while it waits for its patient', async () => {
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
 * Stores reviewed reports: `aDay` reports on each of `days` days, each answered after `hours`.
 */
async function storeAnswered({ days, aDay, hours }: { days: number; aDay: number; hours: number }) {
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

describe('an answer that sends its patient to a doctor today', () => {
  test('is first on home and in the list among seven, with its sign and title in every language', async () => {
    const her = await a.patient();
    const steps = ['goToday', 'seeDoctor', 'none', undefined, 'repeatTest', 'none', undefined];
    const ids: string[] = [];
    for (const [at, nextStep] of steps.entries()) {
      const { _id } = await aReportOf(her, { description: `Number ${at}` });
      const review = 'Please go to a hospital today, and show this to a doctor there.';
      const withinDays = nextStep === 'seeDoctor' ? 9 : nextStep === 'repeatTest' ? 3 : undefined;
      await sendReview({ reportId: _id, token: expert.token, review, nextStep, withinDays });
      ids.push(_id);
      later(1000);
    }
    const [goToday, doctor, nothing, unsaid, test] = ids;
    expect(await newTo(her)).toEqual([goToday, test, doctor, ids[6], unsaid, ids[5], nothing]);
    const list = await listOf(her, her);
    expect(list.data.map(({ _id }) => _id)).toEqual(await newTo(her));
    for (const language of languageCodes) {
      const request = { url: '/dashboard/home', headers: { 'accept-language': language }, socket: {} };
      const read = () => homeOf(her);
      const [first] = (await runAsRequest('one', read, { request } as never)).newAnswers;
      expect(first, language).toMatchObject({
        id: goToday,
        isUrgent: true,
        step: { step: 'goToday', title: translate(language, 'step.title.goToday') },
      });
    }
    // On a page of two, it is on the last one by its age alone.
    const paged = await listOf(her, her, '?limit=2');
    expect([paged.data[0]?._id, paged.data.length]).toEqual([goToday, 3]);
    expect((await clinic.emails(her.email)).filter(({ text }) => /read it today/.test(text))).toHaveLength(2);
  });
});
