import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import { useHydrated } from '~/ui/use-hydrated';
import { Labelled } from './labelled';
import { type FieldProps, useOperationField } from './operation-field';

type Props = FieldProps & {
  accept: string;
  onChoose?: (file: File | undefined) => void;
  /** Whether a phone offers its camera too. */
  hasCamera?: boolean;
};

/**
 * A field for a file. A browser's own words are in the language of the device: with script those of
 * the page stand in their place.
 */
export function FileField({ name, label, hint, accept, onChoose, hasCamera = false }: Props) {
  const { t } = useWords();
  const { field, hintId, control } = useOperationField(name, Boolean(hint));
  const isHydrated = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  // One may have been chosen before the page came alive.
  useEffect(() => setFile(input.current?.files?.[0]), []);
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    setFile(currentTarget.files?.[0]);
    onChoose?.(currentTarget.files?.[0]);
  };
  return (
    <Labelled field={field} label={label} hint={hint} hintId={hintId}>
      <div className={isHydrated ? 'control file-box' : undefined}>
        <input
          {...control}
          ref={input}
          type="file"
          required
          accept={accept}
          onChange={choose}
          className={isHydrated ? undefined : 'control'}
        />
        {isHydrated && (
          <>
            <span className="choose" aria-hidden="true">
              {t('file.choose')}
            </span>
            <span aria-hidden="true">{file?.name ?? t('file.none')}</span>
          </>
        )}
      </div>
      {isHydrated && hasCamera && <Camera input={input} />}
      {file?.type.startsWith('image/') && <Preview file={file} />}
    </Labelled>
  );
}

/** Opens the camera of a phone for a field; where there is no touch there is none. */
function Camera({ input }: { input: { current: HTMLInputElement | null } }) {
  const { t } = useWords();
  const takePhoto = () => {
    input.current?.setAttribute('capture', 'environment');
    input.current?.click();
    input.current?.removeAttribute('capture');
  };
  return (
    <button type="button" className="button plain small mt-3 pointer-fine:hidden" onClick={takePhoto}>
      <Icon name="image" />
      {t('file.camera')}
    </button>
  );
}

/** A picture that was chosen, where the browser can show it. */
function Preview({ file }: { file: File }) {
  const { t } = useWords();
  const [shown, setShown] = useState<string>();
  useEffect(() => {
    const address = URL.createObjectURL(file);
    setShown(address);
    return () => URL.revokeObjectURL(address);
  }, [file]);
  if (!shown) return null;
  return (
    <img
      src={shown}
      alt={t('file.preview')}
      onError={() => setShown(undefined)}
      className="mt-3 max-h-72 max-w-full rounded-field border border-line object-contain"
    />
  );
}
