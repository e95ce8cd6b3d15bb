import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { caseNumberOf } from '~/domain/report/report-constants';
import { reportPage } from '~/domain/report/schemas';
import { filesOf, type ReportFile } from '~/domain/report-rules/added-files.server';
import { drawingVersion, drawnPage, pageSidePx } from './drawn-pages.server';
import { inMemory, type LateFile, noteOpened, requireOpenable } from './open-file.server';

/**
 * One page of a report's files as a picture, for reading it beside the text box
 * (docs/requirements.md#permissions). Takes the report and the page, from 1; a picture has one, and
 * what was added goes on where the file before it ends.
 *
 * @throws Refusal: `notFound`, as for the file and for a page that is not there; `tooMany` and
 *   `invalid` when it is drawn.
 */
export const openReportPage = operation({
  name: 'report.openPage',
  input: reportPage,
  allow: 'report.openFile',
  successMessage: 'report.fetched',
  failureMessage: 'report.fetchFailed',
  async run({ viewer, input: { reportId, page } }) {
    const row = await requireOpenable(viewer, reportId);
    const found = pageOf(await filesOf(row), page);
    if (!found) throw new Refusal('notFound', 'report.notFound');
    return {
      data: {
        mediaType: 'image/webp',
        name: `${caseNumberOf(row.id)}-${page}.webp`,
        tag: `${found.file.boundTo}-${found.page}-${pageSidePx}-${drawingVersion}`,
        noteOpened: () => noteOpened(viewer, row),
        make: async () => inMemory(await drawnPage({ row, ...found, accountId: viewer.id })),
      } satisfies LateFile as LateFile,
    };
  },
});

/** Which page of which file it is. */
function pageOf(
  [file, ...others]: ReportFile[],
  page: number,
): { file: ReportFile; page: number } | undefined {
  if (!file || page < 1) return undefined;
  // A row older than its count of pages says 1; only drawing tells, and is written down.
  const isUncounted = file.pages === 1 && !file.isCounted && file.mediaType === 'application/pdf';
  if (page <= file.pages || (isUncounted && others.length === 0)) return { file, page };
  return pageOf(others, page - file.pages);
}
