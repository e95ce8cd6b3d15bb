import type { PublicReport } from '~/domain/report/present-report';
import { patientNameOf } from '~/ui/people/people-words';
import { StatusBadge } from '~/ui/report/report-words';
import { useWords } from '~/ui/sentence';
import { ReportLink } from './report-cells';
import type { Column } from './report-table';

/** The columns that several lists of reports share, by name. */
export function useReportColumns() {
  const { t } = useWords();
  const columns = {
    phone: {
      key: 'phone',
      label: t('pending.phone'),
      cell: ({ phoneNumber }) => <span className="font-figures @3xl:whitespace-nowrap">{phoneNumber}</span>,
    },
    report: {
      key: 'report',
      label: t('pending.report'),
      cell: (report) => <ReportLink url={report.reportUrl} name={patientNameOf(report)} />,
    },
    status: {
      key: 'status',
      label: t('pending.status'),
      cell: ({ status }) => <StatusBadge status={status} />,
    },
  } satisfies Record<string, Column<PublicReport>>;
  return columns;
}
