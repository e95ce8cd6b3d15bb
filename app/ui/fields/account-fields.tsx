import { type HTMLInputAutoCompleteAttribute, useState } from 'react';
import { maxCredentialLength } from '~/domain/identity/account-constants';
import { type FieldProps, useOperationField } from '~/ui/forms/operation-field';
import { useHydrated } from '~/ui/hooks';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import { Labelled, TextField } from './fields';

const maxLength = 60;

/** First and last name, as on the sign-up page and in the profile. */
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

type EmailFieldProps = { label: string; maxLength?: number };

/** The field `email` of a form. */
export function EmailField({ label, maxLength }: EmailFieldProps) {
  return (
    <TextField
      name="email"
      label={label}
      type="email"
      autoComplete="email"
      inputMode="email"
      maxLength={maxLength}
    />
  );
}

/**
 * The name of an account at the log-in, in the field `email`: an address, or a clinic number, which
 * a browser would refuse in a field for addresses.
 */
export function LoginNameField() {
  const { t } = useWords();
  return (
    <TextField
      name="email"
      label={t('login.emailLabel')}
      hint={t('login.orNumber')}
      autoComplete="username"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
    />
  );
}

type Props = FieldProps & { autoComplete: HTMLInputAutoCompleteAttribute; isRequired?: boolean };

/** A password field with a button that reveals the input. The button needs script. */
export function PasswordField({ name, label, hint, autoComplete, isRequired = true }: Props) {
  const { t } = useWords();
  const isHydrated = useHydrated();
  const [isShown, setShown] = useState(false);
  const { field, hintId, control } = useOperationField(name, Boolean(hint));
  return (
    <Labelled field={field} label={label} hint={hint} hintId={hintId}>
      <div className="relative">
        <input
          {...control}
          key={field.key}
          type={isShown ? 'text' : 'password'}
          required={isRequired}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          className={`control ${isHydrated ? 'pe-14' : ''}`}
        />
        {isHydrated && (
          <button
            type="button"
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
            className={`absolute inset-y-0 end-1 my-auto grid h-11 w-11 place-items-center rounded-field ${isShown ? 'text-ink' : 'text-muted'}`}
          >
            <Icon name="eye" />
            <span className="sr-only">{t(isShown ? 'password.hide' : 'password.show')}</span>
          </button>
        )}
      </div>
    </Labelled>
  );
}

/**
 * A new password and its repetition. `isChange`: it replaces a password that the form asks for too.
 */
export function NewPasswordFields({ isChange = false }: { isChange?: boolean }) {
  const { t } = useWords();
  return (
    <>
      <PasswordField
        name={isChange ? 'newPassword' : 'password'}
        label={t(isChange ? 'changePassword.newLabel' : 'signup.passwordLabel')}
        hint={t('signup.passwordHint')}
        autoComplete="new-password"
      />
      <PasswordField
        name={isChange ? 'confirmNewPassword' : 'confirmPassword'}
        label={t(isChange ? 'changePassword.confirmLabel' : 'signup.confirmPasswordLabel')}
        autoComplete="new-password"
      />
    </>
  );
}

/**
 * An expert's registration number, council and qualification, as on the sign-up page and in the
 * settings.
 */
export function CredentialFields({ isRequired = false }: { isRequired?: boolean }) {
  const { t } = useWords();
  const optional = isRequired ? ` ${t('form.optional')}` : '';
  return (
    <>
      <TextField
        name="registrationNumber"
        label={t('credentials.numberLabel')}
        maxLength={maxCredentialLength.registrationNumber}
        isRequired={isRequired}
      />
      <TextField
        name="council"
        label={`${t('credentials.councilLabel')}${optional}`}
        hint={t('credentials.councilHint')}
        maxLength={maxCredentialLength.council}
        isRequired={false}
      />
      <TextField
        name="qualification"
        label={`${t('credentials.qualificationLabel')}${optional}`}
        maxLength={maxCredentialLength.qualification}
        isRequired={false}
      />
    </>
  );
}
