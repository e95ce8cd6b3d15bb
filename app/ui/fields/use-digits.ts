import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { codeLength, findCode, toLatinDigits } from '~/domain/kernel/digits';

/** What was typed before the script came, and whether the keyboard stood there. */
export type TypedBefore = { text: string; hadFocus: boolean };

const blank = Array.from({ length: codeLength }, () => '');
/** The code in a text, or else the digits that are there, in those from 0 to 9. */
const digitsIn = (text: string) => findCode(text) ?? toLatinDigits(text).replace(/\D/g, '');

/**
 * Writes digits over those that stand there, from one box on; a whole code always begins in the
 * first.
 */
function lay(digits: readonly string[], at: number, found: string) {
  const from = found.length >= codeLength ? 0 : at;
  return { digits: digits.map((old, box) => found[box - from] ?? old), next: from + found.length };
}

/** The digits of a code, one to a box, and the box that the keyboard is in. */
export function useDigits({ text, hadFocus }: TypedBefore) {
  const [digits, setDigits] = useState<readonly string[]>(() => lay(blank, 0, digitsIn(text)).digits);
  const boxes = useRef<(HTMLInputElement | null)[]>([]);

  const focusOn = (box: number) => boxes.current[Math.min(Math.max(box, 0), codeLength - 1)]?.focus();
  const write = (box: number, typed: string) => {
    const found = digitsIn(typed).slice(0, codeLength);
    if (!found) return;
    const laid = lay(digits, box, found);
    setDigits(laid.digits);
    focusOn(laid.next);
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

/** What a box does when somebody types, pastes or presses a key in it. */
export function typingIn(box: number, { digits, focusOn, write, clear }: ReturnType<typeof useDigits>) {
  const moves: Record<string, number> = {
    ArrowLeft: box - 1,
    ArrowRight: box + 1,
    Home: 0,
    End: codeLength - 1,
  };
  return {
    // A soft keyboard or the browser may put several characters in at once, or one beside the one
    // that is there.
    change(value: string) {
      const old = digits[box] ?? '';
      const typed = digitsIn(value);
      if (value === '') clear(box);
      else write(box, old && typed.length === 2 ? typed.replace(old, '') : typed);
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
