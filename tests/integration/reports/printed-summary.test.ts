import { eq } from 'drizzle-orm';
import jsqr from 'jsqr';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { translate } from '~/i18n/translate';
import { reports, translations } from '~/platform/db/core/tables/reports.server';
import { reportChecks } from '~/platform/db/core/tables/slips.server';
import { db, execute } from '~/platform/db/db.server';
import * as summaryPage from '~/routes/dashboard/review-summary';
import * as checkPage from '~/routes/public/check';
import * as checkedPage from '~/routes/public/checked-answer';
import { a, an, origin, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { aReportSlip, identityOf, issueSlipBy } from '../../support/desk';
import { freshLimits } from '../../support/fresh-limits';
import { asOlderServer } from '../../support/older-server';
import { rawDatabase } from '../../support/raw';
import {
  amendReviewOf,
  aReportOf,
  aReviewedReportOf,
  sendReview,
  takeBackOf,
  withdrawConsentFor,
} from '../../support/reports';
import { apiRoute, callApi, getPage, postPage } from '../../support/requests';
import { checkCode, codeOfSummary, createCodeFor, readCodeOf } from '../../support/summaries';
import { deleteByApi, judgeByApi } from '../../support/visits';

const words = 'Take 0.5 mg once a day.\n\nCome back in 3 weeks.';

let patient: Somebody;
let doctor: Somebody;
let admin: Somebody;
clinicForFile();
beforeAll(async () => {
  [patient, doctor, admin] = await Promise.all([a.patient(), an.expert(), an.admin()]);
});

/** A reviewed report with the code of its summary. */
async function aSummary({ text = words, owner = patient, by = doctor } = {}) {
  const { _id: reportId } = await aReportOf(owner, { file: 'rash.png', description: 'Tired for weeks' });
  await sendReview({ reportId, token: by.token, review: text, nextStep: 'seeDoctor', withinDays: 14 });
  return { reportId, code: await codeOfSummary(owner, reportId) };
}

/** Reads the texts on the summary as it is printed. */
async function readPaper(reportId: string, { cookie } = patient) {
  const { data } = await getPage(summaryPage, {
    path: `/dashboard/review-summary/${reportId}`,
    params: { reportId },
    cookie,
  });
  return (data as Awaited<ReturnType<typeof summaryPage.loader>>).paper;
}

const nothing = { nextStep: null, review: null, translations: [], reviewedAt: null, amendedAt: null };
const shows = async (code: string, state: string) =>
  expect((await checkCode(code)).data).toEqual({ code, state, ...nothing });

describe('the code of a summary', () => {
  test('is one for each version, however often and at how many places it is created', async () => {
    const { _id } = await aReviewedReportOf(patient, doctor);
    expect((await readCodeOf(patient, _id)).json.data).toBeNull();
    const codes = await Promise.all([1, 2, 3, 4].map(() => codeOfSummary(patient, _id)));
    expect(new Set(codes).size).toBe(1);
    expect(codes[0]).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{2}$/);
    expect((await readCodeOf(patient, _id)).json.data).toMatchObject({ version: 1, code: codes[0] });
    await amendReviewOf(doctor, _id, { kind: 'addition', reasonCode: 'newFinding', text: 'Eat well.' });
    expect((await readCodeOf(patient, _id)).json.data).toBeNull();
    expect(await codeOfSummary(patient, _id)).not.toBe(codes[0]);
    const stored = await rawDatabase();
    for (const code of codes) expect(stored).not.toContain(code.replaceAll('-', ''));
  });

  test('is created by the patient alone, and for a review that is shown', async () => {
    const { _id: waiting } = await aReportOf(patient, { file: 'rash.png' });
    const { _id: reviewed } = await aReviewedReportOf(patient, doctor);
    const refused = await createCodeFor(patient, waiting);
    expect(refused.status).toBe(404);
    for (const who of [await a.patient(), doctor, admin]) {
      const { status, text } = await createCodeFor(who, reviewed);
      expect([status, text]).toEqual([404, refused.text]);
    }
    expect((await readCodeOf(await a.patient(), reviewed)).status).toBe(404);
    for (const who of [doctor, admin]) expect((await readCodeOf(who, reviewed)).status).toBe(200);
    const hiddenUntil = new Date(Date.now() + 60_000);
    await execute(db().update(reports).set({ hiddenUntil }).where(eq(reports.id, reviewed)));
    for (const who of [patient, doctor, admin]) {
      expect((await createCodeFor(who, reviewed)).status).toBe(404);
      expect((await readCodeOf(who, reviewed)).status).toBe(404);
    }
  });

  test('is found in every spelling from paper, and with its address', async () => {
    const { code } = await aSummary();
    const plain = code.replaceAll('-', '');
    const copied = plain.replaceAll('0', 'o').replaceAll('1', 'l').toLowerCase();
    for (const typed of [
      code,
      plain,
      copied,
      ` ${plain.slice(0, 9)} – ${plain.slice(9)} `,
      `https://x/check/${plain}`,
    ]) {
      const { status, location } = await postPage(checkPage, { path: '/check', fields: { code: typed } });
      expect([status, location], typed).toEqual([302, `/check/${code}`]);
    }
    for (const typed of ['', '   ', plain.slice(1), `${plain}7`, `U${plain.slice(1)}`]) {
      const { status, fieldErrors } = await postPage(checkPage, { path: '/check', fields: { code: typed } });
      expect([status, Object.keys(fieldErrors)], typed).toEqual([400, ['code']]);
    }
  });
});

describe('a check', () => {
  test('shows doctor, date, step and text as they are printed, and nothing about the patient', async () => {
    const { reportId, code } = await aSummary();
    const { status, data, text } = await checkCode(code);
    expect(status).toBe(200);
    expect(data).toMatchObject({
      state: 'current',
      reviewedAt: expect.any(String),
      review: { text: words, doctor: `${doctor.firstName} ${doctor.lastName}` },
      nextStep: { step: 'seeDoctor', sentence: expect.any(String) },
    });
    const { data: page } = await getPage(checkedPage, { path: `/check/${code}`, params: { code } });
    for (const shown of [text, JSON.stringify(page)])
      for (const hidden of [
        patient.lastName,
        patient.email,
        patient.id,
        reportId,
        '98765',
        'Tired',
        'Blood',
        '/files/',
      ])
        expect(shown).not.toContain(hidden);
  });

  test('differs from a print with one digit altered', async () => {
    const { reportId, code } = await aSummary();
    const paper = await readPaper(reportId);
    const { data } = await checkCode(code);
    expect(paper?.code).toBe(code);
    expect(paper?.texts.map(({ text }) => text)).toEqual([data?.review?.text]);
    expect(paper?.step).toEqual(data?.nextStep);
    const altered = paper?.texts.map(({ text }) => text.replace('0.5', '0.6'));
    expect(altered).not.toEqual([data?.review?.text]);
  });

  test('says only so of an older version, also one that an older server changed', async () => {
    const { reportId, code } = await aSummary();
    await asOlderServer(reportId, () => amendReviewOf(doctor, reportId, { text: 'Take 5 mg.' }));
    await shows(code, 'newer');
    const next = await codeOfSummary(patient, reportId);
    await takeBackOf(doctor, reportId, 2);
    for (const each of [code, next]) await shows(each, 'takenBack');
    await sendReview({ reportId, token: doctor.token, review: 'For the right report' });
    for (const each of [code, next]) await shows(each, 'takenBack');
    const hiddenUntil = new Date(Date.now() + 60_000);
    await execute(db().update(reports).set({ hiddenUntil }).where(eq(reports.id, reportId)));
    await shows(code, 'takenBack');
  });

  test('says only so after a withdrawn consent, a deletion, and while the doctor is suspended', async () => {
    const other = await an.expert();
    const withdrawn = await aSummary();
    await takeBackOf(doctor, withdrawn.reportId);
    await withdrawConsentFor(patient, withdrawn.reportId);
    await shows(withdrawn.code, 'withdrawn');
    const deleted = await aSummary();
    await deleteByApi(patient, deleted.reportId);
    await shows(deleted.code, 'deleted');
    const { code } = await aSummary({ by: other });
    await judgeByApi(admin, 'suspend', other.id);
    await shows(code, 'unconfirmed');
    await judgeByApi(admin, 'restore', other.id);
    expect((await checkCode(code)).data?.state).toBe('current');
  });

  test('a new slip of the account ends its codes', async () => {
    const clerk = await a.clerk();
    const { owner, reportId } = await aReportSlip(clerk);
    await sendReview({ reportId, token: doctor.token, review: words });
    const code = await codeOfSummary(owner, reportId);
    expect((await checkCode(code)).status).toBe(200);
    expect((await issueSlipBy(clerk, identityOf(owner.id))).status).toBe(200);
    const unknown = await checkCode('7M3K9XPD2QRTV5ABC6DEF7GHJ8');
    expect(unknown.status).toBe(404);
    expect(await checkCode(code)).toEqual(unknown);
    expect(await db().$count(reportChecks, eq(reportChecks.reportId, reportId))).toBe(0);
  });

  test('shows translations with the hint about their numbers, without those of suspended experts', async () => {
    const { reportId, code } = await aSummary();
    const translator = await an.expert();
    const signed = { expertFirstName: translator.firstName, expertLastName: translator.lastName };
    for (const [language, text, expertId] of [
      ['hi', 'रोज़ 5 mg लें।', doctor.id],
      ['ta', 'தினமும் 0.5 mg எடுக்கவும்.', translator.id],
    ] as const)
      await execute(
        db()
          .insert(translations)
          .values({
            ...{ ...signed, reportId, id: `${reportId}${language}`, expertId, language, review: text },
            createdAt: new Date(),
          }),
      );
    expect((await checkCode(code)).data?.translations).toHaveLength(2);
    await judgeByApi(admin, 'suspend', translator.id);
    expect((await checkCode(code)).data?.translations).toMatchObject([
      { language: 'hi', hasUncheckedNumbers: true },
    ]);
  });

  test('is limited to sixty wrong codes of a network in an hour', async () => {
    await freshLimits(1);
    const { code } = await aSummary();
    const wrong = '7M3K9XPD2QRTV5ABC6DEF7GHJ8';
    for (let tries = 0; tries < 60; tries += 1) {
      if (tries % 10 === 0) expect((await checkCode(code)).status).toBe(200);
      expect((await checkCode(wrong)).status).toBe(404);
    }
    expect((await checkCode(wrong)).status).toBe(429);
    await freshLimits(1000);
  });
});

describe('the pages', () => {
  test('explain the code to the patient before it is created, and then show the paper', async () => {
    const { _id: reportId } = await aReviewedReportOf(patient, doctor, words);
    expect(await readPaper(reportId)).toBeNull();
    const page = { path: `/dashboard/review-summary/${reportId}`, params: { reportId } };
    const { location, toast } = await postPage(summaryPage, { ...page, cookie: patient.cookie });
    // The page of the paper opens the print dialog.
    expect([location, toast?.message]).toEqual([`${page.path}#print`, undefined]);
    const paper = await readPaper(reportId);
    expect(paper).toMatchObject({
      size: 14,
      english: null,
      words: {
        check: expect.stringContaining('/check'),
        asOf: expect.stringMatching(/^As of \d\d \w{3} \d{4}, version 1$/),
      },
    });
    const values = paper?.words.facts.map(({ value }) => value);
    expect(values).toContain(`${patient.firstName} ${patient.lastName}`);
    const [, picture = ''] = paper?.picture?.split(',') ?? [];
    const { data, info } = await sharp(Buffer.from(picture, 'base64'), { density: 300 })
      .resize(240, 240, { kernel: 'nearest' })
      .threshold(128)
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const address = jsqr(new Uint8ClampedArray(data), info.width, info.height)?.data;
    expect(address).toBe(`${origin}/check/${paper?.code?.replaceAll('-', '')}`);
  });

  test('show staff the paper as the report itself, with an entry in its access log', async () => {
    const { _id: reportId } = await aReviewedReportOf(patient, doctor, words);
    for (const who of [doctor, admin]) {
      const paper = await readPaper(reportId, who);
      expect(paper).toMatchObject({ code: null, picture: null, texts: [{ text: words }] });
    }
    const { text } = await callApi(apiRoute('report/get-openings'), {
      token: patient.token,
      params: { id: reportId },
    });
    for (const { lastName } of [doctor, admin]) expect(text).toContain(lastName);
  });

  test('answer an unknown code with 404 and the same form', async () => {
    const code = '7M3K9XPD2QRTV5ABC6DEF7GHJ8';
    for (const typed of [code, 'x']) {
      const { status, data } = await getPage(checkedPage, {
        path: `/check/${typed}`,
        params: { code: typed },
      });
      expect([status, data]).toEqual([404, { answer: null, required: expect.any(Object) }]);
    }
    const { status, fieldErrors } = await postPage(checkPage, { path: '/check', fields: { code } });
    expect([status, fieldErrors['']]).toEqual([404, translate('en', 'check.unknown')]);
  });
});
