import { useEffect } from 'react';
import type { MessageKey } from '~/i18n/messages/en';
import { sendFilesWith } from '~/ui/connection/send';

/**
 * What a report that waits says on whatever page it waits; that page has these words already, for
 * there may be no line to fetch them on.
 */
export const waitingWords: MessageKey[] = [
  'waiting.title',
  'waiting.sending',
  'waiting.refused',
  'waiting.goOn',
  'waiting.throwAway',
  'waiting.sure',
  'waiting.over',
];

/**
 * Has the files of this page sent in pieces, which go on after a break of the line. What does that
 * is loaded when somebody begins to fill in the form; without it they are sent as they are. Takes
 * whose they are, the form, and where it leads once it is taken.
 */
export function usePieces({
  owner,
  formId,
  leadsTo,
}: {
  owner: string | undefined;
  formId: string;
  leadsTo: string;
}) {
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!owner || !form) return;
    let end = () => {};
    let isOver = false;
    const load = () => {
      import('~/ui/waiting/send-in-pieces').then(
        ({ sendInPieces, keepOfflinePage }) => {
          if (!isOver) end = sendFilesWith(sendInPieces({ owner, leadsTo }));
          // A browser that allows none does without.
          keepOfflinePage(document.documentElement.lang).catch(() => undefined);
        },
        () => form.addEventListener('focusin', load, { once: true }),
      );
    };
    form.addEventListener('focusin', load, { once: true });
    return () => {
      isOver = true;
      form.removeEventListener('focusin', load);
      end();
    };
  }, [owner, formId, leadsTo]);
}
