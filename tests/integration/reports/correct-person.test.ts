import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { audit, outbox } from '~/platform/db/core/tables/clinic.server';
import { consents, questions, reports } from '~/platform/db/core/tables/reports.server';
import { slips } from '~/platform/db/core/tables/slips.server';
import { db, execute } from '~/platform/db/db.server';
import * as addReviewPage from '~/routes/dashboard/add-review';
import * as correctPage from '~/routes/dashboard/correct-report';
import { claimFor, draftOf, saveDraftFor } from '../../support/claims';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { casesOf, expectSameOutcome, fieldMistakes, json, success } from '../../support/page-and-api';
import { aPersonOf, childFields, type Person } from '../../support/people';
import { askAbout } from '../../support/questions';
import { aReportOf, correctionFields, correctReportOf, type Report, sendReview } from '../../support/reports';
import { apiRoute, callApi, getPage, postPage } from '../../support/requests';
import { pendingFor } from '../../support/visits';

let patient: Somebody;
let expert: Somebody;
let child: Person;
let spouse: Person;
clinicForFile();
beforeAll(async () => {
  [patient, expert] = [await a.patient(), await an.expert()];
  child = await aPersonOf(patient);
  spouse = await aPersonOf(patient, {
    name: 'Gita Devi',
    birthYear: 1984,
    sex: 'female',
    relation: 'spouse',
  });
});

const personChanged =
  'The patient has changed whom this report is about. Read who it is about now, check that your text fits, then send it again. Your text is kept.';
const readAgain =
  'Your consent depends on whose report this is. Please read this sentence, and tick the box if you agree.';

const aboutSpouse = async () => (await aReportOf(patient, { personId: spouse._id }))._id;
const toChild = (reportId: string) =>
  correctReportOf(patient, reportId, { personId: child._id, guardianName: 'Asha Devi', consent: 'true' });
const rowOf = async (reportId: string) => {
  const [row] = await db().select().from(reports).where(eq(reports.id, reportId));
  if (!row) throw new Error('The report is missing');
  return row;
};
const consentsOf = (reportId: string) =>
  db().select().from(consents).where(eq(consents.reportId, reportId)).orderBy(consents.at);
const actionsOn = async (reportId: string) =>
  (await db().select().from(audit).where(eq(audit.objectId, reportId)).orderBy(audit.id)).map(
    ({ action }) => action,
  );
const openedByApi = ({ token }: Somebody, reportId: string) =>
  callApi(apiRoute('report/get-report'), { token, params: { reportId } });
const review = ({ token }: Somebody, reportId: string, correctedAt?: string | null) =>
  sendReview({ reportId, token, review: 'Drink more water', correctedAt });

test.each(
  casesOf({
    name: 'changing whom a report is about',
    api: (input) =>
      callApi(apiRoute('report/update-report'), {
        method: 'PUT',
        token: input.caller.token,
        params: { reportId: input.id },
        body: json(input),
      }),
    page: (input) =>
      postPage(correctPage, {
        path: `/dashboard/correct-report/${input.id}`,
        params: { reportId: input.id },
        cookie: input.caller.cookie,
        fields: json(input) as Record<string, string>,
      }),
    cases: [
      [
        'to an adult',
        async () => ({
          caller: patient,
          id: (await aReportOf(patient))._id,
          fields: correctionFields({ personId: spouse._id, consent: 'true', consentTo: 'other' }),
        }),
        success('Report corrected'),
      ],
      [
        'to nobody',
        async () => ({
          caller: patient,
          id: await aboutSpouse(),
          fields: correctionFields({ personId: 'none', consent: 'true', consentTo: 'own' }),
        }),
        success('Report corrected'),
      ],
      [
        'to a person of somebody else',
        async () => {
          const personId = (await aPersonOf(await a.patient(), { name: 'Not theirs' }))._id;
          return { caller: patient, id: await aboutSpouse(), fields: correctionFields({ personId }) };
        },
        { refused: 'This person is not on your list' },
      ],
      [
        'with the consent to another sentence',
        async () => ({
          caller: patient,
          id: await aboutSpouse(),
          fields: correctionFields({
            personId: child._id,
            guardianName: 'Asha Devi',
            consent: 'true',
            consentTo: 'own',
          }),
        }),
        fieldMistakes({ consent: readAgain }),
      ],
      [
        'without consent',
        async () => ({
          caller: patient,
          id: (await aReportOf(patient))._id,
          fields: correctionFields({ personId: spouse._id }),
        }),
        {
          page: fieldMistakes({ consent: readAgain }),
          api: success('Report corrected'),
          because: 'a program may not have asked; the consent is then recorded as not given',
        },
      ],
      [
        'to a child without a guardian',
        async () => ({
          caller: patient,
          id: await aboutSpouse(),
          fields: correctionFields({ personId: child._id, consent: 'true', consentTo: 'guardian' }),
        }),
        {
          page: fieldMistakes({
            guardianName: 'This person may be under 18. Please type the name of the parent or guardian.',
          }),
          api: success('Report corrected'),
          because: 'a program may not have asked; the consent is then recorded as not given',
        },
      ],
    ],
  }),
)('%s: %s', expectSameOutcome);

describe('a changed person', () => {
  test('is the one the report is about, with a consent of their own and at the old place', async () => {
    const reportId = await aboutSpouse();
    const before = await rowOf(reportId);
    const { json: answer } = await toChild(reportId);
    expect(answer.data).toMatchObject({
      about: { name: child.name, birthYear: child.birthYear, relation: 'child' },
      createdAt: before.createdAt.toISOString(),
      status: 'Pending',
      progress: 'queued',
    });
    const row = await rowOf(reportId);
    expect(row).toMatchObject({ personId: child._id, guardianName: 'Asha Devi', waitsFor: null });
    expect(row.correctedAt).toBeInstanceOf(Date);
    const [old, consent] = await consentsOf(reportId);
    expect(old?.withdrawnAt, 'the consent for the person before is over').toBeInstanceOf(Date);
    expect(consent).toMatchObject({ given: true, withdrawnAt: null, userId: patient.id });
    expect(consent?.wording).toContain('parent or guardian');
    expect(await actionsOn(reportId)).toEqual(['report.uploaded', 'report.personCorrected']);
  });

  test('of a program that sends no consent or no guardian leaves the consent as not given', async () => {
    const reportId = await aboutSpouse();
    await correctReportOf(patient, reportId, { personId: 'none' });
    await correctReportOf(patient, reportId, { personId: child._id, consent: 'true' });
    const given = (await consentsOf(reportId)).slice(1).map((line) => [line.given, line.wording]);
    expect(given).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(await rowOf(reportId)).toMatchObject({ personId: child._id, guardianName: null });
  });

  test('who is the same as before changes nothing', async () => {
    const reportId = await aboutSpouse();
    const nobodys = (await aReportOf(patient, { personId: 'none' }))._id;
    const before = [await rowOf(reportId), await rowOf(nobodys)];
    await claimFor(expert, reportId);
    await correctReportOf(patient, reportId, { personId: spouse._id, consent: 'true' });
    await correctReportOf(patient, nobodys, { personId: 'none', consent: 'true' });
    expect([await rowOf(reportId), await rowOf(nobodys)]).toMatchObject(
      before.map(({ correctedAt, personId, updatedAt }) => ({ correctedAt, personId, updatedAt })),
    );
    expect((await rowOf(reportId)).claimedBy).toBe(expert.id);
    expect(await consentsOf(reportId)).toHaveLength(1);
  });

  test('ends the claim, drafts and slips of the report', async () => {
    const reportId = await aboutSpouse();
    await claimFor(expert, reportId);
    await saveDraftFor(expert, reportId, 'Gita should rest');
    await execute(
      db()
        .insert(slips)
        .values({
          tokenHash: `slip-of-${reportId}`,
          reportId,
          birthYear: '1984',
          triesLeft: 6,
          issuedAt: new Date(),
          issuedBy: 'clerk',
          expiresAt: new Date(Date.now() + 60_000),
        }),
    );
    await toChild(reportId);
    expect(await rowOf(reportId)).toMatchObject({ claimedBy: null, claimedUntil: null });
    expect((await draftOf(expert, reportId)).status).toBe(404);
    expect(await db().$count(slips, eq(slips.reportId, reportId))).toBe(0);
  });

  test('closes the open question and drops its held e-mail; a held report stays held', async () => {
    const reportId = await aboutSpouse();
    await askAbout(expert, reportId, { kind: 'detail', text: 'Since when?' });
    await execute(
      db()
        .update(outbox)
        .set({ nextTryAt: new Date(Date.now() + 3_600_000) })
        .where(eq(outbox.topic, `question ${reportId}`)),
    );
    await toChild(reportId);
    const [question] = await db().select().from(questions).where(eq(questions.reportId, reportId));
    expect(question?.closedAt).toBeInstanceOf(Date);
    expect(await rowOf(reportId)).toMatchObject({ waitsFor: null, claimedBy: null });
    expect(await db().$count(outbox, eq(outbox.topic, `question ${reportId}`))).toBe(0);

    const otherId = await aboutSpouse();
    await askAbout(expert, otherId, { kind: 'otherPerson' });
    await toChild(otherId);
    const row = await rowOf(otherId);
    expect([row.waitsFor, row.heldAt]).toEqual(['admin', expect.any(Date)]);
  });

  test('makes the same upload for the person before a new report', async () => {
    const owner = await a.patient();
    const form = { submissionKey: 'a-first-form' };
    const { _id } = await aReportOf(owner, form);
    const { _id: personId } = await aPersonOf(owner);
    await correctReportOf(owner, _id, { personId });
    expect((await aReportOf(owner, form))._id, 'the same form sent again').toBe(_id);
    expect((await aReportOf(owner, { submissionKey: 'a-second-form' }))._id).not.toBe(_id);
  });
});

describe('an expert who has read the person before', () => {
  test('cannot review with or without `correctedAt` until they open or claim the report again', async () => {
    for (const readsAgain of [claimFor, openedByApi]) {
      const reportId = await aboutSpouse();
      await openedByApi(expert, reportId);
      const { correctedAt } = (await toChild(reportId)).json.data as Report;
      for (const named of [undefined, null, correctedAt]) {
        const { status, json: body } = await review(expert, reportId, named);
        expect([status, body]).toEqual([409, { success: false, message: personChanged, code: 'outdated' }]);
      }
      expect(await rowOf(reportId)).toMatchObject({ status: 'Pending', review: null });
      await readsAgain(expert, reportId);
      expect((await review(expert, reportId)).status).toBe(200);
    }
  });

  test('is told on the open page, which keeps the text, and then names the new person', async () => {
    const reportId = await aboutSpouse();
    const visit = { path: `/dashboard/add-review/${reportId}`, params: { reportId }, cookie: expert.cookie };
    await getPage(addReviewPage, visit);
    await toChild(reportId);
    const answer = await postPage(addReviewPage, {
      ...visit,
      fields: { review: 'Gita should rest', correctedAt: '' },
    });
    expect([answer.status, answer.location, answer.message]).toEqual([409, null, personChanged]);
    expect(answer.data).toMatchObject({
      code: 'outdated',
      lastResult: { initialValue: { review: 'Gita should rest' } },
    });
    const { data, isPersonChanged } = (await getPage(addReviewPage, visit)).data as {
      data: Report & { about: Person };
      isPersonChanged: boolean;
    };
    expect([data.about.name, isPersonChanged]).toEqual([child.name, true]);
    const sent = await postPage(addReviewPage, {
      ...visit,
      fields: { review: 'Ravi should rest', correctedAt: data.correctedAt ?? '' },
    });
    expect(sent.location).toBe('/dashboard/pending-report');
  });

  test('may review once they have read the pending list, which shows the new person', async () => {
    const reportId = await aboutSpouse();
    await pendingFor(expert, '?limit=100');
    await toChild(reportId);
    expect((await review(expert, reportId)).status).toBe(409);
    await pendingFor(expert, '?limit=100');
    expect((await review(expert, reportId)).status).toBe(200);
  });
});

describe('at the same moment', () => {
  const rounds = [1, 2, 3, 4];

  test('of a review and a changed person exactly one is done', async () => {
    for (const round of rounds) {
      const reportId = await aboutSpouse();
      await openedByApi(expert, reportId);
      const pair = [() => review(expert, reportId), () => toChild(reportId)];
      const answers = await Promise.all((round % 2 ? pair : pair.reverse()).map((act) => act()));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const row = await rowOf(reportId);
      expect(row.personId).toBe(row.review ? spouse._id : child._id);
    }
  });

  test('a claim never covers a person that its expert was not shown', async () => {
    for (const round of rounds) {
      const reportId = await aboutSpouse();
      const pair = [() => claimFor(expert, reportId), () => toChild(reportId)];
      const answers = await Promise.all((round % 2 ? pair : pair.reverse()).map((act) => act()));
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const isClaimLast = (await actionsOn(reportId)).at(-1) === 'report.claimed';
      expect((await rowOf(reportId)).claimedBy).toBe(isClaimLast ? expert.id : null);
      expect((await review(expert, reportId)).status).toBe(isClaimLast ? 200 : 409);
    }
  });
});

test('the page offers the list, the person of now and nobody, also once that person left the list', async () => {
  const owner = await a.patient();
  const { _id: personId } = await aPersonOf(owner, childFields({ name: 'Leaves Soon' }));
  const { _id: reportId } = await aReportOf(owner, { personId, guardianName: 'Asha Devi' });
  await callApi(apiRoute('profile/people'), {
    method: 'DELETE',
    token: owner.token,
    path: `/api/v1/profile/people/${personId}`,
    params: { personId },
  });
  const page = await getPage(correctPage, {
    path: `/dashboard/correct-report/${reportId}`,
    params: { reportId },
    cookie: owner.cookie,
  });
  const { typed, whose } = page.data as { typed: Record<string, string>; whose: { choices: Person[] } };
  expect(typed).toMatchObject({ personId, guardianName: 'Asha Devi' });
  expect(whose.choices).toEqual([]);
  const saved = await correctReportOf(owner, reportId, { personId, reportType: 'ECG' });
  expect(saved.json.data).toMatchObject({ about: { name: 'Leaves Soon' }, reportType: 'ECG' });
});

test('an expert finds the report in the queue under its new person', async () => {
  const reportId = await aboutSpouse();
  await toChild(reportId);
  const list = (await pendingFor(expert, '?limit=100')).json.data as (Report & { about: Person })[];
  expect(list.find(({ _id }) => _id === reportId)?.about.name).toBe(child.name);
  const count = await db().$count(
    audit,
    and(eq(audit.action, 'report.personCorrected'), sql`${audit.objectId} = ${reportId}`),
  );
  expect(count).toBe(1);
});
