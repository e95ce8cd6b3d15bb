import { maxNameLength, maxTextLength } from '~/domain/messages/constants';
import { TextArea } from '~/ui/fields/text-area';
import { TextField } from '~/ui/fields/text-field';
import { OperationForm, type OperationFormProps } from '~/ui/forms/operation-form';
import { SubmitButton } from '~/ui/forms/submit-button';
import { useWords } from '~/ui/sentence';
import { paths } from '~/web/request/paths';

type Props = Pick<OperationFormProps, 'answer' | 'missing'>;

/**
 * A query or concern. It stands on the home page, and on a page of its own where a mistake leads.
 */
export function QueryForm(form: Props) {
  const { t } = useWords();
  return (
    <OperationForm
      id="query"
      operation="message.query"
      action={paths.query}
      {...form}
      order={['name', 'answerTo', 'question']}
    >
      <TextField name="name" label={t('query.nameLabel')} autoComplete="name" maxLength={maxNameLength} />
      <TextField name="answerTo" label={t('query.answerToLabel')} autoComplete="email" maxLength={254} />
      <TextArea name="question" label={t('query.questionLabel')} maxLength={maxTextLength} isRequired />
      <SubmitButton action={paths.query} icon="mail">
        {t('query.submit')}
      </SubmitButton>
    </OperationForm>
  );
}
