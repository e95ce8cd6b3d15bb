import { useFormMetadata } from '@conform-to/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useWords } from '~/ui/sentence';

type Props = {
  /** States the present values of the fields in words. */
  words: ReactNode;
  /** The fields' names, and the values that `words` state. */
  values: Record<string, string>;
  /** The fields. */
  children: ReactNode;
};

/**
 * Fields whose values the account has: one line of text, and "Change" opens them. They are open, for
 * good, once a value differs from the words or has a mistake, so that no line states what is not sent.
 */
export function Changeable({ words, values, children }: Props) {
  const { t } = useWords();
  const fields = useFormMetadata<Record<string, string>>().getFieldset();
  const isChanged = Object.entries(values).some(
    ([name, value]) => (fields[name]?.initialValue ?? '') !== value || fields[name]?.errors?.length,
  );
  const [isOpen, setOpen] = useState(isChanged);
  if (isChanged && !isOpen) setOpen(true);
  const box = useRef<HTMLDetailsElement>(null);
  const findControls = () => [
    ...(box.current?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select') ?? []),
  ];
  const isInputRestored = useRef(() =>
    findControls().some((control) => control.name in values && control.value !== values[control.name]),
  );
  // A browser that goes back to a page fills in what was typed.
  useEffect(() => setOpen((before) => before || isInputRestored.current()), []);
  return (
    <details
      ref={box}
      open={isOpen}
      className="changeable"
      onInput={() => setOpen(true)}
      onToggle={({ currentTarget }) => {
        if (!currentTarget.open || isOpen) return;
        setOpen(true);
        // The line that was pressed is gone.
        findControls()[0]?.focus();
      }}
    >
      <summary>
        <span>{words}</span> <span className="link">{t('upload.change')}</span>
      </summary>
      {children}
    </details>
  );
}
