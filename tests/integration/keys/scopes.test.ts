import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { sentences } from '~/i18n/translate';
import { users } from '~/platform/db/core/tables/accounts.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import { type KeyScope, keyScopes } from '~/platform/enums';
import * as page from '~/routes/files/page';
import { calls } from '../../support/calls';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { slipFrom } from '../../support/desk';
import { aKey, changeKey } from '../../support/keys';
import { aReportAskedBy } from '../../support/questions';
import { accessPaths, secretsIn } from '../../support/report-access';
import {
  amendReviewOf,
  aReportOf,
  aReviewedReportOf,
  sendReview,
  takeBackOf,
  withdrawConsentFor,
} from '../../support/reports';
import { apiRoute, callApi, openFile } from '../../support/requests';
import { sendFor } from '../../support/sending';
import { call, moduleAt } from '../../support/url-map';
import { unzip } from '../../support/zip';

let admin: Somebody;
let expert: Somebody;
const keys = {} as Record<KeyScope, Somebody>;
clinicForFile();
beforeAll(async () => {
  [admin, expert] = [await an.admin(), await an.expert()];
  for (const scope of keyScopes) keys[scope] = await aKey(admin, [scope], { name: `Reader of ${scope}` });
});

const getReport = apiRoute('report/get-report');
const read = (reportId: string, key = keys['reports.read']) =>
  callApi(getReport, { token: key.token, params: { reportId } });

/** The calls that each scope opens. Every other call is refused with `missing_scope`. */
const opened: Record<KeyScope, string[]> = {
  'reports.read': [
    'GET report/get-report/:reportId',
    'GET report/get-report-by-patientId/:patientId',
    'GET report/get-pending-reports',
    'GET report/get-all-reviewed-reports',
  ],
  'files.read': [],
  'reports.send': ['POST report/upload-for'],
  'people.read': ['GET account/patients'],
  export: ['POST account/export'],
};

const everyCall = Object.entries(calls).flatMap(([path, { routeInput: _, clearsSiteData: __, ...methods }]) =>
  Object.keys(methods).map((method) => `${method} ${path}`),
);

describe.each(keyScopes)('a key with the scope %s', (scope) => {
  test('makes its own calls, and is refused every other one for its scope', async () => {
    const refused: string[] = [];
    const others: string[] = [];
    for (const line of everyCall) {
      const [method = '', path = ''] = line.split(' ');
      const route = apiRoute(path.split('/:')[0] ?? '');
      const params = path.includes('/:') ? { id: 'nobody' } : undefined;
      const body = method === 'GET' ? undefined : {};
      const { status, json } = await callApi(route, { method, token: keys[scope].token, params, body });
      if (status === 403 && json.code === 'missing_scope') refused.push(line);
      else others.push(line);
    }
    expect(others.sort()).toEqual([...opened[scope]].sort());
    expect(refused.length + others.length).toBe(everyCall.length);
  });
});

describe('what a key sees of a report', () => {
  let scenes = 0;

  async function aScene() {
    const patient = await a.patient({ firstName: 'Zubaida' });
    const { _id: reportId } = await aReportOf(patient, {
      file: 'rash.png',
      description: 'Burning since the wedding',
      phoneNumber: '9812345670',
    });
    scenes += 1;
    const review = `Words of the doctor in scene ${scenes}`;
    await sendReview({ reportId, token: expert.token, review });
    const secrets = {
      name: 'Zubaida',
      email: patient.email,
      phone: '9812345670',
      description: 'Burning since the wedding',
      review,
    };
    return { patient, target: { reportId, patientId: patient.id }, secrets };
  }

  test('is what its scope is for, on every way to read one', async () => {
    const { target, secrets } = await aScene();
    const leaks: Record<string, string[]> = {};
    const statuses: Record<string, number> = {};
    for (const scope of keyScopes) {
      for (const [path, ask] of Object.entries(accessPaths)) {
        const { status, text } = await ask(keys[scope], target);
        statuses[`${scope} ${path}`] = status;
        const found = secretsIn(text, secrets);
        if (found.length > 0) leaks[`${scope} ${path}`] = found;
      }
    }
    const whole = Object.keys(secrets);
    expect(leaks).toEqual({
      'reports.read get-report': whole,
      'reports.read get-report-by-patientId': whole,
    });
    const done = Object.entries(statuses).flatMap(([way, status]) => (status === 200 ? [way] : []));
    expect(done.sort()).toEqual(
      [
        ...['get-report', 'get-report-by-patientId', 'get-pending-reports'].map(
          (way) => `reports.read ${way}`,
        ),
        ...['its picture', 'a page as a picture', 'its small picture'].map((way) => `files.read ${way}`),
      ].sort(),
    );
  });

  test('has links to the file only with the scope for files, and they end with the key', async () => {
    const { target } = await aScene();
    const without = (await read(target.reportId)).json.data as Record<string, unknown>;
    expect([without.reportUrl, without.thumbnailUrl]).toEqual([null, null]);
    const both = await aKey(admin, ['reports.read', 'files.read']);
    const { reportUrl } = (await read(target.reportId, both)).json.data as { reportUrl: string };
    const { pathname, search } = new URL(reportUrl);
    const open = async () => {
      const params = { reportId: target.reportId };
      return openFile(await moduleAt(pathname), { path: `${pathname}${search}`, params });
    };
    expect((await open()).status).toBe(200);
    await changeKey(admin, both.id, 'DELETE');
    expect((await open()).status).toBe(401);
  });

  test('is nothing of a review that can still be undone', async () => {
    const { target, patient, secrets } = await aScene();
    const hiddenUntil = new Date(Date.now() + 60_000);
    await execute(db().update(reports).set({ hiddenUntil }).where(eq(reports.id, target.reportId)));
    const { json, text } = await read(target.reportId);
    expect(json.data).toMatchObject({ status: 'Pending', review: null, versions: [] });
    expect(text).not.toContain(secrets.review);
    const token = keys['reports.read'].token;
    const lists = await Promise.all([
      call('GET /report/get-all-reviewed-reports', { token }),
      call('GET /report/get-report-by-patientId/:patientId', { token, params: { patientId: patient.id } }),
      exportOf(patient),
    ]);
    for (const list of lists) expect(list.text).not.toContain(secrets.review);
    const data = lists[0].json.data as { _id: string }[];
    const meta = lists[0].json.meta as { total: number };
    expect(data.map(({ _id }) => _id)).not.toContain(target.reportId);
    expect(meta.total).toBe(data.length);
  });

  test('is no text that was taken back or replaced', async () => {
    const [patient, author] = [await a.patient(), await an.expert()];
    const takenBack = await aReviewedReportOf(patient, author, 'Words about another person');
    await takeBackOf(author, takenBack._id);
    const corrected = await aReviewedReportOf(patient, author, 'Words with a slip');
    await amendReviewOf(author, corrected._id, { kind: 'correction', text: 'Words without it' });
    for (const { _id } of [takenBack, corrected]) {
      const { text } = await read(_id);
      expect(text).not.toContain('Words about another person');
      expect(text).not.toContain('Words with a slip');
    }
    expect((await read(corrected._id)).text).toContain('Words without it');
    expect((await exportOf(patient)).text).not.toMatch(/Words about another person|Words with a slip/);
  });

  test('is no file that is held', async () => {
    const patient = await a.patient();
    const { _id: reportId } = await aReportAskedBy(expert, patient, { kind: 'otherPerson' });
    const both = await aKey(admin, ['reports.read', 'files.read']);
    expect((await read(reportId, both)).json.data).toMatchObject({ reportUrl: null, thumbnailUrl: null });
    const answer = await openFile(page, { token: both.token, params: { reportId, page: '1' } });
    expect(answer.status).toBe(404);
    const { names } = await exportOf(patient);
    expect(names).toEqual(['patient.json']);
  });

  test('is nothing once the consent is withdrawn, and it is told why', async () => {
    const patient = await a.patient();
    const { _id: reportId } = await aReportOf(patient, { file: 'rash.png', description: 'Itching at night' });
    const both = await aKey(admin, ['reports.read', 'files.read']);
    expect((await read(reportId, both)).status).toBe(200);
    await withdrawConsentFor(patient, reportId);
    const { status, json } = await read(reportId, both);
    expect([status, json.code]).toEqual([403, 'consent_withdrawn']);
    expect((await openFile(page, { token: both.token, params: { reportId, page: '1' } })).status).toBe(403);
    const params = { patientId: patient.id };
    const list = await call('GET /report/get-report-by-patientId/:patientId', { token: both.token, params });
    expect(list.json.data).toEqual([]);
    const { text, names } = await exportOf(patient);
    expect(text).not.toContain('Itching at night');
    expect(names).toEqual(['patient.json']);
    expect((await read('nobody', both)).status).toBe(404);
  });
});

/** Downloads the archive of a patient with the key for that. */
async function exportOf({ id: userId }: Pick<Somebody, 'id'>) {
  const route = apiRoute('account/export');
  const response = await openFile(route, {
    method: 'POST',
    token: keys.export.token,
    body: { userId },
  });
  const entries = unzip(Buffer.from(await response.arrayBuffer()));
  const text = String(entries.get('patient.json') ?? '');
  return { status: response.status, names: [...entries.keys()], text, json: {} as never };
}

describe('every read with a key', () => {
  const openingsOf = async (patient: Somebody, reportId: string) =>
    (await call('GET /report/get-openings/:reportId', { token: patient.token, params: { reportId } })).json
      .data as { name: string; isKey: boolean; action: string }[];

  test.each<[string, (key: Somebody, ids: { reportId: string; patientId: string }) => Promise<unknown>]>([
    ['the report itself', (key, { reportId }) => read(reportId, key)],
    [
      'the list of its patient',
      ({ token }, { patientId }) =>
        call('GET /report/get-report-by-patientId/:patientId', { token, params: { patientId } }),
    ],
    ['the list of reviewed reports', ({ token }) => call('GET /report/get-all-reviewed-reports', { token })],
    [
      'its file',
      ({ token }, { reportId }) =>
        openFile(page, { token, params: { reportId, page: '1' } }).then((r) => r.blob()),
    ],
    [
      'the archive of its patient',
      ({ token }, { patientId: userId }) =>
        openFile(apiRoute('account/export'), { method: 'POST', token, body: { userId } }).then((r) =>
          r.blob(),
        ),
    ],
  ])('of %s stands in the patient’s list by the name of the key', async (_what, readIt) => {
    const patient = await a.patient();
    const { _id: reportId } = await aReviewedReportOf(patient, expert);
    const key = await aKey(admin, ['reports.read', 'files.read', 'export'], { name: 'Ward 3' });
    const opening = { action: 'report.opened', name: 'Ward 3', isKey: true, accountType: null };
    expect(await openingsOf(patient, reportId)).not.toContainEqual(expect.objectContaining(opening));
    await readIt(key, { reportId, patientId: patient.id });
    await readIt(key, { reportId, patientId: patient.id });
    const openings = await openingsOf(patient, reportId);
    expect(openings.filter(({ isKey }) => isKey)).toMatchObject([opening]);
  });

  test('of a waiting report in the list stands there too', async () => {
    const patient = await a.patient();
    const { _id: reportId } = await aReportOf(patient, { file: 'rash.png' });
    await call('GET /report/get-pending-reports', { token: keys['reports.read'].token });
    expect(await openingsOf(patient, reportId)).toMatchObject([
      { action: 'report.opened', name: 'Reader of reports.read', isKey: true },
    ]);
  });

  test('of the list of patients and of an archive stands among what was done with the account', async () => {
    const patient = await a.patient();
    const token = keys['people.read'].token;
    for (let times = 0; times < 2; times += 1) {
      const { status } = await call('GET /account/patients', { token, query: '?limit=100' });
      expect(status).toBe(200);
    }
    await exportOf(patient);
    const { json } = await call('GET /profile/clinic-number', { token: patient.token });
    expect((json.data as { events: unknown[] }).events).toMatchObject([
      { action: 'patient.exported', by: 'Reader of export' },
      { action: 'patient.listed', by: 'Reader of people.read' },
    ]);
  });
});

test('a key finds patients by name and clinic number, with what a hospital matches them by', async () => {
  const { userId, clinicNumber } = await slipFrom(admin, { firstName: 'Vasantha', birthYear: 1958 });
  const patient = await a.patient({ firstName: 'Zeenat' });
  const profile = { dateOfBirth: '1991-04-05', gender: 'Female' as const };
  await execute(db().update(users).set(profile).where(eq(users.id, patient.id)));
  const find = async (query: string) =>
    (await call('GET /account/patients', { token: keys['people.read'].token, query })).json.data;
  const vasantha = {
    _id: userId,
    firstName: 'Vasantha',
    lastName: 'Devi',
    birthYear: 1958,
    sex: 'female',
    language: 'te',
    clinicNumber,
  };
  expect(await find('?q=vasanth')).toEqual([vasantha]);
  expect(await find(`?clinicNumber=${clinicNumber.toLowerCase()}`)).toEqual([vasantha]);
  expect(await find('?q=zeenat')).toMatchObject([
    { _id: patient.id, birthYear: 1991, sex: 'female', clinicNumber: null },
  ]);
  expect(await find(`?q=${expert.lastName}`)).toEqual([]);
});

describe('sending with a key', () => {
  test('names the patient by ID and year of birth, and the report is theirs', async () => {
    const { userId } = await slipFrom(admin, { firstName: 'Uma', birthYear: 1961 });
    const { status, json } = await sendFor(keys['reports.send'], { userId, birthYear: '1961' });
    expect([status, (json.data as { firstName: string }).firstName]).toEqual([200, 'Uma']);
    const [row] = await db().select().from(reports).where(eq(reports.patientId, userId));
    expect(row).toMatchObject({ sentBy: keys['reports.send'].id, aboutName: 'Uma Devi' });
  });

  test('also works for a patient with an e-mail address whose date of birth is known', async () => {
    const patient = await a.patient();
    const send = (birthYear: string) => sendFor(keys['reports.send'], { userId: patient.id, birthYear });
    expect((await send('1991')).status).toBe(404);
    await execute(db().update(users).set({ dateOfBirth: '1991-04-05' }).where(eq(users.id, patient.id)));
    expect((await send('1991')).status).toBe(200);
    const wrong = await send('1990');
    expect([wrong.status, wrong.json.message]).toEqual([404, sentences['help.notFoundById']]);
  });

  test('refuses a clinic number alone, an account of staff, and a spoken consent without a witness', async () => {
    const { userId, clinicNumber } = await slipFrom(admin, { firstName: 'Uma', birthYear: 1961 });
    const key = keys['reports.send'];
    expect((await sendFor(key, { clinicNumber, birthYear: '1961' })).status).toBe(404);
    await execute(db().update(users).set({ dateOfBirth: '1980-01-01' }).where(eq(users.id, expert.id)));
    expect((await sendFor(key, { userId: expert.id, birthYear: '1980' })).status).toBe(404);
    expect((await sendFor(key, { userId, birthYear: '1961', witness: '' })).status).toBe(422);
  });
});
