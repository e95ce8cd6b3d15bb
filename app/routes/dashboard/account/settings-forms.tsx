import { type ComponentProps, useEffect, useState } from 'react';
import { deletionWord } from '~/domain/accounts/constants';
import { languageCodes, languages } from '~/i18n/languages';
import { genders } from '~/platform/enums';
import { CredentialFields } from '~/routes/credential-fields';
import {
  CheckField,
  FileField,
  OperationForm,
  PasswordField,
  SelectField,
  SubmitButton,
  TextArea,
  TextField,
} from '~/ui/forms/form';
import { Avatar } from '~/ui/layout/header';
import { useWords } from '~/ui/sentence';

type FormProps = Pick<ComponentProps<typeof OperationForm>, 'id' | 'operation' | 'answer' | 'missing'> & {
  action: string;
};
type Person = ComponentProps<typeof Avatar>['person'];

export function PictureForm({
  person,
  megabytes,
  maxBytes,
  ...form
}: FormProps & { person: Person; megabytes: number; maxBytes: number }) {
  const { t } = useWords();
  const { preview, choose } = usePreview();
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
      {preview ? (
        <img
          src={preview}
          alt={t('picture.preview')}
          className="h-24 w-24 shrink-0 rounded-full object-cover"
        />
      ) : (
        <Avatar person={person} size="large" />
      )}
      <div className="min-w-0 grow basis-64">
        <OperationForm {...form} hasFile maxBytes={maxBytes} tooLarge={t('upload.tooLarge', { megabytes })}>
          <FileField
            name="displayPicture"
            label={t('picture.label')}
            hint={t('picture.hint', { megabytes })}
            accept=".png,.gif,.jpeg,.jpg,.pdf"
            onChoose={choose}
          />
          <div>
            <SubmitButton icon="upload" busy={t('upload.busy')} action={form.action}>
              {t('picture.submit')}
            </SubmitButton>
          </div>
        </OperationForm>
      </div>
    </div>
  );
}

/**
 * The address of the picture that was chosen, for as long as it is shown. A PDF has none: its first
 * page is drawn on the server.
 */
function usePreview() {
  const [preview, setPreview] = useState<string>();
  useEffect(() => () => (preview ? URL.revokeObjectURL(preview) : undefined), [preview]);
  const choose = (file: File | undefined) =>
    setPreview(file?.type.startsWith('image/') ? URL.createObjectURL(file) : undefined);
  return { preview, choose };
}

const profileOrder = ['firstName', 'lastName', 'dateOfBirth', 'gender', 'contactNumber', 'about'];

export function ProfileForm({
  maxAboutLength,
  ...form
}: FormProps & { defaults: Record<string, string>; maxAboutLength: number }) {
  const { t } = useWords();
  return (
    <OperationForm {...form} order={profileOrder}>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          name="firstName"
          label={t('signup.firstNameLabel')}
          autoComplete="given-name"
          maxLength={60}
        />
        <TextField
          name="lastName"
          label={t('profile.lastNameOptional')}
          autoComplete="family-name"
          maxLength={60}
          isRequired={false}
        />
        <TextField name="dateOfBirth" label={t('profile.dateOfBirthLabel')} type="date" autoComplete="bday" />
        <SelectField
          name="gender"
          label={t('profile.genderLabel')}
          empty={t('gender.Select')}
          options={genders.map((gender) => ({ value: gender, label: t(`gender.${gender}`) }))}
        />
      </div>
      <TextField
        name="contactNumber"
        label={t('signup.contactNumberLabel')}
        hint={t('profile.contactNumberHint')}
        type="tel"
        autoComplete="tel-national"
        inputMode="tel"
        maxLength={24}
      />
      <TextArea name="about" label={t('profile.aboutLabel')} maxLength={maxAboutLength} isRequired />
      <div>
        <SubmitButton icon="check" action={form.action}>
          {t('profile.submit')}
        </SubmitButton>
      </div>
    </OperationForm>
  );
}

type Credentials = Record<'registrationNumber' | 'council' | 'qualification', string | null> | null;

export function CredentialsForm({ credentials, ...form }: FormProps & { credentials: Credentials }) {
  const { t } = useWords();
  const defaults = {
    registrationNumber: credentials?.registrationNumber ?? '',
    council: credentials?.council ?? '',
    qualification: credentials?.qualification ?? '',
  };
  return (
    <OperationForm {...form} defaults={defaults}>
      <CredentialFields isRequired />
      <div>
        <SubmitButton icon="check" action={form.action}>
          {t('profile.submit')}
        </SubmitButton>
      </div>
    </OperationForm>
  );
}

/** A box for each language, named in its own script. */
export function LanguagesForm({ reads, ...form }: FormProps & { reads: string[] }) {
  const { t } = useWords();
  return (
    <OperationForm {...form} defaults={Object.fromEntries(reads.map((code) => [code, 'on']))}>
      <fieldset>
        <legend className="field-label">{t('reads.label')}</legend>
        <div className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-3">
          {languageCodes.map((code) => (
            <CheckField
              key={code}
              name={code}
              label={<span lang={code}>{languages[code].name}</span>}
              isRequired={false}
            />
          ))}
        </div>
      </fieldset>
      <div>
        <SubmitButton icon="check" action={form.action}>
          {t('reads.submit')}
        </SubmitButton>
      </div>
    </OperationForm>
  );
}

export function PasswordForm(form: FormProps) {
  const { t } = useWords();
  return (
    <OperationForm {...form} order={['oldPassword', 'newPassword', 'confirmNewPassword']}>
      <PasswordField
        name="oldPassword"
        label={t('changePassword.oldLabel')}
        autoComplete="current-password"
      />
      <PasswordField
        name="newPassword"
        label={t('changePassword.newLabel')}
        hint={t('signup.passwordHint')}
        autoComplete="new-password"
      />
      <PasswordField
        name="confirmNewPassword"
        label={t('changePassword.confirmLabel')}
        autoComplete="new-password"
      />
      <div>
        <SubmitButton icon="lock" action={form.action}>
          {t('changePassword.submit')}
        </SubmitButton>
      </div>
    </OperationForm>
  );
}

export function DeletionForm({ leads, ...form }: FormProps & { leads: string[] }) {
  const { t } = useWords();
  return (
    <>
      {leads.map((lead) => (
        <p key={lead} className="mb-4 text-muted">
          {lead}
        </p>
      ))}
      <OperationForm {...form} order={['confirmation', 'password']}>
        <TextField
          name="confirmation"
          label={t('deleteAccount.confirmationLabel', { word: deletionWord })}
          autoComplete="off"
        />
        <PasswordField name="password" label={t('login.passwordLabel')} autoComplete="current-password" />
        <div>
          <SubmitButton icon="trash" variant="danger" action={form.action}>
            {t('deleteAccount.submit')}
          </SubmitButton>
        </div>
      </OperationForm>
    </>
  );
}
