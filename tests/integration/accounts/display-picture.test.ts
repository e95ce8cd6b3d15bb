import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findKnownFiles } from '~/domain/upload/known-files.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import { storage } from '~/platform/storage/current-storage.server';
import * as home from '~/routes/dashboard/home';
import * as ownReportsPage from '~/routes/dashboard/previous-report';
import * as picture from '~/routes/files/picture';
import { rootLoader } from '~/web/pages/root-data.server';
import {
  deleteAccountOf,
  pictureForm,
  postSettings,
  profileFields,
  rowOf,
  saveCredentials,
  savePicture,
  saveProfile,
} from '../../support/accounts';
import { a, an, type Clinic, fixture, openClinic, type Somebody } from '../../support/clinic';
import { jpegOf } from '../../support/padded';
import { aReportOf, aReviewedReportOf, type Report, takeBackOf } from '../../support/reports';
import { apiRoute, callApi, getPage, openFile } from '../../support/requests';
import { deleteByApi, judgeByApi, logInByApi, reportsOf } from '../../support/visits';

const manyPixels =
  'This picture is over 50 megapixels. Please set the camera to 12 megapixels (12 MP) and take it again, or send a screenshot of it.';

const updatePicture = apiRoute('profile/update-display-picture');

const mebibyte = 1024 * 1024;

let clinic: Clinic;
beforeAll(async () => {
  clinic = await openClinic({ MAX_UPLOAD_MB: '1' });
});
afterAll(() => clinic.close());

const imageOf = (json: Record<string, unknown>) => (json.data as { image: string }).image;
/** Opens a link from an answer, as a browser without a session does. */
const openPicture = (link: string, options = {}) => {
  const { pathname } = new URL(link);
  const [userId = '', tag] = pathname.split('/').slice(3);
  const params: Record<string, string> = tag ? { userId, tag } : { userId };
  return openFile(picture, { path: link, params, ...options });
};
const pictureOf = (somebody: Somebody, viewer: Somebody) =>
  openFile(picture, { token: viewer.token, params: { userId: somebody.id } });

describe('a display picture', () => {
  test.each(['rash.png', 'xray.jpg', 'ecg.gif', 'scan.webp', 'two-pages.pdf'])(
    'from %s is stored as a small square and nothing else',
    async (name) => {
      const before = (await clinic.storedFiles()).length;
      const somebody = await a.patient();
      const { status, json } = await savePicture(somebody, name);
      expect([status, json.message]).toEqual([200, 'Display Picture Updated Successfully']);
      expect(json.data).toMatchObject({ _id: somebody.id, firstName: somebody.firstName });
      expect((await clinic.storedFiles()).length).toBe(before + 1);

      const answer = await openPicture(imageOf(json));
      expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'image/webp']);
      expect(answer.headers.get('Content-Security-Policy')).toContain('sandbox');
      const bytes = Buffer.from(await answer.arrayBuffer());
      const { format, width, height, exif } = await sharp(bytes).metadata();
      expect([format, width, height, exif]).toEqual(['webp', 256, 256, undefined]);
      expect(bytes.length).toBeLessThanOrEqual(20 * 1024);
    },
  );

  test('stands upright and carries none of the camera’s metadata', async () => {
    const somebody = await a.patient();
    // The stored pixels have red on the left; the orientation tag puts red on top.
    const half = { width: 100, height: 200, channels: 3, background: '#ff0000' } as const;
    const photo = await sharp({ create: { ...half, width: 200, background: '#0000ff' } })
      .composite([{ input: { create: half }, left: 0, top: 0 }])
      .withExif({ IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitude: '12/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { json } = await savePicture(somebody, new File([new Uint8Array(photo)], 'me.jpg'));
    const storedPicture = sharp(Buffer.from(await (await openPicture(imageOf(json))).arrayBuffer()));
    const { exif, xmp, orientation } = await storedPicture.metadata();
    expect([exif, xmp, orientation]).toEqual([undefined, undefined, undefined]);
    const { data, info } = await storedPicture.raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => [
      ...data.subarray((y * info.width + x) * info.channels).subarray(0, 3),
    ];
    expect(at(128, 20)[0]).toBeGreaterThan(200);
    expect(at(128, 236)[2]).toBeGreaterThan(200);
  });

  test('replaces the previous picture, under a new address', async () => {
    const somebody = await a.patient();
    const first = await savePicture(somebody);
    const before = await clinic.storedFiles();
    const second = await savePicture(somebody, 'xray.jpg');
    const after = await clinic.storedFiles();
    expect(after.length).toBe(before.length);
    expect(after).not.toEqual(before);
    const path = (json: Record<string, unknown>) => new URL(imageOf(json)).pathname;
    expect(path(first.json)).not.toBe(path(second.json));
    expect((await openPicture(imageOf(second.json))).status).toBe(200);
  });

  test('is stored once when many are sent at once, and the other files are removed', async () => {
    const somebody = await a.patient();
    const before = (await clinic.storedFiles()).length;
    const answers = await Promise.all([1, 2, 3].map(() => savePicture(somebody)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await clinic.storedFiles()).length).toBe(before + 1);
    expect((await pictureOf(somebody, somebody)).status).toBe(200);
  });

  test('survives the sweep at the start', async () => {
    const somebody = await a.patient();
    await savePicture(somebody);
    await aReportOf(somebody);
    const restarted = await clinic.restarted();
    const before = await clinic.storedFiles();
    expect(await restarted.sweep({ isKnown: findKnownFiles })).toEqual({ temps: 0, orphans: 0 });
    expect(await clinic.storedFiles()).toEqual(before);
  });

  test('is encrypted on the disk, and opens for no other account', async () => {
    const [owner, stranger] = [await a.patient(), await a.patient()];
    await savePicture(owner);
    const row = await rowOf(owner.id);
    const name = row?.pictureName ?? '';
    await expect(
      storage().open({ name, boundTo: `${stranger.id}/picture/${row?.pictureTag}` }),
    ).rejects.toThrow();
    await expect(storage().open({ name, boundTo: owner.id })).rejects.toThrow();
  });

  test('appears on the page at once, and the page requests nothing if there is none', async () => {
    const somebody = await a.patient();
    const person = async () => {
      const request = new Request('http://clinic.test/', { headers: { Cookie: somebody.cookie } });
      return (await rootLoader({ request, params: {}, context: {} })).data.person;
    };
    expect((await person())?.image).toBeNull();
    const answer = await postSettings(somebody, 'picture', await pictureForm());
    expect([answer.status, answer.location]).toEqual([302, '/dashboard/settings']);
    expect(answer.toast?.message).toBe('Display Picture Updated Successfully');
    const image = (await person())?.image ?? '';
    expect(image).toMatch(new RegExp(`^/files/picture/${somebody.id}/\\w+$`));
    const [userId = '', tag = ''] = image.split('/').slice(3);
    expect((await openFile(picture, { cookie: somebody.cookie, params: { userId, tag } })).status).toBe(200);
    expect((await getPage(home, { path: '/dashboard/home', cookie: somebody.cookie })).status).toBe(200);
  });
});

describe('a file that is not a picture is refused beside the field, and nothing is stored', () => {
  let somebody: Somebody;
  let before: string[];
  beforeAll(async () => {
    somebody = await a.patient();
    before = await clinic.storedFiles();
  });
  afterEach(async () => {
    expect(await clinic.storedFiles()).toEqual(before);
    expect((await rowOf(somebody.id))?.pictureName).toBeNull();
  });

  test.each([
    [
      'svg-named.png',
      415,
      'We cannot open this kind of file. Please choose a PDF, JPEG, HEIC, PNG, WebP or GIF.',
    ],
    ['truncated.jpg', 422, 'This file is incomplete. Please choose it again, or take a new photo.'],
    ['huge.png', 422, manyPixels],
  ])('%s', async (name, status, sentence) => {
    const { status: got, json } = await savePicture(somebody, name);
    expect([got, json.errors]).toEqual([status, { displayPicture: sentence }]);
    const page = await postSettings(somebody, 'picture', await pictureForm(name));
    expect(page.fieldErrors).toEqual({ displayPicture: sentence });
  });

  test('a missing file is refused', async () => {
    const sentence = 'Please select a picture';
    const api = await callApi(updatePicture, { method: 'PUT', token: somebody.token, body: new FormData() });
    expect([api.status, api.json.errors]).toEqual([422, { displayPicture: sentence }]);
    const page = await postSettings(somebody, 'picture', await pictureForm(new File([], '')));
    expect([page.status, page.fieldErrors]).toEqual([400, { displayPicture: sentence }]);
  });

  test('one byte more than 5 MB is refused, whatever the limit for reports', async () => {
    const sentence = 'The file is larger than 5 MB. Please choose a smaller one.';
    const { status, json } = await savePicture(somebody, await jpegOf(5 * mebibyte + 1));
    expect([status, json.errors]).toEqual([413, { displayPicture: sentence }]);
  });
});

test('exactly 5 MB are accepted', async () => {
  expect((await savePicture(await a.patient(), await jpegOf(5 * mebibyte))).status).toBe(200);
});

describe('a user without a picture', () => {
  test('is shown by initials, drawn by the clinic itself', async () => {
    const somebody = await a.patient({ firstName: 'asha' });
    const { json } = await logInByApi(somebody.email);
    const answer = await openPicture((json.user as { image: string }).image);
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'image/svg+xml']);
    expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(answer.headers.get('Content-Security-Policy')).toMatch(/default-src 'none'.*sandbox/);
    expect(await answer.text()).toContain('>AN</text>');
  });

  test('gets a picture that no name can draw on, and a placeholder for a missing name', async () => {
    const somebody = await a.patient();
    await saveProfile(somebody, profileFields({ firstName: '<script>&"', lastName: '' }));
    const drawing = await (await pictureOf(somebody, somebody)).text();
    expect(drawing).toContain('>SU</text>');
    expect(drawing).not.toMatch(/<script|&"/);
  });
});

describe('a picture link in an answer', () => {
  test('opens for the account it was made for, and not with another path', async () => {
    const [owner, stranger] = [await a.patient(), await a.patient()];
    const link = imageOf((await savePicture(owner)).json);
    expect((await openPicture(link)).status).toBe(200);
    expect((await openPicture(link.replace(owner.id, stranger.id))).status).toBe(401);
  });

  test('gives the same answer for a missing picture and one that the viewer may not see', async () => {
    const [owner, stranger] = [await a.patient(), await a.patient()];
    await savePicture(owner);
    const hidden = await pictureOf(owner, stranger);
    const missing = await pictureOf({ ...owner, id: 'nobody' }, stranger);
    expect([hidden.status, missing.status]).toEqual([404, 404]);
    expect(await hidden.text()).toBe(await missing.text());
    expect([...hidden.headers]).toEqual([...missing.headers]);
  });

  test('shows an expert to colleagues once approved, and to the admin before', async () => {
    const [doctor, waiting, admin] = [await an.expert(), await an.unapprovedExpert(), await an.admin()];
    expect((await pictureOf(doctor, waiting)).status).toBe(200);
    expect((await pictureOf(waiting, doctor)).status).toBe(404);
    expect((await pictureOf(waiting, admin)).status).toBe(200);
  });
});

test('twenty pictures a day are accepted, and reports are counted apart', async () => {
  await clinic.close();
  clinic = await openClinic({ LIMIT_SCALE: '1' });
  const somebody = await a.patient();
  const form = await fixture('scan.webp');
  for (let sent = 0; sent < 20; sent += 1) expect((await savePicture(somebody, form)).status).toBe(200);
  expect((await savePicture(somebody, form)).status).toBe(429);
  expect((await aReportOf(somebody)).status).toBe('Pending');
});

describe('the picture of a doctor, for a patient', () => {
  const expertFor = async (patient: Pick<Somebody, 'id' | 'token'>) =>
    ((await reportsOf(patient.id, patient)).json.data as Report[])[0]?.expert;

  /** Opens the doctor's picture, and reads what the newest report shows of them. */
  async function readBy(patient: Somebody, doctor: Somebody) {
    const expert = await expertFor(patient);
    const image = expert?.image ?? null;
    return {
      status: (await pictureOf(doctor, patient)).status,
      linkStatus: image && (await openPicture(image)).status,
      qualification: expert?.qualification ?? null,
    };
  }
  const shown = { status: 200, linkStatus: 200, qualification: 'MD' };
  const hidden = { status: 404, linkStatus: null, qualification: null };

  /** A patient with a reviewed report, and its doctor with a picture and a qualification. */
  async function anAnswer(patient?: Somebody) {
    const [reader, doctor] = [patient ?? (await a.patient()), await an.expert()];
    await savePicture(doctor);
    await saveCredentials(doctor);
    return { patient: reader, doctor, report: await aReviewedReportOf(reader, doctor) };
  }

  test('opens beside their answer, and the browser asks for it again each time', async () => {
    const { patient, doctor } = await anAnswer();
    expect(await readBy(patient, doctor)).toEqual(shown);
    const answer = await pictureOf(doctor, patient);
    expect(answer.headers.get('Cache-Control')).toBe('private, no-cache');
    const params = { patientId: patient.id };
    const { data } = await getPage(ownReportsPage, {
      path: `/dashboard/previous-report/${patient.id}`,
      params,
      cookie: patient.cookie,
    });
    const [report] = (data as { data: Report[] }).data;
    expect(report?.expert?.image).toMatch(new RegExp(`^/files/picture/${doctor.id}/\\w+$`));
  });

  test('opens for no other patient, and not before there is an answer', async () => {
    const { doctor } = await anAnswer();
    const [stranger, waiting] = [await a.patient(), await a.patient()];
    await aReportOf(waiting);
    await aReviewedReportOf(stranger, await an.expert());
    expect((await pictureOf(doctor, stranger)).status).toBe(404);
    expect(await readBy(waiting, doctor)).toEqual(hidden);
  });

  test('stays closed while the review can be undone', async () => {
    const [patient, doctor] = [await a.patient(), await an.expert()];
    await savePicture(doctor);
    await saveCredentials(doctor);
    const { _id } = await aReviewedReportOf(patient, doctor);
    const hideUntil = (ms: number) =>
      execute(
        db()
          .update(reports)
          .set({ hiddenUntil: new Date(Date.now() + ms) })
          .where(eq(reports.id, _id)),
      );
    await hideUntil(60_000);
    expect(await readBy(patient, doctor)).toEqual(hidden);
    await hideUntil(-1);
    expect(await readBy(patient, doctor)).toEqual(shown);
  });

  // An answer keeps the qualification that it was signed with.
  const signed = { ...hidden, qualification: 'MD' };

  test.each<
    [
      string,
      (answer: Awaited<ReturnType<typeof anAnswer>>) => Promise<unknown>,
      typeof hidden | typeof signed,
    ]
  >([
    ['the review is taken back', ({ doctor, report }) => takeBackOf(doctor, report._id), hidden],
    ['the report is deleted', ({ patient, report }) => deleteByApi(patient, report._id), hidden],
    [
      'the doctor is suspended',
      async ({ doctor }) => judgeByApi(await an.admin(), 'suspend', doctor.id),
      signed,
    ],
    ['the doctor’s account is deleted', ({ doctor }) => deleteAccountOf(doctor), signed],
  ])('closes once %s', async (_when, end, after) => {
    const answer = await anAnswer();
    expect(await readBy(answer.patient, answer.doctor)).toEqual(shown);
    await end(answer);
    expect(await readBy(answer.patient, answer.doctor)).toEqual(after);
  });

  test('opens for a suspended expert who was the patient', async () => {
    const patient = await an.suspendedExpert();
    const { doctor } = await anAnswer(patient);
    expect(await readBy(patient, doctor)).toEqual(shown);
    expect((await pictureOf(await an.expert(), patient)).status).toBe(404);
  });

  test('is not part of a report for anyone else, who reads the qualification', async () => {
    const { patient, doctor } = await anAnswer();
    for (const reader of [doctor, await an.admin()]) {
      const expert = await expertFor({ ...reader, id: patient.id });
      expect(expert).toMatchObject({ _id: doctor.id, qualification: 'MD', image: null });
    }
  });
});
