import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { checkDrawings } from '~/domain/report-view/check-drawings.server';
import { drawingChecks, reports, reviewVersions } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import { decoder } from '~/platform/storage/current-storage.server';
import * as incompletePage from '~/routes/dashboard/admin/incomplete-answers';
import { pdfOf } from '../../fixtures/pdf.mjs';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { aReportOf, sendReview } from '../../support/reports';
import { getPage, postPage } from '../../support/requests';

const path = '/dashboard/incomplete-answers';

let patient: Somebody;
let doctor: Somebody;
let admin: Somebody;
clinicForFile();
beforeAll(async () => {
  [patient, doctor, admin] = [await a.patient(), await an.expert(), await an.admin()];
});

const marked = (mark: string, pages = 1) =>
  new File(
    [
      new Uint8Array(
        pdfOf(
          Array.from({ length: pages }, () => 'BT /F1 14 Tf 60 760 Td (Haemoglobin 6.1) Tj ET'),
          {
            page: `/Annots [${5 + 2 * pages} 0 R]`,
            extraObjects: [`<< /Type /Annot /Rect [100 400 400 600] /C [1 0 0] /F 4 ${mark} >>`],
          },
        ),
      ),
    ],
    'report.pdf',
  );
const stamp = '/Subtype /Stamp /Name /Draft';
const line = '/Subtype /Line /L [110 410 390 590]';

/** Answers a report as an older release did: without looking for what its drawing lacks. */
async function anOldAnswer(file: File) {
  const { _id } = await aReportOf(patient, { file });
  await sendReview({ reportId: _id, token: doctor.token, review: 'All is well' });
  await execute(db().update(reports).set({ pageNotes: null, hiddenUntil: null }).where(eq(reports.id, _id)));
  return _id;
}

type Listed = { reportId: string; version: number; lackedNotes: unknown };
async function listed(id: string): Promise<Listed[]> {
  const { data } = await getPage(incompletePage, { path, cookie: admin.cookie });
  return (data as { answers: Listed[] }).answers.filter(({ reportId }) => reportId === id);
}

const decide = ({ reportId, version }: Listed, decision: 'requeue' | 'keep') =>
  postPage(incompletePage, {
    path,
    cookie: admin.cookie,
    fields: { reportId, version: String(version), decision },
  });
const readRow = async (id: string) => (await db().select().from(reports).where(eq(reports.id, id)))[0];

describe('answers that were given from an incomplete drawing', () => {
  test.each([
    ['a mark that still cannot be drawn', stamp, [{ page: 1, note: 'missingMarks' }]],
    ['a mark that earlier releases did not draw', line, null],
  ])('are listed after the upgrade: %s', async (_what, mark, pageNotes) => {
    const id = await anOldAnswer(marked(mark));
    const rightId = await anOldAnswer(marked('/Subtype /Square'));
    await checkDrawings();
    const answers = await listed(id);
    expect(await listed(rightId)).toEqual([]);
    expect(answers).toMatchObject([{ reportId: id, lackedNotes: [{ page: 1, note: 'missingMarks' }] }]);
    expect((await readRow(id))?.pageNotes ?? null).toEqual(pageNotes);
    await checkDrawings();
    expect(await listed(id)).toEqual(answers);
  });

  test('are not listed if the doctor was told before', async () => {
    const { _id } = await aReportOf(patient, { file: marked(stamp) });
    await sendReview({ reportId: _id, token: doctor.token, review: 'All is well' });
    await checkDrawings();
    expect(await listed(_id)).toEqual([]);
  });

  test('go back into the queue, and stay a version of the review', async () => {
    const id = await anOldAnswer(marked(stamp));
    await checkDrawings();
    const [answer] = await listed(id);
    if (!answer) throw new Error('nothing is listed');
    await decide(answer, 'requeue');
    expect(await readRow(id)).toMatchObject({ status: 'Pending', review: null });
    const versions = await db().select().from(reviewVersions).where(eq(reviewVersions.reportId, id));
    expect(versions.map(({ kind, text }) => [kind, text]).sort()).toEqual([
      ['review', 'All is well'],
      ['takenBack', null],
    ]);
    expect(await listed(id)).toEqual([]);
    await decide(answer, 'requeue');
    expect(await readRow(id)).toMatchObject({ status: 'Pending', version: answer.version + 1 });
  });

  test('are kept if an admin finds them right', async () => {
    const id = await anOldAnswer(marked(stamp));
    await checkDrawings();
    const [answer] = await listed(id);
    if (!answer) throw new Error('nothing is listed');
    await decide(answer, 'keep');
    expect(await listed(id)).toEqual([]);
    expect(await readRow(id)).toMatchObject({ status: 'Reviewed', review: 'All is well' });
  });
});

test('the further pages of an upload are looked at after it', async () => {
  const { _id } = await aReportOf(patient, { file: marked(stamp, 3) });
  await expect
    .poll(async () => (await readRow(_id))?.pageNotes, { timeout: 20_000 })
    .toEqual([1, 2, 3].map((page) => ({ page, note: 'missingMarks' })));
});

describe('a file with pages that cannot be drawn now', () => {
  test.each([
    ['tooSlow', 1],
    ['busy', 0],
  ] as const)('costs one page if it is %s, and is looked at %i times', async (refused, looks) => {
    const drawn = vi.spyOn(decoder(), 'drawPage').mockResolvedValue({ refused });
    const { _id } = await aReportOf(patient, { file: marked(line, 3) });
    expect(drawn).toHaveBeenCalledTimes(1);
    drawn.mockRestore();
    const checks = await db().select().from(drawingChecks).where(eq(drawingChecks.reportId, _id));
    expect([checks.length, (await readRow(_id))?.pageNotes ?? null]).toEqual([looks, null]);
  });
});
