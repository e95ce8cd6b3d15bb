import { useWords } from '~/ui/sentence';
import { TextField } from './text-field';

const maxLength = 60;

/** First and last name, as the sign-up page and the profile ask for them. */
export function NameFields({ isLastNameRequired = true }: { isLastNameRequired?: boolean }) {
  const { t } = useWords();
  return (
    <>
      <TextField
        name="firstName"
        label={t('signup.firstNameLabel')}
        autoComplete="given-name"
        maxLength={maxLength}
      />
      <TextField
        name="lastName"
        label={t(isLastNameRequired ? 'signup.lastNameLabel' : 'profile.lastNameOptional')}
        hint={isLastNameRequired ? t('signup.lastNameHint') : undefined}
        autoComplete="family-name"
        maxLength={maxLength}
        isRequired={isLastNameRequired}
      />
    </>
  );
}
