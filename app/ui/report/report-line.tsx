import type { PublicReport } from '~/domain/report/present-report';
import { useTypeName } from '~/ui/fields/type-name';
import { useWords } from '~/ui/sentence';

/** Which report it is, in a line: its type, whose it is if that was said, and when it was sent. */
export function ReportLine({
  report,
}: {
  report: Pick<PublicReport, 'reportType' | 'createdAt'> & { about: { name: string } | null };
}) {
  const { t, day } = useWords();
  const type = useTypeName()(report.reportType);
  return (
    <>
      {type}, {report.about && <bdi>{report.about.name}, </bdi>}
      {t('report.submittedOn')} {day(report.createdAt)}
    </>
  );
}
