import fs from 'node:fs';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { untilThumbnailsStored } from '~/domain/report-view/thumbnails.server';
import { people } from '~/platform/db/core/tables/accounts.server';
import { consents, reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import { setLogLevel } from '~/platform/observability/log.server';
import { storage } from '~/platform/storage/current-storage.server';
import * as addReviewPage from '~/routes/dashboard/add-review';
import * as givePage from '~/routes/dashboard/give-consent';
import * as previousReportPage from '~/routes/dashboard/previous-report';
import * as uploadPage from '~/routes/dashboard/upload-report';
import { releaseFor } from '../../support/claims';
import { a, an, fixture, password, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { aPersonOf, changePersonByApi, childFields, type Person, peopleOfApi } from '../../support/people';
import { rawDatabase } from '../../support/raw';
import {
  aReportOf,
  giveConsentFor,
  type Report,
  sendReview,
  uploadFields,
  withdrawConsentFor,
} from '../../support/reports';
import { apiRoute, callApi, getPage, openFile, postPage } from '../../support/requests';
import { pendingFor, reportsOf } from '../../support/visits';
import { unzip } from '../../support/zip';

const upload = apiRoute('report/upload-report');

let expert: Somebody;
const clinic = clinicForFile();
beforeAll(async () => {
  expert = await an.expert();
});

const thisYear = new Date().getFullYear();
type Said = Parameters<typeof uploadFields>[1];
const byApi = async ({ token }: Somebody, input: Said, headers: Record<string, string> = {}) =>
  callApi(upload, {
    method: 'POST',
    token,
    headers,
    body: uploadFields(await fixture('rash.png'), input),
  });
const onPage = async ({ cookie }: Somebody, input: Said) =>
  postPage(uploadPage, {
    path: '/dashboard/upload-report',
    cookie,
    fields: uploadFields(await fixture('rash.png'), input),
  });
const rowsOf = (owner: Somebody) =>
  db().select().from(reports).where(eq(reports.patientId, owner.id)).orderBy(reports.createdAt);
const consentOf = async (reportId: string) =>
  (await db().select().from(consents).where(eq(consents.reportId, reportId)).orderBy(consents.at)).at(-1);
const listOf = async (owner: Somebody) => (await peopleOfApi(owner)).json.data as Person[];
const aboutOf = async (owner: Somebody) =>
  ((await reportsOf(owner.id, owner)).json.data as Report[]).map(({ about }) => about);
const child = (overrides: Said = {}): Said => ({
  personName: 'Ravi Devi',
  birthYear: String(thisYear - 7),
  sex: 'male',
  relation: 'child',
  ...overrides,
});

describe('the person a report is about', () => {
  test('stays unset if a client sends no such field, and the answer is unchanged', async () => {
    const asha = await a.patient();
    const { status, json } = await byApi(asha, {});
    expect([status, json.message]).toEqual([200, 'Report Submitted Succesfully']);
    expect((json.data as Report).about).toBeNull();
    expect((await onPage(asha, { reportType: 'ECG' })).location).toBe('/report-submitted');
    expect((await rowsOf(asha)).map(({ personId, aboutName }) => [personId, aboutName])).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(await listOf(asha)).toEqual([]);
  });

  test('is the account holder only if `relation` or `personId` says so, alone or with a child on the list', async () => {
    const asha = await a.patient();
    await byApi(asha, { relation: 'self', birthYear: '1984', sex: 'female' });
    const [oneself] = await listOf(asha);
    const sendEveryWay = async () => {
      await byApi(asha, {});
      await byApi(asha, { same: 'yes', guardianName: 'Kamla Devi', consent: 'true' });
      await byApi(asha, { relation: 'self' });
      await byApi(asha, { personId: oneself?._id });
    };
    await sendEveryWay();
    await aPersonOf(asha);
    await sendEveryWay();
    const names = (await aboutOf(asha)).map((about) => about?.name ?? null);
    const name = `${asha.firstName} ${asha.lastName}`;
    const everyWay = [name, name, null, null];
    expect(names, 'the newest first').toEqual([...everyWay, ...everyWay, name]);
    expect((await aboutOf(asha))[0]).toEqual({
      name,
      birthYear: 1984,
      age: thisYear - 1984,
      sex: 'female',
      relation: 'self',
    });
    // Details sent later apply from then on.
    await byApi(asha, { relation: 'self', birthYear: '1985' });
    expect((await aboutOf(asha)).slice(0, 2).map((about) => about?.birthYear)).toEqual([1985, 1984]);
    expect((await listOf(asha))[0]).toMatchObject({ birthYear: 1985, sex: 'female', reports: 6 });
  });

  test('stays unset on the page for the six fields alone, also if details are sent beside no choice', async () => {
    const asha = await a.patient();
    await aPersonOf(asha, { name: 'Asha', birthYear: 1984, relation: 'self' });
    await aPersonOf(asha);
    for (const [at, said] of [{}, { birthYear: '1984', sex: 'female' }, child()].entries()) {
      const sent = await onPage(asha, { ...said, description: `Report ${at}` });
      expect(sent.location).toBe('/report-submitted');
    }
    expect(await aboutOf(asha)).toEqual([null, null, null]);
    expect(await listOf(asha)).toHaveLength(2);
  });

  test('can be a new person, who is on the list from then on', async () => {
    const asha = await a.patient();
    const { json } = await byApi(asha, child());
    expect((json.data as Report).about).toEqual({
      name: 'Ravi Devi',
      birthYear: thisYear - 7,
      age: 7,
      sex: 'male',
      relation: 'child',
    });
    const [ravi] = await listOf(asha);
    expect(ravi).toMatchObject({ name: 'Ravi Devi', reports: 1 });
    expect((await byApi(asha, { personId: ravi?._id })).status).toBe(200);
    expect((await aboutOf(asha)).map((about) => about?.name)).toEqual(['Ravi Devi', 'Ravi Devi']);
  });

  test('stays as sent after later corrections of the list', async () => {
    const asha = await a.patient();
    const ravi = await aPersonOf(asha);
    await aReportOf(asha, { personId: ravi._id });
    await changePersonByApi(asha, ravi._id, childFields({ name: 'Kumar', birthYear: 1950, sex: 'other' }));
    await aReportOf(asha, { personId: ravi._id });
    expect((await aboutOf(asha)).map((about) => [about?.name, about?.birthYear, about?.sex])).toEqual([
      ['Kumar', 1950, 'other'],
      ['Ravi Devi', thisYear - 7, 'male'],
    ]);
  });

  test.each<[string, Said, number, string]>([
    ['a person and a name', { personId: 'x', personName: 'Ravi' }, 422, 'personId'],
    ['a person and a year', { personId: 'x', birthYear: '1984' }, 422, 'personId'],
    ['a year that is still to come', child({ birthYear: String(thisYear + 1) }), 422, 'birthYear'],
    ['a child without a name', child({ personName: undefined }), 422, 'personName'],
    ['a year of nobody', { birthYear: '1984' }, 422, 'personName'],
    ['a sex of nobody', { sex: 'female', relation: '' }, 422, 'personName'],
    ['a name of somebody unseen', child({ personName: 'Ra\u202evi' }), 422, 'personName'],
  ])('is refused with %s, and nothing is stored', async (_what, input, status, field) => {
    const asha = await a.patient();
    const answer = await byApi(asha, input);
    expect([answer.status, Object.keys(answer.json.errors ?? {})]).toEqual([status, [field]]);
    expect([await rowsOf(asha), await listOf(asha)]).toEqual([[], []]);
  });

  test('is 404 for a person of another account', async () => {
    const [asha, ravi] = [await a.patient(), await a.patient()];
    const before = (await clinic.storedFiles()).length;
    const { status, json } = await byApi(ravi, { personId: (await aPersonOf(asha))._id });
    expect([status, json.message]).toEqual([404, 'This person is not on your list']);
    expect([await rowsOf(ravi), (await clinic.storedFiles()).length]).toEqual([[], before]);
  });

  test('is confirmed if name and year are already on the list', async () => {
    const asha = await a.patient();
    await byApi(asha, child());
    const { status, json } = await byApi(asha, child());
    expect([status, json.code]).toEqual([409, 'same_person']);
    const page = await onPage(asha, { ...child(), personId: 'new', guardianName: 'Asha Devi' });
    expect([page.status, (page.data as { code?: string }).code]).toEqual([409, 'samePerson']);
    expect(await listOf(asha)).toHaveLength(1);
    expect((await byApi(asha, child({ same: 'yes' }))).status).toBe(200);
    expect(await listOf(asha)).toHaveLength(2);
  });

  test('becomes one person and one report when sent twice, one after the other or at once', async () => {
    const asha = await a.patient();
    const key = { 'Idempotency-Key': 'once' };
    const answers = [await byApi(asha, child(), key), await byApi(asha, child(), key)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const form = { ...child({ personName: 'Gita' }), personId: 'new', guardianName: 'Asha' };
    const input = { ...form, submissionKey: 'form' };
    const pages = await Promise.all([onPage(asha, input), onPage(asha, input)]);
    expect(pages.map(({ location }) => location)).toEqual(['/report-submitted', '/report-submitted']);
    expect((await listOf(asha)).map(({ name, reports: count }) => [name, count])).toEqual([
      ['Ravi Devi', 1],
      ['Gita', 1],
    ]);
    // Two people added at once are both kept.
    const both = await Promise.all(['One', 'Two'].map((personName) => byApi(asha, child({ personName }))));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await listOf(asha)).toHaveLength(4);
  });
});

describe('the upload page', () => {
  test('accepts a report with only the fields of every report', async () => {
    const asha = await a.patient();
    await aPersonOf(asha, { name: 'Asha', birthYear: 1984, relation: 'self' });
    for (const said of [{ personId: '' }, { personId: 'none', reportType: 'ECG' }]) {
      expect((await onPage(asha, { ...said, choosesPerson: 'yes' })).location).toBe('/report-submitted');
    }
    expect(await aboutOf(asha), 'the report has no person, not the sender').toEqual([null, null]);
  });

  test('accepts the holder and others without year and sex, and copies nothing from the profile', async () => {
    const asha = await a.patient();
    expect((await onPage(asha, { personId: 'self' })).location).toBe('/report-submitted');
    expect(await listOf(asha)).toMatchObject([{ relation: 'self', birthYear: null }]);
    const mother = { personId: 'new', personName: 'Kamla', relation: 'parent', birthYear: '', sex: '' };
    expect((await onPage(asha, { ...mother, reportType: 'ECG' })).location).toBe('/report-submitted');
    // Details typed earlier about another person are left out.
    const input = { ...child(), personId: 'self', ownBirthYear: '1984', ownSex: 'female' };
    expect((await onPage(asha, input)).location).toBe('/report-submitted');
    expect((await listOf(asha))[0]).toMatchObject({ relation: 'self', birthYear: 1984, sex: 'female' });
  });

  test('asks for a new person’s details, with the errors before the file is received', async () => {
    const asha = await a.patient();
    const { fieldErrors } = await onPage(asha, { personId: 'new' });
    expect(Object.keys(fieldErrors).sort()).toEqual(['personName', 'relation']);
    expect(await rowsOf(asha)).toEqual([]);
  });

  test('uses a known person alone, and ignores other fields', async () => {
    const asha = await a.patient();
    const mother = await aPersonOf(asha, { name: 'Kamla', birthYear: 1950, relation: 'parent' });
    const input = { ...child(), ownBirthYear: '1984', personId: mother._id };
    expect((await onPage(asha, input)).location).toBe('/report-submitted');
    expect(await aboutOf(asha)).toMatchObject([{ name: 'Kamla', birthYear: 1950 }]);
    expect(await listOf(asha)).toHaveLength(1);
  });
});

describe('the choice on the upload page', () => {
  type Loaded = {
    whose: { choices: { name: string }[]; isOneselfKnown: boolean };
    defaults: { personId: string; ownBirthYear: string; ownSex: string };
  };
  const load = async ({ cookie }: Somebody) =>
    (await getPage(uploadPage, { path: '/dashboard/upload-report', cookie })).data as Loaded;
  const read = async (somebody: Somebody) => {
    const { whose, defaults } = await load(somebody);
    return [defaults.personId, ...whose.choices.map(({ name }) => name)];
  };

  test('is the account holder while nobody else can be chosen, and then nobody at all', async () => {
    const asha = await a.patient();
    const fullName = `${asha.firstName} ${asha.lastName}`;
    expect(await read(asha)).toEqual(['self', fullName]);
    await aPersonOf(asha, { name: 'Asha', birthYear: 1984, relation: 'self' });
    expect(await read(asha)).toEqual(['self', 'Asha']);
    await aPersonOf(asha, { name: 'Ravi' });
    expect(await read(asha)).toEqual(['', 'Asha', 'Ravi']);
  });

  test('asks the account holder for year of birth and sex once', async () => {
    const asha = await a.patient();
    expect(await load(asha)).toMatchObject({
      whose: { isOneselfKnown: false },
      defaults: { ownBirthYear: '', ownSex: '' },
    });
    await onPage(asha, { personId: 'self', ownBirthYear: '1984', ownSex: 'unsaid' });
    expect(await load(asha)).toMatchObject({
      whose: { isOneselfKnown: true },
      defaults: { ownBirthYear: '1984', ownSex: 'unsaid' },
    });
    await onPage(asha, { personId: 'self', ownBirthYear: '1980', ownSex: 'female', reportType: 'ECG' });
    expect((await load(asha)).defaults).toMatchObject({ ownBirthYear: '1980', ownSex: 'female' });
    expect(await listOf(asha)).toHaveLength(1);
  });

  test('begins with the person of the last report, who is not chosen', async () => {
    const asha = await a.patient();
    const [ravi, gita] = [await aPersonOf(asha, { name: 'Ravi' }), await aPersonOf(asha, { name: 'Gita' })];
    await aPersonOf(asha, { name: 'Asha', birthYear: 1984, relation: 'self' });
    expect(await read(asha)).toEqual(['', 'Asha', 'Ravi', 'Gita']);
    await aReportOf(asha, { personId: gita._id });
    expect(await read(asha)).toEqual(['', 'Gita', 'Asha', 'Ravi']);
    await aReportOf(asha, { personId: ravi._id });
    expect(await read(asha)).toEqual(['', 'Ravi', 'Asha', 'Gita']);
    await aReportOf(asha, { personId: 'none' });
    expect(await read(asha)).toEqual(['', 'Asha', 'Ravi', 'Gita']);
  });
});

describe('a report for a person who may be under 18', () => {
  test('needs a parent or guardian on a page, while an API consent counts as not given', async () => {
    const asha = await a.patient();
    const ravi = await aPersonOf(asha);
    for (const said of [{ personId: ravi._id }, { ...child({ personName: 'Gita' }), personId: 'new' }]) {
      expect(Object.keys((await onPage(asha, said)).fieldErrors)).toEqual(['guardianName']);
    }
    expect(await rowsOf(asha)).toEqual([]);
    const { json } = await byApi(asha, { personId: ravi._id, consent: 'true' });
    const report = json.data as Report;
    expect(report.consent).toMatchObject({ given: null, wording: null, wordingVersion: null });
  });

  test('records the guardian’s consent in its own words, without the child’s name', async () => {
    const asha = await a.patient();
    const ravi = await aPersonOf(asha);
    await onPage(asha, { personId: ravi._id, guardianName: 'Asha Devi' });
    const [report] = (await reportsOf(asha.id, asha)).json.data as Report[];
    const wording =
      'I am the parent or guardian of Ravi Devi, and I hereby give my consent for the medical report to be reviewed and used for medical consultation.';
    expect(report?.consent).toMatchObject({ given: true, wordingVersion: '2026-1', wording });
    const storedConsent = await consentOf(report?._id ?? '');
    expect(storedConsent?.wording).toBe(wording.replace('Ravi Devi', '{name}'));
    expect((await rowsOf(asha))[0]?.guardianName).toBe('Asha Devi');
  });

  test('needs a guardian for all who turn 18 this year, the holder included, and for nobody older', async () => {
    const asha = await a.patient();
    const born = (years: number) => ({ birthYear: String(thisYear - years), personId: 'new' });
    const answers = [
      await onPage(asha, { ...child(born(18)), personName: 'One' }),
      await onPage(asha, { ...child(born(19)), personName: 'Two', reportType: 'ECG' }),
      await onPage(asha, { personId: 'self', ownBirthYear: String(thisYear - 18) }),
      await onPage(asha, { personId: 'self', ownBirthYear: String(thisYear - 19) }),
    ];
    expect(answers.map(({ location, fieldErrors }) => location ?? Object.keys(fieldErrors))).toEqual([
      ['guardianName'],
      '/report-submitted',
      ['guardianName'],
      '/report-submitted',
    ]);
  });

  test('needs a guardian for a child who is the account holder, on every page and by API', async () => {
    const child = await a.patient();
    const oneself = { relation: 'self', birthYear: String(thisYear - 11), sex: 'female' };
    const { json } = await byApi(child, { ...oneself, consent: 'true' });
    const report = json.data as Report;
    expect(report.consent).toMatchObject({ given: null, wording: null });
    const [accountHolder] = await listOf(child);
    const onList = { personId: accountHolder?._id, reportType: 'ECG' };
    expect(Object.keys((await onPage(child, onList)).fieldErrors)).toEqual(['guardianName']);
    expect((await onPage(child, { ...onList, guardianName: 'Asha Devi' })).location).toBe(
      '/report-submitted',
    );
    expect((await rowsOf(child)).map(({ guardianName }) => guardianName)).toEqual([null, 'Asha Devi']);
    await withdrawConsentFor(child, report._id);
    const page = await getPage(givePage, {
      path: `/dashboard/give-consent/${report._id}`,
      params: { reportId: report._id },
      cookie: child.cookie,
    });
    expect(page.data).toMatchObject({ consentKind: 'guardian' });
    await giveConsentFor(child, report._id);
    expect(await consentOf(report._id)).toMatchObject({ given: null, wordingVersion: null });
  });

  test('records the guardian again when consent is given again', async () => {
    const asha = await a.patient();
    const ravi = await aPersonOf(asha);
    const { _id } = await aReportOf(asha, { personId: ravi._id });
    await withdrawConsentFor(asha, _id);
    expect((await giveConsentFor(asha, _id)).status).toBe(200);
    expect(await consentOf(_id)).toMatchObject({ given: null, wording: null });
    await withdrawConsentFor(asha, _id);
    const give = (fields: Record<string, string>) =>
      postPage(givePage, {
        path: `/dashboard/give-consent/${_id}`,
        params: { reportId: _id },
        cookie: asha.cookie,
        fields,
      });
    expect(Object.keys((await give({})).fieldErrors)).toEqual(['guardianName']);
    expect((await give({ guardianName: 'Asha Devi' })).status).toBe(302);
    expect(await consentOf(_id)).toMatchObject({ given: true, wordingVersion: '2026-1' });
  });
});

describe('the consent sentence', () => {
  const mother = { personId: 'new', personName: 'Kamla', relation: 'parent' };
  test.each<[string, Said, string, string]>([
    ['nobody who is named', { personId: 'none' }, '2025-1', 'I hereby give my consent for my medical report'],
    ['oneself', { personId: 'self', ownBirthYear: '1984' }, '2025-1', 'I hereby give my consent for my'],
    ['another adult', { ...mother, birthYear: '1950' }, '2026-2', 'Kamla has agreed that the medical report'],
    ['another without a year', mother, '2026-3', 'consultation, and is 18 or older.'],
    [
      'a child',
      { ...mother, relation: 'child', birthYear: String(thisYear - 7), guardianName: 'Asha' },
      '2026-1',
      'I am the parent or guardian of Kamla, and I hereby',
    ],
  ])('is recorded for %s with its own version', async (_who, input, wordingVersion, words) => {
    const asha = await a.patient();
    expect((await onPage(asha, input)).location).toBe('/report-submitted');
    const [report] = (await reportsOf(asha.id, asha)).json.data as Report[];
    expect(report?.consent).toMatchObject({ given: true, wordingVersion, language: 'en' });
    expect(report?.consent?.wording).toContain(words);
    expect((await consentOf(report?._id ?? ''))?.wording).not.toContain('Kamla');
  });

  test('is shown again if the page showed another one, and nothing is stored or lost', async () => {
    const asha = await a.patient();
    const kamla = await aPersonOf(asha, { name: 'Kamla', birthYear: 1950, relation: 'parent' });
    for (const input of [{ ...mother, birthYear: '1951' }, { personId: kamla._id }]) {
      const { fieldErrors, typed } = await onPage(asha, {
        ...input,
        consentTo: 'own',
        description: 'Pain',
      });
      expect(Object.keys(fieldErrors)).toEqual(['consent']);
      expect(typed).toMatchObject({ ...input, description: 'Pain' });
    }
    expect(await rowsOf(asha)).toEqual([]);
    const input = { personId: kamla._id, consentTo: 'other' };
    expect((await onPage(asha, input)).location).toBe('/report-submitted');
  });
});

describe('the reports of two children of one account are never mixed', () => {
  let asha: Somebody;
  let ravi: Person;
  let gita: Person;
  const sentReports: Report[] = [];
  beforeAll(async () => {
    asha = await a.patient();
    ravi = await aPersonOf(asha, { name: 'Ravi Devi' });
    gita = await aPersonOf(asha, { name: 'Gita Devi', birthYear: thisYear - 9, sex: 'female' });
    for (const [personId, reportType] of [
      [ravi._id, 'ECG'],
      [gita._id, 'MRI'],
      [undefined, 'X-Ray'],
      [ravi._id, 'Biopsy'],
      [gita._id, 'Eye Exam'],
    ] as const)
      sentReports.push(await aReportOf(asha, { file: 'rash.png', personId, reportType }));
  });

  test('in the list filtered to one of them', async () => {
    const typesOf = async (person: string, who = asha) =>
      ((await reportsOf(asha.id, who, `?person=${person}`)).json.data as { reportType: string }[]).map(
        ({ reportType }) => reportType,
      );
    for (const who of [asha, expert]) {
      expect(await typesOf(ravi._id, who)).toEqual(['Biopsy', 'ECG']);
      expect(await typesOf(gita._id, who)).toEqual(['Eye Exam', 'MRI']);
      expect(await typesOf('none', who)).toEqual(['X-Ray']);
    }
    expect(await typesOf((await aPersonOf(await a.patient()))._id)).toEqual([]);
    const { data } = await getPage(previousReportPage, {
      path: `/dashboard/previous-report/${asha.id}?person=${gita._id}`,
      params: { patientId: asha.id },
      cookie: asha.cookie,
    });
    const pageData = data as { data: Report[]; people: { person: string; name: string; reports: number }[] };
    expect(pageData.data.map(({ about }) => about?.name)).toEqual(['Gita Devi', 'Gita Devi']);
    expect(pageData.people.map(({ name, reports: count }) => [name, count]).sort()).toEqual([
      [null, 1],
      ['Gita Devi', 2],
      ['Ravi Devi', 2],
    ]);
  });

  test('among the earlier reports beside the one under review', async () => {
    const earlierOf = async (at: number) => {
      const reportId = sentReports[at]?._id ?? '';
      const { data } = await getPage(addReviewPage, {
        path: `/dashboard/add-review/${reportId}`,
        params: { reportId },
        cookie: expert.cookie,
      });
      const { earlier } = data as {
        earlier: { total: number; reports: { reportType: string; fileUrl: string }[] };
      };
      expect(earlier.total).toBe(earlier.reports.length);
      return earlier.reports.map(({ reportType }) => reportType);
    };
    expect(await Promise.all([0, 1, 2, 3, 4].map(earlierOf))).toEqual([[], [], [], ['ECG'], ['MRI']]);
  });

  test('in what a doctor may open of them, or in the e-mail, which has only a first name', async () => {
    const otherExpert = await an.expert();
    const first = sentReports[0]?._id ?? '';
    // The expert who claimed the report releases it.
    await releaseFor(expert, first);
    const before = (await clinic.emails(asha.email)).length;
    await sendReview({ reportId: first, token: otherExpert.token, review: 'Rest' });
    const letters = (await clinic.emails(asha.email)).slice(before);
    expect(letters).toHaveLength(1);
    const { subject = '', text = '', html = '' } = letters[0] ?? {};
    expect(text).toContain('This is about the report of Ravi.');
    expect(`${subject} ${text} ${html}`).not.toMatch(/Devi|Gita|ECG|Rest/);
    const ownReportId = (await aReportOf(asha, { relation: 'self', birthYear: '1984' }))._id;
    await sendReview({ reportId: ownReportId, token: otherExpert.token, review: 'Rest' });
    expect((await clinic.emails(asha.email)).at(-1)?.text).not.toContain('This is about');
    // Another doctor reviewed it, so its file is closed to this doctor and not listed.
    const reportId = sentReports[3]?._id ?? '';
    const { data } = await getPage(addReviewPage, {
      path: `/dashboard/add-review/${reportId}`,
      params: { reportId },
      cookie: expert.cookie,
    });
    expect((data as { earlier: { total: number } }).earlier.total).toBe(0);
  });

  test('in the archive of the account’s data', async () => {
    const answer = await openFile(apiRoute('profile/export-data'), {
      method: 'POST',
      token: asha.token,
      body: { password },
    });
    const files = unzip(Buffer.from(await answer.arrayBuffer()));
    const data = JSON.parse(files.get('my-data.json')?.toString('utf8') ?? '{}') as {
      people: Record<string, unknown>[];
      reports: Record<string, unknown>[];
    };
    expect(data.people.map(({ name, birthYear }) => [name, birthYear])).toContainEqual([
      'Gita Devi',
      String(thisYear - 9),
    ]);
    const whose = new Map(data.reports.map(({ reportType, aboutName }) => [reportType, aboutName]));
    expect(Object.fromEntries(whose)).toMatchObject({
      ECG: 'Ravi Devi',
      MRI: 'Gita Devi',
      'X-Ray': null,
      Biopsy: 'Ravi Devi',
      'Eye Exam': 'Gita Devi',
    });
    const sections = (files.get('index.html')?.toString('utf8') ?? '').split('<section>').slice(1);
    const named = sections.map((section) => [
      /<h2>(.*?)<\/h2>/.exec(section)?.[1],
      [...section.matchAll(/Ravi Devi|Gita Devi/g)].map(([name]) => name),
    ]);
    expect(named).toContainEqual(['MRI', ['Gita Devi']]);
    expect(named).toContainEqual(['Biopsy', ['Ravi Devi']]);
    expect(named).toContainEqual(['X-Ray', []]);
  });
});

describe('the person of a report is hidden', () => {
  const canaries = ['Canaryname', '1931', 'Canaryguardian'];
  let logText = '';
  let asha: Somebody;
  beforeAll(async () => {
    setLogLevel('debug');
    const write = fs.write as (...args: unknown[]) => void;
    // The log goes to standard output as text.
    const spy = vi.spyOn(fs, 'write').mockImplementation(((...args: unknown[]) => {
      const [fd, text] = args;
      if (fd === 1 && typeof text === 'string') logText += text;
      return write(...args);
    }) as typeof fs.write);
    asha = await a.patient();
    const person = { personName: 'Canaryname Devi', birthYear: '1931', sex: 'other', relation: 'spouse' };
    await byApi(asha, person);
    await byApi(asha, person);
    await byApi(asha, {
      personName: 'Canaryname Young',
      birthYear: String(thisYear - 3),
      guardianName: 'Canaryguardian',
    });
    await untilThumbnailsStored();
    vi.spyOn(storage(), 'keep').mockRejectedValueOnce(new Error('the disk is gone'));
    expect((await byApi(asha, { ...person, same: 'yes' })).status).toBe(500);
    await vi.waitFor(() => expect(logText).toContain('report.upload'), { timeout: 30_000 });
    spy.mockRestore();
    setLogLevel('silent');
  });

  test('from an expert who waits for approval', async () => {
    const unapproved = await an.unapprovedExpert();
    const { status, text, json } = await pendingFor(unapproved);
    expect([status, (json.data as Report[]).length > 0]).toEqual([200, true]);
    for (const one of canaries) expect(text).not.toContain(one);
    expect((json.data as Report[]).every(({ about }) => about === null)).toBe(true);
    // An approved expert reads it.
    const { text: approvedText } = await pendingFor(expert, '?limit=100');
    expect(approvedText).toContain('"about":{"name":"Canaryname Devi","birthYear":1931');
  });

  test('from a reader of the database or the log', async () => {
    const bytes = await rawDatabase();
    for (const one of ['Canaryname', 'Canaryguardian', 'spouse', 'unsaid']) expect(bytes).not.toContain(one);
    expect(bytes).toContain('people.changed');
    for (const one of canaries) expect(logText).not.toContain(one);
    const rows = await db().select().from(people).where(eq(people.accountId, asha.id));
    expect(rows).toContainEqual(
      expect.objectContaining({ name: 'Canaryname Devi', birthYear: '1931', relation: 'spouse' }),
    );
  });
});
