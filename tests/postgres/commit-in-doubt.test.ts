import { createHash } from 'node:crypto';
import { count, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findKnownFiles } from '~/domain/upload/known-files.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit, outbox } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import * as uploadPage from '~/routes/dashboard/upload-report';
import * as imageFile from '~/routes/files/image';
import * as pictureFile from '~/routes/files/picture';

import { savePicture } from '../support/accounts';
import { a, an, type Clinic, fixture, openClinic, type Somebody } from '../support/clinic';
import { type Break, openCuttingProxy } from '../support/cutting-proxy';
import { aReportOf, countReports, sendReview, uploadFields } from '../support/reports';
import { apiRoute, callApi, openFile, postPage } from '../support/requests';
import { returnDatabase, takeDatabase } from '../support/test-database';
import { deleteByApi } from '../support/visits';

const upload = apiRoute('report/upload-report');

let database: string;
let line: Awaited<ReturnType<typeof openCuttingProxy>>;
let clinic: Clinic;
let patient: Somebody;
let expert: Somebody;
/** ID of a report of the same file, stored without a lost connection. */
let undisturbed: string;
beforeAll(async () => {
  database = await takeDatabase();
  line = await openCuttingProxy(database);
  clinic = await openClinic({ DATABASE_URL: line.url });
  [patient, expert] = [await a.patient(), await an.expert()];
  undisturbed = (await aReportOf(patient, { file: 'rash.png' }))._id;
});
afterAll(async () => {
  await clinic.close();
  await line.close();
  returnDatabase(database);
});

let form: Record<string, string>;
beforeEach(() => {
  form = {
    description: `a cut line ${Math.random()}`,
    submissionKey: `key-${Math.random()}`.padEnd(26, 'x'),
  };
});
afterEach(() => expect(line.hasCut(), 'the line was cut').toBe(true));

/** The ways to send an upload, each of which sends the same request twice. */
const ways = {
  'a page': async () =>
    (
      await postPage(uploadPage, {
        cookie: patient.cookie,
        fields: uploadFields(await fixture('rash.png'), form),
      })
    ).status,
  'a call with a key': async () => {
    const body = uploadFields(await fixture('rash.png'), { description: form.description });
    const headers = { 'Idempotency-Key': form.submissionKey ?? '' };
    return (await callApi(upload, { method: 'POST', token: patient.token, body, headers })).status;
  },
};
const breaks: Break[] = ['before', 'after'];
/** Hashes a file as its patient reads it. */
async function hashOf(reportId: string) {
  const file = await openFile(imageFile, { token: patient.token, params: { reportId } });
  expect(file.status).toBe(200);
  return createHash('sha256')
    .update(Buffer.from(await file.arrayBuffer()))
    .digest('hex');
}

/** Expects the sweep of the next start to remove the files that no row names, and nothing else. */
async function expectOnlyNamedAfterSweep() {
  await (await clinic.restarted()).sweep({ isKnown: findKnownFiles });
  const named = [
    ...(await db().select().from(reports)).flatMap(({ fileName, thumbnailName }) => [
      fileName,
      thumbnailName,
    ]),
    ...(await db().select().from(users)).map(({ pictureName }) => pictureName),
  ];
  expect((await clinic.storedFiles()).length).toBe(named.filter(Boolean).length);
}

describe.each(Object.keys(ways) as (keyof typeof ways)[])('an upload by %s', (way) => {
  test.each(breaks)(
    'keeps its file when its line breaks %s its COMMIT, and is one report once it is sent again',
    async (at) => {
      const [rows, files] = [(await countReports()) ?? 0, await clinic.storedFiles()];
      line.cutAtCommit(at);
      expect(await ways[way]()).toBe(503);
      expect(await countReports()).toBe(at === 'after' ? rows + 1 : rows);
      expect((await clinic.storedFiles()).length, 'the file still exists').toBe(files.length + 1);
      expect(await ways[way]()).toBe(way === 'a page' ? 302 : 200);
      expect(await countReports()).toBe(rows + 1);
      const [report] = (await db().select().from(reports)).filter(
        ({ description }) => description === form.description,
      );
      expect(await hashOf(report?.id ?? '')).toBe(await hashOf(undisturbed));
      await expectOnlyNamedAfterSweep();
    },
  );
});

test.each(breaks)(
  'stores one review, with one e-mail and one audit entry, if the line breaks %s its COMMIT',
  async (at) => {
    const report = await aReportOf(patient, { description: form.description });
    const letters = async () =>
      (await db().select({ n: count() }).from(outbox).where(eq(outbox.letter, 'reviewReady')))[0]?.n ?? 0;
    const before = await letters();
    const review = () => sendReview({ reportId: report._id, token: expert.token, review: 'All is well' });
    line.cutAtCommit(at);
    expect((await review()).status).toBe(503);
    expect((await review()).status).toBe(at === 'after' ? 409 : 200);
    expect(await letters()).toBe(before + 1);
    const lines = await db().select().from(audit).where(eq(audit.objectId, report._id));
    expect(lines.filter(({ action }) => action === 'report.reviewed')).toHaveLength(1);
  },
);

test.each(breaks)(
  'shows a picture whose line breaks %s its COMMIT to those who may see it, before and after it is sent again',
  async (at) => {
    const somebody = await a.patient();
    const opened = () => openFile(pictureFile, { token: somebody.token, params: { userId: somebody.id } });
    const typeOf = async () => {
      const file = await opened();
      expect(file.status).toBe(200);
      await file.arrayBuffer();
      return file.headers.get('Content-Type');
    };
    expect((await savePicture(somebody, 'rash.png')).status).toBe(200);
    line.cutAtCommit(at);
    expect((await savePicture(somebody, 'xray.jpg')).status).toBe(503);
    expect(await typeOf()).toBe('image/webp');
    expect((await savePicture(somebody, 'xray.jpg')).status).toBe(200);
    expect(await typeOf()).toBe('image/webp');
    await expectOnlyNamedAfterSweep();
    expect(await typeOf()).toBe('image/webp');
  },
);

test.each(breaks)(
  'takes no file from an existing report when the line of a deletion breaks %s its COMMIT',
  async (at) => {
    const report = await aReportOf(patient, { file: 'rash.png', description: form.description });
    const remove = async () => (await deleteByApi(patient, report._id)).status;
    line.cutAtCommit(at);
    expect(await remove()).toBe(503);
    if (at === 'before') expect(await hashOf(report._id)).toBe(await hashOf(undisturbed));
    expect(await remove()).toBe(at === 'after' ? 404 : 200);
    await expectOnlyNamedAfterSweep();
    const lines = await db().select().from(audit).where(eq(audit.objectId, report._id));
    expect(lines.filter(({ action }) => action === 'report.deleted')).toHaveLength(1);
  },
);
