import type { PublicReport } from '~/domain/report/present-report';
import type { ReaderPage } from '~/ui/reader/report-reader';
import { paths } from '~/web/request/paths';

/** Maximum number of pages in the reader. Longer reports are opened as files. */
const maxPages = 200;

type ReportWithFiles = Pick<PublicReport, '_id' | 'pages' | 'resourceType' | 'files'>;

/** Lists the pages of all files of a report, numbered across files, and counts them. */
export function readerPagesOf({ _id, pages: first, resourceType, files }: ReportWithFiles) {
  const allFiles = [{ pages: first ?? 1, resourceType, added: undefined }, ...files.map(asAdded)];
  const pages: ReaderPage[] = allFiles.flatMap(({ pages, resourceType: type, added }) =>
    Array.from({ length: pages }, (_, at) => ({
      path: '',
      largePath: '',
      isWhole: type !== 'raw',
      added: at === 0 ? added : undefined,
    })),
  );
  return {
    pages: pages.slice(0, maxPages).map((page, at) => ({
      ...page,
      path: paths.reportPage(_id, at + 1),
      largePath: paths.reportPage(_id, at + 1, 'large'),
    })),
    total: pages.length,
  };
}

const asAdded = ({ pages, resourceType, number, addedAt }: PublicReport['files'][number]) => ({
  pages,
  resourceType,
  added: { number, addedAt },
});
