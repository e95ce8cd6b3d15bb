import { type ComponentProps, useEffect, useState } from 'react';
import { useReleased } from '~/ui/hooks';
import { storedFlags } from '~/ui/waiting/stored-flags';
import type { UnsentForm } from '~/ui/waiting/unsent-form';

/**
 * Keeps the input of a signed-in user's form in this browser until it is sent. Loaded with the first
 * input, or at once if there is something to fill in again.
 */
export function KeptInput(props: ComponentProps<typeof UnsentForm>) {
  const { formId } = props;
  const [Loaded, setLoaded] = useState<typeof UnsentForm>();
  const untilReleased = useReleased();
  useEffect(() => {
    const form = document.getElementById(formId);
    let isOver = false;
    const load = () => {
      import('~/ui/waiting/unsent-form').then(
        async (loaded) => {
          // Its notice moves everything below it.
          await untilReleased();
          if (!isOver) setLoaded(() => loaded.UnsentForm);
        },
        // The input is not kept; the form can be sent all the same.
        () => undefined,
      );
    };
    if (storedFlags().unsentForm || form?.contains(document.activeElement)) load();
    else form?.addEventListener('focusin', load, { once: true });
    return () => {
      isOver = true;
      form?.removeEventListener('focusin', load);
    };
  }, [formId, untilReleased]);
  return Loaded ? <Loaded {...props} /> : null;
}
