import { useEffect, useState } from 'react';
import { useWords } from '~/ui/sentence';

/**
 * Keeps a review or translation in progress in this tab only (`sessionStorage`), so that no text is
 * lost if the session expires. It is health data. So it is removed once the review is accepted, at
 * a log-out of its author on any device, and when another user logs in.
 */
const prefix = 'review:';
const sentKey = 'review-sent';

const keyOf = (ownerId: string, reportId: string) => `${prefix}${ownerId}:${reportId}`;

/** Returns the tab's storage; undefined if the browser does not allow it. */
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

type StoredDraft = { text: string; savedAt: string };

/** Reads a text of this tab, and when it was written. */
function readDraft(key: string): StoredDraft | undefined {
  try {
    return JSON.parse(store()?.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/**
 * Keeps the input of a text box and restores it when the page comes again.
 *
 * @returns when the text that was restored was written; undefined if none was.
 */
export function useDraft({ boxId, ownerId, reportId }: { boxId: string; ownerId: string; reportId: string }) {
  const [restoredAt, setRestoredAt] = useState<string>();
  useEffect(() => {
    const box = document.getElementById(boxId);
    const drafts = store();
    if (!(box instanceof HTMLTextAreaElement) || !drafts) return;
    const key = keyOf(ownerId, reportId);
    const stored = readDraft(key);
    if (stored && stored.text !== box.value) {
      box.value = stored.text;
      box.dispatchEvent(new Event('input', { bubbles: true }));
      setRestoredAt(stored.savedAt);
    }
    const note = () => {
      const draft: StoredDraft = { text: box.value, savedAt: new Date().toISOString() };
      try {
        if (box.value) drafts.setItem(key, JSON.stringify(draft));
        else drafts.removeItem(key);
      } catch {
        // The storage is full. The text is still in the box.
      }
    };
    const noteSent = () => drafts.setItem(sentKey, key);
    // Keeps input from before hydration too.
    if (box.value !== box.defaultValue && !stored) note();
    box.addEventListener('input', note);
    box.form?.addEventListener('submit', noteSent);
    return () => {
      box.removeEventListener('input', note);
      box.form?.removeEventListener('submit', noteSent);
    };
  }, [boxId, ownerId, reportId]);
  return restoredAt;
}

/** Removes every text of this tab. */
export function forgetDrafts(): void {
  forget(() => true);
  store()?.removeItem(sentKey);
}

type ForgetDraftOptions = { ownerId: string; reportId: string; text: string };

/** Removes a text that is stored elsewhere by now, if it has not changed since. */
export function forgetDraft({ ownerId, reportId, text }: ForgetDraftOptions) {
  const key = keyOf(ownerId, reportId);
  forget((one) => one === key && readDraft(one)?.text === text);
}

type UseDraftsOverOptions = { personId: string | undefined; message: string | undefined; isLeft: boolean };

/**
 * Removes drafts that are over.
 *
 * @param personId the ID of the signed-in user.
 * @param message the message this page came with.
 * @param isLeft true if the author has logged out, or was logged out from another device.
 */
export function useDraftsOver({ personId, message, isLeft }: UseDraftsOverOptions) {
  const { t } = useWords();
  const doneMessages = [
    t('review.done'),
    t('review.submitted'),
    t('draft.done'),
    t('translate.done'),
    t('amend.done'),
  ];
  const isTaken = doneMessages.some((done) => message === done);
  useEffect(() => {
    if (personId) forget((key) => !key.startsWith(keyOf(personId, '')));
    else if (isLeft) forgetDrafts();
    if (!isTaken) return;
    const sentDraftKey = store()?.getItem(sentKey);
    forget((key) => key === sentDraftKey);
  }, [personId, isLeft, isTaken]);
}
