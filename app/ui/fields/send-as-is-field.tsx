import { useOperationField } from '~/ui/forms/operation-field';
import type { OperationFormProps } from '~/ui/forms/operation-form';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';

/**
 * Asks whether a text is sent although its letters are not those of its language. Empty until the
 * server has asked.
 */
export function SendAsIsField({ answer }: Pick<OperationFormProps, 'answer'>) {
  const { t } = useWords();
  const { field, control } = useOperationField('sendAsIs', false);
  const { error, initialValue } = answer?.lastResult ?? {};
  const question = error?.sendAsIs?.[0];
  const isTicked = initialValue?.sendAsIs === 'on';
  if (!question && !isTicked) return null;
  return (
    <div className="notice wait">
      <Icon name="language" className="mt-0.5" />
      <div>
        {question && <p id={field.errorId}>{question}</p>}
        <label htmlFor={field.id} className="flex min-h-11 cursor-pointer items-center gap-3 font-label">
          <input
            {...control}
            key={field.key}
            type="checkbox"
            defaultChecked={isTicked}
            className="h-6 w-6 shrink-0 scroll-mb-44 accent-accent"
          />
          {t('script.sendAsIs')}
        </label>
      </div>
    </div>
  );
}
