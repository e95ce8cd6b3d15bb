import { useEffect, useRef } from 'react';

/**
 * Holds a form that is sent while its photos are being made ready, and sends it once they are.
 * Takes a control of the form.
 */
export function useHeldSubmit(control: HTMLInputElement | null, isBusy: boolean) {
  const held = useRef<{ submitter: HTMLElement | null }>(undefined);
  const form = control?.form;
  useEffect(() => {
    if (!form || !isBusy) return;
    const hold = (event: SubmitEvent) => {
      event.preventDefault();
      event.stopPropagation();
      held.current = { submitter: event.submitter };
    };
    form.addEventListener('submit', hold, true);
    return () => form.removeEventListener('submit', hold, true);
  }, [form, isBusy]);
  useEffect(() => {
    if (isBusy || !held.current) return;
    const { submitter } = held.current;
    held.current = undefined;
    form?.requestSubmit(submitter);
  }, [form, isBusy]);
}
