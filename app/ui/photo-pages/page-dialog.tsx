import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Icon, type IconName } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import { isPdf, type Page } from './use-pages';

type Props = {
  page: Page;
  /** Index of the page. */
  at: number;
  total: number;
  /** Name the flaws that may make the page hard to read. */
  words: string[];
  errors: string[];
  /** Says what was done last, or is under way. */
  state: string;
  isFullSize: boolean;
  /** Undefined if no photo was made smaller. */
  onFullSize?: (isFullSize: boolean) => void;
  onRetake(): void;
  onTurn(): void;
  onMove(by: number): void;
  onRemove(): void;
  onClose(): void;
};

/**
 * A page full screen, as it will be sent, with one toolbar for what can be done with it. It stands
 * outside the form, so that Enter in it does not send the report.
 */
export function PageDialog({ page, at, total, words, errors, state, ...act }: Props) {
  const { t } = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const closeButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    dialog.current?.showModal?.();
    // An accidental Enter closes the page and changes nothing.
    closeButton.current?.focus();
  }, []);
  const isPhoto = !isPdf(page);
  return createPortal(
    <dialog ref={dialog} aria-labelledby={titleId} className="page-dialog" onClose={act.onClose}>
      <h2 id={titleId} className="text-body">
        {t('list.position', { page: at + 1, pages: total })}
      </h2>
      <WholePage page={page} />
      <div className="grid gap-1 empty:hidden">
        {[...errors, ...words].map((note) => (
          <p key={note} className="text-small text-wait">
            {note}
          </p>
        ))}
        <p role="status" className="min-h-[1.6em] text-small">
          {state}
        </p>
        {act.onFullSize && <FullSize isOn={act.isFullSize} onChange={act.onFullSize} />}
      </div>
      <div className="page-tools">
        {isPhoto && <Tool icon="image" words={t('page.again')} onPress={act.onRetake} />}
        {page.thumbnail && <Tool icon="again" words={t('page.rotate')} onPress={act.onTurn} />}
        {total > 1 && (
          <>
            <Tool
              icon="previous"
              words={t('page.earlier')}
              isDisabled={at === 0}
              onPress={() => act.onMove(-1)}
            />
            <Tool
              icon="next"
              words={t('page.later')}
              isDisabled={at === total - 1}
              onPress={() => act.onMove(1)}
            />
          </>
        )}
        <Tool icon="trash" words={t('page.remove')} onPress={act.onRemove} />
        <Tool
          icon="close"
          words={t('page.close')}
          button={closeButton}
          onPress={() => dialog.current?.close()}
        />
      </div>
    </dialog>,
    document.body,
  );
}

/** The picture of a page, or its name if the browser cannot show the file. */
function WholePage({ page }: { page: Page }) {
  const { file, original, thumbnail, isLong } = page;
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!thumbnail) return;
    const pictureUrl = URL.createObjectURL(file);
    setAddress(pictureUrl);
    return () => URL.revokeObjectURL(pictureUrl);
  }, [file, thumbnail]);
  return (
    // A picture higher than the screen is scrolled, with the keyboard too.
    <div className="page-whole" tabIndex={isLong ? 0 : undefined}>
      {thumbnail && address ? (
        <img src={address} alt="" className={isLong ? 'w-full' : 'h-full w-full object-contain'} />
      ) : (
        <p className="p-4 [overflow-wrap:anywhere]">
          <Icon name={isPdf(page) ? 'file' : 'image'} /> <bdi>{original.name}</bdi>
        </p>
      )}
    </div>
  );
}

/** The setting for all photos of the report. */
function FullSize({ isOn, onChange }: { isOn: boolean; onChange(isOn: boolean): void }) {
  const { t } = useWords();
  return (
    <label className="flex min-h-11 items-center gap-2 text-small text-muted">
      <input
        type="checkbox"
        className="h-5 w-5 shrink-0"
        checked={isOn}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span>{t('upload.fullSize')}</span>
    </label>
  );
}

type ToolProps = {
  icon: IconName;
  words: string;
  isDisabled?: boolean;
  button?: RefObject<HTMLButtonElement>;
  onPress(): void;
};

function Tool({ icon, words, isDisabled = false, button, onPress }: ToolProps) {
  return (
    <button
      ref={button}
      type="button"
      className="button plain small"
      aria-disabled={isDisabled}
      onClick={() => isDisabled || onPress()}
    >
      <Icon name={icon} />
      <span>{words}</span>
    </button>
  );
}
