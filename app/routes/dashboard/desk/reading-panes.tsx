import { Link, useLocation } from '@remix-run/react';
import type { ReportBeside } from '~/domain/desk/reports-by-person.server';
import type { PublicReport } from '~/domain/report/present-report';
import { useTypeName } from '~/ui/fields/type-name';
import { Icon } from '~/ui/icon';
import { patientNameOf } from '~/ui/people/people-words';
import { AddedFiles } from '~/ui/questions/question-parts';
import { type ReaderPage, ReportReader } from '~/ui/reader/report-reader';
import { viewersClass } from '~/ui/reader/use-full-screen';
import { PageNotes } from '~/ui/report/page-notes';
import { searchBeside } from '~/ui/report/search-beside';
import { useWords } from '~/ui/sentence';
import { paths } from '~/web/request/paths';

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

/** The report under review and, if one was chosen, an earlier report of the same person beside it. */
export function ReadingPanes({ report, beside }: { report: PublicReport; beside: ReportBeside | null }) {
  const { t } = useWords();
  return (
    <div className={viewersClass} data-is-pair={beside !== null}>
      <Pane
        key={report._id}
        id="viewer"
        report={report}
        title={t('viewer.label')}
        head={beside ? { title: t('viewer.current') } : undefined}
      >
        <AddedFiles files={report.files} />
      </Pane>
      {beside && (
        <Pane
          key={beside._id}
          id="beside"
          report={beside}
          title={t('viewer.earlier')}
          head={{ title: t('viewer.earlier'), close: <CloseLink /> }}
        >
          <AddedFiles files={beside.files} />
        </Pane>
      )}
    </div>
  );
}

type PaneProps = {
  id: 'viewer' | 'beside';
  report: ReportBeside;
  title: string;
  head?: { title: string; close?: JSX.Element };
  children: JSX.Element;
};

function Pane({ id, report, title, head, children }: PaneProps) {
  const { day } = useWords();
  const type = useTypeName()(report.reportType);
  const { pages, total } = readerPagesOf(report);
  const name = `${type}, ${day(report.createdAt)}, ${patientNameOf(report)}`;
  return (
    <ReportReader
      id={id}
      title={title}
      head={head && { ...head, name }}
      pages={pages}
      total={total}
      label={type}
      fileUrl={report.reportUrl ?? ''}
      isPdf={report.resourceType === 'raw'}
      notes={<PageNotes report={report} audience="staff" />}
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
      className="button plain small viewer-icon"
      title={t('viewer.closeEarlier')}
    >
      <Icon name="close" />
      <span className="sr-only">{t('viewer.closeEarlier')}</span>
    </Link>
  );
}
