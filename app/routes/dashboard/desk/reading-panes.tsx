import { Link, useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { ReportBeside } from '~/domain/desk/reports-by-person.server';
import type { PublicReport } from '~/domain/report/present-report';
import { useTypeName } from '~/ui/fields/type-name';
import { Icon } from '~/ui/icon';
import { patientNameOf } from '~/ui/people/people-words';
import { AddedFiles } from '~/ui/questions/question-parts';
import type { ReaderPage } from '~/ui/reader/reader-pane';
import { ReportReader } from '~/ui/reader/report-reader';
import { PageNotes } from '~/ui/report/page-notes';
import { searchBeside } from '~/ui/report/search-beside';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';

/** Maximum number of pages in the reader. Longer reports are opened as files. */
const maxPages = 200;

type ReportWithFiles = Pick<PublicReport, '_id' | 'pages' | 'resourceType' | 'files'>;

/** Lists the pages of all files of a report, numbered across files, and counts them. */
function readerPagesOf({ _id, pages: first, resourceType, files }: ReportWithFiles) {
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

type Props = {
  report: PublicReport;
  beside: ReportBeside | null;
  /** Further buttons of the toolbar. */
  children?: ReactNode;
};

/** The report under review and, if one was chosen, an earlier report of the same person beside it. */
export function ReadingPanes({ report, beside, children }: Props) {
  const { day } = useWords();
  const typeName = useTypeName();
  const paneOf = (shown: ReportBeside) => ({
    reportId: shown._id,
    label: typeName(shown.reportType),
    files: {
      url: shown.reportUrl ?? '',
      isPdf: shown.resourceType === 'raw',
      added: {
        count: shown.files.filter(({ url }) => url).length,
        links: <AddedFiles files={shown.files} />,
      },
    },
    notes: <PageNotes report={shown} audience="staff" />,
    ...readerPagesOf(shown),
  });
  const nameOf = (shown: ReportBeside) =>
    `${typeName(shown.reportType)}, ${day(shown.createdAt)}, ${patientNameOf(shown)}`;
  return (
    <ReportReader
      report={paneOf(report)}
      beside={beside ? paneOf(beside) : undefined}
      names={beside ? [nameOf(report), nameOf(beside)] : undefined}
      close={<CloseLink />}
    >
      {children}
    </ReportReader>
  );
}

function CloseLink() {
  const { t } = useWords();
  const { search } = useLocation();
  return (
    <Link
      to={{ search: searchBeside(search) }}
      preventScrollReset
      className="viewer-button"
      title={t('viewer.closeEarlier')}
    >
      <Icon name="close" />
      <span className="sr-only">{t('viewer.closeEarlier')}</span>
    </Link>
  );
}
