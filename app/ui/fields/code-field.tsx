import { useEffect, useRef, useState } from 'react';
import { codeLength } from '~/domain/kernel/digits';
import { type FieldProps, useOperationField } from '~/ui/forms/operation-field';
import { useWords } from '~/ui/sentence';
import { FieldErrorText, Labelled } from './fields';
import { makeBoxHandlers, type TypedBefore, useDigits } from './use-digits';

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
      <div dir="ltr" className="grid max-w-[21rem] grid-cols-6 gap-[0.2rem] xs:gap-2.5">
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
      className="control !px-0 text-center font-figures text-[1.35rem] font-bold"
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
