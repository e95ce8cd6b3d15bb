import { useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';

const everyMs = 10_000;

type Kept = {
  formId: string;
  /** The text box of the form. */
  boxId: string;
  /** Where to keep it. */
  action: string;
  /** What the server has of it when the page comes. */
  first: string;
  /** Told of each text that the server has from then on. */
  onKept: (text: string) => void;
};

/**
 * Keeps the text of a review on the server while it is written: every ten seconds where it has
 * changed, and when the page is left, but not while the text itself is on its way.
 *
 * @returns when it was last kept; undefined until then.
 */
export function useKeptDraft({ formId, boxId, action, first, onKept }: Kept) {
  const [keptAt, setKeptAt] = useState<Date>();
  const { formData } = useNavigation();
  const isSending = useRef(false);
  const note = useRef(onKept);
  useEffect(() => {
    isSending.current = formData?.has('review') ?? false;
    note.current = onKept;
  });
  useEffect(() => {
    const form = document.getElementById(formId);
    const box = document.getElementById(boxId);
    if (!(form instanceof HTMLFormElement) || !(box instanceof HTMLTextAreaElement)) return;
    let kept = first;
    const isNew = () => !isSending.current && box.value !== kept;
    const written = () => {
      const all = new FormData(form);
      const draft = new FormData();
      for (const name of ['formToken', 'reportId', 'review', 'language'])
        draft.set(name, all.get(name) ?? '');
      draft.set('inBackground', 'yes');
      return draft;
    };
    const keep = async () => {
      const { value } = box;
      if (!isNew() || document.hidden) return;
      // A log-in page or a refusal is no answer that says that it was kept.
      const answer = await fetch(action, { method: 'POST', body: written(), redirect: 'manual' }).catch(
        () => undefined,
      );
      if (answer?.status !== 204) return;
      kept = value;
      note.current(value);
      setKeptAt(new Date());
    };
    // Nobody hears what becomes of it: the text stays in the tab too.
    const send = () => isNew() && navigator.sendBeacon(action, written());
    const sendWhenHidden = () => document.hidden && send();
    const timer = setInterval(keep, everyMs);
    document.addEventListener('visibilitychange', sendWhenHidden);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', sendWhenHidden);
      send();
    };
  }, [formId, boxId, action, first]);
  return keptAt;
}
