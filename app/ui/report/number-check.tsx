import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { NumberDifferences } from '~/domain/comparison/compare-numbers';
import { compareTexts } from '~/domain/comparison/compare-texts';
import { type LanguageWords, toLanguage } from '~/domain/comparison/compare-words';
import type { LanguageCode } from '~/i18n/language-codes';
import { CheckField } from '~/ui/fields/fields';
import { useOperationField } from '~/ui/forms/operation-field';
import { useWords } from '~/ui/sentence';

const nothing: NumberDifferences = { missing: [], extra: [], reordered: [] };

/** The name of the tick that the translator has compared the numbers and words. */
export const numbersField = 'numbersChecked';

/** A review to translate, and the words of both languages and of English. */
type ComparedReview = {
  review: string;
  from: LanguageCode;
  to: LanguageCode;
  words: Partial<Record<LanguageCode, LanguageWords>>;
};

/** Builds a function that compares a translation with its review. */
function toComparison({ review, from, to, words }: ComparedReview) {
  const english = words.en ? [toLanguage(words.en)] : [];
  const languagesFor = (code: LanguageCode) =>
    code !== 'en' && words[code] ? [toLanguage(words[code]), ...english] : english;
  const original = { text: review, languages: languagesFor(from) };
  const languages = languagesFor(to);
  return (text: string): NumberDifferences =>
    text.trim() ? compareTexts(original, { text, languages }) : nothing;
}

type NumberCheckProps = {
  /** Name of the field with the translation. */
  name: string;
  source: ComparedReview;
};

/**
 * Lists the numbers and words of a translation that differ from the original, while it is typed,
 * with a tick to confirm them. Renders nothing if there are none.
 */
export function NumberCheck({ name, source }: NumberCheckProps) {
  const { t } = useWords();
  const text = useDeferredValue(useTyped(name));
  const compare = useMemo(() => toComparison(source), [source]);
  const differences = useMemo(() => compare(text), [compare, text]);
  const lists = [
    ['translate.numbersMissing', differences.missing],
    ['translate.numbersExtra', differences.extra],
    ['translate.numbersReordered', differences.reordered],
  ] as const;
  if (lists.every(([, numbers]) => numbers.length === 0)) return null;
  return (
    <section className="notice wait grid! gap-3" aria-labelledby="numbers-title">
      <div>
        <h3 id="numbers-title">{t('translate.numbersTitle')}</h3>
        <p className="text-small">{t('translate.numbersHint')}</p>
      </div>
      <dl className="grid gap-2">
        {lists.map(([key, numbers]) =>
          numbers.length > 0 ? (
            <div key={key}>
              <dt className="text-small">{t(key)}</dt>
              <dd>
                <ul className="flex flex-wrap gap-x-4 gap-y-1 font-label">
                  {countEach(numbers).map(([number, count]) => (
                    <li key={number}>
                      <bdi>{number}</bdi>
                      {count > 1 && <span className="font-text"> (× {count})</span>}
                    </li>
                  ))}
                </ul>
              </dd>
            </div>
          ) : null,
        )}
      </dl>
      {/* A tick holds for the numbers that it was set for. */}
      <CheckField
        key={JSON.stringify(differences)}
        name={numbersField}
        label={t('translate.numbersChecked')}
        isTicked={false}
      />
    </section>
  );
}

/** Checks in the browser whether the tick is missing, for the form. */
export const isTickMissing = (formData: FormData, name: string, source: ComparedReview) => {
  const { missing, extra, reordered } = toComparison(source)(String(formData.get(name) ?? ''));
  return !formData.has(numbersField) && missing.length + extra.length + reordered.length > 0;
};

function countEach(numbers: string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  return [...counts];
}

/** Follows the text of a field of the form. */
function useTyped(name: string): string {
  const { field } = useOperationField(name, false);
  const [text, setText] = useState(field.initialValue ?? '');
  useEffect(() => {
    const box = document.getElementById(field.id);
    if (!(box instanceof HTMLTextAreaElement)) return;
    const note = () => setText(box.value);
    note();
    box.addEventListener('input', note);
    return () => box.removeEventListener('input', note);
  }, [field.id]);
  return text;
}
