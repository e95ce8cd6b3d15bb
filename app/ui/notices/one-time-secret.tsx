import { type Location, useBlocker, useNavigate } from '@remix-run/react';
import {
  type ClipboardEvent,
  createContext,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { askBeforeLeaving, useHydrated } from '~/ui/hooks';
import { Icon, type IconName } from '~/ui/icon';
import { ButtonLink } from '~/ui/links';
import { OfName } from '~/ui/of-name';
import { useWords } from '~/ui/sentence';
import { showResult } from './page-arrival';
import { useShowToast } from './show-toast';

/** Marks the secret, or a part of it that was copied, so that its page can be left without a question. */
const SaveSecret = createContext({ isSaved: false, save: () => {}, noteCopied: (_parts: Element[]) => {} });

/** Returns whether the secret of the page was printed, copied or confirmed. */
export const useSecretSaved = () => useContext(SaveSecret).isSaved;

const partsIn = (place: ParentNode) => [...place.querySelectorAll('[data-secret]')];

/**
 * Wraps the part of a page with a secret that is shown once. Elements with `data-secret` hold it.
 * With script the page asks before it is left, until each of them was copied, the page was printed,
 * or the user has confirmed.
 *
 * @param isPrinted true for a paper that is handed over: copying it saves nothing.
 */
export function OneTimeSecret({ isPrinted = false, children }: { isPrinted?: boolean; children: ReactNode }) {
  const [isSaved, setSaved] = useState(false);
  // A link that confirms is followed before the state is rendered.
  const isSavedNow = useRef(false);
  const place = useRef<HTMLDivElement>(null);
  const copiedParts = useRef(new Set<Element>());
  const save = useCallback(() => {
    isSavedNow.current = true;
    setSaved(true);
  }, []);
  const { destination, stay, leave } = useQuestionBeforeLeaving(isSavedNow);
  useEffect(showResult, []);
  useEffect(() => {
    if (isSaved) return;
    window.addEventListener('beforeunload', askBeforeLeaving);
    window.addEventListener('afterprint', save);
    return () => {
      window.removeEventListener('beforeunload', askBeforeLeaving);
      window.removeEventListener('afterprint', save);
    };
  }, [isSaved, save]);
  const actions = useMemo(() => {
    const noteCopied = (parts: Element[]) => {
      for (const part of parts) copiedParts.current.add(part);
      const all = place.current ? partsIn(place.current) : [];
      if (!isPrinted && all.every((part) => copiedParts.current.has(part))) save();
    };
    return { isSaved, save, noteCopied };
  }, [isPrinted, isSaved, save]);
  const onCopy = ({ currentTarget }: ClipboardEvent<HTMLElement>) => {
    const selection = document.getSelection();
    actions.noteCopied(partsIn(currentTarget).filter((part) => selection?.containsNode(part, true)));
  };
  return (
    <SaveSecret.Provider value={actions}>
      <div ref={place} className="contents" onCopy={onCopy}>
        {children}
      </div>
      {destination && (
        <LeaveDialog
          onStay={stay}
          onLeave={() => {
            save();
            leave();
          }}
        />
      )}
    </SaveSecret.Provider>
  );
}

/**
 * Holds back each way out of a page whose secret is not saved. `destination` is where the user
 * wanted to go. It stays while the page's own data still loads, whose arrival resets the router's
 * blocker.
 */
function useQuestionBeforeLeaving(isSaved: { current: boolean }) {
  const [destination, setDestination] = useState<Location | null>(null);
  const navigate = useNavigate();
  const { state, proceed, reset } = useBlocker(
    useCallback(
      ({ nextLocation }: { nextLocation: Location }) => {
        if (!isSaved.current) setDestination(nextLocation);
        return !isSaved.current;
      },
      [isSaved],
    ),
  );
  const stay = () => {
    setDestination(null);
    if (state === 'blocked') reset();
  };
  const leave = () => {
    setDestination(null);
    if (state === 'blocked') proceed();
    else if (destination) navigate(destination);
  };
  return { destination, stay, leave };
}

/** A link that says that the secret was saved, and leads on. */
export function SavedLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <ButtonLink to={to} icon="check" onClick={useContext(SaveSecret).save}>
      {children}
    </ButtonLink>
  );
}

type CopySecretProps = {
  /** The element with `data-secret` that holds this part. */
  part: RefObject<Element>;
  text: string;
  /** Names the copied part for screen readers. */
  name: string;
};

/** A button that copies one part of a secret. Without script, or on a plain line, there is none. */
export function CopySecret({ part, text, name }: CopySecretProps) {
  const { t } = useWords();
  const { noteCopied } = useContext(SaveSecret);
  const showToast = useShowToast();
  if (!useHydrated() || !navigator.clipboard) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      if (part.current) noteCopied([part.current]);
      showToast({ type: 'success', message: t('secret.copied') });
    } catch {
      showToast({ type: 'error', message: t('secret.notCopied') });
    }
  };
  return (
    <button type="button" className="button plain small" onClick={copy}>
      <Icon name="file" />
      {t('secret.copy')}
      <OfName name={name} />
    </button>
  );
}

/**
 * The way on from a page with a secret, outlined until the secret is saved. Without script it asks
 * on the page itself.
 */
export function WayOn({ to, icon, children }: { to: string; icon: IconName; children: ReactNode }) {
  const { t } = useWords();
  const isSaved = useSecretSaved();
  const isHydrated = useHydrated();
  if (isHydrated)
    return (
      <ButtonLink to={to} icon={icon} variant={isSaved ? undefined : 'plain'}>
        {children}
      </ButtonLink>
    );
  return (
    <details className="print:hidden">
      <summary className="button plain list-none [&::-webkit-details-marker]:hidden">
        <Icon name={icon} />
        {children}
      </summary>
      <p className="my-3 max-w-sm">{t('secret.ask')}</p>
      <ButtonLink to={to} icon="check" variant="plain">
        {t('secret.leave')}
      </ButtonLink>
    </details>
  );
}

function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const { t } = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const question = dialog.current;
    question?.showModal?.();
    // The way back has the focus, so that an accidental Enter does nothing.
    question?.querySelector<HTMLElement>('[data-stay]')?.focus();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="leave-secret"
      onClose={onStay}
      className="floating m-auto w-[calc(100%-2rem)] max-w-md text-ink"
    >
      <p id="leave-secret" className="text-body font-label">
        {t('secret.ask')}
      </p>
      <div className="actions mt-6">
        <button type="button" className="button" onClick={onLeave}>
          <Icon name="check" />
          {t('secret.leave')}
        </button>
        <button type="button" className="button plain" data-stay onClick={onStay}>
          <Icon name="close" />
          {t('logout.cancel')}
        </button>
      </div>
    </dialog>
  );
}
