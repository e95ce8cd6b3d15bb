import { maxNameLength, maxTextLength } from '~/domain/messages/constants';
import { PhoneField, TextField } from '~/ui/fields/fields';
import { TextArea } from '~/ui/fields/text-area';
import { SubmitButton } from '~/ui/forms/buttons';
import { OperationForm, type OperationFormProps } from '~/ui/forms/operation-form';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';

type Props = Pick<OperationFormProps, 'answer' | 'required'>;
type CallBackProps = Props & Pick<OperationFormProps, 'defaults' | 'action'>;

/** A query or concern. It is on the home page, and on its own page after a mistake. */
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

/** A request for a call. It is on the same pages as the query. */
export function CallBackForm({ action = paths.callBack, ...form }: CallBackProps) {
  const { t } = useWords();
  return (
    <OperationForm
      id="call-back"
      operation="message.callBack"
      action={action}
      {...form}
      order={['name', 'phoneNumber', 'about']}
    >
      <TextField name="name" label={t('query.nameLabel')} autoComplete="name" maxLength={maxNameLength} />
      <PhoneField
        name="phoneNumber"
        label={t('upload.phoneNumberLabel')}
        hint={t('callBack.phoneNumberHint')}
        autoComplete="tel"
      />
      <TextArea name="about" label={t('callBack.aboutLabel')} maxLength={maxTextLength} />
      <SubmitButton action={action} icon="phone">
        {t('callBack.submit')}
      </SubmitButton>
    </OperationForm>
  );
}
