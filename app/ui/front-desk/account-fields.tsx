import { languages } from '~/i18n/languages';
import { CheckField, SelectField, TextField } from '~/ui/fields/fields';
import { FirstMistake } from '~/ui/forms/operation-field';
import { useOfferedLanguages } from '~/ui/offered-languages';
import { AgeFields } from '~/ui/people/person-fields';
import { useWords } from '~/ui/sentence';

/** The fields of an account without e-mail, in the order of the form. */
export const accountFieldOrder = [
  'firstName',
  'lastName',
  'birthYear',
  'sex',
  'contactNumber',
  'mayWrite',
  'language',
];

/**
 * The fields of a new account without e-mail. The browser suggests nothing: one device opens
 * accounts for many people.
 *
 * @param isFocused true if the first field gets the focus when the page arrives.
 */
export function AccountFields({ isFocused = false }: { isFocused?: boolean }) {
  const { t } = useWords();
  const offeredLanguages = useOfferedLanguages();
  const firstName = (
    <TextField name="firstName" label={t('signup.firstNameLabel')} autoComplete="off" maxLength={60} />
  );
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        {isFocused ? <FirstMistake.Provider value="firstName">{firstName}</FirstMistake.Provider> : firstName}
        <TextField
          name="lastName"
          label={t('profile.lastNameOptional')}
          autoComplete="off"
          maxLength={60}
          isRequired={false}
        />
      </div>
      <AgeFields year="birthYear" sex="sex" />
      <TextField
        name="contactNumber"
        label={`${t('upload.phoneNumberLabel')} ${t('form.optional')}`}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        maxLength={24}
        isRequired={false}
      />
      <CheckField name="mayWrite" label={t('messageConsent.label')} isRequired={false} />
      <SelectField
        name="language"
        label={t('nav.language')}
        options={offeredLanguages.map((code) => ({ value: code, label: languages[code].name }))}
      />
    </>
  );
}
