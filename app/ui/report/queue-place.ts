import type { PublicReport } from '~/domain/report/present-report';
import type { QueuePlace } from '~/domain/report/report-field';
import { useTypeName } from '~/ui/fields/type-name';
import { useWords } from '~/ui/sentence';

/** What says where a report stands in the queue, and how long an answer usually takes. */
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

/** Returns a function that says how far the newest report is, and its place in the queue. */
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
