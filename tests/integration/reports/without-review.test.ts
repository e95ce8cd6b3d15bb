import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { undoReview } from '~/domain/desk/undo-review.server';
import { findViewerById } from '~/domain/identity/sessions.server';
import { pageChannel } from '~/domain/kernel/channels';
import { noReview } from '~/domain/report/not-reviewed';
import { hideUndoableReview } from '~/domain/report-view/present-reports.server';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import { contextOf } from '~/web/pipeline/context.server';
import { anUndoableReview } from '../../support/claims';
import { an, origin } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { takeBackOf } from '../../support/reports';

clinicForFile();

const day = (number: number) => new Date(Date.UTC(2026, 2, number));
const state = { heldAt: day(1), amendedAt: day(3), version: 4, correctedAt: day(2), updatedAt: day(4) };

const rowOf = async (reportId: string) => {
  const [row] = await db().select().from(reports).where(eq(reports.id, reportId));
  if (!row) throw new Error('The report is missing');
  return row;
};

/** Makes a corrected report, held as another person's, whose review can still be undone. */
async function aHeldReview() {
  const author = await an.expert();
  const reportId = await anUndoableReview(author);
  await execute(db().update(reports).set(state).where(eq(reports.id, reportId)));
  return { author, reportId, row: await rowOf(reportId) };
}

const viewerOf = async ({ id }: { id: string }) => {
  const viewer = await findViewerById(id);
  if (!viewer) throw new Error('The account is missing');
  return viewer;
};

describe('a report without its review', () => {
  test('shows others no review columns, the version before, and the patient’s last change', async () => {
    const { row, author } = await aHeldReview();
    const view = hideUndoableReview(await viewerOf(await an.expert()), row);
    const { hiddenUntil: _undoableUntil, ...withoutReview } = noReview;
    expect(view).toEqual({ ...row, ...withoutReview, version: 3, updatedAt: day(2) });
    expect(view).toMatchObject({ heldAt: day(1), amendedAt: day(3), waitsFor: null });
    // The progress of the report is derived from `hiddenUntil`.
    expect(view.hiddenUntil).toEqual(row.hiddenUntil);
    expect(hideUndoableReview(await viewerOf(author), row)).toEqual(row);
    expect(hideUndoableReview(await viewerOf(await an.admin()), row)).toEqual(row);
  });

  test('shows others when it was sent, if nobody corrected it', async () => {
    const { row } = await aHeldReview();
    const shown = hideUndoableReview(await viewerOf(await an.expert()), { ...row, correctedAt: null });
    expect(shown.updatedAt).toEqual(row.createdAt);
  });

  test('is closed to others again once the review is undone, and keeps its version', async () => {
    const { row, author, reportId } = await aHeldReview();
    const before = Date.now();
    const input = undoReview.input.parse({ reportId });
    const context = await contextOf(new Request(origin), pageChannel);
    await undoReview.run({ viewer: await viewerOf(author), input, context });
    const after = await rowOf(reportId);
    expect(after).toMatchObject({
      ...noReview,
      heldAt: day(1),
      amendedAt: day(3),
      waitsFor: 'admin',
      version: 4,
    });
    expect(after.updatedAt.getTime()).toBeGreaterThanOrEqual(before);
    expect(await db().$count(outbox, eq(outbox.id, row.noticeId ?? ''))).toBe(0);
  });

  test('is in the queue, open to all, under a new version once the review is taken back', async () => {
    const { author, reportId } = await aHeldReview();
    const before = Date.now();
    expect((await takeBackOf(author, reportId, 4)).status).toBe(200);
    const after = await rowOf(reportId);
    expect(after).toMatchObject({
      ...noReview,
      heldAt: null,
      amendedAt: null,
      waitsFor: null,
      version: 5,
    });
    expect(after.updatedAt.getTime()).toBeGreaterThanOrEqual(before);
  });
});
