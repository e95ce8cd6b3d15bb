import { useEffect, useRef } from 'react';
import { isRefused } from './report-file-field';

/** What is said of a file or number that would be refused. */
export type UploadRefusals = { kind?: string; empty?: string; phoneNumber: string };

type ToE164 = (typed: { number: string; dialCode?: string }) => string | undefined;

/**
 * Says what is wrong with a report before a byte of it is sent, as far as a browser can tell; what
 * it does not know yet the server judges. The rule for phone numbers is loaded when it is needed:
 * it is too large to come with the page.
 */
export function useUploadChecks(
  { kind = '', empty = '', phoneNumber }: UploadRefusals,
  { formId, loadPhone }: { formId: string; loadPhone: () => Promise<{ toE164: ToE164 }> },
) {
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
    const file = formData.get('report');
    const number = String(formData.get('phoneNumber') ?? '').trim();
    if (isRefused(file)) wrong.report = kind;
    if (file instanceof File && file.name && file.size === 0) wrong.report = empty;
    const dialCode = String(formData.get('countryCode') ?? '');
    if (number && dialCode && toE164.current && !toE164.current({ number, dialCode }))
      wrong.phoneNumber = phoneNumber;
    return wrong;
  };
}
