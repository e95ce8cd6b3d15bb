import { useField } from '@conform-to/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { SignWords } from '~/domain/report/danger-signs';
import { FieldErrorText } from '~/ui/fields/fields';
import { DoNotWait } from '~/ui/layout/emergency';
import { useWords } from '~/ui/sentence';
import { English } from './english';

type Frame = { question: string; callNow: string; line: string };

type SignList = Frame & {
  /** The number in `line`. */
  lineNumber: string;
  /** The English words; absent where somebody has checked the translation. */
  english?: Frame;
  signs: SignWords[];
};

type Props = {
  /** The clinic's number; empty if it has none. */
  helpline: string;
  /** The danger signs, if the clinic has confirmed them. */
  list?: SignList;
};

/** Asks whether a report is urgent. A tick says at once where to get help. */
export function DangerQuestion({ helpline, list }: Props) {
  const { t } = useWords();
  const question = useRef<HTMLFieldSetElement>(null);
  const [isTicked, setTicked] = useState(false);
  const look = useRef(() => setTicked(Boolean(question.current?.querySelector(':checked'))));
  const [urgent] = useField<string>('urgent');
  // It may be ticked before React sees the page.
  useEffect(() => look.current(), []);
  return (
    <fieldset ref={question} id="danger" className="min-w-0" onChange={() => look.current()}>
      {list && <SignFields list={list} />}
      <Tick name="urgent" value="on" isTicked={urgent.initialValue === 'on'}>
        {t('danger.saidUrgent')}
      </Tick>
      <p className="ps-9 text-small text-muted">{t('danger.noHelp')}</p>
      <div role="alert">{isTicked && <DoNotWait helpline={helpline} variant="mt-3" />}</div>
    </fieldset>
  );
}

/** Puts English words on a line of their own, on the side of those above. */
const below = 'block rtl:text-end';

function SignFields({ list }: { list: SignList }) {
  const { question, callNow, line, lineNumber, english, signs } = list;
  const [field] = useField<string | string[]>('dangerSigns');
  // The server joins the values of a list with commas.
  const ticked = [field.initialValue ?? []].flat().join(',').split(',');
  return (
    <>
      <legend className="field-label">
        {question}
        <English text={english?.question} variant={below} />
      </legend>
      <p className="mb-1 text-small">
        {callNow}
        <English text={english?.callNow} variant={below} />
      </p>
      {signs.map(({ sign, words, english: original }) => (
        <div key={sign}>
          <Tick name="dangerSigns" value={sign} isTicked={ticked.includes(sign)}>
            {words}
            <English text={original} variant={below} />
          </Tick>
          {sign === 'endingLife' && (
            <p className="ps-9 pb-1 text-small">
              <a href={`tel:${lineNumber}`} className="inline-block py-1">
                {line}
              </a>
              <English text={english?.line} variant={below} />
            </p>
          )}
        </div>
      ))}
      <FieldErrorText id={field.errorId} errors={field.errors} />
    </>
  );
}

type TickProps = { name: string; value: string; isTicked: boolean; children: ReactNode };

const Tick = ({ name, value, isTicked, children }: TickProps) => (
  <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
    <input
      type="checkbox"
      name={name}
      value={value}
      defaultChecked={isTicked}
      // A browser that opens the page again must not tick what was ticked before.
      autoComplete="off"
      className="mt-0.5 h-6 w-6 shrink-0 accent-accent"
    />
    <span>{children}</span>
  </label>
);
