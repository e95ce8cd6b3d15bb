import { type ChangeEvent, type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react';
import { type FieldProps, useOperationField } from '~/ui/forms/operation-field';
import { useHydrated } from '~/ui/hooks';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import { Labelled } from './fields';

type Props = FieldProps & {
  accept: string;
  onChoose?: (file: File | undefined) => void;
  /** Whether a phone offers its camera too. */
  hasCamera?: boolean;
  isRequired?: boolean;
  /** Whether several may be chosen; a photo that is taken then joins those that are there. */
  isMultiple?: boolean;
};

/**
 * A field for a file, or several. A browser's own words are in the language of the device: with
 * script those of the page stand in their place.
 */
export function FileField({
  name,
  label,
  hint,
  accept,
  onChoose,
  hasCamera = false,
  isRequired = true,
  isMultiple = false,
}: Props) {
  const { field, hintId, control } = useOperationField(name, Boolean(hint));
  const isHydrated = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  const isTaken = useRef(false);
  const [files, setFiles] = useState<File[]>([]);
  // One may have been chosen before the page came alive.
  useEffect(() => setFiles([...(input.current?.files ?? [])]), []);
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    if (isMultiple && isTaken.current) addTo(currentTarget, files);
    isTaken.current = false;
    setFiles([...(currentTarget.files ?? [])]);
    onChoose?.(currentTarget.files?.[0]);
  };
  return (
    <Labelled field={field} label={label} hint={hint} hintId={hintId}>
      <FileBox
        {...control}
        box={input}
        names={files.map((file) => file.name)}
        required={isRequired}
        multiple={isMultiple}
        accept={accept}
        onChange={choose}
      />
      {isHydrated && hasCamera && (
        <Camera
          input={input}
          onTake={() => {
            isTaken.current = true;
          }}
        />
      )}
      <div className="flex flex-wrap gap-3">
        {files.map(
          (file) =>
            file.type.startsWith('image/') && (
              <Preview
                key={`${file.name} ${file.lastModified} ${file.size}`}
                file={file}
                isSmall={isMultiple}
              />
            ),
        )}
      </div>
    </Labelled>
  );
}

type FileBoxProps = Omit<ComponentProps<'input'>, 'ref'> & {
  box: RefObject<HTMLInputElement>;
  /** What is chosen; undefined where the page says so elsewhere. */
  names?: string[];
};

/** The control for a file: with script it lies over words of ours, in the language of the page. */
export function FileBox({ box, names, ...input }: FileBoxProps) {
  const { t, list } = useWords();
  const isHydrated = useHydrated();
  return (
    <div className={isHydrated ? 'control file-box' : undefined}>
      <input {...input} ref={box} type="file" className={isHydrated ? undefined : 'control'} />
      {isHydrated && (
        <span className="choose" aria-hidden="true">
          {t(input.multiple ? 'file.chooseSome' : 'file.choose')}
        </span>
      )}
      {isHydrated && names && (
        <span aria-hidden="true">{names.length > 0 ? list(names) : t('file.none')}</span>
      )}
    </div>
  );
}

/** Puts what was chosen before in front of what was taken now. */
export function addTo(input: HTMLInputElement, earlier: File[]) {
  const all = new DataTransfer();
  for (const file of [...earlier, ...(input.files ?? [])]) all.items.add(file);
  input.files = all.files;
}

/** Opens the camera of a phone for a field, and elsewhere the choice of a file. */
export function takePhoto(input: HTMLInputElement | null) {
  input?.setAttribute('capture', 'environment');
  input?.click();
  input?.removeAttribute('capture');
}

type CameraProps = { input: { current: HTMLInputElement | null }; onTake?: () => void };

/** The button for that; where there is no touch there is none. */
export function Camera({ input, onTake }: CameraProps) {
  const { t } = useWords();
  const take = () => {
    takePhoto(input.current);
    onTake?.();
  };
  return (
    <button type="button" className="button plain small mt-3 pointer-fine:hidden" onClick={take}>
      <Icon name="image" />
      {t('file.camera')}
    </button>
  );
}

/** A picture that was chosen, where the browser can show it. */
function Preview({ file, isSmall }: { file: File; isSmall: boolean }) {
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
      className={`mt-3 max-w-full ${isSmall ? 'max-h-28' : 'max-h-72'} rounded-field border border-line object-contain`}
    />
  );
}
