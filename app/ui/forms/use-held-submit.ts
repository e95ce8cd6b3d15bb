import { INTENT } from '@conform-to/dom';
import { type RefObject, useEffect, useRef } from 'react';

/**
 * Holds a form that is sent while its photos are being made ready, and sends it once they are.
 * Takes a control of the form.
 */
export function useHeldSubmit(control: RefObject<HTMLInputElement>, isBusy: boolean) {
  const held = useRef<{ submitter: HTMLElement | null }>(undefined);
  useEffect(() => {
    const form = control.current?.form;
    if (!form || !isBusy) return;
    const hold = (event: SubmitEvent) => {
      // What asks for the mistakes of one field sends nothing.
      if (event.submitter?.getAttribute('name') === INTENT) return;
      event.preventDefault();
      event.stopPropagation();
      held.current = { submitter: event.submitter };
    };
    form.addEventListener('submit', hold, true);
    return () => form.removeEventListener('submit', hold, true);
  }, [control, isBusy]);
  useEffect(() => {
    if (isBusy || !held.current) return;
    const { submitter } = held.current;
    held.current = undefined;
    control.current?.form?.requestSubmit(submitter);
  }, [control, isBusy]);
}
