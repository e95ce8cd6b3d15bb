import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { toCaseNumber } from '~/domain/report/report-constants';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import * as addReviewPage from '~/routes/dashboard/add-review';
import * as pendingPage from '~/routes/dashboard/pending-report';
import * as image from '~/routes/files/image';
import * as raw from '~/routes/files/raw';
import * as thumbnail from '~/routes/files/thumbnail';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { aReportOf, sendReview } from '../../support/reports';
import { type Fields, getPage, openFile, postPage } from '../../support/requests';
import { approve, approveOnPage, pendingFor, reportsOf } from '../../support/visits';

const wait = 'You do not have access to add a review. Please wait for admin approval.';

const clinic = clinicForFile();

const pendingPageFor = ({ cookie }: Somebody) =>
  getPage(pendingPage, { path: '/dashboard/pending-report', cookie });
const reviewOnPage = ({ cookie }: Somebody, reportId: string, review: string, extraFields: Fields = {}) =>
  postPage(addReviewPage, {
    path: `/dashboard/add-review/${reportId}`,
    params: { reportId },
    cookie,
    fields: { review, ...extraFields },
  });
const byProgram = ({ token }: Somebody, reportId: string, review: string) =>
  sendReview({ reportId, token, review });

/** Reads a report as its patient sees it. */
async function asThePatientReads(patient: Somebody, reportId: string) {
  const { json } = await reportsOf(patient.id, patient);
  return (json.data as { _id: string; review: string; status: string }[]).find(({ _id }) => _id === reportId);
}

describe('an expert who came by "Next report"', () => {
  test('is offered the next report first, until they return to the list', async () => {
    const expert = await an.expert();
    const { _id } = await aReportOf(await a.patient());
    const openNext = (query: string) =>
      postPage(pendingPage, {
        path: `/dashboard/pending-report/next${query}`,
        params: { part: 'next' },
        cookie: expert.cookie,
        fields: {},
      });
    const path = `/dashboard/add-review/${_id}?q=${toCaseNumber(_id)}&andNext=on`;
    expect((await openNext(`?q=${toCaseNumber(_id)}`)).location).toBe(path);
    const send = () =>
      postPage(addReviewPage, {
        path,
        params: { reportId: _id },
        cookie: expert.cookie,
        fields: { review: 'Rest' },
      });
    const done = await send();
    expect([done.location, done.toast?.message, done.more]).toEqual([
      `/dashboard/pending-report?q=${toCaseNumber(_id)}`,
      'Review Added Successfully',
      undefined,
    ]);
  });
});

describe('an expert who is not approved', () => {
  let patient: Somebody;
  let expert: Somebody;
  let reportId: string;
  const canaries = ['Canaryname', 'canary of the description', '9123456780'];
  beforeAll(async () => {
    patient = await a.patient({ firstName: 'Canaryname' });
    expert = await an.unapprovedExpert();
    canaries.push(patient.email, patient.lastName, patient.id);
    const fields = { description: 'canary of the description', phoneNumber: '9123456780' };
    reportId = (await aReportOf(patient, fields))._id;
  });

  test('sees that a report waits, with six and ten stars for name and phone, and nothing else of the patient', async () => {
    const api = await pendingFor(expert);
    const rows = api.json.data as { _id: string }[];
    expect(rows.find(({ _id }) => _id === reportId)).toMatchObject({
      reportType: 'Blood Test',
      reportUrl: null,
      thumbnailUrl: null,
      description: null,
      phoneNumber: '**********',
      patient: { _id: null, firstName: '******', lastName: '', email: null },
    });
    const page = await pendingPageFor(expert);
    expect(page.text).toContain(reportId);
    for (const canary of canaries) {
      expect(api.text).not.toContain(canary);
      expect(page.text).not.toContain(canary);
    }
    const approved = await pendingFor(await an.expert());
    for (const canary of canaries) expect(approved.text, 'an approved expert sees it').toContain(canary);
  });

  test.each([
    ['file', raw],
    ['picture', image],
    ['small picture', thumbnail],
  ])('cannot open the %s', async (_what, module) => {
    for (const who of [{ token: expert.token }, { cookie: expert.cookie }]) {
      expect((await openFile(module, { ...who, params: { reportId } })).status).toBe(404);
    }
  });

  test('cannot review, on pages and through the API, in the exact words', async () => {
    const api = await byProgram(expert, reportId, 'I think');
    expect([api.status, api.json]).toEqual([403, { success: false, message: wait, code: 'forbidden' }]);
    const page = await reviewOnPage(expert, reportId, 'I think');
    expect([page.location, page.toast]).toEqual(['/dashboard/home', { type: 'error', message: wait }]);
    const opened = await getPage(addReviewPage, { params: { reportId }, cookie: expert.cookie });
    expect([opened.location, opened.toast?.message]).toEqual(['/dashboard/home', wait]);
    expect(await asThePatientReads(patient, reportId)).toMatchObject({ status: 'Pending', review: null });
  });

  test('sees and does everything of an expert from the moment an admin approves them', async () => {
    const doctor = await an.unapprovedExpert();
    const report = await aReportOf(patient);
    expect((await byProgram(doctor, report._id, 'Rest')).status).toBe(403);
    const approved = await approve(await an.admin(), doctor.id);
    expect([approved.status, approved.json.message]).toEqual([200, 'Expert Approved!']);
    expect((await pendingFor(doctor)).text).toContain('Canaryname');
    const file = await openFile(raw, { token: doctor.token, params: { reportId: report._id } });
    expect(file.status).toBe(200);
    await file.arrayBuffer();
    const reviewed = await byProgram(doctor, report._id, 'Rest');
    expect([reviewed.status, reviewed.json.message]).toEqual([200, 'Review Added Successfully']);
  });
});

describe('a review', () => {
  let patient: Somebody;
  let expert: Somebody;
  beforeAll(async () => {
    patient = await a.patient();
    expert = await an.expert();
  });

  test('written on the page reaches the patient, signed, and the expert goes back to the list', async () => {
    const { _id } = await aReportOf(patient);
    const page = await reviewOnPage(expert, _id, '  Your iron is low.\r\nTake the tablets.  ');
    expect([page.status, page.location]).toEqual([302, '/dashboard/pending-report']);
    expect(page.toast).toEqual({ type: 'success', message: 'Review Added Successfully' });
    expect(await asThePatientReads(patient, _id)).toMatchObject({
      status: 'Reviewed',
      review: 'Your iron is low.\nTake the tablets.',
      expert: { _id: expert.id, firstName: 'Meera', lastName: expert.lastName },
      reviewedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    expect((await pendingFor(expert)).text).not.toContain(_id);
  });

  test.each(['', '   ', ' \n '])(
    'is refused if empty ("%s") in the exact words, on pages and through the API',
    async (empty) => {
      const { _id } = await aReportOf(patient);
      const api = await byProgram(expert, _id, empty);
      expect([api.status, api.json.errors]).toEqual([422, { review: 'Review is required' }]);
      const page = await reviewOnPage(expert, _id, empty);
      expect([page.status, page.fieldErrors]).toEqual([400, { review: 'Review is required' }]);
      expect(await asThePatientReads(patient, _id)).toMatchObject({ status: 'Pending', review: null });
    },
  );

  test('leads by the other button to the report that waits longest, and at the end to the list', async () => {
    const doctor = await an.expert();
    const { data } = (await pendingPageFor(doctor)).data as { data: { _id: string }[] };
    const waitingIds = data.map(({ _id }) => _id);
    const ownReportId = (await aReportOf(doctor))._id;
    const [first, second] = [(await aReportOf(patient))._id, (await aReportOf(patient))._id];
    const andNext = (id: string) => reviewOnPage(doctor, id, 'All is well', { andNext: 'on' });
    for (const [at, id] of waitingIds.entries()) {
      const next = `/dashboard/add-review/${waitingIds[at + 1] ?? first}?andNext=on`;
      expect((await andNext(id)).location).toBe(next);
    }
    expect((await andNext(first)).location).toBe(`/dashboard/add-review/${second}?andNext=on`);
    const last = await andNext(second);
    expect([last.location, last.toast?.type]).toEqual(['/dashboard/pending-report', 'success']);
    expect([last.toast?.message, last.more], 'one message').toEqual([
      'Review submitted successfully',
      undefined,
    ]);
    expect((await asThePatientReads(doctor, ownReportId))?.status, 'the doctor’s own report is skipped').toBe(
      'Pending',
    );
  });

  test('holds up to 10,000 characters, and a longer text comes back to the page', async () => {
    const { _id } = await aReportOf(patient);
    const tooLong = 'a'.repeat(10_001);
    const page = await reviewOnPage(expert, _id, tooLong);
    expect([page.status, page.fieldErrors, page.typed]).toEqual([
      400,
      { review: 'This text is too long. It can have at most 10,000 characters.' },
      { review: tooLong },
    ]);
    expect((await byProgram(expert, _id, 'a'.repeat(10_000))).status).toBe(200);
  });

  test('is refused for the expert’s own report', async () => {
    const { _id } = await aReportOf(expert);
    const message = 'You cannot review your own report.';
    const api = await byProgram(expert, _id, 'I am fine');
    expect([api.status, api.json.message]).toEqual([403, message]);
    expect((await reviewOnPage(expert, _id, 'I am fine')).toast?.message).toBe(message);
    const [row] = await db().select().from(reports).where(eq(reports.id, _id));
    expect(row).toMatchObject({ status: 'Pending', review: null });
    expect((await byProgram(await an.expert(), _id, 'You are')).status, 'another expert may').toBe(200);
  });

  test('is the only one: a second is refused, and a patient or an admin cannot write any', async () => {
    const { _id } = await aReportOf(patient);
    expect((await byProgram(patient, _id, 'x')).json.message).toBe('Only experts can add reviews');
    expect((await byProgram(await an.admin(), _id, 'x')).status).toBe(403);
    expect((await byProgram(expert, _id, 'The first')).status).toBe(200);
    const second = await byProgram(await an.expert(), _id, 'The second');
    const already = 'This report has already been reviewed. Your review was not added.';
    expect([second.status, second.json]).toEqual([
      409,
      { success: false, message: already, code: 'conflict' },
    ]);
    expect((await byProgram(expert, _id, 'Mended')).status).toBe(409);
    const opened = await getPage(addReviewPage, { params: { reportId: _id }, cookie: expert.cookie });
    expect([opened.location, opened.toast?.message]).toEqual(['/dashboard/pending-report', already]);
    expect(await asThePatientReads(patient, _id)).toMatchObject({ review: 'The first' });
  });

  /** Sends a review through a channel and returns true if it was accepted. */
  const channels = {
    'other programs': async (who: Somebody, id: string, text: string) => {
      const { status } = await byProgram(who, id, text);
      expect([200, 409]).toContain(status);
      return status === 200;
    },
    page: async (who: Somebody, id: string, text: string) => {
      const { toast } = await reviewOnPage(who, id, text);
      expect([
        'Review Added Successfully',
        'This report has already been reviewed. Your review was not added.',
      ]).toContain(toast?.message);
      return toast?.type === 'success';
    },
  };

  test.each([
    ['other programs', 'other programs'],
    ['page', 'page'],
    ['page', 'other programs'],
  ] as const)(
    'is accepted once from two experts at the same moment (%s, %s), and its text is stored',
    async (firstChannel, secondChannel) => {
      const experts = [await an.expert(), await an.expert()] as const;
      for (let round = 0; round < 3; round += 1) {
        const { _id } = await aReportOf(patient, { file: 'rash.png' });
        const results = await Promise.all([
          channels[firstChannel](experts[0], _id, 'from the one'),
          channels[secondChannel](experts[1], _id, 'from the other'),
        ]);
        expect(results.filter(Boolean)).toHaveLength(1);
        const report = await asThePatientReads(patient, _id);
        expect(report?.review).toBe(results[0] ? 'from the one' : 'from the other');
      }
    },
  );

  test('simultaneous approvals by two admins count once and send one e-mail', async () => {
    const admins = [await an.admin(), await an.admin()] as const;
    const [byApi, mixed] = [await an.unapprovedExpert(), await an.unapprovedExpert()];
    const answers = await Promise.all(admins.map((admin) => approve(admin, byApi.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.json.message).toBe(
      'This expert is already approved',
    );
    const [api, page] = await Promise.all([approve(admins[0], mixed.id), approveOnPage(admins[1], mixed.id)]);
    expect([api.status === 200, page.toast?.type === 'success'].filter(Boolean)).toHaveLength(1);
    expect(page.location).toBe('/dashboard/pending-expert');
    for (const { email } of [byApi, mixed]) {
      const emails = await clinic.emails(email);
      expect(emails.map(({ subject }) => subject)).toEqual(['Your SecondLook account is approved']);
    }
  });
});
