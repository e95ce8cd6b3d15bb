import { useEffect, useRef } from 'react';
import { useWords } from '~/ui/sentence';

/** Sentences for refused files or numbers, and the maximum size of several files. */
type UploadRefusals = { phoneNumber: string; pages?: SizeRules };

type SizeRules = { maxBytes: number; maxBytesEach: number; allTooLarge: string; pageTooLarge: string };

type ToE164 = (typed: { number: string; dialCode?: string }) => string | undefined;

/**
 * Checks a report before any of it is sent, as far as a browser can; the server checks the rest.
 * The rule for phone numbers is too large to come with the page, so it is loaded on demand.
 */
export function useUploadChecks(
  { pages, phoneNumber }: UploadRefusals,
  { formId, loadPhone }: { formId: string; loadPhone: () => Promise<{ toE164: ToE164 }> },
) {
  const { t } = useWords();
  const toE164 = useRef<ToE164>(undefined);
  useEffect(() => {
    const form = document.getElementById(formId);
    const load = () => {
      loadPhone().then(
        (phone) => {
          toE164.current = phone.toE164;
        },
        () => form?.addEventListener('focusin', load, { once: true }),
      );
    };
    form?.addEventListener('focusin', load, { once: true });
    return () => form?.removeEventListener('focusin', load);
  }, [formId, loadPhone]);
  return (formData: FormData) => {
    const mistakes: Record<string, string> = {};
    const number = String(formData.get('phoneNumber') ?? '').trim();
    const sizes = formData.getAll('report').map((file) => (file instanceof File ? file.size : 0));
    if (pages && sizes.length > 1) {
      const at = sizes.findIndex((size) => size > pages.maxBytesEach);
      if (at >= 0) mistakes.report = t('upload.page', { n: at + 1, what: pages.pageTooLarge });
      if (sizes.reduce((sum, size) => sum + size, 0) > pages.maxBytes) mistakes.report = pages.allTooLarge;
    }
    const dialCode = String(formData.get('countryCode') ?? '');
    if (number && dialCode && toE164.current && !toE164.current({ number, dialCode }))
      mistakes.phoneNumber = phoneNumber;
    return mistakes;
  };
}
