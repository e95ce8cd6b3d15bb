import { useField } from '@conform-to/react';
import { type ComponentProps, useEffect, useRef } from 'react';
import { FileField } from './form';

/** What is said of a file or number that would be refused. */
export type UploadRefusals = { kind: string; empty: string; phoneNumber: string };

type ToE164 = (typed: { number: string; dialCode?: string }) => string | undefined;

/**
 * What files of the taken kinds begin with: PDF, JPEG, PNG, GIF; and what WebP, HEIC and HEIF say
 * after their length.
 */
const beginnings = ['%PDF', '\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'GIF8'];
const container = /^(?:RIFF....WEBP|....ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1))/s;

const headBytes = 32;

/**
 * Whether a file is of a taken kind, by its first bytes. One that cannot be read is left to the
 * server.
 */
export async function isTakenKind(file: Blob): Promise<boolean> {
  try {
    const head = await new Response(file.slice(0, headBytes)).arrayBuffer();
    const text = String.fromCharCode(...new Uint8Array(head));
    return container.test(text) || beginnings.some((beginning) => text.startsWith(beginning));
  } catch {
    return true;
  }
}

const refused = new WeakSet<File>();
const isRefused = (value: FormDataEntryValue | null) => value instanceof File && refused.has(value);

/**
 * Says what is wrong with an upload before a byte of it is sent, as far as a browser can tell; what
 * it does not know yet the server judges. The rule for phone numbers is loaded when it is needed:
 * it is too large to come with the page.
 */
export function useUploadChecks(
  { kind, empty, phoneNumber }: UploadRefusals,
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

/** The field for the file of a report. What was chosen is judged at once. */
export function ReportFileField(props: ComponentProps<typeof FileField>) {
  const [field, form] = useField<File>(props.name);
  const { id, name } = field;
  const validate = useRef(form.validate);
  validate.current = form.validate;
  const inspect = async (file: File | undefined) => {
    if (file && !(await isTakenKind(file))) refused.add(file);
    if (file) validate.current({ name });
  };
  const judgeNow = useRef(inspect);
  judgeNow.current = inspect;
  // One may have been chosen before the page came alive.
  useEffect(() => {
    const input = document.getElementById(id);
    if (input instanceof HTMLInputElement) void judgeNow.current(input.files?.[0]);
  }, [id]);
  return <FileField {...props} onChoose={inspect} />;
}
