import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { consents, reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import * as reportSubmitted from '~/routes/dashboard/report-submitted';
import * as uploadPage from '~/routes/dashboard/upload-report';
import * as raw from '~/routes/files/raw';
import { a, fixture, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { rawDatabase } from '../../support/raw';
import { aReportOf, countReports, uploadFields } from '../../support/reports';
import { apiRoute, callApi, getPage, openFile, postPage } from '../../support/requests';
import { sealedBytes } from '../../support/test-storage';

const uploadApi = apiRoute('report/upload-report');

let patient: Somebody;
const clinic = clinicForFile();
beforeAll(async () => {
  patient = await a.patient();
});

const upload = (form: FormData, { token, cookie } = patient) => ({
  api: () => callApi(uploadApi, { method: 'POST', token, body: form }),
  page: () => postPage(uploadPage, { path: '/dashboard/upload-report', cookie, fields: form }),
});

const newest = async () => {
  const rows = await db().select().from(reports).where(eq(reports.patientId, patient.id));
  return rows.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime()).at(-1);
};

const formats = [
  ['blood-test.pdf', 'application/pdf', 'raw'],
  ['two-pages.pdf', 'application/pdf', 'raw'],
  ['xray.jpg', 'image/jpeg', 'image'],
  ['rash.png', 'image/png', 'image'],
  ['scan.webp', 'image/webp', 'image'],
  ['ecg.gif', 'image/gif', 'image'],
] as const;

describe('a PDF as programs and people really send it', () => {
  const report = async (before: string, after: string, name: string) => {
    const pdf = Buffer.from(await (await fixture('blood-test.pdf')).arrayBuffer());
    const content = Buffer.concat([Buffer.from(before), pdf, Buffer.from(after)]);
    return { content, file: new File([content], name) };
  };
  const send = (file: File) => upload(uploadFields(file));

  test.each([
    ['a byte order mark before it, a photo by its name', '\ufeff', '', 'plain-as.jpg', 'plain-as.pdf'],
    ['zeros behind it, a program by its name', '', '\0'.repeat(9000), 'report.pdf.exe', 'report.pdf'],
    ['no ending', '\r\n', '', 'DOC-20250102-WA0003', 'DOC-20250102-WA0003.pdf'],
  ])('%s: it is stored byte for byte and saved as a PDF', async (_how, before, after, name, savedAs) => {
    const { content, file } = await report(before, after, name);
    const { status, json } = await send(file).api();
    expect(status).toBe(200);
    const { _id } = json.data as { _id: string };
    const opened = await openFile(raw, {
      path: `/files/raw/${_id}`,
      params: { reportId: _id },
      cookie: patient.cookie,
    });
    expect(opened.headers.get('content-type')).toBe('application/pdf');
    expect(opened.headers.get('x-content-type-options')).toBe('nosniff');
    expect(opened.headers.get('content-security-policy')).toContain('sandbox');
    expect(opened.headers.get('content-disposition')).toContain(`filename="${savedAs}"`);
    expect(Buffer.from(await opened.arrayBuffer()).equals(content)).toBe(true);
  });

  test('is refused behind a web page, through the API and on the page', async () => {
    const { file } = await report('<html><script>alert(1)</script>', '', 'report.pdf');
    expect((await send(file).api()).status).toBe(415);
    expect((await send(file).page()).status).toBe(415);
  });

  test('is refused with its own sentence if it shows its content elsewhere', async () => {
    const before = await countReports();
    const { status, json } = await send(await fixture('portfolio-packed.pdf')).api();
    const sentence =
      'This PDF shows its content only in another program. Please print it to a PDF, or send photos of it.';
    expect([status, json.errors, json.code]).toEqual([422, { report: sentence }, 'invalid_input']);
    expect(await countReports()).toBe(before);
  });
});

describe('a valid report', () => {
  test.each(formats)('%s is taken from another program as %s', async (name, mediaType, resourceType) => {
    const before = (await clinic.storedFiles()).length;
    const { status, json } = await upload(uploadFields(await fixture(name))).api();
    expect([status, json.message]).toEqual([200, 'Report Submitted Succesfully']);
    expect(json.data).toMatchObject({
      resourceType,
      reportType: 'Blood Test',
      phoneNumber: '+919876543210',
      status: 'Pending',
      review: null,
      patient: { _id: patient.id, firstName: 'Asha' },
    });
    const { _id, reportUrl } = json.data as { _id: string; reportUrl: string };
    expect(reportUrl).toContain(`http://clinic.test/files/${resourceType}/${_id}?`);
    const [row] = await db().select().from(reports).where(eq(reports.id, _id));
    expect(row).toMatchObject({ mediaType, resourceType, originalName: name });
    expect(await clinic.storedFiles(), 'the file and its thumbnail').toHaveLength(before + 2);
  });

  test.each(formats)('%s is accepted on the page as %s', async (name, mediaType, resourceType) => {
    const answer = await upload(uploadFields(await fixture(name))).page();
    expect([answer.status, answer.location]).toEqual([302, '/report-submitted']);
    expect(answer.toast).toEqual({ type: 'success', message: 'Report Submitted Succesfully' });
    expect(await newest()).toMatchObject({ mediaType, resourceType });
  });

  test('is recognized by its content, whatever its name', async () => {
    const { json } = await upload(
      uploadFields(await fixture('rash.png', 'rash.pdf', 'application/pdf')),
    ).api();
    expect(json.data).toMatchObject({ resourceType: 'image' });
  });

  test('gets a case number on the page that follows, and that page works without one', async () => {
    const { cookies } = await upload(uploadFields(await fixture('rash.png'))).page();
    const row = await newest();
    const page = await getPage(reportSubmitted, {
      path: '/report-submitted',
      cookie: `${patient.cookie}; ${cookies}`,
    });
    const { caseNumber } = page.data as { caseNumber: string };
    expect(caseNumber.replace('-', '').toLowerCase()).toBe(row?.id.slice(0, 8));
    const direct = await getPage(reportSubmitted, { path: '/report-submitted', cookie: patient.cookie });
    expect(direct.status).toBe(200);
    expect(direct.data).not.toHaveProperty('caseNumber', expect.any(String));
  });
});

describe('the phone number', () => {
  test.each([
    ['ten digits of the default country', undefined, '9876543210', '+919876543210'],
    ['ten digits with spaces', '+91', '98765 43210', '+919876543210'],
    ['of another country, by its code', '+1', '(202) 555-0123', '+12025550123'],
    ['of a country that shares its code', '+1 CA', '613 234 5678', '+16132345678'],
    ['written in full', undefined, '+44 7911 123456', '+447911123456'],
  ])('%s is stored in the international form', async (_what, countryCode, phoneNumber, storedNumber) => {
    const { json } = await upload(
      uploadFields(await fixture('rash.png'), { countryCode, phoneNumber }),
    ).api();
    expect(json.data).toMatchObject({ phoneNumber: storedNumber });
  });

  test.each([
    ['that does not exist in the chosen country', '+1', '1234567890'],
    ['too short for the chosen country', '+91', '98765'],
    ['of nine digits without a country', undefined, '987654321'],
    ['of words', '+91', 'ask my wife'],
  ])('%s is refused beside its field', async (_what, countryCode, phoneNumber) => {
    const before = [await countReports(), (await clinic.storedFiles()).length];
    const form = uploadFields(await fixture('rash.png'), { countryCode, phoneNumber });
    const { status, json } = await upload(form).api();
    const errors = { phoneNumber: 'This is not a valid phone number for the country you chose' };
    expect([status, json.errors]).toEqual([422, errors]);
    if (countryCode) {
      const page = await upload(form).page();
      expect([page.status, page.fieldErrors]).toEqual([422, errors]);
    }
    expect([await countReports(), (await clinic.storedFiles()).length]).toEqual(before);
  });
});

describe('consent', () => {
  const consentFor = async (reportId: string) => {
    const [row] = await db().select().from(consents).where(eq(consents.reportId, reportId));
    return row;
  };

  test('is requested on the page explicitly, and without it nothing is stored', async () => {
    const before = [await countReports(), (await clinic.storedFiles()).length];
    const page = await upload(uploadFields(await fixture('rash.png'), { consent: undefined })).page();
    expect([page.status, page.fieldErrors]).toEqual([400, { consent: 'You must agree before submitting.' }]);
    expect([await countReports(), (await clinic.storedFiles()).length]).toEqual(before);
  });

  test('is stored from the page with its wording, language and time', async () => {
    await upload(uploadFields(await fixture('rash.png'))).page();
    const row = await consentFor((await newest())?.id ?? '');
    expect(row).toMatchObject({ given: true, wordingVersion: '2025-1', language: 'en', door: 'page' });
    expect(Date.now() - (row?.at.getTime() ?? 0)).toBeLessThan(10_000);
  });

  test('is stored as not given if an API client leaves it out', async () => {
    const { _id } = await aReportOf(patient, { consent: undefined });
    expect(await consentFor(_id)).toMatchObject({ given: null, wordingVersion: null, door: 'api' });
  });

  test('is stored as given if an API client gives it', async () => {
    const { _id } = await aReportOf(patient, { consent: 'true' });
    expect(await consentFor(_id)).toMatchObject({ given: true, wordingVersion: '2025-1', door: 'api' });
  });

  test('refuses the report if an API client refuses it', async () => {
    const { status, json } = await upload(
      uploadFields(await fixture('rash.png'), { consent: 'false' }),
    ).api();
    expect([status, json.errors]).toEqual([422, { consent: 'You must agree before submitting.' }]);
  });
});

describe('a stored report', () => {
  test('holds no sixteen bytes in a row of the file, and the channel returns it whole', async () => {
    const report = await aReportOf(patient);
    const original = Buffer.from(await (await fixture('blood-test.pdf')).arrayBuffer());
    const [row] = await db().select().from(reports).where(eq(reports.id, report._id));
    const storedFile = await sealedBytes(clinic.objects, row?.fileName ?? 'none');
    expect(storedFile.length).toBeGreaterThan(original.length);
    for (let at = 0; at + 16 <= original.length; at += 1) {
      if (storedFile.includes(original.subarray(at, at + 16)))
        throw new Error(`Bytes ${at} to ${at + 16} are readable`);
    }
    const served = await openFile(raw, { token: patient.token, params: { reportId: report._id } });
    expect(Buffer.from(await served.arrayBuffer()).equals(original)).toBe(true);
  });

  test('holds phone, description and file name encrypted in the database', async () => {
    await aReportOf(patient, {
      file: await fixture('blood-test.pdf', 'canary-of-the-name.pdf'),
      description: 'canary of the description',
      phoneNumber: '9123456780',
    });
    const row = await newest();
    expect(row).toMatchObject({
      description: 'canary of the description',
      originalName: 'canary-of-the-name.pdf',
      phoneNumber: '+919123456780',
    });
    const bytes = await rawDatabase();
    expect(bytes.includes(row?.fileName ?? 'none'), 'the search finds a file name in clear text').toBe(true);
    for (const canary of ['canary', '9123456780', 'description"']) expect(bytes.includes(canary)).toBe(false);
  });

  test('leaves no file and no row once its patient deletes it', async () => {
    const before = await clinic.storedFiles();
    const report = await aReportOf(patient);
    expect((await clinic.storedFiles()).length).toBe(before.length + 2);
    const deleteReport = apiRoute('report/delete-report');
    const answer = await callApi(deleteReport, {
      method: 'DELETE',
      token: patient.token,
      body: { reportId: report._id },
    });
    expect([answer.status, answer.json.message]).toEqual([200, 'Report deleted Successfully']);
    expect(await clinic.storedFiles()).toEqual(before);
    expect(await db().select().from(reports).where(eq(reports.id, report._id))).toEqual([]);
  });
});
