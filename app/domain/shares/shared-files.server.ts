import { idSchema } from '~/domain/kernel/fields';
import { openOperation } from '~/domain/kernel/operation';
import { toCaseNumber } from '~/domain/report/report-constants';
import { reportFile, reportPage } from '~/domain/report/schemas';
import { listReportFiles } from '~/domain/report-view/added-files.server';
import { drawnPage, drawnPageTag } from '~/domain/report-view/drawn-pages.server';
import { openNamedFile } from '~/domain/report-view/named-file.server';
import { type LateFile, type OpenFile, openBuffer } from '~/domain/report-view/open-file.server';
import { findPage } from '~/domain/report-view/open-page.server';
import { extensionOf } from '~/platform/media-types';
import { findLiveReport } from './live-shares.server';
import { shareOver } from './share-pass.server';

const ofShare = {
  /** The share that the link names. */
  shareId: idSchema,
  /** The share that the reader has opened, as the channel has proved. */
  openedId: idSchema,
};

async function requireLiveReport(input: { shareId: string; openedId: string; reportId: string }) {
  const row =
    input.shareId === input.openedId ? await findLiveReport(input.openedId, input.reportId) : undefined;
  if (!row) throw shareOver();
  return row;
}

/** The opening of the share is recorded before its files are shown. */
const noteOpened = async () => undefined;

/**
 * Opens a file of a report for whoever has opened its share. Its name says the case number alone: a
 * patient may have named the file after themselves.
 *
 * @throws Refusal: `notFound`, also once the share has ended.
 */
export const openSharedFile = openOperation({
  name: 'share.openFile',
  input: reportFile.extend(ofShare),
  refusals: ['notFound'],
  successMessage: 'report.fetched',
  failureMessage: 'report.fetchFailed',
  async run({ input }) {
    const row = await requireLiveReport(input);
    const file = (await listReportFiles(row)).find(({ number }) => number === input.number);
    if (!file) throw shareOver();
    const { mediaType, boundTo, fileName, bytes, number } = file;
    const name = `${toCaseNumber(row.id)}${number === 1 ? '' : `-${number}`}.${extensionOf(mediaType)}`;
    return {
      data: {
        mediaType,
        bytes,
        name,
        tag: boundTo,
        noteOpened,
        isNeverStored: true,
        read: (range) => openNamedFile({ name: fileName, boundTo, bytes, ...range }),
      } satisfies OpenFile as OpenFile,
    };
  },
});

/**
 * Opens one page of a report's files as a picture for whoever has opened its share.
 *
 * @throws Refusal: `notFound` as for the file, and for a page that does not exist; `tooMany` and
 *   `invalid` when the page is drawn.
 */
export const openSharedPage = openOperation({
  name: 'share.openPage',
  input: reportPage.extend(ofShare),
  refusals: ['notFound'],
  successMessage: 'report.fetched',
  failureMessage: 'report.fetchFailed',
  async run({ input }) {
    const row = await requireLiveReport(input);
    const { page, size } = input;
    const location = findPage(await listReportFiles(row), page);
    if (!location) throw shareOver();
    return {
      data: {
        mediaType: 'image/webp',
        name: `${toCaseNumber(row.id)}-${page}.webp`,
        tag: drawnPageTag({ ...location, size }),
        noteOpened,
        isNeverStored: true,
        // Readers of all shares of a patient draw on one account of drawing time.
        load: async () =>
          openBuffer(await drawnPage({ row, ...location, size, accountId: `share-${row.patientId}` })),
      } satisfies LateFile as LateFile,
    };
  },
});
