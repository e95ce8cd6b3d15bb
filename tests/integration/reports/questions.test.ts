import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { toCaseNumber } from '~/domain/report/report-constants';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { questions, reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import * as homePage from '~/routes/dashboard/home';
import { claimFor } from '../../support/claims';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { answerTo, aReportAskedBy, askAbout, sendQuestion } from '../../support/questions';
import { queuedEmails } from '../../support/queued-emails';
import {
  aReportOf,
  aReviewedReportOf,
  giveConsentFor,
  type Report,
  sendReview,
  withdrawConsentFor,
} from '../../support/reports';
import { apiRoute, callApi, getPage } from '../../support/requests';
import { pendingFor, reportsOf } from '../../support/visits';

let patient: Somebody;
let expert: Somebody;
let colleague: Somebody;
let admin: Somebody;
clinicForFile();
beforeAll(async () => {
  [patient, expert, colleague, admin] = [
    await a.patient(),
    await an.expert(),
    await an.expert({ firstName: 'Ravi' }),
    await an.admin(),
  ];
});

type WithDesk = Report & {
  progress: string;
  claim: { expert: { _id: string }; until: string } | null;
  questions: Record<string, unknown>[];
  files: { number: number; url: string | null; pages: number; resourceType: string }[];
};
const getReport = apiRoute('report/get-report');
const close = apiRoute('report/close-question');
const lift = apiRoute('report/lift-hold');
const read = async ({ token }: Somebody, reportId: string) =>
  (await callApi(getReport, { token, params: { reportId } })).json.data as WithDesk;
const readOwn = async (reportId: string, who = patient) =>
  ((await reportsOf(who.id, who)).json.data as WithDesk[]).find(({ _id }) => _id === reportId) as WithDesk;
const closeFor = ({ token }: Somebody, reportId: string) =>
  callApi(close, { method: 'POST', token, params: { reportId } });
const queue = async (who: Somebody, query = '?limit=100') =>
  ((await pendingFor(who, query)).json.data as Report[]).map(({ _id }) => _id);
const emailsTo = async ({ email }: Somebody) =>
  (await queuedEmails())
    .filter(({ to }) => to === email)
    .map(({ letter, language, params }) => ({ letter, language, params }));
const actionsOn = async (reportId: string) =>
  (await db().select().from(audit).where(eq(audit.objectId, reportId)).orderBy(audit.id)).map(
    ({ action }) => action,
  );
const rowOf = async (reportId: string) =>
  (await db().select().from(reports).where(eq(reports.id, reportId)))[0];

describe('a question', () => {
  test.each<[string, Record<string, unknown> | URLSearchParams]>([
    ['a list', { kind: 'unreadable', pages: [1, 2] }],
    ['a field each', new URLSearchParams('kind=unreadable&pages=1&pages=2')],
    ['one field', new URLSearchParams('kind=unreadable&pages=1,2')],
  ])('names every page sent as %s', async (_what, body) => {
    const { _id } = await aReportOf(patient, { file: 'two-pages.pdf' });
    expect((await askAbout(expert, _id, body)).status).toBe(200);
    expect(await readOwn(_id)).toMatchObject({ questions: [{ pages: [1, 2] }] });
  });

  test('takes the report out of the queue, releases it, and notifies its patient without its text', async () => {
    const her = await a.patient();
    await execute(db().update(users).set({ language: 'te' }).where(eq(users.id, her.id)));
    const { _id } = await aReportOf(her);
    expect(await queue(expert)).toContain(_id);
    const { status, json } = await askAbout(expert, _id, {
      kind: 'detail',
      text: 'Since when do you take iron?',
    });
    expect([status, json.message]).toEqual([200, 'Your question has been sent to the patient']);
    expect(await readOwn(_id, her)).toMatchObject({
      status: 'Pending',
      progress: 'question',
      queue: null,
      claim: null,
      questions: [
        {
          kind: 'detail',
          pages: [],
          text: 'Since when do you take iron?',
          language: 'en',
          expert: { _id: expert.id, firstName: 'Meera' },
          answer: null,
          answeredAt: null,
          closedAt: null,
          liftReason: null,
        },
      ],
    });
    for (const who of [expert, colleague, admin]) expect(await queue(who)).not.toContain(_id);
    expect(await queue(colleague, '?limit=100&waitsFor=patient')).toContain(_id);
    expect(await read(expert, _id)).toMatchObject({ claim: null, progress: 'question' });
    const letters = (await emailsTo(her)).filter(({ letter }) => letter === 'questionWaits');
    expect(letters).toEqual([
      { letter: 'questionWaits', language: 'te', params: { reportId: _id, caseNumber: toCaseNumber(_id) } },
    ]);
    expect(await actionsOn(_id)).toEqual([
      'report.uploaded',
      'report.claimed',
      'report.asked',
      'report.opened',
    ]);
  });

  test('is asked by the holder of the claim alone', async () => {
    const { _id } = await aReportOf(patient);
    const refused = async (who: Somebody, body: Record<string, unknown> = { kind: 'unreadable' }) => {
      const { status, json } = await sendQuestion(who, _id, body);
      return [status, json.message];
    };
    const noClaim = 'Only the doctor who is reading this report can ask. Please open it first.';
    expect(await refused(expert)).toEqual([403, noClaim]);
    await claimFor(colleague, _id);
    expect(await refused(expert)).toEqual([403, noClaim]);
    await claimFor(expert, _id);
    await execute(
      db()
        .update(reports)
        .set({ claimedUntil: new Date(Date.now() - 1) })
        .where(eq(reports.id, _id)),
    );
    expect(await refused(expert)).toEqual([403, noClaim]);
    for (const who of [patient, admin, await an.unapprovedExpert(), await an.suspendedExpert()]) {
      await claimFor(who, _id);
      expect((await refused(who))[0]).toBe(403);
    }
    expect(await db().select().from(questions).where(eq(questions.reportId, _id))).toEqual([]);
  });

  test('is refused for a report that is missing, reviewed, withdrawn, the doctor’s own, or already waiting', async () => {
    const waiting = await aReportAskedBy(expert, patient);
    const second = await askAbout(expert, waiting._id);
    expect([second.status, second.json.message]).toEqual([
      409,
      'This report is already waiting for the patient.',
    ]);
    const reviewed = await aReviewedReportOf(patient, expert);
    expect((await askAbout(expert, reviewed._id)).status).toBe(409);
    const withdrawn = await aReportOf(patient);
    await withdrawConsentFor(patient, withdrawn._id);
    expect((await askAbout(expert, withdrawn._id)).status).toBe(404);
    expect((await askAbout(expert, 'nowhere')).status).toBe(404);
    const mine = await aReportOf(expert);
    expect((await askAbout(expert, mine._id)).status).toBe(403);
  });

  test('is refused with what is missing or wrong', async () => {
    const { _id } = await aReportOf(patient, { file: 'two-pages.pdf' });
    const answers: [Record<string, unknown>, Record<string, string>][] = [
      [{}, { kind: 'Please choose what is missing' }],
      [{ kind: 'blurred' }, { kind: expect.stringContaining('one of: unreadable, pageMissing,') }],
      [{ kind: 'detail' }, { text: 'Please write what you need to know' }],
      [{ kind: 'olderReport', text: ' ' }, { text: 'Please write what you need to know' }],
      [{ kind: 'unreadable', pages: [3] }, { pages: 'This report has only 2 pages' }],
      [{ kind: 'unreadable', pages: '1 and 2' }, { pages: 'Please write page numbers, for example: 2, 5-6' }],
      [{ kind: 'unreadable', pages: [0] }, { pages: 'Please write page numbers, for example: 2, 5-6' }],
    ];
    for (const [body, errors] of answers) {
      const { status, json } = await askAbout(expert, _id, body);
      expect([status, json.errors]).toEqual([422, errors]);
    }
    const { json } = await askAbout(expert, _id, { kind: 'unreadable', pages: '1-2, 2', language: 'hi' });
    expect((json.data as WithDesk).questions).toMatchObject([{ pages: [1, 2], language: 'hi', text: null }]);
  });

  test('is asked once by fifty simultaneous calls', async () => {
    const { _id } = await aReportOf(patient);
    await claimFor(expert, _id);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => sendQuestion(expert, _id, { kind: 'unreadable' })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(49).fill(409)]);
    expect(await db().select().from(questions).where(eq(questions.reportId, _id))).toHaveLength(1);
  });
});

describe('an answer', () => {
  test('adds its files, and gives the report to its asker for a day', async () => {
    const before = Date.now();
    const { _id } = await aReportAskedBy(expert, patient);
    const { status, json } = await answerTo(patient, _id, {
      text: 'Here they are',
      files: ['rash.png', 'two-pages.pdf'],
    });
    expect([status, json.message]).toEqual([200, 'Your answer has been sent']);
    const seen = await readOwn(_id);
    expect(seen).toMatchObject({
      status: 'Pending',
      progress: 'answered',
      questions: [{ answer: 'Here they are', closedAt: null }],
      files: [
        { number: 2, url: `http://clinic.test/files/image/${_id}/2`, pages: 1, resourceType: 'image' },
        { number: 3, pages: 2, resourceType: 'raw' },
      ].map((file) => expect.objectContaining({ number: file.number, pages: file.pages })),
    });
    const { claimedBy, claimedUntil, waitsFor } = (await rowOf(_id)) ?? {};
    expect([claimedBy, waitsFor]).toEqual([expert.id, null]);
    expect(Number(claimedUntil) - before).toBeGreaterThan(24 * 3_600_000 - 1);
    expect(Number(claimedUntil) - Date.now()).toBeLessThanOrEqual(24 * 3_600_000);
    expect(await emailsTo(expert)).toContainEqual({
      letter: 'answerWaits',
      language: 'en',
      params: { reportId: _id },
    });
    expect(await actionsOn(_id)).toContain('report.answered');
    await callApi(getReport, { token: expert.token, params: { reportId: _id } });
    expect((await sendReview({ reportId: _id, token: expert.token, review: 'All is well' })).status).toBe(
      200,
    );
  });

  test('is refused if empty or without a question', async () => {
    const { _id } = await aReportAskedBy(expert, patient);
    for (const text of [undefined, ' ']) {
      const { status, json } = await answerTo(patient, _id, { text });
      expect([status, json.errors]).toEqual([422, { answer: 'Please write something or add a file' }]);
    }
    expect((await answerTo(await a.patient(), _id, { text: 'Mine' })).status).toBe(404);
    expect((await answerTo(expert, _id, { text: 'Mine' })).status).toBe(404);
    expect((await answerTo(patient, 'nowhere', { text: 'Mine' })).status).toBe(404);
    expect((await answerTo(patient, _id, { text: 'Since May' })).status).toBe(200);
    const again = await answerTo(patient, _id, { text: 'Since June' });
    expect([again.status, again.json.message]).toEqual([409, 'You have already answered. Thank you.']);
    const unasked = await aReportOf(patient);
    expect((await answerTo(patient, unasked._id, { text: 'Hello' })).status).toBe(409);
    const reviewed = await aReviewedReportOf(patient, expert);
    expect((await answerTo(patient, reviewed._id, { text: 'Hello' })).json.message).toBe(
      'This report has already been reviewed. Nothing more is needed.',
    );
  });

  test('with a key is accepted once', async () => {
    const { _id } = await aReportAskedBy(expert, patient);
    const send = () => answerTo(patient, _id, { text: 'Since May', files: ['rash.png'], key: `key ${_id}` });
    expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
    expect((await readOwn(_id)).files).toHaveLength(1);
  });

  test('frees the report for all if the asker may no longer review', async () => {
    const asker = await an.expert();
    const { _id } = await aReportAskedBy(asker, patient);
    await execute(db().update(users).set({ suspendedAt: new Date() }).where(eq(users.id, asker.id)));
    await answerTo(patient, _id, { text: 'Since May' });
    expect(await rowOf(_id)).toMatchObject({ claimedBy: null, waitsFor: null });
    expect(await emailsTo(asker)).toEqual([]);
    expect(await queue(colleague)).toContain(_id);
    expect(await readOwn(_id)).toMatchObject({ progress: 'queued' });
  });
});

describe('an API client without questions', () => {
  test('sees a pending report throughout, and its review closes the question', async () => {
    const { _id } = await aReportAskedBy(expert, patient);
    expect(await read(colleague, _id)).toMatchObject({ status: 'Pending', review: null });
    const { status, json } = await sendReview({
      reportId: _id,
      token: colleague.token,
      review: 'All is well',
    });
    expect([status, (json.data as Report).status]).toEqual([200, 'Reviewed']);
    const [question] = await db().select().from(questions).where(eq(questions.reportId, _id));
    expect(question).toMatchObject({ answeredAt: null, closedAt: expect.any(Date) });
    expect(await rowOf(_id)).toMatchObject({ waitsFor: null, claimedBy: null });
    expect((await answerTo(patient, _id, { text: 'Late' })).status).toBe(409);
    expect(await readOwn(_id)).toMatchObject({ progress: 'reviewed', review: 'All is well' });
  });
});

describe('a question is closed', () => {
  test('by its asker or by an admin, and then by nobody again', async () => {
    for (const who of [expert, admin]) {
      const { _id } = await aReportAskedBy(expert, patient);
      expect((await closeFor(colleague, _id)).status).toBe(404);
      expect((await closeFor(patient, _id)).status).toBe(403);
      const { status, json } = await closeFor(who, _id);
      expect([status, (json.data as WithDesk).progress]).toEqual([200, 'queued']);
      expect((await closeFor(who, _id)).status).toBe(409);
      expect(await queue(colleague)).toContain(_id);
      expect(await actionsOn(_id)).toContain('report.questionClosed');
      expect((await answerTo(patient, _id, { text: 'Late' })).json.message).toBe(
        'There is no open question about this report.',
      );
    }
  });

  test('when its patient withdraws the consent', async () => {
    const { _id } = await aReportAskedBy(expert, patient);
    await withdrawConsentFor(patient, _id);
    expect(await readOwn(_id)).toMatchObject({
      progress: 'withdrawn',
      questions: [{ closedAt: expect.any(String) }],
    });
    expect((await answerTo(patient, _id, { text: 'Late' })).status).toBe(409);
    await giveConsentFor(patient, _id);
    expect(await readOwn(_id)).toMatchObject({ progress: 'queued' });
    expect(await queue(expert)).toContain(_id);
  });
});

describe('a report that seems to be another person’s', () => {
  const aHeldReport = () => aReportAskedBy(expert, patient, { kind: 'otherPerson' });
  const liftFor = ({ token }: Somebody, reportId: string, reason = 'She showed her card at the desk') =>
    callApi(lift, { method: 'POST', token, params: { reportId }, body: { reason } });
  const isOpenTo = async (who: Somebody, reportId: string) => {
    const seen = await read(who, reportId);
    return [
      seen?.reportUrl !== null,
      seen?.thumbnailUrl !== null,
      seen?.files.every(({ url }) => url !== null),
    ];
  };
  const closed = [false, false, true];

  test('is closed to other experts until an admin opens it, with a recorded reason', async () => {
    const { _id } = await aHeldReport();
    expect(await isOpenTo(colleague, _id)).toEqual(closed);
    for (const who of [expert, admin]) expect(await isOpenTo(who, _id)).toEqual([true, true, true]);
    expect((await emailsTo(admin)).map(({ letter, params }) => [letter, params.reportId])).toContainEqual([
      'reportHeld',
      _id,
    ]);
    await answerTo(patient, _id, { text: 'It is mine', files: ['rash.png'] });
    expect(await readOwn(_id)).toMatchObject({ progress: 'held', reportUrl: expect.any(String) });
    expect(await isOpenTo(colleague, _id)).toEqual([false, false, false]);
    for (const who of [colleague, expert]) expect(await queue(who)).not.toContain(_id);
    expect(await queue(admin, '?waitsFor=admin&limit=100')).toContain(_id);
    expect((await sendReview({ reportId: _id, token: colleague.token, review: 'Mine' })).status).toBe(404);
    for (const who of [expert, colleague, patient]) expect((await liftFor(who, _id)).status).toBe(403);
    expect((await liftFor(admin, _id, ' ')).status).toBe(422);
    const { status, json } = await liftFor(admin, _id);
    expect([status, json.message]).toEqual([200, 'Report released to doctors']);
    expect(await isOpenTo(colleague, _id)).toEqual([true, true, true]);
    expect(await readOwn(_id)).toMatchObject({
      progress: 'answered',
      questions: [{ liftReason: 'She showed her card at the desk' }],
    });
    expect((await rowOf(_id))?.claimedBy).toBe(expert.id);
    expect((await liftFor(admin, _id)).status).toBe(409);
    expect(await actionsOn(_id)).toContain('report.holdLifted');
  });

  test('can be opened before the answer, which still waits for the patient', async () => {
    const { _id } = await aHeldReport();
    await liftFor(admin, _id);
    expect(await readOwn(_id)).toMatchObject({ progress: 'question' });
    expect(await isOpenTo(colleague, _id)).toEqual([true, true, true]);
    await answerTo(patient, _id, { text: 'It is mine' });
    expect(await readOwn(_id)).toMatchObject({ progress: 'answered' });
  });

  test('stays closed if the question is closed, and if the consent is given again', async () => {
    const { _id } = await aHeldReport();
    await closeFor(expert, _id);
    expect(await readOwn(_id)).toMatchObject({ progress: 'held' });
    await withdrawConsentFor(patient, _id);
    await giveConsentFor(patient, _id);
    expect(await readOwn(_id)).toMatchObject({ progress: 'held' });
    expect(await isOpenTo(colleague, _id)).toEqual(closed);
    expect(await queue(colleague)).not.toContain(_id);
    await liftFor(admin, _id);
    expect(await queue(colleague)).toContain(_id);
  });

  test('can be reviewed by the doctor who asked', async () => {
    const { _id } = await aHeldReport();
    await answerTo(patient, _id, { text: 'It is mine' });
    await callApi(getReport, { token: expert.token, params: { reportId: _id } });
    expect((await sendReview({ reportId: _id, token: expert.token, review: 'All is well' })).status).toBe(
      200,
    );
    expect(await readOwn(_id)).toMatchObject({ progress: 'reviewed' });
    expect((await liftFor(admin, _id)).status).toBe(409);
  });
});

test('home names each open question of the patient with its report, and no other', async () => {
  const [asha, ravi] = [await a.patient(), await a.patient()];
  const homeOf = async ({ cookie }: Somebody) =>
    (
      (await getPage(homePage, { path: '/dashboard/home', cookie })).data as {
        patient: { questions: unknown[] };
      }
    ).patient.questions;
  const first = await aReportAskedBy(expert, asha, { kind: 'unreadable', pages: '1' });
  const second = await aReportAskedBy(expert, asha, { kind: 'detail', text: 'Since when?' });
  await aReportAskedBy(expert, ravi);
  const reportType = 'Blood Test';
  expect(await homeOf(asha)).toEqual([
    { reportId: first._id, reportType, kind: 'unreadable', pages: [1] },
    { reportId: second._id, reportType, kind: 'detail', pages: [] },
  ]);
  await answerTo(asha, first._id, { text: 'It is a new photo' });
  expect(await homeOf(asha)).toMatchObject([{ reportId: second._id }]);
});
