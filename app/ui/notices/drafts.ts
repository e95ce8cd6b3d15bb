import { useEffect, useState } from 'react';
import { useWords } from '~/ui/sentence';

/**
 * A review or a translation that is being written is kept in this tab alone (`sessionStorage`), so
 * that a session that runs out in the middle takes no text with it. It is health data: it goes when
 * the review was taken, when its author logs out or is logged out, and when somebody else logs in.
 */
const prefix = 'review:';
const sentKey = 'review-sent';

const keyOf = (ownerId: string, reportId: string) => `${prefix}${ownerId}:${reportId}`;

/** The tab's storage; undefined where the browser does not allow it. */
function store(): Storage | undefined {
  try {
    return window.sessionStorage;
  } catch {
    return undefined;
  }
}

function forget(isWanted: (key: string) => boolean) {
  const drafts = store();
  if (!drafts) return;
  for (const key of Object.keys(drafts)) if (key.startsWith(prefix) && isWanted(key)) drafts.removeItem(key);
}

/**
 * Keeps what is typed into a text box, and puts it back when the page comes again. Whether it did.
 */
export function useDraft({ boxId, ownerId, reportId }: { boxId: string; ownerId: string; reportId: string }) {
  const [isRestored, setRestored] = useState(false);
  useEffect(() => {
    const box = document.getElementById(boxId);
    const drafts = store();
    if (!(box instanceof HTMLTextAreaElement) || !drafts) return;
    const key = keyOf(ownerId, reportId);
    const kept = drafts.getItem(key);
    if (kept && kept !== box.value) {
      box.value = kept;
      box.dispatchEvent(new Event('input', { bubbles: true }));
      setRestored(true);
    }
    const note = () => {
      try {
        if (box.value) drafts.setItem(key, box.value);
        else drafts.removeItem(key);
      } catch {
        // The storage is full: the text stands in the box all the same.
      }
    };
    const noteSent = () => drafts.setItem(sentKey, key);
    // What was typed before the script came is kept too.
    if (box.value !== box.defaultValue) note();
    box.addEventListener('input', note);
    box.form?.addEventListener('submit', noteSent);
    return () => {
      box.removeEventListener('input', note);
      box.form?.removeEventListener('submit', noteSent);
    };
  }, [boxId, ownerId, reportId]);
  return isRestored;
}

/** Forgets every text of this tab. */
export function forgetDrafts(): void {
  forget(() => true);
  store()?.removeItem(sentKey);
}

type ForgetDraftOptions = { ownerId: string; reportId: string; text: string };

/** Forgets a text that is kept elsewhere by now, where it is still the same. */
export function forgetDraft({ ownerId, reportId, text }: ForgetDraftOptions) {
  const key = keyOf(ownerId, reportId);
  forget((one) => one === key && store()?.getItem(one) === text);
}

type UseDraftsOverOptions = { personId: string | undefined; message: string | undefined; isLeft: boolean };

/**
 * Forgets drafts that are over.
 *
 * @param personId who is signed in.
 * @param message the message this page came with.
 * @param isLeft whether their author has logged out, or was logged out from another device.
 */
export function useDraftsOver({ personId, message, isLeft }: UseDraftsOverOptions) {
  const { t } = useWords();
  const isTaken = [t('review.done'), t('draft.done'), t('translate.done'), t('amend.done')].some(
    (done) => message === done,
  );
  useEffect(() => {
    if (personId) forget((key) => !key.startsWith(keyOf(personId, '')));
    else if (isLeft) forgetDrafts();
    if (!isTaken) return;
    const sent = store()?.getItem(sentKey);
    forget((key) => key === sent);
  }, [personId, isLeft, isTaken]);
}
