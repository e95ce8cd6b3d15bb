import { useEffect, useState } from 'react';

const everyMs = 10_000;

/**
 * Keeps the text of a review on the server while it is written: every ten seconds where it has
 * changed, and when the page is left. Takes the form's id, that of its text box, and where to keep
 * it.
 *
 * @returns when it was last kept; undefined until then.
 */
export function useKeptDraft({ formId, boxId, action }: { formId: string; boxId: string; action: string }) {
  const [keptAt, setKeptAt] = useState<Date>();
  useEffect(() => {
    const form = document.getElementById(formId);
    const box = document.getElementById(boxId);
    if (!(form instanceof HTMLFormElement) || !(box instanceof HTMLTextAreaElement)) return;
    let kept = box.value;
    let isSent = false;
    const written = () => {
      const all = new FormData(form);
      const draft = new FormData();
      for (const name of ['formToken', 'reportId', 'review', 'language'])
        draft.set(name, all.get(name) ?? '');
      return draft;
    };
    const keep = async () => {
      const { value } = box;
      if (isSent || value === kept || document.hidden) return;
      // What it leads to is not asked for: that it was kept is all.
      const answer = await fetch(action, { method: 'POST', body: written(), redirect: 'manual' }).catch(
        () => undefined,
      );
      if (answer?.type !== 'opaqueredirect') return;
      kept = value;
      setKeptAt(new Date());
    };
    const keepOnLeaving = () => {
      if (isSent || !document.hidden || box.value === kept) return;
      if (navigator.sendBeacon(action, written())) kept = box.value;
    };
    const noteSent = () => {
      isSent = true;
    };
    const timer = setInterval(keep, everyMs);
    document.addEventListener('visibilitychange', keepOnLeaving);
    form.addEventListener('submit', noteSent);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', keepOnLeaving);
      form.removeEventListener('submit', noteSent);
      // To another page of ours: the tab stays.
      if (!isSent && box.value !== kept) navigator.sendBeacon(action, written());
    };
  }, [formId, boxId, action]);
  return keptAt;
}
