import { useCallback, useEffect, useRef, useState } from 'react';
import { useHydrated } from '~/ui/hooks';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import { reviewBoxId } from './review-form';

/** Selects the open parts that Escape closes before the drawer. */
const openMenus = 'dialog[open], .desk-line details[open], .viewers details[open], .phrase-picker[open]';

/**
 * Makes the review a drawer while two reports are compared. Escape and a button open and close it.
 * Without script it stands below the reports.
 *
 * @param besideId the ID of the earlier report, if one is compared.
 */
export function useDrawer(besideId: string | undefined) {
  const { t } = useWords();
  const isHydrated = useHydrated();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const isPair = besideId !== undefined;
  const show = useCallback((isShown: boolean) => {
    setOpen(isShown);
    // It can have the focus once it is drawn.
    requestAnimationFrame(() =>
      isShown ? document.getElementById(reviewBoxId)?.focus() : button.current?.focus(),
    );
  }, []);
  useEffect(() => {
    setOpen(false);
    if (besideId === undefined) return;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || document.querySelector(openMenus)) return;
      show(button.current?.getAttribute('aria-expanded') !== 'true');
    };
    // Before a menu closes on the same key.
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [besideId, show]);
  return {
    state: isPair && isHydrated ? (isOpen ? 'open' : 'closed') : undefined,
    open: () => isPair && show(true),
    button: isPair && isHydrated && (
      <button
        ref={button}
        type="button"
        className="viewer-button ms-auto"
        aria-expanded={isOpen}
        onClick={() => show(!isOpen)}
      >
        <Icon name="write" />
        {t('review.label')} <kbd className="font-sans font-text pointer-coarse:hidden">Esc</kbd>
      </button>
    ),
  };
}
