import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import * as addReviewPage from '~/routes/dashboard/add-review';
import * as correctPage from '~/routes/dashboard/correct-report';
import { claimFor } from '../../support/claims';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import {
  casesOf,
  expectSameOutcome,
  fieldMistakes,
  json,
  noReport,
  phoneNotInCountry,
  success,
} from '../../support/page-and-api';
import { answerTo, askAbout } from '../../support/questions';
import {
  aReportOf,
  correctionFields,
  correctReportOf,
  type Report,
  sendReview,
  uploadFields,
  withdrawConsentFor,
} from '../../support/reports';
import { apiRoute, callApi, getPage, postPage } from '../../support/requests';
import { approve, pendingFor, reportsOf } from '../../support/visits';

let patient: Somebody;
let expert: Somebody;
clinicForFile();
beforeAll(async () => {
  [patient, expert] = [await a.patient(), await an.expert()];
});

const updateReport = apiRoute('report/update-report');
const reviewed = 'A doctor has answered this report, so you can no longer change it.';
const outdated =
  'The patient corrected this report after you opened it. Read what it says now, then send your review again. Your text is kept.';

const correctOnPage = ({ cookie }: Somebody, reportId: string, fields: Record<string, string>) =>
  postPage(correctPage, {
    path: `/dashboard/correct-report/${reportId}`,
    params: { reportId },
    cookie,
    fields,
  });
const pageOf = ({ cookie }: Somebody, reportId: string) =>
  getPage(correctPage, { path: `/dashboard/correct-report/${reportId}`, params: { reportId }, cookie });
const reviewOnPage = ({ cookie }: Somebody, reportId: string, fields: Record<string, string>) =>
  postPage(addReviewPage, {
    path: `/dashboard/add-review/${reportId}`,
    params: { reportId },
    cookie,
    fields,
  });
const rowOf = async (reportId: string) =>
  (await db().select().from(reports).where(eq(reports.id, reportId)))[0];
const actionsOn = async (reportId: string) =>
  (await db().select().from(audit).where(eq(audit.objectId, reportId)).orderBy(audit.id)).map(
    ({ action }) => action,
  );
const waiting = async () => (await aReportOf(patient, { description: 'Tired' }))._id;
const ofReviewed = async () => {
  const id = await waiting();
  await sendReview({ reportId: id, token: expert.token, review: 'Rest' });
  return id;
};
const ofWithdrawn = async () => {
  const id = await waiting();
  await withdrawConsentFor(patient, id);
  return id;
};

const fields = (other: Record<string, string> = {}) => correctionFields({ reportType: 'ECG', ...other });
const refused = (message: string) => ({ refused: message });

test.each(
  casesOf({
    name: 'correcting a report',
    api: (input) =>
      callApi(updateReport, {
        method: 'PUT',
        token: input.caller.token,
        params: { reportId: input.id },
        body: json(input),
      }),
    page: (input) => correctOnPage(input.caller, input.id, json(input) as Record<string, string>),
    cases: [
      [
        'of one’s own',
        async () => ({ caller: patient, id: await waiting(), fields: fields() }),
        success('Report corrected'),
      ],
      [
        'of somebody else',
        async () => ({ caller: await a.patient(), id: await waiting(), fields: fields() }),
        noReport,
      ],
      ['that is not there', () => ({ caller: patient, id: 'none', fields: fields() }), noReport],
      [
        'that is reviewed',
        async () => ({ caller: patient, id: await ofReviewed(), fields: fields() }),
        refused(reviewed),
      ],
      [
        'whose consent is withdrawn',
        async () => ({ caller: patient, id: await ofWithdrawn(), fields: fields() }),
        refused('You have withdrawn your consent. Give it again to change this report.'),
      ],
      [
        'without a type',
        async () => ({ caller: patient, id: await waiting(), fields: fields({ reportType: '' }) }),
        fieldMistakes({ reportType: 'Report Type is required' }),
      ],
      [
        'without a phone number',
        async () => ({ caller: patient, id: await waiting(), fields: fields({ phoneNumber: '' }) }),
        {
          page: fieldMistakes({ phoneNumber: 'Phone number is required' }),
          api: fieldMistakes({ phoneNumber: 'Phone number is required' }),
          because: 'both ask for it as the upload does',
        },
      ],
      [
        'with a number of no country',
        async () => ({ caller: patient, id: await waiting(), fields: fields({ phoneNumber: '12345' }) }),
        fieldMistakes({ phoneNumber: phoneNotInCountry }),
      ],
    ],
  }),
)('%s: %s', expectSameOutcome);

describe('a correction', () => {
  test('is filled in with what was sent, and the page sends it unchanged', async () => {
    const her = await a.patient();
    const { _id } = await aReportOf(her, { description: 'Tired', phoneNumber: '98765 43210' });
    const { typed, waits, required } = (await pageOf(her, _id)).data as {
      typed: Record<string, string>;
      waits: boolean;
      required: Record<string, string>;
    };
    expect(Object.keys(required).sort(), 'fields that the browser requires').toEqual([
      'countryCode',
      'phoneNumber',
      'reportType',
    ]);
    expect([waits, typed]).toEqual([
      true,
      {
        ...{ reportType: 'Blood Test', countryCode: '+91', phoneNumber: '9876543210' },
        ...{ description: 'Tired', personId: 'none', guardianName: '' },
      },
    ]);
    await correctOnPage(her, _id, typed);
    expect(await rowOf(_id)).toMatchObject({ phoneNumber: '+919876543210', correctedAt: null });
    expect(await actionsOn(_id)).toEqual(['report.uploaded']);
  });

  test('shows all of a number that was sent without its country', async () => {
    const her = await a.patient();
    const { _id } = await aReportOf(her, { countryCode: undefined, phoneNumber: '+442079460958' });
    const { typed } = (await pageOf(her, _id)).data as { typed: Record<string, string> };
    expect(typed).toMatchObject({ countryCode: '+91', phoneNumber: '+442079460958' });
    expect((await correctOnPage(her, _id, typed)).toast?.message).toBe('Report corrected');
    expect(await rowOf(_id)).toMatchObject({ phoneNumber: '+442079460958', correctedAt: null });
  });

  test('keeps the file and the place in the queue, and moves between the lists of types', async () => {
    const { _id, createdAt, reportUrl } = (await aReportOf(patient)) as Report & { createdAt: string };
    const total = async (type: string) =>
      ((await pendingFor(expert, `?reportType=${type}`)).json.meta as { total: number }).total;
    const before = [await total('Blood+Test'), await total('MRI')] as const;
    const { json: answer } = await correctReportOf(patient, _id, { reportType: 'MRI' });
    expect(answer.data).toMatchObject({ _id, createdAt, reportType: 'MRI', status: 'Pending' });
    expect(new URL((answer.data as Report).reportUrl ?? '').pathname).toBe(new URL(reportUrl ?? '').pathname);
    expect([await total('Blood+Test'), await total('MRI')]).toEqual([before[0] - 1, before[1] + 1]);
  });

  test('is logged by the names of its fields, never by their values', async () => {
    const id = await waiting();
    const canary = 'canary of a correction';
    await correctReportOf(patient, id, { description: canary, phoneNumber: '9123456789' });
    const lines = await db().select().from(audit).where(eq(audit.objectId, id)).orderBy(audit.id);
    expect(lines.map(({ action }) => action)).toEqual([
      'report.uploaded',
      'report.phoneCorrected',
      'report.descriptionCorrected',
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/canary|9123456789/);
  });

  test('is one correction when sent twice', async () => {
    const id = await waiting();
    const answers = await Promise.all([1, 2].map(() => correctReportOf(patient, id, { reportType: 'ECG' })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { correctedAt } = (await rowOf(id)) ?? {};
    await correctReportOf(patient, id, { reportType: 'ECG', description: '' });
    expect((await actionsOn(id)).filter((action) => action === 'report.typeCorrected')).toHaveLength(1);
    expect(correctedAt).toBeInstanceOf(Date);
  });

  test('leaves the upload form valid for the same report', async () => {
    const her = await a.patient();
    const { _id } = await aReportOf(her, { submissionKey: 'a-form' });
    await correctReportOf(her, _id, { reportType: 'ECG' });
    expect((await aReportOf(her, { submissionKey: 'a-form' }))._id).toBe(_id);
  });

  test('of another patient’s report is refused in the bytes of a missing one', async () => {
    const otherPatient = await a.patient();
    const [foreign, missing] = [
      await correctReportOf(otherPatient, await waiting()),
      await correctReportOf(otherPatient, 'none'),
    ];
    expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
    const pages = [await pageOf(otherPatient, await waiting()), await pageOf(otherPatient, 'none')];
    expect(pages.map(({ status, text }) => [status, text])).toEqual(pages.map(() => [404, pages[0]?.text]));
  });

  test('is refused on its page when too late, and the page then leads to the answer', async () => {
    const id = await ofReviewed();
    const answer = await correctOnPage(patient, id, fields());
    expect([answer.status, answer.location, answer.message]).toEqual([409, null, reviewed]);
    const page = (await pageOf(patient, id)).data as { waits: boolean; data: Report };
    expect([page.waits, page.data.status]).toEqual([false, 'Reviewed']);
    expect(await rowOf(id)).toMatchObject({ reportType: 'Blood Test', correctedAt: null });
  });
});

describe('a review of a report corrected in the meantime', () => {
  test('is refused on its page with the text kept, and accepted once the new details were read', async () => {
    const id = await waiting();
    const drawn = (
      await getPage(addReviewPage, { path: '/x', params: { reportId: id }, cookie: expert.cookie })
    ).data as { data: Report };
    expect(drawn.data.correctedAt).toBeNull();
    await correctReportOf(patient, id, { description: 'Fever too' });
    const answer = await reviewOnPage(expert, id, { review: 'Rest', correctedAt: '' });
    expect([answer.status, answer.location, answer.message]).toEqual([409, null, outdated]);
    expect(answer.data).toMatchObject({
      code: 'outdated',
      lastResult: { initialValue: { review: 'Rest' }, error: { '': [outdated] } },
    });
    expect(await rowOf(id)).toMatchObject({ status: 'Pending', review: null });
    const again = (
      await getPage(addReviewPage, { path: '/x', params: { reportId: id }, cookie: expert.cookie })
    ).data as { data: Report };
    expect(again.data.description).toBe('Fever too');
    const { correctedAt } = again.data;
    const sentPage = await reviewOnPage(expert, id, { review: 'Rest', correctedAt: correctedAt ?? '' });
    expect(sentPage.location).toBe('/dashboard/pending-report');
    expect(await rowOf(id)).toMatchObject({ status: 'Reviewed', review: 'Rest' });
  });

  test('is refused if the API client names an outdated version, or names none and has not read it since', async () => {
    const id = await waiting();
    const call = { reportId: id, token: expert.token, review: 'Rest' };
    const first = (await correctReportOf(patient, id, { reportType: 'ECG' })).json.data as Report;
    await correctReportOf(patient, id, { reportType: 'MRI' });
    for (const correctedAt of [null, first.correctedAt]) {
      const { status, json: body } = await sendReview({ ...call, correctedAt });
      expect([status, body]).toEqual([409, { success: false, message: outdated, code: 'outdated' }]);
    }
    expect((await sendReview({ ...call, correctedAt: 'yesterday' })).status).toBe(422);
    expect((await sendReview(call)).json).toEqual({ success: false, message: outdated, code: 'outdated' });
    await pendingFor(expert, '?limit=100');
    expect((await sendReview(call)).status).toBe(200);
  });

  const readings: [what: string, read: (id: string, who: Somebody) => Promise<unknown>][] = [
    ['the pending list', (_id, who) => pendingFor(who, '?limit=100')],
    ['the changes of the pending list', (_id, who) => pendingFor(who, '?changedSince=start')],
    ["the list of the patient's reports", (_id, who) => reportsOf(patient.id, who)],
    [
      'the report',
      (id, { token }) => callApi(apiRoute('report/get-report'), { token, params: { reportId: id } }),
    ],
    ['a claim', (id, who) => claimFor(who, id)],
    [
      'the page to review it',
      (id, { cookie }) =>
        getPage(addReviewPage, {
          path: `/dashboard/add-review/${id}`,
          params: { reportId: id },
          cookie,
        }),
    ],
  ];
  test.each(readings)(
    'is accepted without a version only if it was read since, by %s',
    async (_what, read) => {
      const [id, reader, another] = [await waiting(), await an.expert(), await an.expert()];
      const call = { reportId: id, token: reader.token, review: 'Rest' };
      const changes: Record<string, string>[] = [
        { description: 'Right knee' },
        { reportType: 'MRI' },
        { phoneNumber: '9876543211' },
      ];
      for (const change of changes) {
        await read(id, reader);
        await correctReportOf(patient, id, change);
        // Nobody else's reading counts, nor one without the facts.
        await pendingFor(another, '?limit=100');
        expect((await sendReview(call)).json, JSON.stringify(change)).toMatchObject({ code: 'outdated' });
      }
      await read(id, reader);
      expect((await sendReview(call)).status).toBe(200);
    },
  );

  test('does not count a list as read that hid the facts', async () => {
    const id = await waiting();
    const newcomer = await an.unapprovedExpert();
    await correctReportOf(patient, id, { description: 'Right knee' });
    await pendingFor(newcomer, '?limit=100');
    await approve(await an.admin(), newcomer.id);
    const call = { reportId: id, token: newcomer.token, review: 'Rest' };
    expect((await sendReview(call)).status).toBe(409);
    await pendingFor(newcomer, '?limit=100');
    expect((await sendReview(call)).status).toBe(200);
  });

  test('is refused to the asker who has not read the answer to their question', async () => {
    const id = await waiting();
    await claimFor(expert, id);
    await askAbout(expert, id, { kind: 'detail', text: 'Which knee?' });
    await answerTo(patient, id, { text: 'The right one' });
    const call = { reportId: id, token: expert.token, review: 'Rest' };
    for (const correctedAt of [undefined, null])
      expect((await sendReview({ ...call, correctedAt })).json).toMatchObject({ code: 'outdated' });
    await pendingFor(expert, '?limit=100');
    expect((await sendReview(call)).status).toBe(200);
  });

  test('and a simultaneous correction exclude each other', async () => {
    for (const _ of [1, 2, 3, 4, 5, 6]) {
      const id = await waiting();
      const review = () =>
        sendReview({ reportId: id, token: expert.token, review: 'Rest', correctedAt: null });
      const correct = () => correctReportOf(patient, id, { reportType: 'ECG' });
      const [first, second] = await Promise.all(_ % 2 ? [review(), correct()] : [correct(), review()]);
      expect([first.status, second.status].sort()).toEqual([200, 409]);
      const row = await rowOf(id);
      expect([row?.status, row?.reportType]).toEqual(
        row?.review ? ['Reviewed', 'Blood Test'] : ['Pending', 'ECG'],
      );
    }
  });

  test('and a simultaneous answer of the patient exclude each other', async () => {
    for (const at of [1, 2, 3, 4, 5, 6]) {
      const id = await waiting();
      await askAbout(expert, id, { kind: 'detail', text: 'Which knee?' });
      await pendingFor(expert, '?limit=100');
      const review = () => sendReview({ reportId: id, token: expert.token, review: 'The left knee' });
      const answer = () => answerTo(patient, id, { text: 'The right one' });
      const answers = await Promise.all(at % 2 ? [review(), answer()] : [answer(), review()]);
      const done = answers.filter(({ status }) => status === 200);
      expect(
        done,
        JSON.stringify(answers.map(({ status, json: body }) => [status, body.message])),
      ).toHaveLength(1);
    }
  });

  test('an expert who is not approved does not see when a report was corrected', async () => {
    const id = await waiting();
    await correctReportOf(patient, id, { description: 'canary' });
    const { json: list } = await pendingFor(await an.unapprovedExpert(), '?limit=100');
    expect((list.data as Report[]).find(({ _id }) => _id === id)).toMatchObject({ correctedAt: null });
    const seen = (await pendingFor(expert, '?limit=100')).json.data as Report[];
    expect(seen.find(({ _id }) => _id === id)?.correctedAt).toMatch(/^\d{4}-/);
  });
});

test('an upload ignores the moment of a correction', async () => {
  const form = uploadFields(undefined);
  form.set('correctedAt', '2026-01-01T00:00:00.000Z');
  const { _id } = await aReportOf(patient);
  await callApi(updateReport, { method: 'PUT', token: patient.token, params: { reportId: _id }, body: form });
  expect((await rowOf(_id))?.correctedAt).toBeNull();
});
