import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { reportTypes } from '~/platform/enums';
import * as uploadPage from '~/routes/dashboard/upload-report';
import { a, fixture, origin, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { jpegOf, pdfOf } from '../../support/padded';
import { countReports, uploadFields } from '../../support/reports';
import { apiRoute, callApi, postPage } from '../../support/requests';

const manyPixels =
  'This picture is over 50 megapixels. Please set the camera to 12 megapixels (12 MP) and take it again, or send a screenshot of it.';

const uploadApi = apiRoute('report/upload-report');

const mebibyte = 1024 * 1024;
const kinds = 'We cannot open this kind of file. Please choose a PDF, JPEG, HEIC, PNG, WebP or GIF.';
const cut = 'This file is incomplete. Please choose it again, or take a new photo.';

let patient: Somebody;
const clinic = clinicForFile({ MAX_UPLOAD_MB: '1' });
beforeAll(async () => {
  patient = await a.patient();
});
afterEach(async () => {
  expect(await clinic.storedFiles(), 'files after a refusal').toEqual([]);
  expect(await countReports(), 'reports after a refusal').toBe(0);
});

const byApi = (body: FormData) => callApi(uploadApi, { method: 'POST', token: patient.token, body });
const byPage = (fields: FormData) =>
  postPage(uploadPage, { path: '/dashboard/upload-report', cookie: patient.cookie, fields });

const refused: [name: string, api: number, page: number, sentence: string][] = [
  ['svg-named.png', 415, 415, kinds],
  ['page-named.pdf', 415, 415, kinds],
  ['archive.zip', 415, 415, kinds],
  ['truncated.pdf', 422, 400, cut],
  ['truncated.jpg', 422, 400, cut],
  ['truncated.png', 422, 400, cut],
  ['truncated.webp', 422, 400, cut],
  ['truncated.gif', 422, 400, cut],
  ['truncated.heic', 422, 400, cut],
  ['no-pages.pdf', 422, 400, 'This PDF has no pages. Please choose another.'],
  [
    'locked.pdf',
    422,
    400,
    'This PDF is locked with a password. Please save it without one and choose it again.',
  ],
  ['huge.png', 422, 400, manyPixels],
];

describe('a refused file gets its own sentence beside the field, and none of it is stored', () => {
  test.each(refused)('%s (API)', async (name, status, _page, sentence) => {
    const { status: got, json } = await byApi(uploadFields(await fixture(name)));
    expect([got, json.errors, json.message]).toEqual([status, { report: sentence }, sentence]);
  });

  test.each(refused)('%s (page)', async (name, _api, status, sentence) => {
    const page = await byPage(uploadFields(await fixture(name)));
    expect([page.status, page.fieldErrors]).toEqual([status, { report: sentence }]);
  });

  test.each([
    ['an empty file', new File([], 'empty.pdf'), 'This file is empty. Please choose another.'],
    ['no file at all', undefined, 'Report file is required'],
    ['a file field in which nothing was chosen', new File([], ''), 'Report file is required'],
  ])('%s', async (_what, file, sentence) => {
    const api = await byApi(uploadFields(file));
    expect([api.status, api.json.errors]).toEqual([422, { report: sentence }]);
    const page = await byPage(uploadFields(file));
    expect([page.status, page.fieldErrors]).toEqual([400, { report: sentence }]);
  });

  test('a text instead of the file', async () => {
    const form = uploadFields(undefined);
    form.set('report', 'a text');
    const { status, json } = await byApi(form);
    expect([status, json.errors]).toEqual([422, { report: 'Report file is required' }]);
  });
});

describe('a photo of a phone (HEIC) that is refused', () => {
  const bytesOf = async (name: string) => Buffer.from(await (await fixture(name)).arrayBuffer());
  const sizeOf = (width: number, height: number) => {
    const size = Buffer.alloc(8);
    size.writeUInt32BE(width, 0);
    size.writeUInt32BE(height, 4);
    return size;
  };

  /** Damages the picture data of a HEIC photo, and leaves its boxes whole. */
  async function damagedPhoto() {
    const photo = await bytesOf('phone.heic');
    const configuration = photo.indexOf('hvcC') + 4;
    return photo.fill(0xff, configuration, configuration + 60);
  }

  /** Makes a HEIC photo claim ten times its width and height, over 50 megapixels. */
  async function hugePhoto() {
    const photo = await bytesOf('phone.heic');
    const [realSize, hugeSize] = [sizeOf(960, 720), sizeOf(9600, 7200)];
    for (let at = photo.indexOf(realSize); at >= 0; at = photo.indexOf(realSize)) hugeSize.copy(photo, at);
    return photo;
  }

  const avif = async () =>
    sharp(await bytesOf('rash.png'))
      .avif()
      .toBuffer();
  /** Makes an AVIF photo with the brand of the container, as some encoders write it. */
  async function avifByLayout() {
    const photo = await avif();
    photo.write('mif1', 8);
    return photo;
  }

  test.each([
    [
      'damaged',
      damagedPhoto,
      422,
      'We cannot open this iPhone photo (HEIC). On the phone, choose Settings › Camera › Formats › Most Compatible. Then take it again, or send a screenshot.',
    ],
    ['huge', hugePhoto, 422, manyPixels],
    ['AVIF', avif, 415, kinds],
    ['AVIF by its layout', avifByLayout, 415, kinds],
  ])('%s', async (_what, contentOf, status, sentence) => {
    const file = new File([new Uint8Array(await contentOf())], 'IMG_0042.HEIC');
    const api = await byApi(uploadFields(file));
    expect([api.status, api.json.errors]).toEqual([status, { report: sentence }]);
    const page = await byPage(uploadFields(file));
    expect([page.status, page.fieldErrors]).toEqual([status === 415 ? 415 : 400, { report: sentence }]);
  });
});

describe('a file one byte over the limit', () => {
  const sentence = 'The file is larger than 1 MB. Please choose a smaller one.';

  test.each([
    ['a JPEG', jpegOf],
    ['a PDF', pdfOf],
  ])('%s is refused with the size in the sentence', async (_what, fileOf) => {
    const file = await fileOf(mebibyte + 1);
    expect(file.size).toBe(mebibyte + 1);
    const api = await byApi(uploadFields(file));
    expect([api.status, api.json.errors]).toEqual([413, { report: sentence }]);
    const page = await byPage(uploadFields(file));
    expect([page.status, page.fieldErrors]).toEqual([413, { report: sentence }]);
  });

  test('is refused too if it is many times larger, with or without an announced size', async () => {
    const file = new File([await fixture('rash.png'), new Uint8Array(6 * mebibyte)], 'large.png');
    expect((await byApi(uploadFields(file))).status).toBe(413);
    const announced = await callApi(uploadApi, {
      method: 'POST',
      token: patient.token,
      body: uploadFields(file),
      headers: { 'Content-Length': String(6 * mebibyte) },
    });
    expect([announced.status, announced.json.success]).toEqual([413, false]);
  });
});

describe('a mistake beside a right file', () => {
  test.each([
    ['reportType', undefined, 'Report Type is required'],
    ['reportType', 'Horoscope', `Please choose one of: ${reportTypes.join(', ')}`],
    ['phoneNumber', undefined, 'Phone number is required'],
    ['phoneNumber', '   ', 'Phone number is required'],
    ['description', 'a'.repeat(2001), 'This text is too long. It can have at most 2,000 characters.'],
    ['countryCode', 'India', 'Please give a country code such as +91'],
  ])('in %s (%s) is shown beside it', async (field, value, sentence) => {
    const form = uploadFields(await fixture('rash.png'), { [field]: value });
    const api = await byApi(form);
    expect([api.status, api.json.errors]).toEqual([422, { [field]: sentence }]);
    const page = await byPage(form);
    // A wrong field before the file refuses it unread; a missing one may still follow the file.
    const isUnread = value !== undefined;
    expect([page.status, page.fieldErrors]).toEqual([isUnread ? 422 : 400, { [field]: sentence }]);
  });

  test('returns the typed fields, so that only the file has to be chosen again', async () => {
    const other = { description: 'Tired since May', phoneNumber: '98' };
    const { typed } = await byPage(uploadFields(await fixture('rash.png'), other));
    expect(typed).toEqual({ reportType: 'Blood Test', countryCode: '+91', consent: 'on', ...other });
  });

  test('appears with all others at once, starting with a file that is too large', async () => {
    const { status, json } = await byApi(uploadFields(await jpegOf(mebibyte + 1), { reportType: undefined }));
    expect(status).toBe(413);
    expect(Object.keys(json.errors ?? {})).toContain('report');
  });
});

describe('a connection that breaks', () => {
  const type = 'multipart/form-data; boundary=cut';
  const part = (name: string, value: string) =>
    `--cut\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const begin = `${part('reportType', 'X-Ray')}${part('phoneNumber', '9876543210')}`;
  const file = '--cut\r\nContent-Disposition: form-data; name="report"; filename="x.jpg"\r\n\r\n';

  /** Builds a body that stops after these pieces, with an error or a normal end. */
  function brokenBody(pieces: Uint8Array[], how: 'error' | 'end') {
    const remaining = [...pieces];
    return new ReadableStream({
      pull(controller) {
        const next = remaining.shift();
        if (next) controller.enqueue(next);
        else if (how === 'error') controller.error(new Error('the line is dead'));
        else controller.close();
      },
    });
  }

  test.each([
    ['in the middle of the file', 'error'],
    ['in the middle of the file, without a word', 'end'],
  ] as const)('%s leaves nothing behind (%s)', async (_what, how) => {
    const picture = new Uint8Array(await (await fixture('xray.jpg')).arrayBuffer());
    const half = [picture.subarray(0, 9000), picture.subarray(9000, 18_000)];
    const body = brokenBody([new TextEncoder().encode(begin + file), ...half], how);
    const headers = { 'Content-Type': type };
    const { status, json } = await callApi(uploadApi, {
      method: 'POST',
      token: patient.token,
      body,
      headers,
    });
    expect([status, json.success]).toEqual([400, false]);
    expect(json.message).toMatch(/dropped before everything arrived|could not be read/);
  });

  test('before the file begins leaves nothing behind, on the page too', async () => {
    for (const how of ['error', 'end'] as const) {
      const body = brokenBody([new TextEncoder().encode(begin)], how);
      const { status } = await callApi(uploadPageAsCall, {
        method: 'POST',
        cookie: patient.cookie,
        body,
        headers: { 'Content-Type': type, Origin: origin },
      });
      expect(status).toBe(400);
    }
  });

  /** The page's action with its answer as a Response, for a body that is not a form. */
  const uploadPageAsCall = {
    action: async (args: Parameters<typeof uploadPage.action>[0]) => {
      const answer = (await uploadPage.action(args)) as { data: unknown; init: ResponseInit | null };
      return new Response(JSON.stringify(answer.data), answer.init ?? {});
    },
  };
});

test.each([
  ['without a log-in, another program is told to log in', undefined],
  ['with a dead token, another program is told to log in', 'dead'],
])('%s', async (_what, token) => {
  const answer = await callApi(uploadApi, {
    method: 'POST',
    token,
    body: uploadFields(await fixture('rash.png')),
  });
  expect([answer.status, answer.json]).toEqual([
    401,
    { success: false, message: 'Please log in first', code: 'unauthenticated' },
  ]);
  expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
});

test('the page without a session leads to the log-in page and back', async () => {
  const fields = uploadFields(await fixture('rash.png'));
  const answer = await postPage(uploadPage, { path: '/dashboard/upload-report', fields });
  expect([answer.status, answer.location]).toEqual([302, '/login?next=%2Fdashboard%2Fupload-report']);
});
