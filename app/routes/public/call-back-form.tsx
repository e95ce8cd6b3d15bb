import { maxNameLength, maxTextLength } from '~/domain/messages/constants';
import { PhoneField } from '~/ui/fields/phone-field';
import { TextArea } from '~/ui/fields/text-area';
import { TextField } from '~/ui/fields/text-field';
import { OperationForm, type OperationFormProps } from '~/ui/forms/operation-form';
import { SubmitButton } from '~/ui/forms/submit-button';
import { useWords } from '~/ui/sentence';
import { paths } from '~/web/request/paths';

type Props = Pick<OperationFormProps, 'answer' | 'missing'>;

/** A wish to be called. It stands where the query stands. */
export function CallBackForm(form: Props) {
  const { t } = useWords();
  return (
    <OperationForm
      id="call-back"
      operation="message.callBack"
      action={paths.callBack}
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
      <SubmitButton action={paths.callBack} icon="phone">
        {t('callBack.submit')}
      </SubmitButton>
    </OperationForm>
  );
}
