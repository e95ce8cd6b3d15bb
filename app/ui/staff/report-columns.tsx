import type { PublicReport } from '~/domain/report/present-report';
import { patientNameOf } from '~/ui/people/people-words';
import { StatusText } from '~/ui/report/report-words';
import { useWords } from '~/ui/sentence';
import { PhoneNumber, ReportLink } from './report-cells';
import type { Column } from './report-table';

type Shared = Pick<PublicReport, 'phoneNumber' | 'reportUrl' | 'status'> &
  Parameters<typeof patientNameOf>[0];

/** The columns that several lists of reports share, by name. */
export function useReportColumns() {
  const { t } = useWords();
  const columns = {
    phone: {
      key: 'phone',
      label: t('pending.phone'),
      card: 'half',
      cell: ({ phoneNumber }) => <PhoneNumber number={phoneNumber} />,
    },
    report: {
      key: 'report',
      label: t('pending.report'),
      card: 'half',
      cell: (report) => <ReportLink url={report.reportUrl} name={patientNameOf(report)} />,
    },
    status: {
      key: 'status',
      label: t('pending.status'),
      card: 'hidden',
      cell: ({ status }) => <StatusText status={status} />,
    },
  } satisfies Record<string, Column<Shared>>;
  return columns;
}
