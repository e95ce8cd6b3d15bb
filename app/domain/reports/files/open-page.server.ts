import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { caseNumberOf } from '~/domain/reports/constants';
import { reportPage } from '~/domain/reports/schemas';
import { drawnPage, pageSidePx } from './drawn-pages.server';
import { inMemory, type LateFile, noteOpened, requireOpenable } from './open-file.server';

/**
 * One page of a report as a picture, for reading it beside the text box
 * (docs/requirements.md#permissions). Takes the report and the page, from 1; a picture has one.
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
    // A row older than its count of pages says 1; only drawing tells, and is written down.
    const isUncounted = row.pages === 1 && !row.pagesCounted && row.mediaType === 'application/pdf';
    if (page < 1 || (page > row.pages && !isUncounted)) throw new Refusal('notFound', 'report.notFound');
    return {
      data: {
        mediaType: 'image/webp',
        name: `${caseNumberOf(row.id)}-${page}.webp`,
        tag: `${row.id}-${page}-${pageSidePx}`,
        noteOpened: () => noteOpened(viewer, row),
        make: async () => inMemory(await drawnPage({ row, page, accountId: viewer.id })),
      } satisfies LateFile as LateFile,
    };
  },
});
