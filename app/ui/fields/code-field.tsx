import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { codeLength, findCode, toLatinDigits } from '~/domain/kernel/digits';
import { type FieldProps, useOperationField } from '~/ui/forms/operation-field';
import { useWords } from '~/ui/sentence';
import { FieldErrorText, Labelled } from './fields';

/** A code in boxes of one digit each, and the hidden field that is submitted. */
function CodeBoxes({ name, label, hint, typedBefore }: FieldProps & { typedBefore: TypedBefore }) {
  const { field, hintId, control } = useOperationField(name, Boolean(hint));
  const code = useDigits(typedBefore);
  return (
    <fieldset className="relative" aria-describedby={control['aria-describedby']}>
      <legend className="field-label">{label}</legend>
      {hint && (
        <div id={hintId} className="field-hint">
          {hint}
        </div>
      )}
      <WholeCode name={name} value={code.digits.join('')} onFocus={() => code.focusOn(0)} />
      {/* A number runs from left to right in every language. */}
      <div dir="ltr" className="grid max-w-[21rem] grid-cols-6 gap-1 xs:gap-2">
        {code.digits.map((digit, box) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place
          <Box key={box} box={box} digit={digit} code={code} control={control} />
        ))}
      </div>
      <FieldErrorText id={field.errorId} errors={field.errors} />
    </fieldset>
  );
}

/**
 * The field that is submitted. The form library focuses it after a mistake, and it passes the focus
 * on.
 */
function WholeCode({ name, value, onFocus }: { name: string; value: string; onFocus: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  // The form library learns of a change only through an event of the named field.
  const announcedValue = useRef(value);
  useEffect(() => {
    if (announcedValue.current === value) return;
    announcedValue.current = value;
    input.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }, [value]);
  return (
    <input
      ref={input}
      aria-hidden="true"
      tabIndex={-1}
      name={name}
      value={value}
      readOnly
      autoComplete="off"
      className="sr-only"
      onFocus={onFocus}
    />
  );
}

type BoxProps = {
  box: number;
  digit: string;
  code: ReturnType<typeof useDigits>;
  control: ReturnType<typeof useOperationField>['control'];
};

/** One digit. The first box stands for the whole code: label and mistake refer to it. */
function Box({ box, digit, code, control }: BoxProps) {
  const { t } = useWords();
  const typing = makeBoxHandlers(box, code);
  const isFirst = box === 0;
  return (
    <input
      ref={(element) => {
        code.boxes.current[box] = element;
      }}
      id={isFirst ? control.id : undefined}
      aria-label={t('otp.digit', { number: box + 1, of: codeLength })}
      aria-invalid={control['aria-invalid']}
      aria-describedby={isFirst ? control['aria-describedby'] : undefined}
      type="text"
      inputMode="numeric"
      autoComplete={isFirst ? 'one-time-code' : 'off'}
      value={digit}
      className="control !px-0 text-center font-figures text-section font-strong"
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => typing.change(event.currentTarget.value)}
      onPaste={typing.paste}
      onKeyDown={typing.press}
    />
  );
}

/**
 * A one-time code. Without script it is one plain field, with script six boxes of one digit each
 * (docs/requirements.md#screens).
 */
export function CodeField({ name, label, hint }: FieldProps) {
  const { field, hintId, control } = useOperationField(name, Boolean(hint));
  const plain = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<TypedBefore>();
  useEffect(() => {
    const input = plain.current;
    if (input) setTyped({ text: input.value, hadFocus: document.activeElement === input });
  }, []);
  if (typed) return <CodeBoxes name={name} label={label} hint={hint} typedBefore={typed} />;
  return (
    <Labelled field={field} label={label} hint={hint} hintId={hintId}>
      <input
        {...control}
        ref={plain}
        key={field.key}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={200}
        required
        defaultValue={field.initialValue}
        className="control"
      />
    </Labelled>
  );
}

/** Input from before hydration, and whether the field had the focus. */
type TypedBefore = { text: string; hadFocus: boolean };

const blank = Array.from({ length: codeLength }, () => '');
/** Extracts the code from a text, or else all its digits, as the digits 0 to 9. */
const digitsIn = (text: string) => findCode(text) ?? toLatinDigits(text).replace(/\D/g, '');

/** Overwrites the digits from one box on. A whole code always starts in the first box. */
function lay(digits: readonly string[], at: number, found: string) {
  const from = found.length >= codeLength ? 0 : at;
  return { digits: digits.map((old, box) => found[box - from] ?? old), next: from + found.length };
}

/** Holds the digits of a code, one per box, and the focused box. */
function useDigits({ text, hadFocus }: TypedBefore) {
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
function makeBoxHandlers(box: number, { digits, focusOn, write, clear }: ReturnType<typeof useDigits>) {
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
