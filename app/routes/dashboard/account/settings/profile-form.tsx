import { genders } from '~/platform/enums';
import { NameFields } from '~/ui/fields/name-fields';
import { PhoneField } from '~/ui/fields/phone-field';
import { SelectField } from '~/ui/fields/select-field';
import { TextArea } from '~/ui/fields/text-area';
import { TextField } from '~/ui/fields/text-field';
import { OperationForm, type PartFormProps } from '~/ui/forms/operation-form';
import { SubmitRow } from '~/ui/forms/submit-row';
import { useWords } from '~/ui/sentence';

const order = ['firstName', 'lastName', 'dateOfBirth', 'gender', 'contactNumber', 'about'];

type Props = PartFormProps & { defaults: Record<string, string>; maxAboutLength: number };

export function ProfileForm({ maxAboutLength, ...form }: Props) {
  const { t } = useWords();
  return (
    <OperationForm {...form} order={order}>
      <div className="grid gap-5 sm:grid-cols-2">
        <NameFields isLastNameRequired={false} />
        <TextField name="dateOfBirth" label={t('profile.dateOfBirthLabel')} type="date" autoComplete="bday" />
        <SelectField
          name="gender"
          label={t('profile.genderLabel')}
          empty={t('gender.Select')}
          options={genders.map((gender) => ({ value: gender, label: t(`gender.${gender}`) }))}
        />
      </div>
      <PhoneField
        name="contactNumber"
        label={t('signup.contactNumberLabel')}
        hint={t('profile.contactNumberHint')}
      />
      <TextArea name="about" label={t('profile.aboutLabel')} maxLength={maxAboutLength} isRequired />
      <SubmitRow icon="check" action={form.action}>
        {t('profile.submit')}
      </SubmitRow>
    </OperationForm>
  );
}
