import type { PublicReport } from '~/domain/report/present-report';
import type { QueuePlace } from '~/domain/report/report-field';
import { useTypeName } from '~/ui/fields/type-name';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';

/**
 * Returns a function for a doctor's signature: the name, and the registration number at the time.
 * It is empty for an unsigned review.
 */
export function useDoctorName() {
  const { t } = useWords();
  return (expert: PublicReport['expert']) => {
    const name = `${expert?.firstName ?? ''} ${expert?.lastName ?? ''}`.trim();
    const number = expert?.registrationNumber;
    return number ? `${name} (${t('credentials.short')} ${number})`.trim() : name;
  };
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
      {type}, {report.about && <bdi>{report.about.name}, </bdi>}
      {t('report.submittedOn')} {day(report.createdAt)}
    </>
  );
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
