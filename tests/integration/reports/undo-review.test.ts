import { and, eq, like } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { keepDraft } from '~/domain/desk/review-draft.server';
import { audit, outbox } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import { getSettings, setSettings } from '~/platform/settings/env.server';
import * as addReviewPage from '~/routes/dashboard/add-review';
import * as correctPage from '~/routes/dashboard/correct-report';
import * as homePage from '~/routes/dashboard/home';
import * as listPage from '~/routes/dashboard/pending-report';
import * as ownReportsPage from '~/routes/dashboard/previous-report';
import { claimFor, draftOf, saveDraftFor } from '../../support/claims';
import { a, an, password, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { answerTo, aReportAskedBy } from '../../support/questions';
import {
  aReportOf,
  correctionFields,
  correctReportOf,
  type Report,
  withdrawConsentFor,
} from '../../support/reports';
import { apiRoute, callApi, getPage, openFile, postPage } from '../../support/requests';
import { deleteByApi } from '../../support/visits';
import { unzip } from '../../support/zip';

const clinic = clinicForFile();
beforeAll(async () => {
  setSettings({ ...getSettings(), UNDO_SECONDS: 10 });
});
afterEach(() => vi.useRealTimers());

const words = 'Your iron is a little low, and nothing else.';
const later = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });

const sendOnPage = (doctor: Somebody, reportId: string, query = '', fields: Record<string, string> = {}) =>
  postPage(addReviewPage, {
    path: `/dashboard/add-review/${reportId}${query}`,
    params: { reportId },
    cookie: doctor.cookie,
    fields: { review: words, language: 'en', correctedAt: '', ...fields },
  });
const openPage = (doctor: Somebody, reportId: string, query = '') =>
  getPage(addReviewPage, {
    path: `/dashboard/add-review/${reportId}${query}`,
    params: { reportId },
    cookie: doctor.cookie,
  });
const undo = (doctor: Somebody, reportId: string, fields: Record<string, string> = {}) =>
  postPage(listPage, {
    path: '/dashboard/pending-report/undo?reportType=ECG',
    params: { part: 'undo' },
    cookie: doctor.cookie,
    fields: { reportId, ...fields },
  });

async function sendReport() {
  const [patient, doctor] = [await a.patient(), await an.expert()];
  const { _id } = await aReportOf(patient, { file: 'rash.png', reportType: 'ECG' });
  const answer = await sendOnPage(doctor, _id, '?reportType=ECG');
  expect([answer.status, answer.location]).toEqual([302, '/dashboard/pending-report?reportType=ECG']);
  return { patient, doctor, reportId: _id };
}

/** Reads everything a patient sees of their reports, as text. */
async function readAllOf(patient: Somebody) {
  const list = apiRoute('report/get-report-by-patientId');
  const params = { patientId: patient.id };
  const [page, reviewed, all, openings] = [
    await getPage(ownReportsPage, { params, cookie: patient.cookie }),
    await getPage(ownReportsPage, {
      path: `/dashboard/previous-report/${patient.id}?status=Reviewed`,
      params,
      cookie: patient.cookie,
    }),
    await callApi(list, { token: patient.token, params }),
    await callApi(apiRoute('report/get-openings'), {
      token: patient.token,
      params: {
        reportId:
          ((await callApi(list, { token: patient.token, params })).json.data as Report[])[0]?._id ?? '',
      },
    }),
  ];
  const answer = await openFile(apiRoute('profile/export-data'), {
    method: 'POST',
    token: patient.token,
    body: { password },
  });
  const archive = [...unzip(Buffer.from(await answer.arrayBuffer())).values()].map(String);
  return { text: [page.text, reviewed.text, all.text, ...archive].join('\n'), openings: openings.text };
}

const noticesFor = () =>
  db()
    .select()
    .from(outbox)
    .where(and(eq(outbox.letter, 'reviewReady'), like(outbox.state, 'waiting')));

describe('the next report, opened by itself after a review', () => {
  /** Sends a review, and opens the report that comes next as the browser does. */
  async function openNext() {
    const [patient, doctor] = [await a.patient(), await an.expert()];
    const [reviewed, next] = [
      await aReportOf(patient, { file: 'rash.png', reportType: 'Biopsy' }),
      await aReportOf(patient, { file: 'rash.png', reportType: 'Biopsy' }),
    ];
    const query = '?reportType=Biopsy';
    const { location } = await sendOnPage(doctor, reviewed._id, query, { andNext: 'on' });
    expect(location).toBe(`/dashboard/add-review/${next._id}${query}&andNext=on`);
    await openPage(doctor, next._id, `${query}&andNext=on`);
    const isFree = async () => {
      const [row] = await db().select().from(reports).where(eq(reports.id, next._id));
      return row?.claimedBy === null;
    };
    // Other tests find no report of this type that waits.
    const end = async () => {
      for (const { _id } of [reviewed, next])
        await callApi(apiRoute('report/delete-report'), {
          method: 'DELETE',
          token: patient.token,
          params: { reportId: _id },
        });
    };
    return { doctor, reviewedId: reviewed._id, nextId: next._id, query, isFree, end };
  }

  test('returns to the queue with "Undo", and comes next again', async () => {
    const { doctor, reviewedId, nextId, query, isFree, end } = await openNext();
    const undone = await undo(doctor, reviewedId);
    expect(undone.toast?.type).toBe('success');
    expect(await isFree()).toBe(true);
    const entries = await db().select().from(audit).where(eq(audit.action, 'report.returnedByUndo'));
    expect(entries).toMatchObject([{ actorId: doctor.id, objectId: nextId }]);
    const again = await sendOnPage(doctor, reviewedId, query, { andNext: 'on' });
    expect(again.location).toContain(nextId);
    await end();
  });

  test.each<[string, (doctor: Somebody, nextId: string) => Promise<unknown>, Record<string, string>]>([
    ['a draft was saved', (doctor, nextId) => saveDraftFor(doctor, nextId, 'The bone'), {}],
    [
      'its draft is being saved in this moment',
      (doctor, nextId) => execute(keepDraft(doctor.id, nextId, { review: 'The bone' })),
      {},
    ],
    ['its text is not saved yet', async () => undefined, { isWriting: 'yes' }],
    ['it was chosen from the list, in another tab', (doctor, nextId) => openPage(doctor, nextId), {}],
    [
      'an earlier report was opened beside it',
      (doctor, nextId) => openPage(doctor, nextId, `?andNext=on&beside=${nextId}`),
      {},
    ],
    ['a program claimed it too', (doctor, nextId) => claimFor(doctor, nextId), {}],
  ])('stays with the doctor if %s', async (_how, begin, fields) => {
    const { doctor, reviewedId, nextId, isFree, end } = await openNext();
    await begin(doctor, nextId);
    expect((await undo(doctor, reviewedId, fields)).toast?.type).toBe('success');
    expect(await isFree()).toBe(false);
    await end();
  });

  test('stays with the doctor who asked for it, whatever they undo', async () => {
    const { doctor, reviewedId, nextId, query, isFree, end } = await openNext();
    await callApi(apiRoute('report/claim'), {
      method: 'DELETE',
      token: doctor.token,
      params: { reportId: nextId },
    });
    const nextPage = await postPage(listPage, {
      path: `/dashboard/pending-report/next${query}`,
      params: { part: 'next' },
      cookie: doctor.cookie,
    });
    expect(nextPage.location).toContain(nextId);
    await undo(doctor, reviewedId);
    expect(await isFree()).toBe(false);
    await end();
  });
});

describe('a review sent from a page', () => {
  test('is hidden from its patient for ten seconds, and then appears', async () => {
    const { patient, reportId, doctor } = await sendReport();
    const hidden = await readAllOf(patient);
    expect(hidden.text).not.toContain(words);
    expect(hidden.text).not.toContain('"Reviewed"');
    expect(hidden.text).not.toContain('report.reviewed');
    expect(hidden.openings).not.toContain('report.reviewed');
    expect(await clinic.emails(patient.email)).not.toContainEqual(
      expect.objectContaining({ subject: expect.stringContaining('review') }),
    );
    const before = (await clinic.emails(patient.email)).length;
    expect((await noticesFor()).length).toBeGreaterThan(0);
    // The author sees the review.
    const ownList = await callApi(apiRoute('report/get-report-by-expertId'), { token: doctor.token });
    expect(ownList.text).toContain(words);
    later(10_500);
    expect((await clinic.emails(patient.email)).length).toBe(before + 1);
    const view = await readAllOf(patient);
    expect(view.text).toContain(words);
    expect(view.openings).toContain('report.reviewed');
    const late = await undo(doctor, reportId);
    expect(late.toast).toMatchObject({
      type: 'error',
      message: 'Too late: the patient can already read this review.',
    });
  });

  test('is a draft again once undone, the author holds the report, and no e-mail is sent', async () => {
    const { patient, doctor, reportId } = await sendReport();
    const list = await getPage(listPage, { path: '/dashboard/pending-report', cookie: doctor.cookie });
    expect(list.text).toContain('"undoable":[{');
    const undone = await undo(doctor, reportId);
    expect(undone.location).toBe(`/dashboard/add-review/${reportId}?reportType=ECG`);
    expect((await draftOf(doctor, reportId)).json.data).toMatchObject({ review: words, language: 'en' });
    expect((await claimFor(await an.expert(), reportId)).status).toBe(409);
    later(11_000);
    const view = await readAllOf(patient);
    expect(view.text).not.toContain(words);
    expect(view.openings).not.toContain('report.reviewed');
    expect((await clinic.emails(patient.email)).some(({ text }) => /answer|review/i.test(text))).toBe(false);
    // Sending the draft again makes it the review.
    expect((await sendOnPage(doctor, reportId)).status).toBe(302);
    later(22_000);
    expect((await readAllOf(patient)).text).toContain(words);
  });

  test('appears in the list beside another that can be undone', async () => {
    const { doctor } = await sendReport();
    const { _id } = await aReportOf(await a.patient({ firstName: 'Zubaida' }), { file: 'rash.png' });
    await sendOnPage(doctor, _id);
    const list = await getPage(listPage, { path: '/dashboard/pending-report', cookie: doctor.cookie });
    expect(JSON.parse(list.text).undoable).toHaveLength(2);
  });

  test('blocks a correction or a withdrawal by its patient, who sees no review', async () => {
    const { patient, reportId } = await sendReport();
    const page = await getPage(correctPage, {
      path: `/dashboard/correct-report/${reportId}`,
      params: { reportId },
      cookie: patient.cookie,
    });
    const { waits, data } = JSON.parse(page.text);
    expect({ waits, ...data }).toMatchObject({ waits: true, status: 'Pending', version: 0 });
    expect(data.updatedAt).toBe(data.createdAt);
    for (const answer of [
      await withdrawConsentFor(patient, reportId),
      await correctReportOf(patient, reportId, correctionFields()),
    ]) {
      expect(answer.status).toBe(409);
      expect(answer.json.message).toBe(
        'A doctor is sending the answer to this report right now. Please try again in a few seconds.',
      );
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    later(10_500);
    expect((await readAllOf(patient)).text).toContain(words);
  });

  test('is not on the patient’s home page, and no call can see or mark it yet', async () => {
    const { patient, doctor, reportId } = await sendReport();
    const home = async () => {
      const { data } = await getPage(homePage, { path: '/dashboard/home', cookie: patient.cookie });
      type Summary = { newest: { progress: string }; newAnswers: object[] };
      const { newest, newAnswers } = (data as { patient: Summary }).patient;
      return [newest.progress, newAnswers.length];
    };
    const markSeen = async () =>
      (
        await callApi(apiRoute('report/review-seen'), {
          method: 'POST',
          token: patient.token,
          params: { reportId },
        })
      ).status;
    expect(await home()).toEqual(['claimed', 0]);
    expect(await markSeen()).toBe(404);
    const questioned = await aReportAskedBy(doctor, patient);
    await sendOnPage(doctor, questioned._id);
    const early = await answerTo(patient, questioned._id, { text: 'Since May' });
    expect([early.status, early.json.message]).toEqual([
      409,
      'A doctor is sending the answer to this report right now. Please try again in a few seconds.',
    ]);
    expect(await db().select().from(audit).where(eq(audit.action, 'review.seen'))).toEqual([]);
    later(10_500);
    expect(await home()).toEqual(['reviewed', 2]);
    expect(await markSeen()).toBe(200);
  });

  test('is pending to other doctors beside a later report, and in lists by status', async () => {
    const { patient, doctor, reportId } = await sendReport();
    const next = await aReportOf(patient, { file: 'rash.png' });
    const statusFor = async ({ cookie }: Somebody) => {
      const page = await getPage(addReviewPage, {
        path: `/dashboard/add-review/${next._id}`,
        params: { reportId: next._id },
        cookie,
      });
      return JSON.parse(page.text).earlier.reports.map(({ status }: { status: string }) => status);
    };
    const listed = async ({ token }: Somebody, status: string) => {
      const { json } = await callApi(apiRoute('report/get-report-by-patientId'), {
        token,
        params: { patientId: patient.id },
        path: `/api/v1/report/get-report-by-patientId/${patient.id}?status=${status}`,
      });
      return (json.data as Report[]).map(({ _id }) => _id).includes(reportId);
    };
    // The clock stands still, so that a busy machine does not end the time to undo.
    later(0);
    expect(await statusFor(doctor)).toEqual(['Reviewed']);
    const colleague = await an.expert();
    // A doctor who has reviewed one of the patient's reports may open all of them.
    const otherReport = await aReportOf(patient, { file: 'rash.png' });
    await sendOnPage(colleague, otherReport._id);
    await callApi(apiRoute('report/claim'), {
      method: 'DELETE',
      token: doctor.token,
      params: { reportId: next._id },
    });
    expect(await statusFor(colleague)).toEqual(['Pending']);
    for (const [who, isReviewed] of [
      [doctor, true],
      [await an.admin(), true],
      [colleague, false],
      [patient, false],
    ] as const) {
      expect(await listed(who, 'Reviewed')).toBe(isReviewed);
      expect(await listed(who, 'Pending')).toBe(!isReviewed);
    }
    later(10_500);
    expect(await statusFor(colleague)).toEqual(['Reviewed']);
  });

  test('is deleted with its report, and nobody is notified', async () => {
    const { patient, reportId } = await sendReport();
    const before = (await noticesFor()).length;
    expect((await deleteByApi(patient, reportId)).status).toBe(200);
    expect((await noticesFor()).length).toBe(before - 1);
  });

  test('leaves a held report closed to other doctors', async () => {
    const [patient, doctor, colleague] = [await a.patient(), await an.expert(), await an.expert()];
    const { _id } = await aReportAskedBy(doctor, patient, { kind: 'otherPerson' });
    await answerTo(patient, _id, { text: 'It is mine' });
    const read = async ({ token }: Somebody) =>
      callApi(apiRoute('report/get-report'), { token, params: { reportId: _id } });
    await read(doctor);
    expect((await sendOnPage(doctor, _id)).status).toBe(302);
    const file = async () => {
      const { json } = await read(colleague);
      return (json.data as Report | undefined)?.reportUrl ?? null;
    };
    expect(await file()).toBeNull();
    expect((await undo(doctor, _id)).location).toContain('/dashboard/add-review/');
    expect((await claimFor(colleague, _id)).status).toBe(409);
    expect(await file()).toBeNull();
    // The doctor who asked goes on.
    expect((await sendOnPage(doctor, _id)).status).toBe(302);
  });

  test('is undone by its author alone', async () => {
    const { reportId } = await sendReport();
    const result = await undo(await an.expert(), reportId);
    expect([result.location, result.toast?.type]).toEqual([
      '/dashboard/pending-report?reportType=ECG',
      'error',
    ]);
  });

  test('cannot be translated yet', async () => {
    const patient = await a.patient();
    const [doctor, translator] = [await an.expert(), await an.expert()];
    await callApi(apiRoute('profile/update-language'), {
      method: 'PUT',
      token: patient.token,
      body: { language: 'ta' },
    });
    await callApi(apiRoute('profile/update-languages-read'), {
      method: 'PUT',
      token: translator.token,
      body: { en: true, ta: true },
    });
    const { _id } = await aReportOf(patient, { file: 'rash.png' });
    await sendOnPage(doctor, _id);
    const list = () => callApi(apiRoute('report/get-reviews-to-translate'), { token: translator.token });
    expect((await list()).text).not.toContain(_id);
    later(10_500);
    expect((await list()).text).toContain(_id);
  });
});
