import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { toCaseNumber } from '~/domain/report/report-constants';
import { reportPage } from '~/domain/report/schemas';
import { listReportFiles, type ReportFile } from './added-files.server';
import { drawnPage, drawnPageTag } from './drawn-pages.server';
import { type LateFile, noteOpened, openBuffer, requireOpenable } from './open-file.server';

/**
 * Opens one page of a report's files as a picture, to be read beside the text box
 * (docs/requirements.md#permissions), in the normal or the large size. Pages are counted from 1; an
 * image has one page, and added files continue the count.
 *
 * @throws Refusal: `notFound` as for the file, and for a page that does not exist; `tooMany` and
 *   `invalid` when the page is drawn.
 */
export const openReportPage = operation({
  name: 'report.openPage',
  input: reportPage,
  allow: 'report.openFile',
  successMessage: 'report.fetched',
  failureMessage: 'report.fetchFailed',
  async run({ viewer, input: { reportId, page, size } }) {
    const row = await requireOpenable(viewer, reportId);
    const location = findPage(await listReportFiles(row), page);
    if (!location) throw new Refusal('notFound', 'report.notFound');
    return {
      data: {
        mediaType: 'image/webp',
        name: `${toCaseNumber(row.id)}-${page}.webp`,
        tag: drawnPageTag({ ...location, size }),
        noteOpened: () => noteOpened(viewer, row),
        load: async () => openBuffer(await drawnPage({ row, ...location, size, accountId: viewer.id })),
      } satisfies LateFile as LateFile,
    };
  },
});

/** Finds the file that holds a page, and the page's number in that file. */
export function findPage(
  [file, ...nextFiles]: ReportFile[],
  page: number,
): { file: ReportFile; page: number } | undefined {
  if (!file || page < 1) return undefined;
  // A row from before pages were counted says 1. The count is only known, and stored, once a page
  // is drawn.
  const isUncounted = file.pages === 1 && !file.isCounted && file.mediaType === 'application/pdf';
  if (page <= file.pages || (isUncounted && nextFiles.length === 0)) return { file, page };
  return findPage(nextFiles, page - file.pages);
}
