import { useCallback, useEffect, useRef, useState } from 'react';
import { useWords } from '~/ui/sentence';
import { useHydrated } from '~/ui/use-hydrated';
import { Labelled } from './labelled';
import { type FieldProps, useOperationField } from './operation-field';

/**
 * A field for a file. What its button says is the browser's own, in the browser's language; with
 * script the reader's words lie over it.
 */
export function FileField({
  name,
  label,
  hint,
  accept,
  onChoose,
}: FieldProps & { accept: string; onChoose?: (file: File | undefined) => void }) {
  const { t } = useWords();
  const { field, hintId, control } = useOperationField(name, Boolean(hint));
  const isHydrated = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  const [fileName, setFileName] = useState<string>();
  const noteName = useCallback(() => setFileName(input.current?.files?.[0]?.name), []);
  // One may have been chosen before the page came alive, and a reset takes it away.
  useEffect(() => {
    noteName();
    const form = input.current?.form;
    const onReset = () => setTimeout(noteName);
    form?.addEventListener('reset', onReset);
    return () => form?.removeEventListener('reset', onReset);
  }, [noteName]);
  return (
    <Labelled field={field} label={label} hint={hint} hintId={hintId}>
      <div className="relative">
        <input
          {...control}
          ref={input}
          type="file"
          required
          accept={accept}
          onChange={(event) => {
            noteName();
            onChoose?.(event.currentTarget.files?.[0]);
          }}
          className={isHydrated ? 'control covered' : 'control'}
        />
        {isHydrated && (
          <div aria-hidden="true" className="control chosen-file">
            <span>{t('file.choose')}</span>
            <span dir="auto">{fileName ?? t('file.none')}</span>
          </div>
        )}
      </div>
    </Labelled>
  );
}
