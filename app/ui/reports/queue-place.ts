import type { QueuePlace } from '~/domain/reports/report-field';
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
