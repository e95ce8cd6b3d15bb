import { type ChangeEvent, type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react';
import { type FieldProps, useOperationField } from '~/ui/forms/operation-field';
import { useHydrated } from '~/ui/hooks';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import { Labelled } from './fields';

type Props = FieldProps & {
  accept: string;
  onChoose?: (file: File | undefined) => void;
  /** True if a phone offers its camera too. */
  hasCamera?: boolean;
  isRequired?: boolean;
  /**
   * True if several files may be selected. A photo from the camera then joins the files that are
   * already there.
   */
  isMultiple?: boolean;
};

/**
 * A field for one or several files. The browser's own words are in the language of the device, so
 * with script those of the page replace them.
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
  // The user may have selected a file before hydration.
  useEffect(() => setFiles([...(input.current?.files ?? [])]), []);
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    if (isMultiple && isTaken.current) appendFiles(currentTarget, files);
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
  /** Names of the selected files; undefined if the page shows them elsewhere. */
  names?: string[];
  /** The words of the button, if not those of a first choice. */
  words?: string;
};

/** The control for a file. With script it lies over text in the language of the page. */
export function FileBox({ box, names, words, ...input }: FileBoxProps) {
  const { t, list } = useWords();
  const isHydrated = useHydrated();
  return (
    <div className={isHydrated ? 'control file-box' : undefined}>
      <input {...input} ref={box} type="file" className={isHydrated ? undefined : 'control'} />
      {isHydrated && (
        <span className="choose" aria-hidden="true">
          {words ?? t(input.multiple ? 'file.chooseSome' : 'file.choose')}
        </span>
      )}
      {isHydrated && names && (
        <span aria-hidden="true">{names.length > 0 ? list(names) : t('file.none')}</span>
      )}
    </div>
  );
}

/** Puts the files selected earlier in front of those selected now. */
export function appendFiles(input: HTMLInputElement, earlier: File[]) {
  const all = new DataTransfer();
  for (const file of [...earlier, ...(input.files ?? [])]) all.items.add(file);
  input.files = all.files;
}

/** Opens the camera on a phone, and the file picker elsewhere. */
export function takePhoto(input: HTMLInputElement | null) {
  input?.setAttribute('capture', 'environment');
  input?.click();
  input?.removeAttribute('capture');
}

type CameraProps = { input: { current: HTMLInputElement | null }; onTake?: () => void };

/** The camera button. Hidden on devices without touch. */
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

/** Preview of a selected picture, if the browser can show it. */
function Preview({ file, isSmall }: { file: File; isSmall: boolean }) {
  const { t } = useWords();
  const [objectUrl, setObjectUrl] = useState<string>();
  useEffect(() => {
    const address = URL.createObjectURL(file);
    setObjectUrl(address);
    return () => URL.revokeObjectURL(address);
  }, [file]);
  if (!objectUrl) return null;
  return (
    <img
      src={objectUrl}
      alt={t('file.preview')}
      onError={() => setObjectUrl(undefined)}
      className={`mt-3 max-w-full ${isSmall ? 'max-h-28' : 'max-h-72'} rounded-field border border-line object-contain`}
    />
  );
}
