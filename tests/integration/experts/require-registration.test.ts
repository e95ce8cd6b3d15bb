import { and, asc, eq } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { listOnDuty } from '~/domain/alerts/on-duty.server';
import { whereStatus } from '~/domain/identity/expert-status.server';
import {
  countBarredExperts,
  findRegistrationLack,
  isUnregisteredOn,
  selectRegistrations,
} from '~/domain/identity/registration-rule.server';
import { clinicDay } from '~/domain/kernel/days';
import { clinicRules, registrationChecks } from '~/platform/db/core/tables/accountability.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit, digests } from '~/platform/db/core/tables/clinic.server';
import { duty } from '~/platform/db/core/tables/duty.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';
import * as addReviewPage from '~/routes/dashboard/add-review';
import * as registrationsPage from '~/routes/dashboard/admin/registrations';
import * as amendPage from '~/routes/dashboard/amend-review';
import * as askPage from '~/routes/dashboard/ask-patient';
import * as homePage from '~/routes/dashboard/home';
import * as listPage from '~/routes/dashboard/pending-report';
import * as translatePage from '~/routes/dashboard/translate';
import { postSettings } from '../../support/accounts';
import { claimFor, draftOf, nextFor, saveDraftFor } from '../../support/claims';
import { a, an, password, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { answerTo, askAbout, sendQuestion } from '../../support/questions';
import { amendReviewOf, aReportOf, aReviewedReportOf, sendReview, takeBackOf } from '../../support/reports';
import { apiRoute, callApi, getPage, postPage } from '../../support/requests';
import { approve } from '../../support/visits';

clinicForFile();
afterEach(() => vi.useRealTimers());

let admin: Somebody;
beforeAll(async () => {
  admin = await an.admin();
});

const rule = apiRoute('system/registrations');
const dayMs = 86_400_000;
const dayIn = (days: number) => clinicDay(Date.now() + days * dayMs);
const turnOn = (fromDay = dayIn(0), other: Record<string, string> = {}) =>
  callApi(rule, { method: 'PUT', token: admin.token, body: { fromDay, password, ...other } });
const turnOff = () => callApi(rule, { method: 'DELETE', token: admin.token, body: { password } });
const readRule = async () =>
  (await callApi(rule, { token: admin.token })).json.data as {
    fromDay: string | null;
    holds: boolean;
    experts: { _id: string; lack: string; lastDay: string | null; from: string }[];
  };
const change = (expert: Somebody, columns: Partial<typeof users.$inferInsert>) =>
  execute(db().update(users).set(columns).where(eq(users.id, expert.id)));
const registered = { registrationNumber: 'MMC/2011/04217', registeredUntil: null };

async function aRegisteredExpert() {
  const expert = await an.expert();
  await change(expert, registered);
  return expert;
}
const aReport = async () => (await aReportOf(await a.patient(), { file: 'rash.png' }))._id;
const rowOfReport = async (id: string) => (await db().select().from(reports).where(eq(reports.id, id)))[0];
const refused = { status: 403, code: 'registration_required' };
const outcome = ({ status, json }: Awaited<ReturnType<typeof callApi>>) => ({ status, code: json.code });

beforeEach(async () => {
  await execute(db().delete(clinicRules));
});

/** The ways in which an approved expert has no registration on record. */
const lacks: [string, Partial<typeof users.$inferInsert>][] = [
  ['no number', { registrationNumber: null }],
  ['an end in the past', { ...registered, registeredUntil: '2026-01-31' }],
];

describe.each(lacks)('a doctor with %s', (_what, columns) => {
  const aBarredExpert = async () => {
    const expert = await aRegisteredExpert();
    await change(expert, columns);
    return expert;
  };

  test('takes new work until the first day of the rule', async () => {
    expect((await turnOn(dayIn(3))).status).toBe(200);
    const expert = await aBarredExpert();
    const reportId = await aReport();
    expect((await claimFor(expert, reportId)).status).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * dayMs });
    expect(outcome(await claimFor(expert, reportId)), 'on that day').toEqual(refused);
  });

  test('gets no new claim, by any way', async () => {
    await turnOn();
    const expert = await aBarredExpert();
    const reportId = await aReport();
    expect(outcome(await claimFor(expert, reportId))).toEqual(refused);
    expect(outcome(await nextFor(expert))).toEqual(refused);
    await getPage(addReviewPage, {
      path: `/dashboard/add-review/${reportId}`,
      params: { reportId },
      cookie: expert.cookie,
    });
    await postPage(listPage, {
      path: '/dashboard/pending-report/next',
      params: { part: 'next' },
      cookie: expert.cookie,
      fields: {},
    });
    const now = new Date();
    await execute(db().update(reports).set({ urgentAt: now }).where(eq(reports.id, reportId)));
    expect(outcome(await claimFor(expert, reportId)), 'an urgent one').toEqual(refused);
    const together = await Promise.all([
      claimFor(expert, reportId),
      nextFor(expert),
      sendReview({ token: expert.token, reportId, review: 'All is well' }),
    ]);
    expect(together.map(outcome)).toEqual([refused, refused, refused]);
    expect(await rowOfReport(reportId)).toMatchObject({ claimedBy: null, status: 'Pending' });
    expect((await claimFor(await aRegisteredExpert(), reportId)).status).toBe(200);
  });

  test('sends no review, draft, question, change or translation of a report without a claim', async () => {
    const [expert, patient] = [await aRegisteredExpert(), await a.patient()];
    await postSettings(expert, 'languages', { en: 'on', ta: 'on' });
    await execute(db().update(users).set({ language: 'ta' }).where(eq(users.id, patient.id)));
    const own = (await aReviewedReportOf(patient, expert))._id;
    const other = (await aReviewedReportOf(patient, await an.expert()))._id;
    await turnOn();
    await change(expert, columns);
    const reportId = await aReport();
    expect(outcome(await sendReview({ token: expert.token, reportId, review: 'All is well' }))).toEqual(
      refused,
    );
    expect(outcome(await saveDraftFor(expert, reportId, 'All is'))).toEqual(refused);
    expect(outcome(await sendQuestion(expert, reportId, { kind: 'unreadable', pages: [1] }))).toEqual(
      refused,
    );
    const amended = await amendReviewOf(expert, own, {
      version: 1,
      kind: 'correction',
      text: 'All is really well',
      reasonCode: 'slip',
    });
    expect(outcome(amended)).toEqual(refused);
    const translated = await callApi(apiRoute('report/add-translation'), {
      method: 'POST',
      token: expert.token,
      params: { reportId: other },
      body: { review: 'எல்லாம் நலம்', version: 1 },
    });
    expect(outcome(translated)).toEqual(refused);
    const page = await postPage(addReviewPage, {
      path: `/dashboard/add-review/${reportId}`,
      params: { reportId },
      cookie: expert.cookie,
      fields: { review: 'All is well' },
    });
    expect(page.toast?.message).toContain('Please tell an admin');
    expect((await draftOf(expert, reportId)).json, 'the text typed on the page is kept').toMatchObject({
      data: { review: 'All is well' },
    });
    expect(await rowOfReport(reportId)).toMatchObject({ review: null, status: 'Pending' });
    expect((await takeBackOf(expert, own)).status, 'a wrong text can be taken back').toBe(200);
  });

  test('reads why above a change and a translation, and what they typed comes back with it', async () => {
    const [expert, patient] = [await aRegisteredExpert(), await a.patient()];
    await postSettings(expert, 'languages', { en: 'on', ta: 'on' });
    await execute(db().update(users).set({ language: 'ta' }).where(eq(users.id, patient.id)));
    const own = (await aReviewedReportOf(patient, expert))._id;
    const other = (await aReviewedReportOf(patient, await an.expert()))._id;
    await turnOn();
    await change(expert, columns);
    const bar = { lack: columns.registrationNumber === null ? 'missing' : 'ended' };
    const text = 'All is really well';
    for (const [module, path, fields] of [
      [amendPage, `amend-review/${own}`, { version: '1', kind: 'correction', text, reasonCode: 'slip' }],
      [translatePage, `translate/${other}`, { version: '1', review: 'எல்லாம் நலம்' }],
    ] as const) {
      const params = { reportId: path.split('/')[1] ?? '' };
      const call = { path: `/dashboard/${path}`, params, cookie: expert.cookie };
      expect((await getPage(module, call)).data).toMatchObject({ registrationBar: bar });
      const answer = await postPage(module, { ...call, fields });
      expect(answer.location).toBeNull();
      expect(answer.fieldErrors['']).toContain('Please tell an admin');
      expect(answer.data).toMatchObject({ lastResult: { initialValue: fields } });
    }
  });

  test('finishes what they hold: draft, question, review', async () => {
    const expert = await aRegisteredExpert();
    const [toReview, toAsk] = [await aReport(), await aReport()];
    for (const reportId of [toReview, toAsk]) expect((await claimFor(expert, reportId)).status).toBe(200);
    await turnOn();
    await change(expert, columns);
    expect((await claimFor(expert, toReview)).status, 'the claim is extended').toBe(200);
    expect((await saveDraftFor(expert, toReview, 'All is')).status).toBe(200);
    expect((await sendQuestion(expert, toAsk, { kind: 'unreadable', pages: [1] })).status).toBe(200);
    const { status } = await sendReview({ token: expert.token, reportId: toReview, review: 'All is well' });
    expect(status).toBe(200);
    expect(await rowOfReport(toReview)).toMatchObject({ status: 'Reviewed', expertId: expert.id });
  });

  test('gets no report back with the answer to their question: it is in the queue', async () => {
    const [expert, patient] = [await aRegisteredExpert(), await a.patient()];
    const { _id } = await aReportOf(patient, { file: 'rash.png' });
    await askAbout(expert, _id);
    await turnOn();
    await change(expert, columns);
    expect((await answerTo(patient, _id, { text: 'Here it is' })).status).toBe(200);
    expect(await rowOfReport(_id)).toMatchObject({ waitsFor: null, claimedBy: null });
  });

  test('is neither on duty nor told of new reports, and admins read how many there are', async () => {
    const [expert, other] = [await aRegisteredExpert(), await aRegisteredExpert()];
    const hour = (at: number) => new Date(Date.now() + at * 3_600_000);
    for (const { id: userId } of [expert, other])
      await execute(
        db()
          .insert(duty)
          .values({ userId, fromAt: hour(-1), toAt: hour(1) }),
      );
    const onDuty = async () => (await listOnDuty()).experts.map(({ email }) => email);
    expect(await onDuty()).toEqual(expect.arrayContaining([expert.email, other.email]));
    await change(expert, columns);
    expect(await onDuty(), 'the rule is off').toContain(expert.email);
    await turnOn();
    expect(await onDuty()).not.toContain(expert.email);
    expect(await onDuty()).toContain(other.email);
    await execute(db().delete(digests));
    await aReport();
    const told = (await db().select().from(digests)).map(({ userId }) => userId);
    expect(told).toContain(other.id);
    expect(told).not.toContain(expert.id);
    const unregistered = await countBarredExperts();
    expect(unregistered).toBeGreaterThan(0);
    const { json } = await callApi(apiRoute('system/get-system'), { token: admin.token });
    expect(json).toMatchObject({ registrations: { holds: true, unregistered } });
    const home = await getPage(homePage, { path: '/dashboard', cookie: admin.cookie });
    expect(home.data).toMatchObject({ admin: { unregistered } });
    await change(expert, registered);
    expect(await countBarredExperts()).toBe(unregistered - 1);
    expect(await onDuty()).toContain(expert.email);
  });

  test('reads why on the home page, the list and the page of a report', async () => {
    await turnOn();
    const [expert, reportId] = [await aBarredExpert(), await aReport()];
    const bar = { lack: columns.registrationNumber === null ? 'missing' : 'ended' };
    const { cookie } = expert;
    const params = { reportId };
    for (const page of [
      await getPage(homePage, { path: '/dashboard', cookie }),
      await getPage(listPage, { path: '/dashboard/pending-report', cookie }),
      await getPage(addReviewPage, { path: `/dashboard/add-review/${reportId}`, params, cookie }),
    ])
      expect(page.data).toMatchObject({ registrationBar: bar });
  });
});

test('a suspended doctor is refused as before', async () => {
  await turnOn();
  const expert = await an.suspendedExpert();
  expect((await claimFor(expert, await aReport())).json).toMatchObject({ code: 'forbidden' });
});

test('a question page without a claim says what is missing', async () => {
  await turnOn();
  const [expert, reportId] = [await an.expert(), await aReport()];
  const answer = await postPage(askPage, {
    path: `/dashboard/ask-patient/${reportId}`,
    params: { reportId },
    cookie: expert.cookie,
    fields: { kind: 'unreadable', pages: '1' },
  });
  expect(answer.toast?.message).toContain('Please tell an admin');
});

describe('approving a doctor with neither number nor reason', () => {
  test('is answered with a warning, and refused once the rule holds', async () => {
    const [before, after] = [await an.unapprovedExpert(), await an.unapprovedExpert()];
    await turnOn(dayIn(1));
    const first = await approve(admin, before.id);
    expect(first.status).toBe(200);
    expect(first.json).toMatchObject({ warnings: [{ code: 'registration_missing' }] });
    await turnOn();
    expect(outcome(await approve(admin, after.id))).toEqual({ status: 409, code: 'registration_missing' });
    expect((await selectRegistrations(eq(users.id, after.id))).length, 'they still wait').toBe(0);
    const withReason = await callApi(apiRoute('expert/approve-expert'), {
      method: 'POST',
      token: admin.token,
      body: { expertId: after.id, reason: 'Teaches only' },
    });
    expect(withReason.status).toBe(200);
    expect((await claimFor(after, await aReport())).status, 'the reason is on record').not.toBe(403);
  });
});

describe('the rule', () => {
  test('is off at first, and needs a day within a year and the password', async () => {
    expect(await readRule()).toMatchObject({ fromDay: null, holds: false });
    for (const day of [dayIn(-1), dayIn(366), '2026-02-30'])
      expect((await turnOn(day)).json, day).toMatchObject({ errors: { fromDay: expect.anything() } });
    expect((await turnOn(dayIn(0), { password: 'wrong' })).status).toBe(422);
    expect(await readRule()).toMatchObject({ fromDay: null });
    expect((await turnOff()).status, 'it is off already').toBe(200);
    expect((await turnOn(dayIn(365))).status).toBe(200);
    expect(await readRule()).toMatchObject({ fromDay: dayIn(365), holds: false });
    expect((await turnOn()).status).toBe(200);
    expect(await readRule()).toMatchObject({ fromDay: dayIn(0), holds: true });
    expect((await turnOff()).status).toBe(200);
    expect(await readRule()).toMatchObject({ fromDay: null, holds: false });
    const lines = await db()
      .select({ action: audit.action, objectId: audit.objectId })
      .from(audit)
      .where(eq(audit.actorId, admin.id))
      .orderBy(asc(audit.id));
    expect(lines.slice(-3)).toEqual([
      { action: 'registration.required', objectId: dayIn(365) },
      { action: 'registration.required', objectId: dayIn(0) },
      { action: 'registration.notRequired', objectId: dayIn(0) },
    ]);
  });

  test('is turned on and off on its page, which proposes a day in two weeks', async () => {
    const { cookie } = admin;
    const path = '/dashboard/registrations';
    const page = await getPage(registrationsPage, { path, cookie });
    expect(page.data).toMatchObject({ proposedDay: dayIn(14), asksCode: false });
    const send = (part: string, fields: Record<string, string>) =>
      postPage(registrationsPage, { path: `${path}/${part}`, params: { part }, cookie, fields });
    const wrong = await send('on', { fromDay: dayIn(-1), password });
    expect(wrong.fieldErrors).toHaveProperty('fromDay');
    expect((await send('on', { fromDay: dayIn(2), password })).location).toBe(path);
    expect(await readRule()).toMatchObject({ fromDay: dayIn(2) });
    expect((await send('off', { password })).location).toBe(path);
    expect(await readRule()).toMatchObject({ fromDay: null });
  });

  test('names who would be barred, from which day, and that is who is barred on each day', async () => {
    const inDays = async (days: number) => {
      const expert = await aRegisteredExpert();
      await change(expert, { registeredUntil: dayIn(days) });
      return expert.id;
    };
    const missing = await an.expert();
    const withReason = await an.expert();
    await change(withReason, { standingReason: 'Teaches only' });
    const checked = await an.expert();
    const check = { userId: checked.id, checkedBy: admin.id, validUntil: null };
    await execute(
      db()
        .insert(registrationChecks)
        .values([
          { ...check, id: newId(), checkedAt: new Date(1), noNumberReason: null },
          { ...check, id: newId(), checkedAt: new Date(2), noNumberReason: 'Teaches only' },
        ]),
    );
    const [over, today, soon] = [await inDays(-1), await inDays(0), await inDays(10)];
    const { experts } = await readRule();
    const fromOf = (id: string) => experts.find(({ _id }) => _id === id)?.from;
    expect([missing.id, over, today, soon].map(fromOf)).toEqual([dayIn(0), dayIn(0), dayIn(1), dayIn(11)]);
    expect([withReason.id, checked.id].map(fromOf)).toEqual([undefined, undefined]);
    const rows = await selectRegistrations();
    for (const days of [0, 1, 10, 11, 200]) {
      const day = dayIn(days);
      const named = experts.filter(({ from }) => from <= day).map(({ _id }) => _id);
      const barred = await db()
        .select({ id: users.id })
        .from(users)
        .where(and(whereStatus.approved, isUnregisteredOn(day)))
        .orderBy(asc(users.id));
      const byRow = rows.filter((row) => findRegistrationLack(row, day) !== null).map(({ id }) => id);
      expect(named.sort(), day).toEqual(barred.map(({ id }) => id).sort());
      expect(byRow.sort(), day).toEqual(named);
    }
  });
});
