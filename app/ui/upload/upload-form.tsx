import { OperationForm, type OperationFormProps } from '~/ui/forms/operation-form';
import { findMissingFields } from '~/ui/people/check-whose';
import type { PersonInForm } from '~/ui/people/use-person-in-form';
import { useWords } from '~/ui/sentence';
import { useUploadChecks } from './use-upload-checks';

/** ID of the form of an upload, of which a page has one. */
export const uploadFormId = 'upload';

/** Rules that a browser checks before it sends an upload: missing fields, sizes and numbers. */
export type UploadFormRules = {
  required: Record<string, string>;
  maxBytes: number;
  megabytes: number;
  refusals: Parameters<typeof useUploadChecks>[0];
};

type UploadFormProps = Pick<
  OperationFormProps,
  'operation' | 'answer' | 'defaults' | 'order' | 'onComplete' | 'children'
> & {
  rules: UploadFormRules;
  /** The person of the report, if the form asks for it. */
  person?: PersonInForm;
  /** Loads the rule of telephone numbers: with the first field that is used, unless it came before. */
  loadPhone?: () => Promise<Pick<typeof import('~/domain/kernel/phone'), 'toE164'>>;
};

const loadOnDemand = () => import('~/domain/kernel/phone');

/** Draws the form of an upload: for oneself, for somebody else, or without a connection. */
export function UploadForm({ rules, person, loadPhone = loadOnDemand, ...form }: UploadFormProps) {
  const { t } = useWords();
  const { required, maxBytes, megabytes, refusals } = rules;
  const checkUpload = useUploadChecks(refusals, { formId: uploadFormId, loadPhone });
  const check = (formData: FormData) => {
    const missing = person ? findMissingFields(formData, person) : [];
    return { ...checkUpload(formData), ...Object.fromEntries(missing.map(([name, key]) => [name, t(key)])) };
  };
  return (
    <OperationForm
      {...form}
      id={uploadFormId}
      hasFile
      required={required}
      maxBytes={maxBytes}
      tooLarge={t('upload.tooLarge', { megabytes })}
      check={check}
    />
  );
}
