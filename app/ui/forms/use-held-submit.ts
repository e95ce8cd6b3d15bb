import { INTENT } from '@conform-to/dom';
import { type RefObject, useEffect, useRef } from 'react';

/**
 * Holds a submitted form while its photos are being prepared, and submits it afterwards.
 *
 * @param control a control of the form.
 */
export function useHeldSubmit(control: RefObject<HTMLInputElement>, isBusy: boolean) {
  const heldSubmit = useRef<{ submitter: HTMLElement | null }>(undefined);
  useEffect(() => {
    const form = control.current?.form;
    if (!form || !isBusy) return;
    const hold = (event: SubmitEvent) => {
      // A request to validate one field submits nothing.
      if (event.submitter?.getAttribute('name') === INTENT) return;
      event.preventDefault();
      event.stopPropagation();
      heldSubmit.current = { submitter: event.submitter };
    };
    form.addEventListener('submit', hold, true);
    return () => form.removeEventListener('submit', hold, true);
  }, [control, isBusy]);
  useEffect(() => {
    if (isBusy || !heldSubmit.current) return;
    const { submitter } = heldSubmit.current;
    heldSubmit.current = undefined;
    control.current?.form?.requestSubmit(submitter);
  }, [control, isBusy]);
}
