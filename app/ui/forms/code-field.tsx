import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useWords } from '~/ui/sentence';
import { FieldError, Labelled, useOperationField } from './form';

const length = 6;

type Props = { name: string; label: string; hint?: ReactNode };

/** What was typed before the script came, and whether the keyboard stood there. */
type Start = { text: string; hadFocus: boolean };

/**
 * A one-time code: one plain field without script, with script six boxes of a digit each
 * (docs/requirements.md#screens).
 */
export function CodeField({ name, label, hint }: Props) {
  const { field, hintId, control } = useOperationField(name, Boolean(hint));
  const plain = useRef<HTMLInputElement>(null);
  const [start, setStart] = useState<Start>();
  useEffect(() => {
    const input = plain.current;
    if (input) setStart({ text: input.value, hadFocus: document.activeElement === input });
  }, []);
  if (start) return <Boxes name={name} label={label} hint={hint} start={start} />;
  return (
    <Labelled field={field} label={label} hint={hint} hintId={hintId}>
      <input
        {...control}
        ref={plain}
        key={field.key}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        required
        defaultValue={field.initialValue}
        className="control"
      />
    </Labelled>
  );
}

const blank = Array.from({ length }, () => '');
const digitsIn = (text: string) => text.replace(/\D/g, '');

/**
 * Writes digits over those that stand there, from one box on; a whole code always begins in the
 * first.
 */
function lay(digits: readonly string[], at: number, found: string) {
  const from = found.length >= length ? 0 : at;
  return { digits: digits.map((old, box) => found[box - from] ?? old), next: from + found.length };
}

function Boxes({ name, label, hint, start }: Props & { start: Start }) {
  const { t } = useWords();
  const { field, hintId, control } = useOperationField(name, Boolean(hint));
  const { id, autoFocus: _ofThePlainField, name: _ofTheWhole, ...described } = control;
  const [digits, setDigits] = useState<readonly string[]>(() => lay(blank, 0, digitsIn(start.text)).digits);
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  const whole = useRef<HTMLInputElement>(null);
  const code = digits.join('');

  const focusOn = (box: number) => boxes.current[Math.min(Math.max(box, 0), length - 1)]?.focus();
  const write = (box: number, text: string) => {
    const found = digitsIn(text).slice(0, length);
    if (!found) return;
    const laid = lay(digits, box, found);
    setDigits(laid.digits);
    focusOn(laid.next);
  };
  const clear = (box: number) => setDigits(digits.map((old, at) => (at === box ? '' : old)));

  const firstEmpty = digits.indexOf('');
  const wantsFocus = useRef(start.hadFocus);
  useEffect(() => {
    if (wantsFocus.current) boxes.current[firstEmpty < 0 ? length - 1 : firstEmpty]?.focus();
    wantsFocus.current = false;
  }, [firstEmpty]);

  // The form library hears of a change only through an event of the field that has the name.
  const told = useRef(code);
  useEffect(() => {
    if (told.current === code) return;
    told.current = code;
    whole.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }, [code]);

  // A soft keyboard or the browser may put several characters in at once, or one beside the one
  // that is there.
  const onChange = (box: number, value: string) => {
    const old = digits[box] ?? '';
    const typed = digitsIn(value);
    if (value === '') clear(box);
    else write(box, old && typed.length === 2 ? typed.replace(old, '') : typed);
  };
  const onPaste = (event: ClipboardEvent, box: number) => {
    event.preventDefault();
    write(box, event.clipboardData.getData('text'));
  };
  const onKeyDown = (event: KeyboardEvent, box: number) => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const moves: Record<string, number> = {
      ArrowLeft: box - 1,
      ArrowRight: box + 1,
      Home: 0,
      End: length - 1,
    };
    if (key in moves) focusOn(moves[key] ?? box);
    else if (/^\d$/.test(key)) write(box, key);
    else if (key === 'Delete') clear(box);
    else if (key === 'Backspace') {
      const emptied = digits[box] ? box : Math.max(0, box - 1);
      clear(emptied);
      focusOn(emptied);
    } else return;
    event.preventDefault();
  };

  return (
    <fieldset className="relative" aria-describedby={described['aria-describedby']}>
      <legend className="field-label">{label}</legend>
      {hint && (
        <div id={hintId} className="field-hint">
          {hint}
        </div>
      )}
      {/* What is sent. The form library puts the keyboard on it after a mistake; it hands it on. */}
      <input
        ref={whole}
        aria-hidden="true"
        tabIndex={-1}
        name={name}
        value={code}
        readOnly
        autoComplete="off"
        className="sr-only"
        onFocus={() => focusOn(0)}
      />
      {/* A number runs from the left wherever the page begins. */}
      <div dir="ltr" className="grid max-w-[21rem] grid-cols-6 gap-1.5 xs:gap-2.5">
        {digits.map((digit, box) => (
          <input
            // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place
            key={box}
            ref={(element) => {
              boxes.current[box] = element;
            }}
            id={box === 0 ? id : undefined}
            aria-label={t('otp.digit', { number: box + 1, of: length })}
            aria-invalid={described['aria-invalid']}
            aria-describedby={box === 0 ? described['aria-describedby'] : undefined}
            type="text"
            inputMode="numeric"
            autoComplete={box === 0 ? 'one-time-code' : 'off'}
            value={digit}
            className="control !px-0 text-center font-figures text-[1.35rem] font-bold"
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => onChange(box, event.currentTarget.value)}
            onPaste={(event) => onPaste(event, box)}
            onKeyDown={(event) => onKeyDown(event, box)}
          />
        ))}
      </div>
      <FieldError id={field.errorId} errors={field.errors} />
    </fieldset>
  );
}
