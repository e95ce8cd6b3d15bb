import { formatSignature } from '~/domain/identity/full-name';
import type { PublicReport } from '~/domain/report/present-report';
import { toCaseNumber } from '~/domain/report/report-constants';
import type { QueuePlace } from '~/domain/report/report-field';
import { useTypeName } from '~/ui/fields/type-name';
import { Icon } from '~/ui/icon';
import type { Fact } from '~/ui/layout/confirm-page';
import { useWords } from '~/ui/sentence';

type Signature = Parameters<typeof formatSignature>[0];

/**
 * Returns a function for a doctor's signature: the name, and the credentials at the time. It is empty
 * for an unsigned review.
 */
export function useDoctorName() {
  const { t } = useWords();
  return (expert: Signature | null) => (expert ? formatSignature(expert, t('credentials.short')) : '');
}

/**
 * Returns a function that describes a report's place in the queue and how long an answer usually
 * takes.
 */
export function useQueueWords() {
  const { t } = useWords();
  return ({ before, usualSeconds }: QueuePlace) =>
    [
      t('queue.before', { count: before }),
      usualSeconds !== null && t('queue.usual', { time: { seconds: usualSeconds } }),
    ]
      .filter(Boolean)
      .join(' ');
}

type Latest = Pick<PublicReport, 'reportType' | 'progress' | 'queue'>;

const latestKeys = {
  claimed: 'dashboard.latestClaimed',
  answered: 'dashboard.latestAnswered',
  question: 'dashboard.latestQuestion',
  held: 'dashboard.latestHeld',
  reviewed: 'dashboard.latestReviewed',
  withdrawn: 'dashboard.latestWithdrawn',
} as const;

/** Returns a function that describes the state of the newest report and its place in the queue. */
export function useLatestWords() {
  const { t } = useWords();
  const typeName = useTypeName();
  return ({ reportType, progress, queue }: Latest) => {
    const type = typeName(reportType);
    if (progress && progress !== 'queued') return t(latestKeys[progress], { type });
    const { before, usualSeconds } = queue ?? { before: 0, usualSeconds: null };
    return usualSeconds === null
      ? t('dashboard.latestQueued', { type, count: before })
      : t('dashboard.latestQueuedUsual', { type, count: before, time: { seconds: usualSeconds } });
  };
}

/**
 * Returns a function that identifies a report in one line: its type, its person if named, and the
 * date it was sent.
 */
export function ReportLine({
  report,
}: {
  report: Pick<PublicReport, 'reportType' | 'createdAt'> & { about: { name: string } | null };
}) {
  const { t, day } = useWords();
  const type = useTypeName()(report.reportType);
  return (
    <>
      {type},{' '}
      {report.about && (
        <>
          <bdi>{report.about.name}</bdi>,{' '}
        </>
      )}
      {t('report.submittedOn')} {day(report.createdAt)}
    </>
  );
}

type FactReport = Pick<PublicReport, '_id' | 'reportType' | 'createdAt'> & { about: { name: string } | null };

/** Returns a function that lists the facts by which a reader knows a report again. */
export function useReportFacts() {
  const { t, day } = useWords();
  const typeName = useTypeName();
  return (report: FactReport, patientName = report.about?.name): Fact[] => [
    [t('pending.patient'), patientName && <bdi>{patientName}</bdi>],
    [t('filter.type'), typeName(report.reportType)],
    [t('report.submittedOn'), day(report.createdAt)],
    [
      t('report.caseNumber'),
      <span key="case" className="font-figures">
        {toCaseNumber(report._id)}
      </span>,
    ],
  ];
}

const signs = { Pending: 'pending', Reviewed: 'check', Withdrawn: 'lock' } as const;

/** A status: Reviewed in green, all others in amber, each with an icon as well as a colour. */
export function StatusBadge({ status }: { status: keyof typeof signs }) {
  const { t } = useWords();
  const variant = { Pending: 'wait', Reviewed: 'good', Withdrawn: 'wait' }[status];
  return (
    <span className={`badge ${variant}`}>
      <Icon name={signs[status]} className="h-4 w-4" />
      {t(`report.${status}`)}
    </span>
  );
}

/** A status in its colour, for lists whose rows share it. */
export function StatusText({ status }: { status: 'Pending' | 'Reviewed' }) {
  const { t } = useWords();
  return (
    <span className={`font-label ${status === 'Reviewed' ? 'text-good' : 'text-wait'}`}>
      {t(`report.${status}`)}
    </span>
  );
}
