import { beforeAll, expect, test } from 'vitest';
import { markOf } from '~/domain/report/step-mark';
import { allLanguages, type Language } from '~/i18n/languages';
import { translate } from '~/i18n/translate';
import { type NextStep, nextSteps } from '~/platform/enums';
import { runAsRequest } from '~/platform/observability/request-context.server';
import { getSettings, setSettings } from '~/platform/settings/env.server';
import * as addReviewPage from '~/routes/dashboard/add-review';
import * as listPage from '~/routes/dashboard/pending-report';
import * as reportsPage from '~/routes/dashboard/previous-report';
import * as openPage from '~/routes/public/open-slip';
import * as slipPage from '~/routes/public/read-slip';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { aReportSlip } from '../../support/desk';
import { asOlderServer } from '../../support/older-server';
import { amendReviewOf, sendReview, takeBackOf } from '../../support/reports';
import { apiRoute, callApi, getPage, postPage } from '../../support/requests';
import { logInByPage } from '../../support/visits';

const words = 'Your potassium is high. Please go to a hospital today and show them this.';

let clerk: Somebody;
let doctor: Somebody;
clinicForFile();
beforeAll(async () => {
  [clerk, doctor] = [await a.clerk(), await an.expert()];
});

/** A report of a patient, with the cookie of its opened slip. */
type Opened = Awaited<ReturnType<typeof open>>;

async function open() {
  const { account, owner, reportId, slip } = await aReportSlip(clerk);
  const cookie = (await logInByPage(account.clinicNumber, 'two tall trees stand')).cookies;
  const opened = await postPage(openPage, {
    path: `/r/${slip}`,
    params: { token: slip },
    fields: { birthYear: '1962' },
  });
  return { owner: { ...owner, cookie }, reportId, slipCookie: opened.cookies };
}

/** Acts as a request of a reader of a language, to the API or to a page. */
function inLanguage<Result>(language: Language, path: string, act: () => Result): Result {
  const headers = { 'accept-language': language };
  return runAsRequest('one', act, { request: { url: path, headers, socket: {} } } as never);
}

type Shown = { nextStep: { step: NextStep; sentence: string; isUncertain: boolean } | null };

/** Reads the step through the API, on the patient's page, and on the page that a slip opens. */
async function readSteps({ owner, reportId, slipCookie }: Opened, language: Language) {
  const call = '/api/v1/report/get-report';
  const page = `/dashboard/previous-report/${owner.id}`;
  const [fromApi, fromPage, fromSlip] = [
    await inLanguage(language, call, () =>
      callApi(apiRoute('report/get-report'), { token: owner.token, params: { reportId } }),
    ),
    await inLanguage(language, page, () =>
      getPage(reportsPage, { path: page, params: { patientId: owner.id }, cookie: owner.cookie }),
    ),
    await inLanguage(language, '/slip', () =>
      getPage(slipPage, { path: '/slip?isMine=yes', cookie: slipCookie }),
    ),
  ];
  return [
    fromApi.json.data as Shown,
    (fromPage.data as { data: Shown[] }).data[0],
    (fromSlip.data as { data: Shown }).data,
  ].map((shown) => shown?.nextStep);
}

const sentenceOf = (language: Language, step: NextStep) =>
  translate(language, `step.${step}`, { name: `${doctor.firstName} ${doctor.lastName}` });

/** Checks that every reader of a report gets a step, or none, in some languages. */
async function expectStep(opened: Opened, step: NextStep | null, inLanguages: readonly Language[]) {
  for (const language of inLanguages) {
    const shown = step && { step, sentence: sentenceOf(language, step), isUncertain: false };
    for (const read of await readSteps(opened, language))
      expect(read, `${step} in ${language}`).toEqual(shown && expect.objectContaining(shown));
  }
}

async function amend(reportId: string, fields: Parameters<typeof amendReviewOf>[2]) {
  const { json } = await amendReviewOf(doctor, reportId, { text: words, ...fields });
  expect(json).toMatchObject({ success: true });
}

async function sendAndUndo(reportId: string, step: NextStep) {
  setSettings({ ...getSettings(), UNDO_SECONDS: 10 });
  // The words name an emergency: the page asks about most steps beside them.
  const stepConfirmed = markOf({ text: words, nextStep: step });
  const fields = { review: words, language: 'en', correctedAt: '', nextStep: step, stepConfirmed };
  const form = { params: { reportId }, cookie: doctor.cookie };
  await postPage(addReviewPage, { path: `/dashboard/add-review/${reportId}`, ...form, fields });
  const { toast } = await postPage(listPage, {
    path: '/dashboard/pending-report/undo',
    params: { part: 'undo' },
    cookie: doctor.cookie,
    fields: { reportId },
  });
  expect(toast?.type).toBe('success');
  setSettings({ ...getSettings(), UNDO_SECONDS: 0 });
}

test.each(nextSteps)(
  '"%s" is shown in ten languages, by API, page and slip, while its version holds',
  async (step) => {
    const opened = await open();
    const { reportId } = opened;
    const at = nextSteps.indexOf(step);
    const other = nextSteps[(at + 1) % nextSteps.length] as NextStep;
    // After each change, one language is read; together the five tests use all.
    const some = [allLanguages[at * 2] as Language];
    await sendAndUndo(reportId, step);
    await expectStep(opened, null, some);
    await sendReview({ reportId, token: doctor.token, review: words, nextStep: step });
    await expectStep(opened, step, allLanguages);
    const { version } = await readReport(opened);
    await amend(reportId, { kind: 'addition', version });
    await expectStep(opened, step, some);
    await asOlderServer(reportId, () => amend(reportId, { kind: 'addition', version: version + 1 }));
    await expectStep(opened, step, some);
    await amend(reportId, { version: version + 2 });
    await expectStep(opened, step === 'goToday' ? step : null, some);
    await amend(reportId, { version: version + 3, text: `${words} Corrected.`, nextStep: other });
    await expectStep(opened, other, [allLanguages[at * 2 + 1] as Language]);
    expect((await takeBackOf(doctor, reportId, version + 4)).status).toBe(200);
    await expectStep(opened, null, some);
    await asOlderServer(reportId, () => sendReview({ reportId, token: doctor.token, review: words }));
    await expectStep(opened, null, some);
    await asOlderServer(reportId, () => takeBackOf(doctor, reportId, version + 6));
    await sendReview({ reportId, token: doctor.token, review: words, nextStep: step });
    await expectStep(opened, step, some);
  },
);

async function readReport({ owner, reportId }: Opened) {
  const { json } = await callApi(apiRoute('report/get-report'), { token: owner.token, params: { reportId } });
  return json.data as { version: number };
}

test('the kind of specialist is in the language of each reader if it is listed, else as it was written', async () => {
  const opened = await open();
  const { reportId } = opened;
  const step = { reportId, token: doctor.token, review: words, nextStep: 'seeSpecialist' };
  await sendReview({ ...step, specialist: 'Cardiology' });
  for (const language of allLanguages) {
    const speciality = translate(language, 'specialist.Cardiology');
    const sentence = expect.stringContaining(speciality);
    const shown = { specialist: 'Cardiology', speciality, sentence };
    for (const read of await readSteps(opened, language)) expect(read).toMatchObject(shown);
  }
  const { version } = await readReport(opened);
  expect((await takeBackOf(doctor, reportId, version)).status).toBe(200);
  await sendReview({ ...step, speciality: 'Cardiology' });
  const sentence = expect.stringContaining('Cardiology');
  for (const read of await readSteps(opened, 'te'))
    expect(read).toMatchObject({ specialist: null, speciality: 'Cardiology', sentence });
});
