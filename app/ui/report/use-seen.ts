import { type RefObject, useEffect } from 'react';
import { useFormToken } from '~/ui/notices/post-form';

export type Seen = {
  /** Address to post to when a new answer was seen; undefined if it was seen before. */
  action: string | undefined;
  version: number;
  /** When the answer was read. */
  readAt: string | undefined;
  /**
   * True if the answer sends its patient to a doctor today: the end of its text has to be scrolled
   * to.
   */
  isUrgent: boolean;
};

/**
 * Tells the server once a review was seen. The code for it is loaded only with a new answer. An
 * answer whose page could not load it stays new.
 *
 * @returns a function that tells it at once.
 */
export function useSeen(
  answer: RefObject<HTMLElement>,
  { action, version, readAt, isUrgent }: Seen,
): () => void {
  const formToken = useFormToken('review.markSeen');
  useEffect(() => {
    if (!action) return;
    const over = new AbortController();
    import('./watch-answer').then(
      ({ watchAnswer, watchEnd }) => {
        const watch = isUrgent ? watchEnd : watchAnswer;
        watch(answer.current, { action, version, readAt, formToken }, over.signal);
      },
      () => undefined,
    );
    return () => over.abort();
  }, [answer, action, version, readAt, isUrgent, formToken]);
  return () => {
    if (!action) return;
    import('./watch-answer').then(
      ({ tellSeen }) => tellSeen({ action, version, readAt, formToken }),
      () => undefined,
    );
  };
}
