import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { db } from '~/platform/db/db.server';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { nobody } from '../../support/page-and-api';
import { aReportOf, aReviewedReportOf, withdrawConsentFor } from '../../support/reports';
import { call } from '../../support/url-map';

let patient: Somebody;
let doctor: Somebody;
let stranger: Somebody;
let admin: Somebody;
clinicForFile();
beforeAll(async () => {
  [patient, doctor, stranger, admin] = [
    await a.patient(),
    await an.expert(),
    await an.expert(),
    await an.admin(),
  ];
});

const read = ({ token }: Somebody, reportId: string) =>
  call('GET /report/get-report/:reportId', { token, params: { reportId } });
const listed = async ({ token }: Somebody, { id: patientId }: Somebody) => {
  const { json } = await call('GET /report/get-report-by-patientId/:patientId', {
    token,
    params: { patientId },
  });
  return (json.data ?? []) as { _id: string }[];
};
/** Removes the links, which are signed anew each second and for each reader. */
const withoutLinks = (row: unknown) =>
  JSON.parse(JSON.stringify(row), (key, value) =>
    ['reportUrl', 'thumbnailUrl'].includes(key) ? Boolean(value) : value,
  );
const openedBy = async (reportId: string) =>
  (await db().select().from(audit).where(eq(audit.objectId, reportId)).orderBy(audit.id))
    .filter(({ action }) => action === 'report.opened')
    .map(({ actorId }) => actorId);

describe('a report', () => {
  test('appears to its readers as in its patient’s list', async () => {
    const reviewed = await aReviewedReportOf(patient, doctor);
    const waiting = await aReportOf(patient, { description: 'Since Monday' });
    for (const who of [patient, doctor, stranger, admin]) {
      const list = await listed(who, patient);
      for (const { _id } of [reviewed, waiting]) {
        const { status, json } = await read(who, _id);
        const inList = list.find((row) => row._id === _id);
        expect([status, withoutLinks(json.data)]).toEqual([200, withoutLinks(inList)]);
      }
    }
    const { json } = await read(stranger, reviewed._id);
    expect(json.data, 'a file of another doctor’s').toMatchObject({ reportUrl: null, thumbnailUrl: null });
  });

  test('is not found by anyone else, in the bytes of a missing report', async () => {
    const { _id } = await aReviewedReportOf(await a.patient(), doctor);
    expect((await read(nobody, _id)).status).toBe(401);
    const strangers = [await a.patient(), await an.unapprovedExpert(), await an.suspendedExpert(), stranger];
    for (const who of strangers) {
      const [theirs, missing] = [await read(who, _id), await read(who, 'nobody')];
      expect([theirs.status, theirs.text]).toEqual([404, missing.text]);
    }
  });

  test('is not found by doctors once its consent was withdrawn', async () => {
    const her = await a.patient();
    const { _id } = await aReportOf(her, { file: 'rash.png' });
    await aReportOf(her, { file: 'rash.png', reportType: 'ECG' });
    await withdrawConsentFor(her, _id);
    expect((await read(doctor, _id)).status).toBe(404);
    const answer = await read(her, _id);
    expect(answer.json.data).toMatchObject({
      status: 'Pending',
      consent: { withdrawnAt: expect.any(String) },
    });
    expect((await read(admin, _id)).status).toBe(200);
  });

  test('counts one opening an hour for each reader, except its patient', async () => {
    const { _id } = await aReportOf(patient, { file: 'rash.png' });
    for (const who of [patient, doctor, doctor, admin, await an.unapprovedExpert()]) await read(who, _id);
    expect(await openedBy(_id)).toEqual([doctor.id, admin.id]);
  });
});
