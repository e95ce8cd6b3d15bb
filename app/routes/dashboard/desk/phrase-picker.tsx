import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { PublicPhrase } from '~/domain/desk/phrases.server';
import { fillPhrase, findNamesIn } from '~/domain/report/phrases';
import type { PublicReport } from '~/domain/report/present-report';
import { formatDay, formatNumber } from '~/i18n/t';
import { useHydrated } from '~/ui/hooks';
import { Icon } from '~/ui/icon';
import { PageLink } from '~/ui/links';
import { Notice } from '~/ui/notices/notice';
import { accountNameOf } from '~/ui/people/people-words';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';

type FilledPhrase = { id: string; text: string; language: PublicPhrase['language'] };

type PhrasePickerProps = {
  phrases: PublicPhrase[];
  report: Pick<PublicReport, 'about'>;
  /** When the page was read, in milliseconds since 1970. */
  asOf: number;
  /** ID of the text box that a phrase is inserted into. */
  boxId: string;
};

/**
 * The doctor's phrases for this report, above the text box: a list that first letters narrow. Enter
 * or a press inserts one at the cursor. Without script the phrases can be copied.
 */
export function PhrasePicker({ phrases, report, asOf, boxId }: PhrasePickerProps) {
  const { t } = useWords();
  const isHydrated = useHydrated();
  const details = useRef<HTMLDetailsElement>(null);
  if (phrases.length === 0) return null;
  const filled = phrases.map((phrase) => ({
    id: phrase._id,
    language: phrase.language,
    text: fillPhrase(phrase.text, valuesFor(phrase, report, asOf)),
  }));
  const offered = filled.filter((phrase): phrase is FilledPhrase => phrase.text !== null);
  const insert = (text: string) => {
    if (details.current) details.current.open = false;
    insertText(boxId, text);
  };
  return (
    <details
      ref={details}
      className="phrase-picker"
      onToggle={({ currentTarget }) => currentTarget.open && currentTarget.querySelector('input')?.focus()}
    >
      <summary className="inline-flex cursor-pointer items-center gap-2 font-label">
        <Icon name="copy" />
        {t('phrases.insert')}
      </summary>
      {isHydrated ? (
        <FilteredList phrases={offered} onPick={insert} />
      ) : (
        <>
          <p className="field-hint">{t('phrases.copy')}</p>
          <ul className="grid gap-2">
            {offered.map(({ id, text, language }) => (
              <li key={id} lang={language} dir="auto">
                {text}
              </li>
            ))}
          </ul>
        </>
      )}
      {offered.length < filled.length && <p className="field-hint mt-2">{t('phrases.withoutAge')}</p>}
      <PageLink to={paths.phrases} className="inline-flex min-h-11 items-center">
        {t('phrases.title')}
      </PageLink>
    </details>
  );
}

/** Returns what the variables of a phrase stand for, in its language. */
function valuesFor({ language }: PublicPhrase, { about }: Pick<PublicReport, 'about'>, asOf: number) {
  const age = about?.age ?? null;
  return {
    age: age === null ? null : formatNumber(language, age),
    date: formatDay(language, new Date(asOf).toISOString()),
  };
}

/** A field for the first letters, with the phrases that begin with them. */
function FilteredList({ phrases, onPick }: { phrases: FilledPhrase[]; onPick: (text: string) => void }) {
  const { t } = useWords();
  const listId = useId();
  const [letters, setLetters] = useState('');
  const [active, setActive] = useState(0);
  const matches = phrases.filter(({ text }) => beginsWith(text, letters));
  const activeAt = Math.min(active, matches.length - 1);
  const pick = (text: string) => {
    setLetters('');
    setActive(0);
    onPick(text);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = matches[activeAt];
    if (step && matches.length > 0) setActive((activeAt + step + matches.length) % matches.length);
    // Enter would submit the review.
    else if (event.key === 'Enter') chosen && pick(chosen.text);
    else if (event.key === 'Escape') onPick('');
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        className="control"
        role="combobox"
        aria-label={t('phrases.filter')}
        placeholder={t('phrases.filter')}
        aria-expanded="true"
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={matches.length > 0 ? `${listId}-${activeAt}` : undefined}
        autoComplete="off"
        dir="auto"
        value={letters}
        onChange={({ currentTarget }) => {
          setLetters(currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id={listId}
        role="listbox"
        aria-label={t('phrases.title')}
        className="my-2 max-h-56 overflow-y-auto rounded-field border border-line empty:hidden"
      >
        {matches.map(({ id, text, language }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys of the list
          <div
            key={id}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === activeAt}
            className="cursor-pointer border-line p-2 not-first:border-t [overflow-wrap:anywhere] hover:bg-accent-quiet aria-selected:bg-accent-quiet"
            lang={language}
            dir="auto"
            onClick={() => pick(text)}
          >
            {text}
          </div>
        ))}
      </div>
      <p role="status" className="field-hint">
        {matches.length === 0 && t('phrases.none')}
      </p>
    </>
  );
}

const toComparable = (text: string) => text.normalize('NFKC').toLowerCase().trimStart();
const beginsWith = (text: string, letters: string) => toComparable(text).startsWith(toComparable(letters));

/** Inserts a text at the cursor of a text box, as if it was typed, and focuses the box. */
function insertText(boxId: string, text: string) {
  const box = document.getElementById(boxId);
  if (!(box instanceof HTMLTextAreaElement)) return;
  box.focus();
  if (!text || box.readOnly) return;
  const before = box.value.slice(0, box.selectionStart);
  const spaced = before && !/\s$/.test(before) ? ` ${text}` : text;
  // Keeps the browser's undo. Not every browser has it.
  if (document.execCommand?.('insertText', false, spaced)) return;
  box.setRangeText(spaced, box.selectionStart, box.selectionEnd, 'end');
  box.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Warns if the patient's name stands in the text of a box, which others may translate. */
export function NameWarning({ report, boxId }: { report: PublicReport; boxId: string }) {
  const { t, list } = useWords();
  const [text, setText] = useState('');
  useEffect(() => {
    const box = document.getElementById(boxId);
    if (!(box instanceof HTMLTextAreaElement)) return;
    const note = () => setText(box.value);
    note();
    box.addEventListener('input', note);
    return () => box.removeEventListener('input', note);
  }, [boxId]);
  const names = findNamesIn(text, [report.about?.name ?? '', accountNameOf(report)]);
  return (
    <div role="status">
      {names.length > 0 && (
        <Notice icon="alert" variant="wait text-small leading-snug !py-2">
          {t('review.nameInText', { names: list(names) })}
        </Notice>
      )}
      <noscript>
        <p className="field-hint">{t('review.leaveOutName')}</p>
      </noscript>
    </div>
  );
}
