import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { clinicDay } from '~/domain/kernel/days';
import { audit, outbox } from '~/platform/db/core/tables/clinic.server';
import { reports, reviewVersions } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import * as homePage from '~/routes/dashboard/home';
import * as reportPage from '~/routes/dashboard/report';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import {
  type AmendFields,
  amendReviewOf,
  aReportOf,
  aReviewedReportOf,
  type Report,
  sendReview,
  takeBackOf,
} from '../../support/reports';
import { apiRoute, callApi, getPage } from '../../support/requests';
import { deleteByApi, judgeByApi, reportsOf } from '../../support/visits';

const getReport = apiRoute('report/get-report');

let patient: Somebody;
let author: Somebody;
const clinic = clinicForFile();
beforeAll(async () => {
  [patient, author] = [await a.patient(), await an.expert()];
});

/** Finds a report in its patient's own list. */
async function readOwn(reportId: string, owner = patient) {
  const { json } = await reportsOf(owner.id, owner);
  const report = (json.data as Report[]).find(({ _id }) => _id === reportId);
  if (!report) throw new Error('The report is not in the list');
  return report;
}
const reviewIn = (answer?: { json: Record<string, unknown> }) =>
  (answer?.json.data as Report | undefined)?.review;
const aReview = async (review = 'All is well') => (await aReviewedReportOf(patient, author, review))._id;
const outcome = ({ status, json }: Awaited<ReturnType<typeof callApi>>) => [status, json.message];

describe('a review', () => {
  test('is corrected by its author, the new text counts and the old one is stored', async () => {
    const id = await aReview('Take 500 mg');
    const before = await readOwn(id);
    expect(before).toMatchObject({ version: 1, amendedAt: null, versions: [] });
    const answer = await amendReviewOf(author, id, { text: 'Take 50 mg', reason: 'A zero too many' });
    expect(outcome(answer)).toEqual([200, 'Review changed']);
    expect(await readOwn(id)).toMatchObject({
      status: 'Reviewed',
      review: 'Take 50 mg',
      version: 2,
      amendedAt: expect.any(String),
      reviewedAt: before.reviewedAt,
      expert: { _id: author.id },
      versions: [
        { number: 1, kind: 'review', review: 'Take 500 mg', reasonCode: null, createdAt: before.reviewedAt },
        {
          number: 2,
          kind: 'correction',
          review: 'Take 50 mg',
          reasonCode: 'slip',
          reason: 'A zero too many',
        },
      ],
    });
  });

  test('gets an addition under the text that stays, with the day', async () => {
    const id = await aReview('All is well');
    await amendReviewOf(author, id, { kind: 'addition', reasonCode: 'newFinding', text: 'Drink more' });
    const today = clinicDay(Date.now());
    expect(await readOwn(id)).toMatchObject({
      review: `All is well\n\n[${today}] Drink more`,
      versions: [{ review: 'All is well' }, { kind: 'addition', review: 'Drink more' }],
    });
    await amendReviewOf(author, id, { kind: 'addition', text: 'And sleep', version: 2 });
    expect(await readOwn(id)).toMatchObject({
      review: `All is well\n\n[${today}] Drink more\n\n[${today}] And sleep`,
      version: 3,
      versions: [{ number: 1 }, { number: 2 }, { number: 3 }],
    });
  });

  test('is corrected in another language, which becomes its language', async () => {
    const id = await aReview('நலம்');
    await amendReviewOf(author, id, { text: 'நலம்', language: 'ta' });
    expect(await readOwn(id)).toMatchObject({ review: 'நலம்', reviewLanguage: 'ta', version: 2 });
  });

  test('is changed once by twenty simultaneous changes of one version', async () => {
    const her = await a.patient();
    const id = (await aReviewedReportOf(her, author))._id;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => amendReviewOf(author, id, { text: `Correction ${at}` })),
    );
    const accepted = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 409);
    expect([accepted.length, refused.length]).toEqual([1, 19]);
    for (const { json } of refused)
      expect(json).toEqual({
        success: false,
        message: 'This review has changed in the meantime. Please read it again.',
        code: 'outdated',
      });
    const { review, version, versions } = await readOwn(id, her);
    expect([review, version, versions.length]).toEqual([reviewIn(accepted[0]), 2, 2]);
    const lines = await db()
      .select()
      .from(audit)
      .where(and(eq(audit.objectId, id), eq(audit.action, 'review.corrected')));
    expect(lines).toHaveLength(1);
    expect((await clinic.emails(her.email)).map(({ subject }) => subject).sort()).toEqual([
      'The review of your report has changed',
      'Your report has been reviewed',
    ]);
  });

  test('is taken back once by twenty simultaneous attempts', async () => {
    const id = await aReview();
    const answers = await Promise.all(Array.from({ length: 20 }, () => takeBackOf(author, id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
    expect(await db().select().from(reviewVersions).where(eq(reviewVersions.reportId, id))).toHaveLength(2);
  });

  test.each<[string, AmendFields, Record<string, string>]>([
    ['no text for a correction', { text: ' ' }, { text: 'Please write your text' }],
    ['no text for an addition', { kind: 'addition' }, { text: 'Please write your text' }],
    ['the same text', { text: ' All is well ' }, { text: 'Your text is the same as before.' }],
    [
      'a text for what is taken back',
      { kind: 'takenBack', reason: 'Wrong', text: 'x' },
      { text: 'To take a review back, leave the text empty' },
    ],
    ['no kind', { kind: '', text: 'x' }, { kind: 'Please choose what you would like to do' }],
    [
      'a kind there is not',
      { kind: 'review', text: 'x' },
      { kind: 'Please choose one of: addition, correction, takenBack' },
    ],
    ['no reason', { reasonCode: undefined, text: 'x' }, { reasonCode: 'Please choose the reason' }],
    [
      'no reason of the list',
      { reasonCode: 'mood', text: 'x' },
      { reasonCode: 'Please choose one of: slip, newFinding, wrongReport, other' },
    ],
    [
      'no words for another reason',
      { reasonCode: 'other', text: 'x' },
      { reason: 'Please explain in a few words' },
    ],
    [
      'no words where it is taken back',
      { kind: 'takenBack', reasonCode: 'wrongReport' },
      { reason: 'Please explain in a few words' },
    ],
    [
      'that it was meant for another report, and not to take it back',
      { reasonCode: 'wrongReport', text: 'x' },
      { reasonCode: 'If the review was meant for another report, please take it back' },
    ],
    ['too long a reason', { text: 'x', reason: 'x'.repeat(501) }, { reason: expect.any(String) }],
    [
      'an addition that is too long with the text that holds',
      { kind: 'addition', text: 'x'.repeat(9990) },
      { text: expect.stringContaining('Together with the earlier text, this is too long') },
    ],
    ['no version', { text: 'x', version: undefined }, { version: expect.any(String) }],
  ])('is not changed by %s', async (_what, fields, errors) => {
    const id = await aReview();
    const { status, json } = await amendReviewOf(author, id, fields);
    expect([status, json.errors]).toEqual([422, errors]);
    expect(await readOwn(id)).toMatchObject({ review: 'All is well', version: 1, versions: [] });
  });

  test('is not changed by another expert, its patient, an admin or an unapproved expert', async () => {
    const id = await aReview();
    const change = { text: 'Nothing' };
    expect(outcome(await amendReviewOf(await an.expert(), id, change))).toEqual([404, 'Report not found']);
    for (const who of [patient, await an.admin(), await an.unapprovedExpert(), await an.suspendedExpert()])
      expect((await amendReviewOf(who, id, change)).status).toBe(403);
    expect((await amendReviewOf(author, 'nothing', change)).status).toBe(404);
    const waiting = (await aReportOf(patient, { file: 'rash.png' }))._id;
    expect((await amendReviewOf(author, waiting, { ...change, version: 0 })).status).toBe(404);
    expect(await readOwn(id)).toMatchObject({ review: 'All is well', version: 1 });
  });

  test('is not changed by its author after a suspension', async () => {
    const doctor = await an.expert();
    const id = (await aReviewedReportOf(patient, doctor, 'All is well'))._id;
    const [answer] = await Promise.all([
      amendReviewOf(doctor, id, { text: 'Changed' }),
      judgeByApi(await an.admin(), 'suspend', doctor.id),
    ]);
    const { review } = await readOwn(id);
    expect(review).toBe(answer.status === 200 ? 'Changed' : 'All is well');
    expect((await amendReviewOf(doctor, id, { text: 'Again', version: 2 })).status).toBeGreaterThan(400);
  });

  test('is not found once its patient has deleted the report', async () => {
    const id = await aReview();
    const [answer] = await Promise.all([
      amendReviewOf(author, id, { text: 'New' }),
      deleteByApi(patient, id),
    ]);
    expect([200, 404]).toContain(answer.status);
    expect(outcome(await amendReviewOf(author, id, { text: 'Newer', version: 2 }))[0]).toBe(404);
    expect(await db().select().from(reviewVersions).where(eq(reviewVersions.reportId, id))).toEqual([]);
  });

  test('is changed at most twenty times, but can be taken back even then', async () => {
    const id = await aReview();
    for (let version = 1; version <= 20; version++)
      expect((await amendReviewOf(author, id, { text: `Text ${version}`, version })).status).toBe(200);
    expect(outcome(await amendReviewOf(author, id, { text: 'One more', version: 21 }))).toEqual([
      409,
      'This review has been changed too many times. You can now only take it back.',
    ]);
    expect((await takeBackOf(author, id, 21)).status).toBe(200);
  });

  test('is changed once under one Idempotency-Key, and the second answer repeats the first', async () => {
    const id = await aReview();
    const headers = { 'Idempotency-Key': 'amend-once' };
    const first = await amendReviewOf(author, id, { text: 'Once' }, headers);
    const second = await amendReviewOf(author, id, { text: 'Once' }, headers);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect((second.json.data as Report).versions).toHaveLength(2);
    expect((await amendReviewOf(author, id, { text: 'Twice' }, headers)).status).toBe(422);
  });

  test('is a new answer for its patient after a change, and the openings name who changed it', async () => {
    const her = await a.patient();
    const id = (await aReviewedReportOf(her, author))._id;
    type Home = { patient: { newAnswers: { id: string }[] } };
    const news = async () =>
      ((await getPage(homePage, { path: '/dashboard/home', cookie: her.cookie })).data as Home).patient
        .newAnswers;
    const look = () =>
      getPage(reportPage, {
        path: `/dashboard/report/${id}`,
        params: { reportId: id },
        cookie: her.cookie,
      });
    const see = () =>
      callApi(apiRoute('report/review-seen'), { method: 'POST', token: her.token, params: { reportId: id } });
    await see();
    expect(await news()).toEqual([]);
    await amendReviewOf(author, id, { text: 'Something else' });
    expect(await news()).toMatchObject([{ id }]);
    expect((await look()).text).toContain('review.corrected');
    await see();
    expect(await news()).toEqual([]);
    const openings = await callApi(apiRoute('report/get-openings'), {
      token: her.token,
      params: { reportId: id },
    });
    expect((openings.json.data as { action: string }[]).map(({ action }) => action)).toEqual([
      'review.corrected',
      'report.reviewed',
    ]);
  });

  test('is announced in an e-mail without a word of it after a change', async () => {
    const her = await a.patient();
    const id = (await aReviewedReportOf(her, author, 'Canary of the first text'))._id;
    await amendReviewOf(author, id, { text: 'Canary of the second text', reason: 'Canary of the reason' });
    const letters = await clinic.emails(her.email);
    expect(letters.map(({ subject }) => subject).sort()).toEqual([
      'The review of your report has changed',
      'Your report has been reviewed',
    ]);
    expect(JSON.stringify(letters)).not.toContain('Canary');
  });

  test('shows its versions to patient, author and admins, and to no other expert', async () => {
    const id = await aReview('Canary of the first text');
    await amendReviewOf(author, id, { text: 'The second text' });
    // Another report of this patient waits, so other experts may read their reports.
    await aReportOf(patient, { file: 'scan.webp' });
    const read = async ({ token }: Somebody) =>
      (await callApi(getReport, { token, params: { reportId: id } })).text;
    for (const who of [patient, author, await an.admin()]) expect(await read(who)).toContain('Canary');
    const otherView = await read(await an.expert());
    expect(otherView).toContain('The second text');
    expect(otherView).not.toContain('Canary');
  });

  test('counts as the first version if it is older than the count of versions', async () => {
    const id = await aReview();
    await execute(db().update(reports).set({ version: 0 }).where(eq(reports.id, id)));
    expect((await amendReviewOf(author, id, { text: 'New', version: 0 })).status).toBe(200);
    expect(await readOwn(id)).toMatchObject({ version: 2, versions: [{ number: 1 }, { number: 2 }] });
  });

  test('is changed by the faster tab, and the other tab is told', async () => {
    const id = await aReview();
    await amendReviewOf(author, id, { text: 'From the first tab' });
    expect((await amendReviewOf(author, id, { text: 'From the second tab' })).status).toBe(409);
    expect((await takeBackOf(author, id, 2)).status).toBe(200);
    expect(outcome(await amendReviewOf(author, id, { text: 'Late', version: 2 }))).toEqual([
      409,
      'This review has already been taken back.',
    ]);
    await sendReview({ reportId: id, token: (await an.expert()).token, review: 'A new one' });
    expect((await amendReviewOf(author, id, { text: 'Late', version: 4 })).status).toBe(404);
    expect(await readOwn(id)).toMatchObject({ review: 'A new one', version: 4 });
  });

  test.each([
    ['corrected', 'reviewReady', { text: 'Better' }],
    ['taken back', undefined, { kind: 'takenBack', reasonCode: 'wrongReport', reason: 'Mixed up' }],
  ])(
    'sends its patient only the e-mail of the new state if it could still be undone and is %s',
    async (_how, letter, fields) => {
      const her = await a.patient();
      const id = (await aReviewedReportOf(her, author))._id;
      const letters = async () =>
        (await db().select().from(outbox)).filter(({ recipient }) => recipient.includes(her.email));
      const [heldNotice] = await letters();
      const hiddenUntil = new Date(Date.now() + 10_000);
      await execute(
        db().update(reports).set({ hiddenUntil, noticeId: heldNotice?.id }).where(eq(reports.id, id)),
      );
      expect((await amendReviewOf(author, id, fields)).status).toBe(200);
      expect((await letters()).map((one) => one.letter)).toEqual(letter ? [letter] : []);
      const [row] = await db().select().from(reports).where(eq(reports.id, id));
      expect(row).toMatchObject({ hiddenUntil: null, noticeId: null });
    },
  );
});
