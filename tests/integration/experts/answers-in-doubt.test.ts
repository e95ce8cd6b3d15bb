import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { repeatStanding } from '~/domain/experts/repeat-standing.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import * as judgePage from '~/routes/dashboard/admin/change-expert-status';
import * as home from '~/routes/dashboard/home';
import * as listPage from '~/routes/dashboard/previous-report';
import * as summaryPage from '~/routes/dashboard/review-summary';
import { postSettings } from '../../support/accounts';
import { a, an, fixture, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { anUntoldAnswer, aReportSlip, openReportSlip, slipFrom } from '../../support/desk';
import { aKey } from '../../support/keys';
import { aReportOf, type Report, sendReview, uploadFields } from '../../support/reports';
import { apiRoute, callApi, getPage, openFile, postPage } from '../../support/requests';
import { aShareOf, openShareBy } from '../../support/shares';
import { checkCode, codeOfSummary } from '../../support/summaries';
import { unzip } from '../../support/zip';

const canary = 'Zebrafinch: your iron is low, take one tablet a day';
const translated = 'ज़ेब्राफिंच: आपका आयरन कम है';
const helpline = '1800 000 000';
const note = `The clinic no longer vouches for this answer. Do not act on it alone; call ${helpline}.`;
const goTodayWords = 'Your potassium is high. Please go to a hospital today and show them this.';

let admin: Somebody;
const clinic = clinicForFile({ HELPLINE: helpline });
beforeAll(async () => {
  admin = await an.admin();
});

const suspend = (expert: Somebody, answersInDoubt?: boolean) =>
  callApi(apiRoute('expert/suspend-expert'), {
    method: 'POST',
    token: admin.token,
    body: { expertId: expert.id, reason: 'A complaint', answersInDoubt },
  });
const restore = (expert: Somebody) =>
  callApi(apiRoute('expert/restore-expert'), {
    method: 'POST',
    token: admin.token,
    body: { expertId: expert.id },
  });
const decide = (expert: Somebody, answersInDoubt: boolean) =>
  callApi(apiRoute('expert/decide-doubt'), {
    method: 'POST',
    token: admin.token,
    body: { expertId: expert.id, answersInDoubt },
  });
/** Bars an expert as a restored database or an older server may leave them. */
const reject = (expert: Somebody) =>
  execute(db().update(users).set({ approved: false, rejectedAt: new Date() }).where(eq(users.id, expert.id)));

async function readOwn({ token }: Pick<Somebody, 'token'>, reportId: string) {
  const { json } = await callApi(apiRoute('report/get-report'), { token, params: { reportId } });
  return json.data as Report & { doubtNote: { sentence: string } | null };
}

async function anAnswer(nextStep?: string, review = canary) {
  const [patient, expert] = [await a.patient(), await an.expert()];
  const { _id } = await aReportOf(patient);
  expect((await sendReview({ reportId: _id, token: expert.token, review, nextStep })).status).toBe(200);
  return { patient, expert, reportId: _id };
}

const see = (who: Pick<Somebody, 'token'>, reportId: string, readAt?: string) =>
  callApi(apiRoute('report/review-seen'), {
    method: 'POST',
    token: who.token,
    params: { reportId },
    body: { readAt },
  });
const homeOf = async ({ cookie }: Somebody) =>
  (await getPage(home, { path: '/dashboard/home', cookie })).data as {
    patient?: { newAnswers: { id: string; doubt: string | null }[] };
    admin?: { toCall: { first: number }; doubt: { count: number; expertId: string | null } };
  };
const isNewTo = async (patient: Somebody, reportId: string) =>
  (await homeOf(patient)).patient?.newAnswers.some(({ id }) => id === reportId);

/** Every door but the owner's own log-in: what it gives of one reviewed and translated report. */
const doors: [string, () => Promise<{ authors: Somebody[]; read: () => Promise<string> }>][] = [
  [
    'the slip of the report',
    async () => {
      const { owner, reportId, slip } = await aReportSlip(await a.clerk());
      return {
        authors: await reviewAndTranslate(owner, reportId),
        read: async () => (await openReportSlip(slip, 1962)).text,
      };
    },
  ],
  [
    'a link for another doctor',
    async () => {
      const [patient, { _id }] = await aSentReport();
      const authors = await reviewAndTranslate(patient, _id);
      const share = await aShareOf(patient, [_id]);
      return { authors, read: async () => (await openShareBy(share)).text };
    },
  ],
  [
    'the check of a printed summary',
    async () => {
      const [patient, { _id }] = await aSentReport();
      const authors = await reviewAndTranslate(patient, _id);
      const code = await codeOfSummary(patient, _id);
      return { authors, read: async () => (await checkCode(code)).text };
    },
  ],
  [
    'a summary that the front of the clinic prints',
    async () => {
      const [patient, { _id }] = await aSentReport();
      const authors = await reviewAndTranslate(patient, _id);
      const read = async () => {
        const path = `/dashboard/review-summary/${_id}`;
        // In Hindi the paper has the translation too.
        const call = { path, params: { reportId: _id }, cookie: `${admin.cookie}; language=hi` };
        return JSON.stringify((await getPage(summaryPage, call)).data);
      };
      return { authors, read };
    },
  ],
  ...(['get-report', 'get-report-by-patientId', 'get-all-reviewed-reports'] as const).map(
    (path): (typeof doors)[number] => [
      `a key: ${path}`,
      async () => {
        const [patient, { _id }] = await aSentReport();
        const authors = await reviewAndTranslate(patient, _id);
        const { token } = await aKey(admin, ['reports.read']);
        const ids = { 'get-report': { reportId: _id }, 'get-report-by-patientId': { patientId: patient.id } };
        const params = path === 'get-all-reviewed-reports' ? undefined : ids[path];
        const query = path === 'get-report' ? '' : '?limit=100';
        return {
          authors,
          read: async () =>
            (await callApi(apiRoute(`report/${path}`), { token, params, path: `/x${query}` })).text,
        };
      },
    ],
  ),
  [
    'the archive that a key downloads',
    async () => {
      const [patient, { _id }] = await aSentReport();
      const authors = await reviewAndTranslate(patient, _id);
      const { token } = await aKey(admin, ['export']);
      const read = async () => {
        const call = { method: 'POST', token, body: { userId: patient.id } };
        const response = await openFile(apiRoute('account/export'), call);
        return String(unzip(Buffer.from(await response.arrayBuffer())).get('patient.json'));
      };
      return { authors, read };
    },
  ],
  [
    'the list of the helper who sent it',
    async () => {
      const helper = await a.helper();
      const { userId } = await slipFrom(helper, { birthYear: 1960 });
      const body = uploadFields(await fixture('rash.png'));
      const fields = { userId, birthYear: '1960', mode: 'paper', mayRead: 'true' };
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      const sent = await callApi(apiRoute('report/upload-for'), {
        method: 'POST',
        token: helper.token,
        body,
      });
      const { reportId } = sent.json.data as { reportId: string };
      const expert = await an.expert();
      await sendReview({ reportId, token: expert.token, review: canary });
      return {
        authors: [expert],
        read: async () => (await callApi(apiRoute('report/sent'), { token: helper.token })).text,
      };
    },
  ],
];

async function aSentReport() {
  const patient = await a.patient();
  return [patient, await aReportOf(patient)] as const;
}

/** Has a report reviewed by one expert and translated by another; returns both. */
async function reviewAndTranslate(owner: Pick<Somebody, 'id'>, reportId: string) {
  const [author, translator] = [await an.expert(), await an.expert()];
  await sendReview({ reportId, token: author.token, review: canary });
  await execute(db().update(users).set({ language: 'hi' }).where(eq(users.id, owner.id)));
  await postSettings(translator, 'languages', { en: 'on', hi: 'on' });
  const { status } = await callApi(apiRoute('report/add-translation'), {
    method: 'POST',
    token: translator.token,
    params: { reportId },
    body: { review: translated },
  });
  expect(status).toBe(200);
  return [author, translator];
}

describe.each(doors)('%s', (_door, open) => {
  test('leaves out the texts of barred authors and translators, whatever was answered', async () => {
    const { authors, read } = await open();
    const [author, translator] = authors;
    if (!author) throw new Error('nobody has written it');
    expect(await read(), 'the door shows it before').toContain('Zebrafinch');
    if (translator) {
      await reject(translator);
      expect(await read()).not.toContain('ज़ेब्राफिंच');
    }
    for (const answer of [undefined, false, true]) {
      await suspend(author, answer);
      expect(await read(), String(answer)).not.toContain('Zebrafinch');
      await restore(author);
      expect(await read()).toContain('Zebrafinch');
    }
    await reject(author);
    expect(await read()).not.toContain('Zebrafinch');
  });
});

describe('at the owner’s own log-in', () => {
  test('a suspension without the answer changes nothing, warns its caller, and home asks', async () => {
    const { patient, expert, reportId } = await anAnswer('none');
    const before = await readOwn(patient, reportId);
    await see(patient, reportId);
    const asked = (await homeOf(admin)).admin?.doubt.count ?? 0;
    const { status, json } = await suspend(expert);
    expect([status, json.warnings]).toEqual([
      200,
      [{ code: 'doubt_undecided', message: expect.stringMatching(/counts as no/) }],
    ]);
    expect((await homeOf(admin)).admin?.doubt.count).toBe(asked + 1);
    expect(await readOwn(patient, reportId)).toMatchObject({
      ...before,
      reportUrl: expect.any(String),
      thumbnailUrl: expect.anything(),
    });
    expect(await isNewTo(patient, reportId)).toBe(false);
    expect((await decide(expert, false)).json).toEqual({ success: true, message: 'Saved' });
    expect((await homeOf(admin)).admin?.doubt.count).toBe(asked);
    expect((await readOwn(patient, reportId)).doubtNote).toBeNull();
  });

  test('a doubt stands before the answer, which is new again and never says to do nothing', async () => {
    const { patient, expert, reportId } = await anAnswer('none');
    await see(patient, reportId);
    const mails = (await clinic.emails(patient.email)).length;
    expect((await suspend(expert, true)).json).not.toHaveProperty('warnings');
    const report = await readOwn(patient, reportId);
    expect(report).toMatchObject({ doubtNote: { sentence: note }, nextStep: null, review: canary });
    expect((await homeOf(patient)).patient?.newAnswers).toMatchObject([{ id: reportId, doubt: note }]);
    const [mail, ...others] = (await clinic.emails(patient.email)).slice(mails);
    expect([mail?.subject, others]).toEqual(['A note from the clinic about your report', []]);
    expect(mail?.text).not.toMatch(/iron|vouch|suspend/i);
    const page = `/dashboard/review-summary/${reportId}`;
    await codeOfSummary(patient, reportId);
    const paper = await getPage(summaryPage, {
      path: page,
      params: { reportId },
      cookie: patient.cookie,
    });
    expect(paper.data).toMatchObject({ paper: { warning: { sentence: note }, step: null } });
  });

  test('a page read before the doubt does not mark the answer as seen, and one read after it does', async () => {
    const { patient, expert, reportId } = await anAnswer('none');
    const { loadedAt } = (
      await getPage(listPage, {
        path: `/dashboard/previous-report/${patient.id}`,
        params: { patientId: patient.id },
        cookie: patient.cookie,
      })
    ).data as { loadedAt: string };
    await suspend(expert, true);
    await see(patient, reportId, loadedAt);
    expect(await isNewTo(patient, reportId)).toBe(true);
    await see(patient, reportId, new Date().toISOString());
    expect(await isNewTo(patient, reportId)).toBe(false);
  });

  test('a translation in doubt has the warning of its own', async () => {
    const [patient, { _id }] = await aSentReport();
    const [, translator] = await reviewAndTranslate(patient, _id);
    await suspend(translator as Somebody, true);
    const report = await readOwn(patient, _id);
    expect(report).toMatchObject({ doubtNote: null, translations: [{ doubtNote: { sentence: note } }] });
    expect(await isNewTo(patient, _id)).toBe(true);
  });

  test('"go today" stays a step, and goes on until the patient has seen it', async () => {
    const { patient, expert, reportId } = await anAnswer('goToday', goTodayWords);
    const before = (await homeOf(admin)).admin?.toCall.first ?? 0;
    await suspend(expert, true);
    expect(await readOwn(patient, reportId)).toMatchObject({
      doubtNote: { sentence: note },
      nextStep: { step: 'goToday' },
    });
    expect((await homeOf(admin)).admin?.toCall.first).toBe(before);
    const { data } = await getPage(judgePage, {
      path: `/dashboard/judge-expert/${expert.id}?to=doubt`,
      params: { expertId: expert.id },
      cookie: admin.cookie,
    });
    expect(data).toMatchObject({ answers: [{ reportId, isGoTodayOpen: true }] });
  });

  test('restoring removes it, and tells those who have read it and nobody else', async () => {
    const { patient: reader, expert, reportId: read } = await anAnswer();
    const other = await a.patient();
    const { _id: unread } = await aReportOf(other);
    await sendReview({ reportId: unread, token: expert.token, review: canary });
    await see(reader, read);
    await see(other, unread);
    await suspend(expert, true);
    await see(reader, read);
    const mails = [await clinic.emails(reader.email), await clinic.emails(other.email)].map(
      ({ length }) => length,
    );
    await restore(expert);
    expect([await isNewTo(reader, read), await isNewTo(other, unread)]).toEqual([true, false]);
    expect(await readOwn(reader, read)).toMatchObject({
      doubtNote: null,
      doubtOver: expect.stringMatching(/^The clinic vouches for this answer again/),
    });
    expect(await readOwn(other, unread)).toMatchObject({ doubtNote: null, doubtOver: null });
    const later = [await clinic.emails(reader.email), await clinic.emails(other.email)];
    expect(later.map(({ length }, at) => length - (mails[at] ?? 0))).toEqual([1, 0]);
    await see(reader, read);
    expect(await isNewTo(reader, read)).toBe(false);
  });

  test('a decision of an earlier suspension does not hold for one by a server that knows none', async () => {
    const { patient, expert, reportId } = await anAnswer();
    await suspend(expert, true);
    const isThem = eq(users.id, expert.id);
    await execute(db().update(users).set({ suspendedAt: null }).where(isThem));
    expect((await readOwn(patient, reportId)).doubtNote).toBeNull();
    const later = new Date(Date.now() + 1000);
    await execute(db().update(users).set({ suspendedAt: later }).where(isThem));
    expect((await readOwn(patient, reportId)).doubtNote).toBeNull();
  });
});

describe('the page of an admin', () => {
  const judge = (expert: Somebody, to: string, fields: Record<string, string>) =>
    postPage(judgePage, {
      path: `/dashboard/judge-expert/${expert.id}?to=${to}`,
      params: { expertId: expert.id },
      cookie: admin.cookie,
      fields,
    });

  test('asks for the answer, and puts answers back into the queue', async () => {
    const { patient, expert, reportId } = await anAnswer();
    const missing = await judge(expert, 'suspend', { reason: 'A complaint' });
    expect([missing.status, missing.fieldErrors.answersInDoubt]).toEqual([400, 'Please choose yes or no']);
    const done = await judge(expert, 'suspend', { reason: 'A complaint', answersInDoubt: 'true' });
    expect(done.location).toBe(`/dashboard/judge-expert/${expert.id}?to=doubt`);
    const back = await judge(expert, 'putBack', {
      reportId,
      version: '1',
      reasonCode: 'other',
      reason: 'No longer vouched for',
    });
    expect(back.location).toBe(done.location);
    const [row] = await db().select().from(reports).where(eq(reports.id, reportId));
    expect(row).toMatchObject({ status: 'Pending', review: null, version: 2 });
    const { data } = await getPage(listPage, {
      path: `/dashboard/previous-report/${patient.id}`,
      params: { patientId: patient.id },
      cookie: patient.cookie,
    });
    expect(JSON.stringify(data)).not.toContain('Zebrafinch');
    const lines = await db().select().from(audit).where(eq(audit.objectId, expert.id)).orderBy(audit.id);
    expect(lines.map(({ action }) => action).filter((action) => action.startsWith('expert'))).toEqual([
      'expert.suspended',
      'expert.answersDoubted',
    ]);
  });
});

test('a restore repeats the decision about the answers', async () => {
  const { patient, expert, reportId } = await anAnswer();
  const at = Date.now();
  const decisions = ['expert.suspended', 'expert.answersDoubted'].map((action) => ({ action, at }));
  expect(await repeatStanding(expert.id, decisions)).toBe(true);
  expect(await readOwn(patient, reportId)).toMatchObject({ doubtNote: { sentence: note } });
  expect(await repeatStanding(expert.id, [{ action: 'expert.restored', at: at + 1 }])).toBe(true);
  expect((await readOwn(patient, reportId)).doubtNote).toBeNull();
});

test('people without e-mail are told of a doubt by hand', async () => {
  const clerk = await a.clerk();
  const { owner, reportId } = await anUntoldAnswer(clerk);
  const [row] = await db().select().from(reports).where(eq(reports.id, reportId));
  const isListed = async () =>
    (await callApi(apiRoute('account/to-tell'), { token: clerk.token })).text.includes(reportId);
  await see(owner, reportId);
  expect(await isListed()).toBe(false);
  await suspend({ id: row?.expertId } as Somebody, true);
  expect(await isListed()).toBe(true);
});
