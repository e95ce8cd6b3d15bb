import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { codeLength, findCode, toLatinDigits } from '~/domain/kernel/digits';

/** Input from before hydration, and whether the field had the focus. */
export type TypedBefore = { text: string; hadFocus: boolean };

const blank = Array.from({ length: codeLength }, () => '');
/** Extracts the code from a text, or else all its digits, as the digits 0 to 9. */
const digitsIn = (text: string) => findCode(text) ?? toLatinDigits(text).replace(/\D/g, '');

/** Overwrites the digits from one box on. A whole code always starts in the first box. */
function lay(digits: readonly string[], at: number, found: string) {
  const from = found.length >= codeLength ? 0 : at;
  return { digits: digits.map((old, box) => found[box - from] ?? old), next: from + found.length };
}

/** Holds the digits of a code, one per box, and the focused box. */
export function useDigits({ text, hadFocus }: TypedBefore) {
  const [digits, setDigits] = useState<readonly string[]>(() => lay(blank, 0, digitsIn(text)).digits);
  const boxes = useRef<(HTMLInputElement | null)[]>([]);

  const focusOn = (box: number) => boxes.current[Math.min(Math.max(box, 0), codeLength - 1)]?.focus();
  const write = (box: number, typed: string) => {
    const typedDigits = digitsIn(typed).slice(0, codeLength);
    if (!typedDigits) return;
    const result = lay(digits, box, typedDigits);
    setDigits(result.digits);
    focusOn(result.next);
  };
  const clear = (box: number) => setDigits(digits.map((old, at) => (at === box ? '' : old)));

  const firstEmpty = digits.indexOf('');
  const wantsFocus = useRef(hadFocus);
  useEffect(() => {
    if (wantsFocus.current) boxes.current[firstEmpty < 0 ? codeLength - 1 : firstEmpty]?.focus();
    wantsFocus.current = false;
  }, [firstEmpty]);

  return { digits, boxes, focusOn, write, clear };
}

/** Returns the handlers of a box for input, paste and keys. */
export function makeBoxHandlers(
  box: number,
  { digits, focusOn, write, clear }: ReturnType<typeof useDigits>,
) {
  const moves: Record<string, number> = {
    ArrowLeft: box - 1,
    ArrowRight: box + 1,
    Home: 0,
    End: codeLength - 1,
  };
  return {
    // A soft keyboard or autofill may insert several characters at once, or one next to the
    // existing one.
    change(value: string) {
      const old = digits[box] ?? '';
      const inputDigits = digitsIn(value);
      if (value === '') clear(box);
      else write(box, old && inputDigits.length === 2 ? inputDigits.replace(old, '') : inputDigits);
    },
    paste(event: ClipboardEvent) {
      event.preventDefault();
      write(box, event.clipboardData.getData('text'));
    },
    press(event: KeyboardEvent) {
      const { key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (key in moves) focusOn(moves[key] ?? box);
      else if (/^\p{Nd}$/u.test(key)) write(box, key);
      else if (key === 'Delete') clear(box);
      else if (key === 'Backspace') {
        const emptied = digits[box] ? box : Math.max(0, box - 1);
        clear(emptied);
        focusOn(emptied);
      } else return;
      event.preventDefault();
    },
  };
}
