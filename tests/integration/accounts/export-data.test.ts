import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import * as myDataPage from '~/routes/dashboard/account/my-data';
import * as download from '~/routes/files/my-data';
import { savePicture, saveProfile } from '../../support/accounts';
import {
  a,
  an,
  type Clinic,
  fixture,
  openClinic,
  origin,
  password,
  type Somebody,
} from '../../support/clinic';
import { tokenFor, withToken } from '../../support/page-forms';
import { aReportOf, aReviewedReportOf, giveConsentFor, withdrawConsentFor } from '../../support/reports';
import { apiRoute, callApi, getPage, openFile } from '../../support/requests';
import { readStoredFixture } from '../../support/stored-fixture';
import { sealedBytes, spoil } from '../../support/test-storage';
import { logInByPage, pendingFor, reportsOf } from '../../support/visits';
import { unzip } from '../../support/zip';

const exportApi = apiRoute('profile/export-data');

let clinic: Clinic;
beforeAll(async () => {
  clinic = await openClinic();
});
afterAll(() => clinic.close());

const byProgram = ({ token }: Pick<Somebody, 'token'>, typed?: string) =>
  openFile(exportApi, { method: 'POST', token, body: { password: typed } });
const onPage = async ({ cookie }: Pick<Somebody, 'cookie'>, typed = password, from = origin) =>
  openFile(download, {
    method: 'POST',
    path: '/dashboard/my-data/download',
    cookie,
    body: withToken({ password: typed }, await tokenFor({ name: 'account.exportData' }, cookie)),
    headers: { Origin: from },
  });

type Json = Record<string, unknown>;
type MyData = Json & {
  account: Json;
  reports: (Json & { id: string; file: string | null })[];
  audit: { action: string; actorId: string; objectId: string }[];
};

async function archiveOf(answer: Response) {
  expect(answer.status).toBe(200);
  const files = unzip(Buffer.from(await answer.arrayBuffer()));
  const text = files.get('my-data.json')?.toString('utf8') ?? '';
  return { files, text, data: JSON.parse(text) as MyData };
}

const bytesOf = async (name: string) => Buffer.from(await (await fixture(name)).arrayBuffer());

/** Opens the page that a user sees after a mistake in its form. */
async function openAfterMistake(answer: Response, { cookie }: Somebody) {
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/dashboard/my-data']);
  const memo = answer.headers.get('Set-Cookie')?.split(';')[0] ?? '';
  const page = await getPage(myDataPage, { path: '/dashboard/my-data', cookie: `${cookie}; ${memo}` });
  return {
    page,
    answer: (page.data as { answer?: { lastResult: { error: Record<string, string[]> } } }).answer,
  };
}

describe('my data', () => {
  test('holds every file as stored, under a readable name', async () => {
    const her = await a.patient();
    await savePicture(her);
    const sentFiles = ['blood-test.pdf', 'xray.jpg', 'rash.png', 'scan.webp', 'ecg.gif'];
    const ids: string[] = [];
    for (const file of sentFiles) ids.push((await aReportOf(her, { file, reportType: 'COVID-19 Test' }))._id);
    const answer = await byProgram(her, password);
    const { files, data } = await archiveOf(answer);
    const day = '\\d{4}-\\d{2}-\\d{2}';
    for (const [at, name] of sentFiles.entries()) {
      const { file } = data.reports.find(({ id }) => id === ids[at]) ?? {};
      expect(file).toMatch(
        new RegExp(
          `^reports/00${at + 1} ${day} COVID-19 Test [0-9A-Z]{4}-[0-9A-Z]{4}\\.${name.split('.')[1]}$`,
        ),
      );
      expect(files.get(file ?? '')?.equals(await readStoredFixture(name)), name).toBe(true);
    }
    expect([...files.keys()].sort()).toEqual(
      ['index.html', 'my-data.json', 'picture.webp', ...data.reports.map(({ file }) => file)].sort(),
    );
    expect(files.get('picture.webp')?.toString('latin1', 8, 12)).toBe('WEBP');
  });

  test('has a page to read, on which nothing a user wrote acts as markup', async () => {
    const [her, doctor] = [await a.patient(), await an.expert()];
    const reviewed = await aReviewedReportOf(her, doctor, 'Rest <script>alert(1)</script> & drink');
    const { files, data } = await archiveOf(await byProgram(her, password));
    const { file } = data.reports.find(({ id }) => id === reviewed._id) ?? {};
    const html = files.get('index.html')?.toString('utf8') ?? '';
    expect(html).toContain('<html lang="en" dir="ltr">');
    expect(html).toContain('Rest &lt;script&gt;alert(1)&lt;/script&gt; &amp; drink');
    expect(html).not.toContain('<script');
    expect(html).toContain(`href="${file?.replaceAll(' ', '%20')}"`);
    for (const words of [her.email, '<h2>Blood Test</h2>', 'Reviewed', 'href="my-data.json"'])
      expect(html).toContain(words);
  });

  test('lists the account, the sessions, each report with review and consents, and the audit entries', async () => {
    const [her, doctor] = [await a.patient(), await an.expert()];
    await saveProfile(her);
    const reviewed = await aReviewedReportOf(her, doctor, 'Rest, and drink water');
    const waiting = await aReportOf(her, { description: 'Tired', file: 'rash.png' });
    await withdrawConsentFor(her, waiting._id);
    await giveConsentFor(her, waiting._id);
    await reportsOf(her.id, doctor);
    const { data, text } = await archiveOf(await byProgram(her, password));
    expect(data.account).toMatchObject({
      id: her.id,
      email: her.email,
      firstName: 'Lakshmi',
      dateOfBirth: '1980-05-31',
      about: 'I teach at the village school.',
    });
    expect(data.sessions).toMatchObject([
      { createdAt: expect.any(String), seenAt: expect.any(String) },
      { expiresAt: expect.any(String) },
    ]);
    expect(data.reports).toMatchObject([
      {
        id: reviewed._id,
        status: 'Reviewed',
        review: 'Rest, and drink water',
        expert: { id: doctor.id, firstName: 'Meera' },
        phoneNumber: '+919876543210',
        consents: [{ given: true, door: 'api' }],
      },
      {
        id: waiting._id,
        description: 'Tired',
        originalName: 'rash.png',
        status: 'Pending',
        consents: [{ withdrawnAt: null }, { withdrawnAt: expect.any(String) }],
      },
    ]);
    expect(data.audit).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'report.uploaded', actorId: her.id, objectId: reviewed._id }),
        expect.objectContaining({ action: 'report.reviewed', actorId: doctor.id, objectId: reviewed._id }),
        expect.objectContaining({ action: 'report.listed', actorId: doctor.id, objectId: her.id }),
        expect.objectContaining({ action: 'data.exported', actorId: her.id, objectId: her.id }),
      ]),
    );
    for (const secret of ['argon2', her.token, 'submissionKey', 'fileName', doctor.email]) {
      expect(text).not.toContain(secret);
    }
  });

  test('holds nothing of anyone else', async () => {
    const [her, otherPatient, doctor] = [
      await a.patient(),
      await a.patient({ firstName: 'Canaryname' }),
      await an.expert(),
    ];
    const otherReport = await aReviewedReportOf(otherPatient, doctor, 'Canary of the review');
    await aReportOf(her);
    const { files, text, data } = await archiveOf(await byProgram(her, password));
    const all = `${text} ${files.get('index.html')}`;
    for (const canary of ['Canary', otherPatient.id, otherPatient.email, otherReport._id])
      expect(all).not.toContain(canary);
    expect(data.reports).toHaveLength(1);
    expect(files.size).toBe(3);
  });

  test('names who saw a report in a list, and no other patient of that list', async () => {
    const [her, otherPatient, doctor] = [await a.patient(), await a.patient(), await an.expert()];
    for (const one of [her, otherPatient]) await aReportOf(one);
    await pendingFor(doctor);
    const ofDoctor = expect.objectContaining({ action: 'report.listed', actorId: doctor.id });
    const linesOf = async (one: Somebody) =>
      (await archiveOf(await byProgram(one, password))).data.audit as { objectId: string }[];
    const hers = (await linesOf(her)).filter((line) => ofDoctor.asymmetricMatch(line));
    expect(hers.map(({ objectId }) => objectId)).toEqual([her.id]);
    const seen = (await linesOf(doctor)).filter((line) => ofDoctor.asymmetricMatch(line));
    expect(seen.map(({ objectId }) => objectId)).toEqual(expect.arrayContaining([her.id, otherPatient.id]));
  });

  test('holds an expert’s reviews without their patients', async () => {
    const [her, doctor] = [await a.patient({ firstName: 'Canaryname' }), await an.expert()];
    const reviewedReports = [];
    for (const review of ['First review', 'Second review'])
      reviewedReports.push(await aReviewedReportOf(her, doctor, review));
    await aReviewedReportOf(her, await an.expert(), 'Of a colleague');
    const { data, text } = await archiveOf(await byProgram(doctor, password));
    expect(data.reviewsWritten).toEqual(
      reviewedReports.map(({ _id, review, reviewedAt }) => ({
        reportId: _id,
        reportType: 'Blood Test',
        review,
        reviewedAt,
      })),
    );
    expect(data.reports).toEqual([]);
    for (const canary of ['Canaryname', her.lastName, her.email, '9876543211', 'Of a colleague']) {
      expect(text).not.toContain(canary);
    }
    expect((await archiveOf(await byProgram(her, password))).data.reviewsWritten).toEqual([]);
  });

  test('works for an admin as well', async () => {
    await aReportOf(await a.patient({ firstName: 'Canaryname' }));
    const admin = await an.admin();
    const { data, text } = await archiveOf(await byProgram(admin, password));
    expect([data.account.accountType, data.reports]).toEqual(['Admin', []]);
    expect(text).not.toContain('Canaryname');
  });

  test('lists a long history in full, and each entry once', async () => {
    const her = await a.patient();
    const lines = Array.from({ length: 1203 }, (_, number) => ({
      id: 100_000 + number,
      at: new Date(),
      action: 'session.opened' as const,
      actorId: her.id,
      objectId: `line ${number}`,
    }));
    for (let at = 0; at < lines.length; at += 401)
      await execute(
        db()
          .insert(audit)
          .values(lines.slice(at, at + 401)),
      );
    const { data } = await archiveOf(await byProgram(her, password));
    const numbers = data.audit.flatMap(({ objectId }) => /^line (\d+)$/.exec(objectId)?.[1] ?? []);
    expect(numbers).toEqual(lines.map((_, number) => String(number)));
  });
});

describe('the download', () => {
  test('is the same from the page and the API: a file to save that no cache keeps', async () => {
    const her = await a.patient();
    await aReportOf(her);
    const answers = [await byProgram(her, password), await onPage(her)];
    for (const { headers } of answers) {
      expect(headers.get('Content-Type')).toBe('application/zip');
      expect(headers.get('Content-Disposition')).toMatch(
        /^attachment; filename="my-data-\d{4}-\d\d-\d\d\.zip"/,
      );
      expect(headers.get('Cache-Control')).toBe('no-store');
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    }
    for (const answer of answers) expect((await archiveOf(answer)).data.account.id).toBe(her.id);
    const lines = await db().select().from(audit).where(eq(audit.objectId, her.id)).orderBy(audit.id);
    expect(lines.filter(({ action }) => action === 'data.exported')).toHaveLength(2);
  });

  test('asks for the password, and shows beside the field what is wrong', async () => {
    const her = await a.patient();
    for (const [typed, words] of [
      ['a loud river', 'This is not your current password'],
      ['', 'Please enter your password'],
    ] as const) {
      const { page, answer } = await openAfterMistake(await onPage(her, typed), her);
      expect(answer?.lastResult.error).toEqual({ password: [words] });
      expect(page.text).not.toContain('loud');
      expect(page.setCookies.some((line) => /^mistaken=;.*Max-Age=0/.test(line))).toBe(true);
      const api = await callApi(exportApi, { method: 'POST', token: her.token, body: { password: typed } });
      expect([api.status, api.json.errors]).toEqual([422, { password: words }]);
    }
    const fresh = await getPage(myDataPage, { path: '/dashboard/my-data', cookie: her.cookie });
    expect((fresh.data as Json).answer).toBeUndefined();
    const lines = await db().select().from(audit).where(eq(audit.objectId, her.id)).orderBy(audit.id);
    expect(lines.map(({ action }) => action)).not.toContain('data.exported');
  });

  test('is refused without a session, to another website, and to the browser’s data requests', async () => {
    const her = await a.patient();
    const out = await onPage({ cookie: '' });
    expect([out.status, out.headers.get('Location')]).toEqual([302, '/login?next=%2Fdashboard%2Fmy-data']);
    expect((await byProgram({ token: '' }, password)).status).toBe(401);
    expect((await onPage(her, password, 'https://other.example')).status).toBe(403);
    expect(
      (await openFile(exportApi, { method: 'POST', cookie: her.cookie, body: { password } })).status,
    ).toBe(401);
    const put = await openFile(download, { method: 'PUT', cookie: her.cookie, headers: { Origin: origin } });
    expect([put.status, put.headers.get('Allow')]).toEqual([405, 'GET, HEAD, POST']);
    const opened = await getPage(download, { path: '/dashboard/my-data/download', cookie: her.cookie });
    expect([opened.status, opened.location]).toEqual([302, '/dashboard/my-data']);
    const page = await getPage(myDataPage, { path: '/dashboard/my-data' });
    expect([page.status, page.location]).toEqual([302, '/login?next=%2Fdashboard%2Fmy-data']);
  });
});

describe('a file that cannot be read', () => {
  const change = async (name: string, to: (sealed: Buffer) => Buffer) =>
    spoil(clinic.objects, name, to(Buffer.from(await sealedBytes(clinic.objects, name))));
  let her: Somebody;
  beforeAll(async () => {
    her = await a.patient();
  });

  test.each([
    ['is gone', (name: string) => clinic.objects.drop(name)],
    ['has grown', (name: string) => change(name, (sealed) => Buffer.concat([sealed, Buffer.from('more')]))],
    [
      'is damaged within',
      (name: string) =>
        change(name, (sealed) => {
          sealed[sealed.length - 40] = (sealed[sealed.length - 40] ?? 0) ^ 1;
          return sealed;
        }),
    ],
  ])('does not keep back the other files and is listed as missing: %s', async (_how, spoilIt) => {
    const [broken, whole] = [await aReportOf(her), await aReportOf(her, { file: 'rash.png' })];
    const [row] = await db().select().from(reports).where(eq(reports.id, broken._id));
    await spoilIt(row?.fileName ?? 'none');
    const { files, data } = await archiveOf(await byProgram(her, password));
    const fileOf = (id: string) => data.reports.find((report) => report.id === id)?.file;
    expect(fileOf(broken._id)).toBeNull();
    expect(files.get(fileOf(whole._id) ?? '')?.equals(await bytesOf('rash.png'))).toBe(true);
  });
});

test('wrong passwords wait as at the log-in, and ten downloads a day are allowed', async () => {
  await clinic.close();
  clinic = await openClinic({ LIMIT_SCALE: '1' });
  const [her, otherPatient] = [await a.patient(), await a.patient()];
  for (let times = 0; times < 10; times += 1) {
    const answer = await onPage(her);
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
  }
  const eleventh = await callApi(exportApi, { method: 'POST', token: her.token, body: { password } });
  expect([eleventh.status, Number(eleventh.headers.get('Retry-After')) > 3600]).toEqual([429, true]);
  const { answer } = await openAfterMistake(await onPage(her), her);
  expect(answer?.lastResult.error['']?.[0]).toMatch(/Please try again in 24 hours/);
  expect((await byProgram(otherPatient, password)).status, 'another account may').toBe(200);

  for (let times = 0; times < 5; times += 1)
    expect((await byProgram(otherPatient, 'a loud river')).status).toBe(422);
  const waiting = await byProgram(otherPatient, password);
  expect([waiting.status, Number(waiting.headers.get('Retry-After')) > 0]).toEqual([429, true]);
  expect((await logInByPage(otherPatient.email)).status, 'the log-in counts separately').toBe(302);
});
