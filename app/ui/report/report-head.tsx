import type { PublicReport } from '~/domain/report/present-report';
import { toCaseNumber } from '~/domain/report/report-constants';
import { useTypeName } from '~/ui/fields/type-name';
import { AboutPatient } from '~/ui/people/about-patient';
import { patientNameOf, useAboutWords } from '~/ui/people/people-words';
import { useWords } from '~/ui/sentence';
import type { Audience } from './report-waiting';

type HeadProps = {
  report: PublicReport;
  audience: Audience;
  /** True if the account has reports of several people. */
  hasSeveralPeople: boolean;
};

/** The head of a report's page: its type, its date and whose it is. */
export function ReportHead({ report, audience, hasSeveralPeople }: HeadProps) {
  const { t, day } = useWords();
  const type = useTypeName()(report.reportType);
  return (
    <header className="mb-2 [overflow-wrap:anywhere]">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h1 id={`report-${report._id}`} className="text-[1.35rem]">
          {type}
        </h1>
        <p className="text-[0.9rem] leading-normal text-muted">
          {t('report.submittedOn')} <time dateTime={report.createdAt}>{day(report.createdAt)}</time>
        </p>
      </div>
      {audience === 'staff' ? (
        <AboutPatient report={report} />
      ) : (
        <Whose report={report} hasSeveralPeople={hasSeveralPeople} />
      )}
    </header>
  );
}

/** The person a report is about, where that may be somebody else than its reader, and always in print. */
function Whose({ report, hasSeveralPeople }: Omit<HeadProps, 'audience'>) {
  const { t } = useWords();
  const { details } = useAboutWords();
  const isShown = hasSeveralPeople || isOfAnother(report);
  const personDetails = report.about && details(report.about);
  return (
    <p className={`leading-normal font-semibold ${isShown ? '' : 'hidden print:block'}`}>
      <span className="hidden print:inline">{t('pending.patient')}: </span>
      {isShown && !report.about ? (
        <>
          <span className="print:hidden">{t('about.none')}</span>
          <bdi className="hidden print:inline">{patientNameOf(report)}</bdi>
        </>
      ) : (
        <>
          <bdi>{patientNameOf(report)}</bdi>
          {personDetails && `, ${personDetails}`}
        </>
      )}
    </p>
  );
}

/** Returns true if a report is about somebody else than the owner of the account. */
export const isOfAnother = ({ about }: Pick<PublicReport, 'about'>) =>
  about !== null && about.relation !== 'self';

/** The case number of a report. */
export function CaseLine({ report }: { report: PublicReport }) {
  const { t } = useWords();
  return (
    <p className="font-figures text-[0.88rem] text-muted">
      {t('report.case', { number: toCaseNumber(report._id) })}
    </p>
  );
}
