import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { compareNumbers, type NumberDifferences } from '~/domain/report/compare-numbers';
import { CheckField } from '~/ui/fields/fields';
import { useOperationField } from '~/ui/forms/operation-field';
import { useWords } from '~/ui/sentence';

const nothing: NumberDifferences = { missing: [], extra: [], reordered: [] };

/** The name of the tick that the translator has compared the numbers. */
export const numbersField = 'numbersChecked';

type NumberCheckProps = {
  /** Name of the field with the translation. */
  name: string;
  original: string;
};

/**
 * Lists the numbers of a translation that differ from the original, while it is typed, with a tick
 * to confirm them. Renders nothing if there are none.
 */
export function NumberCheck({ name, original }: NumberCheckProps) {
  const { t } = useWords();
  const text = useDeferredValue(useTyped(name));
  const differences = useMemo(
    () => (text.trim() ? compareNumbers(original, text) : nothing),
    [original, text],
  );
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
        <p className="text-[0.95rem]">{t('translate.numbersHint')}</p>
      </div>
      <dl className="grid gap-2">
        {lists.map(([key, numbers]) =>
          numbers.length > 0 ? (
            <div key={key}>
              <dt className="text-[0.95rem]">{t(key)}</dt>
              <dd>
                <ul className="flex flex-wrap gap-x-4 gap-y-1 font-semibold">
                  {countEach(numbers).map(([number, count]) => (
                    <li key={number}>
                      <bdi>{number}</bdi>
                      {count > 1 && <span className="font-normal"> (× {count})</span>}
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
export const isTickMissing = (formData: FormData, name: string, original: string) => {
  const { missing, extra, reordered } = compareNumbers(original, String(formData.get(name) ?? ''));
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
