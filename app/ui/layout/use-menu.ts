import { useEffect, useRef } from 'react';
import { focusContent, useOnArrival } from '~/ui/notices/page-arrival';

/**
 * A menu made of `<details>`, which opens and closes without script. With script it closes on
 * Escape, on a press outside, when it loses the focus, and on navigation. It stays open below an
 * open dialog, which returns the focus to it.
 */
export function useMenu() {
  const ref = useRef<HTMLDetailsElement>(null);
  useOnArrival(() => {
    const menu = ref.current;
    if (!menu?.open) return;
    const hadFocus = menu.contains(document.activeElement);
    menu.open = false;
    if (hadFocus) focusContent();
  });
  useEffect(() => {
    const isOpen = () => ref.current?.open && !document.querySelector('dialog[open]');
    const isInside = (target: EventTarget | null) => ref.current?.contains(target as Node | null) ?? false;
    const close = () => {
      if (ref.current) ref.current.open = false;
    };
    const onPress = ({ target }: PointerEvent) => {
      if (isOpen() && !isInside(target)) close();
    };
    const onLeave = ({ target, relatedTarget }: FocusEvent) => {
      if (isOpen() && isInside(target) && relatedTarget && !isInside(relatedTarget)) close();
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !isOpen()) return;
      if (isInside(document.activeElement)) ref.current?.querySelector('summary')?.focus();
      close();
    };
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('focusout', onLeave);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('focusout', onLeave);
      document.removeEventListener('keydown', onKey);
    };
  }, []);
  return ref;
}
