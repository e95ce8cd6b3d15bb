import { useEffect, useState } from 'react';
import { markOf } from '~/domain/report/step-mark';
import type { LanguageCode } from '~/i18n/language-codes';
import { useOperationField } from '~/ui/forms/operation-field';
import type { OperationFormProps } from '~/ui/forms/operation-form';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';

/**
 * Asks whether a next step fits a text that names an emergency. Empty until the server has asked.
 * The tick is for the text and step that the server asked about.
 *
 * @param textName the name of the field with the text.
 */
export function StepQuestion({
  answer,
  textName,
}: Pick<OperationFormProps, 'answer'> & { textName: string }) {
  const { t } = useWords();
  const { field, control } = useOperationField('stepConfirmed', false);
  const { error, initialValue } = answer?.lastResult ?? {};
  const question = error?.stepConfirmed?.[0];
  const typed = (name: string) => String(initialValue?.[name] ?? '');
  const mark = markOf({
    text: typed(textName),
    nextStep: typed('nextStep'),
    withinDays: typed('withinDays'),
  });
  const isTicked = initialValue?.stepConfirmed === mark;
  if (!question && !isTicked) return null;
  return (
    <div className="notice wait">
      <Icon name="alert" className="mt-0.5" />
      <div>
        {question && <p id={field.errorId}>{question}</p>}
        <label htmlFor={field.id} className="flex min-h-11 cursor-pointer items-center gap-3 font-label">
          <input
            {...control}
            key={mark}
            type="checkbox"
            value={mark}
            defaultChecked={isTicked}
            className="h-6 w-6 shrink-0 accent-accent"
          />
          {t('step.confirm')}
        </label>
      </div>
    </div>
  );
}

/**
 * Says that a text in the chosen language is not compared with its next step.
 *
 * @param listId ID of the list of languages.
 * @param first the language selected at first.
 * @param languages the languages whose words nobody has checked.
 */
export function NotCompared({
  listId,
  first,
  languages,
}: {
  listId: string;
  first: LanguageCode;
  languages: LanguageCode[];
}) {
  const { t, languageName } = useWords();
  const language = useChosen(listId, first);
  const chosen = languages.find((code) => code === language);
  return chosen ? (
    <p className="text-small text-muted">{t('step.notCompared', { language: languageName(chosen) })}</p>
  ) : null;
}

/**
 * Follows the selected value of a list on the page.
 *
 * @param listId the list's ID.
 * @param first the value selected at first.
 */
export function useChosen(listId: string, first: string) {
  const [value, setValue] = useState(first);
  useEffect(() => {
    const list = document.getElementById(listId);
    if (!(list instanceof HTMLSelectElement)) return;
    const note = () => setValue(list.value);
    // It may have been selected before hydration.
    note();
    list.addEventListener('change', note);
    return () => list.removeEventListener('change', note);
  }, [listId]);
  return value;
}
