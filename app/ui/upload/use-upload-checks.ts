import { useEffect, useRef } from 'react';
import { useWords } from '~/ui/sentence';

/** What is said of files or a number that would be refused, and how large several files may be. */
export type UploadRefusals = { phoneNumber: string; pages?: SizeRules };

type SizeRules = { maxBytes: number; maxBytesEach: number; together: string; each: string };

type ToE164 = (typed: { number: string; dialCode?: string }) => string | undefined;

/**
 * Says what is wrong with a report before a byte of it is sent, as far as a browser can tell; what
 * it does not know yet the server judges. The rule for phone numbers is loaded when it is needed:
 * it is too large to come with the page.
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
    const wrong: Record<string, string> = {};
    const number = String(formData.get('phoneNumber') ?? '').trim();
    const sizes = formData.getAll('report').map((file) => (file instanceof File ? file.size : 0));
    if (pages && sizes.length > 1) {
      const at = sizes.findIndex((size) => size > pages.maxBytesEach);
      if (at >= 0) wrong.report = t('upload.page', { n: at + 1, what: pages.each });
      if (sizes.reduce((sum, size) => sum + size, 0) > pages.maxBytes) wrong.report = pages.together;
    }
    const dialCode = String(formData.get('countryCode') ?? '');
    if (number && dialCode && toE164.current && !toE164.current({ number, dialCode }))
      wrong.phoneNumber = phoneNumber;
    return wrong;
  };
}
