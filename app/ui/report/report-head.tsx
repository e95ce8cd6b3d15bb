import type { ReactNode } from 'react';
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
  /** The way back to the list. */
  back: ReactNode;
};

/** The head of a report's page: the way back and its date, its type, and whose it is. */
export function ReportHead({ report, audience, hasSeveralPeople, back }: HeadProps) {
  const { t, day } = useWords();
  const type = useTypeName()(report.reportType);
  return (
    <header className="mb-2 [overflow-wrap:anywhere]">
      <div className="-mb-1 flex items-center justify-between gap-3">
        {back}
        <p className="text-small text-muted">
          <span className="sr-only">{t('report.submittedOn')} </span>
          <time dateTime={report.createdAt}>{day(report.createdAt)}</time>
        </p>
      </div>
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h1 id={`report-${report._id}`} className="text-section">
          {type}
        </h1>
        {audience === 'staff' ? (
          <AboutPatient report={report} />
        ) : (
          <Whose report={report} hasSeveralPeople={hasSeveralPeople} />
        )}
      </div>
    </header>
  );
}

/** The person a report is about, where that may be somebody else than its reader, and always in print. */
function Whose({ report, hasSeveralPeople }: Pick<HeadProps, 'report' | 'hasSeveralPeople'>) {
  const { t } = useWords();
  const { details, shortDetails } = useAboutWords();
  const { about } = report;
  const isShown = hasSeveralPeople || isOfAnother(report);
  return (
    <>
      {isShown && (
        <p className="leading-text print:hidden">
          <bdi className="font-label">{about ? about.name : t('about.none')}</bdi>
          {about && shortDetails(about) && <span className="text-muted">, {shortDetails(about)}</span>}
        </p>
      )}
      <p className="hidden print:block">
        {t('pending.patient')}: <bdi>{patientNameOf(report)}</bdi>
        {about && details(about) && `, ${details(about)}`}
      </p>
    </>
  );
}

/** Returns true if a report is about somebody else than the owner of the account. */
export const isOfAnother = ({ about }: Pick<PublicReport, 'about'>) =>
  about !== null && about.relation !== 'self';

/** The case number of a report. */
export function CaseLine({ report }: { report: PublicReport }) {
  const { t } = useWords();
  return (
    <p className="font-figures text-small text-muted">
      {t('report.case', { number: toCaseNumber(report._id) })}
    </p>
  );
}
