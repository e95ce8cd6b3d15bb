import { basename } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import { storage } from '~/platform/storage/current-storage.server';
import * as uploadPage from '~/routes/dashboard/upload-report';
import * as image from '~/routes/files/image';
import * as page from '~/routes/files/page';
import * as thumbnail from '~/routes/files/thumbnail';
import { canary, planted } from '../../support/canaries';
import { a, an, fixture, password, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { cornersOf, uprightCorners } from '../../support/corners';
import { aReportOf, countReports, type Report, uploadFields } from '../../support/reports';
import { apiRoute, callApi, openFile, postPage } from '../../support/requests';
import { isShort } from '../../support/short-form';
import { sealedBytes } from '../../support/test-storage';
import { unzip } from '../../support/zip';

const uploadApi = apiRoute('report/upload-report');
const exportApi = apiRoute('profile/export-data');

let patient: Somebody;
let doctor: Somebody;
const clinic = clinicForFile();
beforeAll(async () => {
  patient = await a.patient();
  doctor = await an.expert();
});

async function bytesFrom(answer: Promise<Response>): Promise<Buffer> {
  const { status, ...rest } = { status: (await answer).status, body: await (await answer).arrayBuffer() };
  expect(status).toBe(200);
  return Buffer.from(rest.body);
}

/**
 * Reads all that a user gets of a picture report: the file, the page drawn for reading and the
 * thumbnail.
 */
async function answersTo({ cookie }: Somebody, reportId: string) {
  const params = { reportId };
  return {
    file: await bytesFrom(openFile(image, { path: `/files/image/${reportId}`, params, cookie })),
    page: await bytesFrom(
      openFile(page, { path: `/files/page/${reportId}/1`, params: { ...params, page: '1' }, cookie }),
    ),
    thumbnail: await bytesFrom(openFile(thumbnail, { path: `/files/thumbnail/${reportId}`, params, cookie })),
  };
}

const rowOf = async (reportId: string) => {
  const [row] = await db().select().from(reports).where(eq(reports.id, reportId));
  if (!row) throw new Error('The report is missing');
  return row;
};

/** Reads the plain bytes of a report's file from the disk, with the key. */
async function storedBytes(reportId: string) {
  const { fileName, bytes } = await rowOf(reportId);
  const { stream } = await storage().open({ name: fileName, boundTo: reportId, bytes });
  return Buffer.concat(await stream.toArray());
}

const exported = async ({ token }: Somebody) => {
  const archive = await bytesFrom(openFile(exportApi, { method: 'POST', token, body: { password } }));
  return [...unzip(archive)];
};

/** Lists the places that contain the canary. */
const findings = (places: Iterable<[string, Buffer]>, mark = canary) =>
  [...places].filter(([, content]) => content.includes(mark)).map(([place]) => place);

const fileOf = (content: Buffer, name: string) => new File([new Uint8Array(content)], name);

// picture-metadata.server.test.ts proves that each place is emptied: one of each kind shows here that
// nothing is stored or sent before that.
const sentPhotos = planted.filter(
  ({ kind }, at) => !isShort || planted.findIndex((other) => other.kind === kind) === at,
);

describe('the metadata of a photo is on no disk and in no answer', () => {
  test.each(sentPhotos)('$kind: $place', async ({ kind, file }) => {
    const { _id } = await aReportOf(patient, { file: fileOf(file, `photo.${kind}`) });
    expect(findings([['disk', await storedBytes(_id)]])).toEqual([]);
    expect(findings(Object.entries(await answersTo(patient, _id)))).toEqual([]);
    expect(findings(Object.entries(await answersTo(doctor, _id)))).toEqual([]);
  });

  test('not in the patient’s archive', async () => {
    const files = await exported(patient);
    expect(files.filter(([name]) => name.startsWith('reports/')).length).toBeGreaterThanOrEqual(
      sentPhotos.length,
    );
    expect(findings(files)).toEqual([]);
  });

  test('not in a photo sent by the page', async () => {
    const her = await a.patient();
    const [photo] = planted;
    const fields = uploadFields(fileOf(photo?.file ?? Buffer.alloc(0), 'photo.jpg'));
    const { status } = await postPage(uploadPage, {
      path: '/dashboard/upload-report',
      cookie: her.cookie,
      fields,
    });
    expect(status).toBe(302);
    const [row] = await db().select().from(reports).where(eq(reports.patientId, her.id));
    expect(findings([['disk', await storedBytes(row?.id ?? '')]])).toEqual([]);
  });

  test('not in a display picture', async () => {
    const [photo] = planted;
    const form = new FormData();
    form.set('displayPicture', fileOf(photo?.file ?? Buffer.alloc(0), 'photo.jpg'));
    const call = apiRoute('profile/update-display-picture');
    const { status } = await callApi(call, { method: 'PUT', token: patient.token, body: form });
    expect(status).toBe(200);
    expect(findings(await exported(patient))).toEqual([]);
  });
});

describe('a photo sent twice is one report, compared as sent and not as stored', () => {
  const send = (her: Somebody, file: File) =>
    callApi(uploadApi, {
      method: 'POST',
      token: her.token,
      body: uploadFields(file),
      headers: { 'Idempotency-Key': 'one photo' },
    });

  test.each(['xray.jpg', 'phone.heic'])('%s', async (name) => {
    const her = await a.patient();
    const before = await countReports();
    const first = await send(her, await fixture(name));
    const again = await send(her, await fixture(name));
    expect([first.status, again.status]).toEqual([200, 200]);
    expect((again.json.data as Report)._id).toBe((first.json.data as Report)._id);
    expect(await countReports()).toBe((before ?? 0) + 1);

    // Another file under the same key is a different call and is refused.
    const [photo] = planted;
    expect((await send(her, fileOf(photo?.file ?? Buffer.alloc(0), name))).status).toBe(422);
  });

  test.each(['xray.jpg', 'phone.heic'])('%s, from a form and from a new form', async (name) => {
    const her = await a.patient();
    const files = (await clinic.storedFiles()).length;
    for (const submissionKey of ['one', 'one', 'two']) {
      const fields = uploadFields(await fixture(name), { submissionKey });
      await postPage(uploadPage, { path: '/dashboard/upload-report', cookie: her.cookie, fields });
    }
    const rows = await db().select().from(reports).where(eq(reports.patientId, her.id));
    expect(rows).toHaveLength(1);
    expect(await clinic.storedFiles(), 'one file and its thumbnail').toHaveLength(files + 2);
  });
});

describe('a photo of an iPhone (HEIC)', () => {
  const formats = [
    ['phone.heic', 720, 960],
    ['mirrored.heif', 512, 512],
  ] as const;

  test.each(formats)(
    '%s is stored as a JPEG of its size, upright for patient and doctor',
    async (name, width, height) => {
      const files = (await clinic.storedFiles()).length;
      const { _id, resourceType } = await aReportOf(patient, { file: name });
      const row = await rowOf(_id);
      expect({ ...row, resourceType }).toMatchObject({
        mediaType: 'image/jpeg',
        resourceType: 'image',
        originalName: `${name.split('.')[0]}.jpg`,
        pages: 1,
      });
      expect(await clinic.storedFiles(), 'the JPEG and its thumbnail').toHaveLength(files + 2);
      const storedFile = await storedBytes(_id);
      expect(storedFile.length).toBe(row.bytes);
      expect(await sharp(storedFile).metadata()).toMatchObject({
        format: 'jpeg',
        width,
        height,
        chromaSubsampling: '4:4:4',
      });
      for (const reader of [patient, doctor]) {
        const answers = await answersTo(reader, _id);
        expect(answers.file.equals(storedFile)).toBe(true);
        for (const [what, picture] of Object.entries(answers)) {
          expect([what, ...(await cornersOf(picture))]).toEqual([what, ...uprightCorners]);
        }
      }
    },
  );

  test('is served as a JPEG, under a name that says so', async () => {
    const { _id } = await aReportOf(patient, { file: await fixture('phone.heic', 'IMG 0042.HEIC') });
    const answer = await openFile(image, {
      path: `/files/image/${_id}`,
      params: { reportId: _id },
      cookie: doctor.cookie,
    });
    await answer.body?.cancel();
    expect(answer.headers.get('Content-Type')).toBe('image/jpeg');
    expect(answer.headers.get('Content-Disposition')).toContain('IMG%200042.jpg');
  });

  test('keeps its colour profile, and nothing of who took it where', async () => {
    const original = Buffer.from(await (await fixture('phone.heic')).arrayBuffer());
    expect(original.includes('CANARY-HEIC-EXIF-ARTIST') && original.includes('CANARY-HEIC-XMP')).toBe(true);
    const { _id } = await aReportOf(patient, { file: 'phone.heic' });
    const places: [string, Buffer][] = [
      ['disk', await storedBytes(_id)],
      ...Object.entries(await answersTo(patient, _id)),
      ...Object.entries(await answersTo(doctor, _id)),
      ...(await exported(patient)),
    ];
    expect(findings(places, 'CANARY')).toEqual([]);
    const { icc, exif, xmp, orientation } = await sharp(await storedBytes(_id)).metadata();
    expect(icc?.includes('acsp')).toBe(true);
    expect([exif, xmp, orientation]).toEqual([undefined, undefined, undefined]);
  });

  test('can be a display picture', async () => {
    const her = await a.patient();
    const before = (await clinic.storedFiles()).length;
    const form = new FormData();
    form.set('displayPicture', await fixture('phone.heic'));
    const call = apiRoute('profile/update-display-picture');
    expect((await callApi(call, { method: 'PUT', token: her.token, body: form })).status).toBe(200);
    expect(await clinic.storedFiles()).toHaveLength(before + 1);
    const [, square] = (await exported(her)).find(([name]) => name.endsWith('.webp')) ?? [];
    expect(await sharp(square).metadata()).toMatchObject({ width: 256, height: 256 });
  });

  test('leaves nothing if another field of the form is wrong', async () => {
    const before = await clinic.storedFiles();
    const body = uploadFields(await fixture('phone.heic'), { phoneNumber: '1' });
    const { status } = await callApi(uploadApi, { method: 'POST', token: patient.token, body });
    expect(status).toBe(422);
    expect(await clinic.storedFiles()).toEqual(before);
  });

  test('is only ever sealed on the disk', async () => {
    const { _id } = await aReportOf(patient, { file: 'phone.heic' });
    const marks = ['ftypheic', 'CANARY', 'ICC_PROFILE'];
    for (const path of await clinic.storedFiles()) {
      const content = await sealedBytes(clinic.objects, basename(path));
      expect(marks.filter((mark) => content.includes(mark))).toEqual([]);
    }
    expect((await rowOf(_id)).fileName).toMatch(/^[\w-]{22}$/);
  });
});
