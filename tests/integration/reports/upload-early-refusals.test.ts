import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { untilThumbnailsStored } from '~/domain/report-view/thumbnails.server';
import { consents, reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import { reportTypes } from '~/platform/enums';
import { consume } from '~/platform/limits/limits.server';
import { storage } from '~/platform/storage/current-storage.server';
import * as uploadPage from '~/routes/dashboard/upload-report';
import { formToken } from '~/web/pipeline/form-token.server';
import { a, fixture, origin, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { countReports, uploadFields } from '../../support/reports';
import { apiRoute, callApi, postPage, type RouteModule } from '../../support/requests';

const uploadApi = apiRoute('report/upload-report');
const path = '/dashboard/upload-report';

let patient: Somebody;
const clinic = clinicForFile({ LIMIT_SCALE: '1' });
beforeAll(async () => {
  patient = await a.patient();
});
afterEach(() => vi.restoreAllMocks());

const watchReceive = () => vi.spyOn(storage(), 'receive');
const countStored = async () => [await countReports(), (await clinic.storedFiles()).length];

/** Moves the `later` fields of a form behind its file. */
function withFieldsLast(form: FormData, later: string[]) {
  const turned = new FormData();
  for (const [name, value] of form) if (!later.includes(name)) turned.append(name, value);
  for (const name of later) turned.append(name, form.get(name) ?? '');
  return turned;
}

describe('fields before the file', () => {
  // Checking this file would take ten seconds.
  const slow = () => fixture('endless.pdf');

  test.each([
    ['phoneNumber', { phoneNumber: '12345' }, 'This is not a valid phone number for the country you chose'],
    ['consent', { consent: 'false' }, 'You must agree before submitting.'],
    ['reportType', { reportType: 'Horoscope' }, `Please choose one of: ${reportTypes.join(', ')}`],
  ])('are checked before it is received, on the page: %s', async (field, wrong, sentence) => {
    const [receive, before] = [watchReceive(), await countStored()];
    const fields = uploadFields(await slow(), { description: 'Tired', ...wrong });
    const page = await postPage(uploadPage, { path, cookie: patient.cookie, fields });
    expect([page.status, page.fieldErrors]).toEqual([422, { [field]: sentence }]);
    expect(page.typed.description).toBe('Tired');
    expect(receive).not.toHaveBeenCalled();
    expect(await countStored()).toEqual(before);
  });

  test.each([
    ['phoneNumber', { phoneNumber: '12345' }, 'This is not a valid phone number for the country you chose'],
    ['consent', { consent: 'false' }, 'You must agree before submitting.'],
  ])('are checked before it is received, in a call: %s', async (field, wrong, sentence) => {
    const receive = watchReceive();
    const body = uploadFields(await slow(), wrong);
    const { status, json } = await callApi(uploadApi, { method: 'POST', token: patient.token, body });
    expect([status, json.errors]).toEqual([422, { [field]: sentence }]);
    expect(receive).not.toHaveBeenCalled();
  });

  test('do not count as an upload, however often they are refused', async () => {
    const her = await a.patient();
    for (let at = 0; at < 25; at += 1) {
      const fields = uploadFields(await fixture('rash.png'), { consent: undefined });
      const { status } = await postPage(uploadPage, { path, cookie: her.cookie, fields });
      expect(status).toBe(400);
    }
    const fields = uploadFields(await fixture('rash.png'));
    expect((await postPage(uploadPage, { path, cookie: her.cookie, fields })).location).toBe(
      '/report-submitted',
    );
  });

  test.each([
    ['that are wrong', { phoneNumber: '12345' }, undefined],
    ['of a form of somebody else', {}, 'other'],
  ])('%s: the file after them is read to its end and discarded', async (_what, wrong, drawnFor) => {
    // The thumbnail of an earlier report is received too.
    await untilThumbnailsStored();
    const [receive, otherPatient] = [watchReceive(), await a.patient()];
    const whole = new Request(origin, { method: 'POST', body: uploadFields(undefined, wrong) });
    const type = whole.headers.get('content-type') ?? '';
    const boundary = /boundary=(.+)$/.exec(type)?.[1];
    const token = formToken(drawnFor ? otherPatient.id : patient.id, 'report.upload');
    const fields = (await whole.text()).replace(/--\s*$/, '');
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="formToken"\r\n\r\n${token}\r\n${fields}\r\nContent-Disposition: form-data; name="report"; filename="a.pdf"\r\n\r\n`;
    const pieces = 200;
    let pulled = -1;
    const body = new ReadableStream({
      pull(controller) {
        pulled += 1;
        if (pulled === 0) controller.enqueue(new TextEncoder().encode(head));
        else if (pulled <= pieces) controller.enqueue(new Uint8Array(64 * 1024));
        else {
          controller.enqueue(new TextEncoder().encode(`\r\n--${boundary}--\r\n`));
          controller.close();
        }
      },
    });
    const page = {
      action: async (args: Parameters<typeof uploadPage.action>[0]) => {
        const answered = uploadPage.action(args).catch((thrown: unknown) => thrown);
        const answer = (await answered) as { data: unknown; init: ResponseInit };
        return new Response(JSON.stringify(answer.data), answer.init);
      },
    } as RouteModule;
    const headers = { 'Content-Type': type, Origin: origin };
    const call = { method: 'POST', path, cookie: patient.cookie, body, headers };
    expect((await callApi(page, call)).status).toBe(drawnFor ? 409 : 422);
    await expect.poll(() => pulled).toBe(pieces + 1);
    expect(receive).not.toHaveBeenCalled();
  });
});

describe('fields after the file, on the page', () => {
  const hidden = ['submissionKey', 'choosesPerson', 'consentTo', 'formToken'];
  /** Builds the form as the page sends it without script: hidden fields, the file, all others. */
  async function fileFirst(file: string | File, overrides: Parameters<typeof uploadFields>[1] = {}) {
    const chosen = typeof file === 'string' ? await fixture(file) : file;
    const details = { choosesPerson: 'yes', personId: 'none', description: 'Tired', ...overrides };
    const form = uploadFields(chosen, details);
    const later = [...form.keys()].filter((name) => name !== 'report' && !hidden.includes(name));
    return withFieldsLast(form, later);
  }
  const send = async (by: Somebody, fields: FormData) =>
    postPage(uploadPage, { path, cookie: by.cookie, fields });

  test('make a report with its consent', async () => {
    const her = await a.patient();
    expect((await send(her, await fileFirst('rash.png'))).location).toBe('/report-submitted');
    const [report] = await db().select().from(reports).where(eq(reports.patientId, her.id));
    expect([report?.reportType, report?.description]).toEqual(['Blood Test', 'Tired']);
    const ledger = await db()
      .select()
      .from(consents)
      .where(eq(consents.reportId, String(report?.id)));
    expect(ledger.map(({ given }) => given)).toEqual([true]);
  });

  test.each([
    ['a phone number', 'rash.png', { phoneNumber: '12345' }, ['phoneNumber']],
    ['a missing consent', 'rash.png', { consent: '' }, ['consent']],
    ['no choice of a person beside a ZIP', 'archive.zip', { phoneNumber: '98' }, ['report', 'phoneNumber']],
  ])('are refused with their sentence: %s; nothing of the file stays', async (_what, file, wrong, fields) => {
    const [her, before] = [await a.patient(), await countStored()];
    const page = await send(her, await fileFirst(file, wrong));
    expect(page.location).toBeNull();
    expect(Object.keys(page.fieldErrors ?? {}).sort()).toEqual(fields.toSorted());
    expect(page.typed).toMatchObject({ description: 'Tired', reportType: 'Blood Test' });
    expect(await countStored()).toEqual(before);
  });

  test('are shown again if the file is many times too large', async () => {
    const huge = new File([new Uint8Array(60 * 1024 * 1024)], 'huge.pdf');
    const page = await send(patient, await fileFirst(huge));
    expect([page.status, Object.keys(page.fieldErrors ?? {})]).toEqual([413, ['report']]);
    expect(page.typed).toMatchObject({ description: 'Tired', consent: 'on' });
  });

  test('are shown again if the account may send no more today, or the file finds no room', async () => {
    const her = await a.patient();
    vi.spyOn(storage(), 'receive').mockRejectedValueOnce(
      Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'write' }),
    );
    const full = await send(her, await fileFirst('rash.png'));
    expect([full.status, full.typed.description]).toEqual([507, 'Tired']);
    for (let at = 0; at < 20; at += 1) await consume('uploads', her.id);
    const limited = await send(her, await fileFirst('rash.png'));
    expect([limited.status, limited.typed.description]).toEqual([429, 'Tired']);
  });
});

describe('fields after the file, in a call', () => {
  const send = async (body: FormData) => callApi(uploadApi, { method: 'POST', token: patient.token, body });

  test('are read before the call is answered', async () => {
    const form = uploadFields(await fixture('rash.png'));
    const { status, json } = await send(withFieldsLast(form, ['phoneNumber', 'reportType']));
    expect([status, json.message]).toEqual([200, 'Report Submitted Succesfully']);
  });

  test('are checked together with it', async () => {
    const form = uploadFields(await fixture('archive.zip'), { phoneNumber: '12345' });
    const { status, json } = await send(withFieldsLast(form, ['phoneNumber']));
    expect(status).toBe(415);
    expect(Object.keys(json.errors ?? {}).sort()).toEqual(['phoneNumber', 'report']);
  });
});
