import { useField } from '@conform-to/react';
import { type ComponentProps, useEffect, useRef } from 'react';
import { FileField } from '../fields/file-field';
import { isTakenKind } from './file-kind';

const refused = new WeakSet<File>();

/** Whether a file that was chosen is of no taken kind. */
export const isRefused = (value: FormDataEntryValue | null) => value instanceof File && refused.has(value);

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
