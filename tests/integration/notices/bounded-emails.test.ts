import { readdirSync, readFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { countQueues, findOldestWaitingAt } from '~/domain/clinic/outbox-lists.server';
import { purge } from '~/domain/clinic/purge.server';
import { remindOfQuestions } from '~/domain/questions/question-job.server';
import type { EmailTemplate } from '~/i18n/notifications/compose-email';
import { users } from '~/platform/db/core/tables/accounts.server';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { db, execute } from '~/platform/db/db.server';
import { getSettings, setSettings } from '~/platform/settings/env.server';
import * as addReviewPage from '~/routes/dashboard/add-review';
import * as listPage from '~/routes/dashboard/pending-report';
import { postSettings } from '../../support/accounts';
import { a, an, type Clinic, openClinic, type Somebody } from '../../support/clinic';
import { answerTo, askAbout } from '../../support/questions';
import {
  amendReviewOf,
  aReportOf,
  aReviewedReportOf,
  sendReview,
  takeBackOf,
  withdrawConsentFor,
} from '../../support/reports';
import { apiRoute, callApi, postPage } from '../../support/requests';
import { approve, deleteByApi, judgeByApi, reportsOf } from '../../support/visits';

const hour = 3_600_000;
const day = 24 * hour;
const closeQuestion = apiRoute('report/close-question');
const addTranslation = apiRoute('report/add-translation');

let clinic: Clinic;
let patient: Somebody;
let expert: Somebody;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  clinic = await openClinic();
  [patient, expert] = [await a.patient(), await an.expert()];
});
afterEach(async () => {
  await clinic.close();
  vi.useRealTimers();
});
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
const lettersTo = async ({ email }: Somebody) => (await clinic.emails(email)).length;
const takeQuestionBack = (reportId: string) =>
  callApi(closeQuestion, { method: 'POST', token: expert.token, params: { reportId } });

/** Asks a question and withdraws it, `times` times, and leaves the last one open. */
async function askTimes(times: number, reportId: string) {
  for (let at = 1; at <= times; at += 1) {
    expect((await askAbout(expert, reportId)).status).toBe(200);
    if (at < times) expect((await takeQuestionBack(reportId)).status).toBe(200);
    later(1000);
  }
}

describe('e-mails about the questions of a report', () => {
  test('are limited to three a day; a further question shows at once, with one e-mail a day after the first', async () => {
    const { _id } = await aReportOf(patient);
    await askTimes(30, _id);
    expect(await lettersTo(patient)).toBe(3);
    const [report] = (await reportsOf(patient.id, patient)).json.data as { progress: string }[];
    expect(report?.progress).toBe('question');
    later(day - 60_000);
    await remindOfQuestions();
    expect(await lettersTo(patient), 'none before the first is a day old').toBe(3);
    later(2 * 60_000);
    for (const ms of [0, hour, 12 * hour]) {
      later(ms);
      await remindOfQuestions();
      expect(await lettersTo(patient)).toBe(4);
    }
    expect((await clinic.emails(patient.email)).at(-1)?.text).toContain(`/dashboard/answer-question/${_id}`);
  });

  test('are counted for each report', async () => {
    const [firstReport, secondReport] = [
      await aReportOf(patient),
      await aReportOf(patient, { description: 'another' }),
    ];
    await askTimes(5, firstReport._id);
    await askTimes(1, secondReport._id);
    expect(await lettersTo(patient)).toBe(4);
  });

  test.each([
    ['answered', (id: string) => answerTo(patient, id, { text: 'Since May' })],
    ['taken back', takeQuestionBack],
    ['no longer allowed, with the consent', (id: string) => withdrawConsentFor(patient, id)],
    ['of a report that is deleted', (id: string) => deleteByApi(patient, id)],
  ])('are not sent once the question is %s', async (_how, end) => {
    const { _id } = await aReportOf(patient);
    await askTimes(4, _id);
    expect((await end(_id)).status).toBe(200);
    later(day + hour);
    await remindOfQuestions();
    expect(await lettersTo(patient)).toBe(3);
  });

  test('continue the next day, again three', async () => {
    const { _id } = await aReportOf(patient);
    await askTimes(4, _id);
    later(day);
    await takeQuestionBack(_id);
    expect(await lettersTo(patient), 'the held e-mail was sent').toBe(4);
    await askTimes(5, _id);
    expect(await lettersTo(patient)).toBe(6);
    later(day);
    expect(await lettersTo(patient)).toBe(7);
  });

  test('are sent a day later, even after a long stop, and then purged', async () => {
    const { _id } = await aReportOf(patient);
    await askTimes(4, _id);
    await lettersTo(patient);
    later(5 * day);
    expect(await lettersTo(patient)).toBe(4);
    later(8 * day);
    await purge();
    expect(await countQueues()).toMatchObject({ outboxWaiting: 0, outboxGivenUp: 0 });
  });

  test('are not overdue while held: nothing waits for the mail server', async () => {
    const { _id } = await aReportOf(patient);
    await askTimes(4, _id);
    await lettersTo(patient);
    expect([(await countQueues()).outboxWaiting, await findOldestWaitingAt()]).toEqual([0, null]);
    later(day);
    const since = await findOldestWaitingAt();
    expect((await countQueues()).outboxWaiting).toBe(1);
    expect(Date.now() - Number(since)).toBeLessThan(hour);
  });
});

describe('other e-mails that one person can cause for another', () => {
  test('are limited for review changes: three a day, one a day later, and the withdrawal at once', async () => {
    const { _id } = await aReviewedReportOf(patient, expert);
    for (let version = 1; version <= 8; version += 1) {
      const added = await amendReviewOf(expert, _id, { kind: 'addition', text: `More ${version}`, version });
      expect(added.status).toBe(200);
      later(1000);
    }
    expect(await lettersTo(patient), 'including the one about the review').toBe(4);
    later(day);
    expect(await lettersTo(patient)).toBe(5);
    for (let version = 9; version <= 12; version += 1)
      await amendReviewOf(expert, _id, { kind: 'addition', text: `More ${version}`, version });
    expect(await lettersTo(patient)).toBe(7);
    expect((await takeBackOf(expert, _id, 13)).status).toBe(200);
    expect((await clinic.emails(patient.email)).at(-1)?.subject).toBe(
      'The review of your report was taken back',
    );
    later(day);
    expect(await lettersTo(patient), 'no e-mail about an outdated state').toBe(8);
  });

  test('are limited for a review written and withdrawn again and again, to patient and admins alike', async () => {
    const admin = await an.admin();
    const { token } = expert;
    const { _id } = await aReportOf(patient);
    for (let round = 0; round < 6; round += 1) {
      expect((await sendReview({ token, reportId: _id, review: `Text ${round}` })).status).toBe(200);
      later(1000);
      expect((await takeBackOf(expert, _id, 2 * round + 1)).status).toBe(200);
      later(1000);
    }
    expect([await lettersTo(patient), await lettersTo(admin)]).toEqual([6, 3]);
    later(day);
    expect([await lettersTo(patient), await lettersTo(admin)]).toEqual([7, 4]);
    expect((await clinic.emails(patient.email)).at(-1)?.subject).toBe(
      'The review of your report was taken back',
    );
  });

  test('report a withdrawal at once to readers who were told of the review, however often', async () => {
    const { token } = expert;
    const { _id } = await aReportOf(patient);
    const review = (round: number) => sendReview({ token, reportId: _id, review: `Text ${round}` });
    await review(0);
    await lettersTo(patient);
    later(day - hour);
    for (let round = 0; round < 3; round += 1) {
      await takeBackOf(expert, _id, 2 * round + 1);
      await lettersTo(patient);
      await review(round + 1);
      await lettersTo(patient);
    }
    later(2 * hour);
    const before = await clinic.emails(patient.email);
    expect(before.at(-1)?.subject, 'the fourth was held and then sent').toContain('reviewed');
    await takeBackOf(expert, _id, 7);
    const emails = await clinic.emails(patient.email);
    expect([emails.length - before.length, emails.at(-1)?.subject]).toEqual([
      1,
      'The review of your report was taken back',
    ]);
  });

  test('report a review whose e-mail is held once, with its changes', async () => {
    const { token } = expert;
    const { _id } = await aReportOf(patient);
    for (let round = 0; round < 3; round += 1) {
      await sendReview({ token, reportId: _id, review: `Text ${round}` });
      await takeBackOf(expert, _id, 2 * round + 1);
    }
    await sendReview({ token, reportId: _id, review: 'The last' });
    await amendReviewOf(expert, _id, { kind: 'addition', text: 'More', version: 7 });
    expect(await lettersTo(patient)).toBe(6);
    later(day);
    const emails = await clinic.emails(patient.email);
    expect([emails.length, emails.at(-1)?.subject]).toEqual([7, 'Your report has been reviewed']);
  });

  test('are limited for translations, each of a review that was changed since', async () => {
    const translator = await an.expert();
    await postSettings(translator, 'languages', { en: 'on', ta: 'on' });
    await execute(db().update(users).set({ language: 'ta' }).where(eq(users.id, patient.id)));
    const { _id } = await aReviewedReportOf(patient, expert);
    const howMany = async (name: string) => {
      await clinic.emails();
      return (await db().select().from(outbox)).filter(
        ({ letter, state }) => letter === name && state === 'sent',
      ).length;
    };
    for (let version = 1; version <= 6; version += 1) {
      const { status } = await callApi(addTranslation, {
        method: 'POST',
        token: translator.token,
        params: { reportId: _id },
        body: { review: `நலம் ${version}`, version },
      });
      expect(status).toBe(200);
      later(1000);
      await amendReviewOf(expert, _id, { kind: 'addition', text: `More ${version}`, version });
      later(1000);
    }
    expect(await howMany('translationReady')).toBe(3);
    later(day);
    expect(await howMany('translationReady'), 'no e-mail about an outdated text').toBe(3);
  });

  test('are limited for an expert’s status: three a day, and the last state a day later', async () => {
    const [admin, newcomer] = [await an.admin(), await an.unapprovedExpert()];
    await approve(admin, newcomer.id);
    for (let round = 0; round < 5; round += 1) {
      for (const to of ['suspend', 'restore'] as const) {
        later(1000);
        expect((await judgeByApi(admin, to, newcomer.id)).status).toBe(200);
      }
    }
    expect(await lettersTo(newcomer)).toBe(3);
    later(day);
    const emails = await clinic.emails(newcomer.email);
    expect(emails).toHaveLength(4);
  });

  test('do not report a review that is undone, even if its e-mail was held', async () => {
    setSettings({ ...getSettings(), UNDO_SECONDS: 10 });
    const { token } = expert;
    const { _id } = await aReportOf(patient);
    for (let round = 0; round < 3; round += 1) {
      await sendReview({ token, reportId: _id, review: `Text ${round}` });
      await takeBackOf(expert, _id, 2 * round + 1);
    }
    const lettersBefore = await lettersTo(patient);
    const fields = { review: 'On the page', language: 'en', correctedAt: '' };
    const path = `/dashboard/add-review/${_id}`;
    const params = { reportId: _id };
    expect((await postPage(addReviewPage, { path, params, cookie: expert.cookie, fields })).status).toBe(302);
    const undone = await postPage(listPage, {
      path: '/dashboard/pending-report/undo',
      params: { part: 'undo' },
      cookie: expert.cookie,
      fields: { reportId: _id },
    });
    expect(undone.toast?.type).toBe('success');
    later(2 * day);
    expect([lettersBefore, await lettersTo(patient)]).toEqual([6, 6]);
  });
});

/** The bound of each e-mail that another account can cause. A new e-mail needs an entry here. */
const bounds: Record<EmailTemplate, string> = {
  code: 'five an hour for an address, twenty for a network',
  alreadyHaveAccount: 'as codes: it leaves in place of one',
  resetPassword: 'five an hour for an address',
  passwordChanged: 'one to oneself, for each right old password',
  manyWrongLogins: 'once a day',
  passkeyAdded: 'one to oneself, for each right password',
  passkeyCopied: 'three a day',
  shareGuessed: 'three a day',
  shareCreated: 'one to oneself for each link, of which there are fifty a day',
  addressDisputed: 'one for each request after an identity check at the front desk',
  reviewReady: 'three a day',
  reviewChanged: 'three a day; a withdrawal one for each review that its reader was told of',
  lookAgain: 'one for each step of four days or more',
  clinicNote: 'three a day, with changes of the review',
  reviewTakenBack: 'three a day to each admin',
  translationReady: 'three a day',
  questionWaits: 'three a day',
  answerWaits: 'one for each question that its reader has asked',
  reportHeld: 'one for each time that an admin has opened the report',
  reportsWait: 'one an hour',
  expertsWait: 'one an hour',
  translationsWait: 'one a day',
  accountApproved: 'three a day, with the next three',
  accountRejected: 'three a day',
  accountSuspended: 'three a day',
  accountRestored: 'three a day',
  contactMessage: 'ten an hour from a network, to the clinic itself',
  messageWaits: 'ten an hour from a network, to the clinic itself',
  complaintReceived: 'ten an hour from a network',
  complaintAnswered: 'one for each complaint',
  complaintAnswerWaits: 'one for each complaint',
  complaintWaits: 'ten an hour from a network, to each admin',
  complaintDue: 'one to each admin, for each complaint',
  manyMisses: 'one a day to each admin, for each staff member',
  followUpOverdue: 'one an hour to each admin, for each answer that nobody looks after',
  urgentWaits: 'one in five minutes to each expert on duty',
  urgentUnread: 'one in five minutes to each admin and each account of the front desk',
  reportsOverdue: 'one in five minutes to each admin and each expert on duty, once for each report',
  lookNow: 'one for each time that nobody reads an urgent report for half an hour',
  textsUsedUp: 'one a day to each admin',
  alertsQuietened: 'one to each admin, for each hour, of which an admin has one a day',
  contactChanged: 'one to each admin, for each right password',
  adminAdded: 'one to each admin, for each right password',
  registrationEnds: 'one for each check of a registration, and one for its added days',
  registrationOfEnds: 'the same, to each admin',
  testEmail: 'to oneself',
};

test('queues limited e-mails in no other way', () => {
  const folder = new URL('../../../app/domain/', import.meta.url).pathname;
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.includes('.test.'))
    .map((path) => readFileSync(folder + path, 'utf8'));
  const plain = texts.flatMap((text) =>
    [...text.matchAll(/enqueueEmail\(\{[^}]*?template: '(\w+)'/g)].map(([, name = '']) => name),
  );
  expect(plain.length).toBeGreaterThan(5);
  const bounded = Object.keys(bounds).filter((name) => /^three/.test(bounds[name as EmailTemplate]));
  expect(bounded.filter((name) => plain.includes(name))).toEqual([]);
});
