import { and, eq, ne, or } from 'drizzle-orm';
import { listPrintedNumbers } from '~/domain/comparison/number-hints';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { isFreeFor } from '~/domain/queue/claim-rules.server';
import { isNotClosedTo } from '~/domain/queue/question-state.server';
import { listDrawingNotes } from '~/domain/report/page-notes';
import { reportIdOnly } from '~/domain/report/schemas';
import { listReportFiles } from '~/domain/report-view/added-files.server';
import { countDrawing, requireDrawingTime } from '~/domain/report-view/drawn-pages.server';
import { openNamedFile } from '~/domain/report-view/named-file.server';
import { noteOpened, openedColumns } from '~/domain/report-view/open-file.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import { decoder } from '~/platform/storage/current-storage.server';

/**
 * Lists the numbers that a report prints, for the doctor who writes its review or may change it.
 * The files are read each time, and nothing of them is stored. `numbers` is null if a page is a
 * picture, if the text may differ from what is drawn, or if it cannot be read now.
 *
 * @throws Refusal: `notFound`, also for a report that another doctor reads or has reviewed.
 * @see docs/requirements.md#states
 */
export const readReportNumbers = operation({
  name: 'report.readNumbers',
  input: reportIdOnly,
  allow: 'report.review',
  successMessage: 'report.fetched',
  failureMessage: 'report.fetchFailed',
  async run({ viewer, input: { reportId } }) {
    const row = await requireWritten(viewer.id, reportId);
    await noteOpened(viewer, row);
    const text =
      listDrawingNotes(row.pageNotes ?? []).length > 0 ? undefined : await readText(viewer.id, row);
    return { data: { numbers: text === undefined ? null : listPrintedNumbers(text) } };
  },
});

async function requireWritten(viewerId: string, reportId: string) {
  const isToReview = and(
    eq(reports.status, 'Pending'),
    ne(reports.patientId, viewerId),
    isFreeFor(viewerId, new Date()),
    isNotClosedTo(viewerId),
  );
  const isReviewed = and(eq(reports.status, 'Reviewed'), eq(reports.expertId, viewerId));
  const [row] = await db()
    .select({ ...openedColumns, pageNotes: reports.pageNotes })
    .from(reports)
    .where(and(eq(reports.id, reportId), or(isToReview, isReviewed)));
  if (!row) throw new Refusal('notFound', 'report.notFound');
  return row;
}

/** Reads the text of all files; undefined if one of them is not certain, or a program is too busy. */
async function readText(accountId: string, row: Parameters<typeof listReportFiles>[0]) {
  const turn = { accountId, isUrgent: true };
  const texts: string[] = [];
  for (const { mediaType, fileName: name, boundTo, bytes } of await listReportFiles(row)) {
    if (mediaType !== 'application/pdf') return undefined;
    let spentMs = 0;
    const open = async () => {
      await requireDrawingTime(turn);
      return openNamedFile({ name, boundTo, bytes });
    };
    const onSpent = (ms: number) => {
      spentMs += ms;
    };
    const text = await decoder()
      .readText(open, { bytes, turn, onSpent })
      .catch(ignoreRefusal)
      .finally(() => countDrawing(turn, spentMs));
    if (text === undefined) return undefined;
    texts.push(text);
  }
  return texts.join('\n');
}

function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}
