import { type ComponentProps, useEffect, useState } from 'react';
import type { PublicSession } from '~/domain/identity/open-sessions.server';
import { allLanguages, languages } from '~/i18n/languages';
import { genders } from '~/platform/enums';
import { CredentialFields, NameFields, NewPasswordFields, PasswordField } from '~/ui/fields/account-fields';
import { CheckField, PhoneField, SelectField, TextField } from '~/ui/fields/fields';
import { FileField } from '~/ui/fields/file-field';
import { TextArea } from '~/ui/fields/text-area';
import { SubmitRow } from '~/ui/forms/buttons';
import { OperationForm, type PartFormProps } from '~/ui/forms/operation-form';
import { Icon } from '~/ui/icon';
import { Avatar } from '~/ui/layout/header';
import { OfName } from '~/ui/of-name';
import { useWords } from '~/ui/sentence';

const order = ['firstName', 'lastName', 'dateOfBirth', 'gender', 'contactNumber', 'about'];

type ProfileFormProps = PartFormProps & { defaults: Record<string, string>; maxAboutLength: number };

export function ProfileForm({ maxAboutLength, ...form }: ProfileFormProps) {
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

type PictureFormProps = PartFormProps & {
  person: ComponentProps<typeof Avatar>['person'];
  megabytes: number;
  maxBytes: number;
};

export function PictureForm({ person, megabytes, maxBytes, ...form }: PictureFormProps) {
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
          <SubmitRow icon="upload" busyLabel={t('upload.busy')} action={form.action}>
            {t('picture.submit')}
          </SubmitRow>
        </OperationForm>
      </div>
    </div>
  );
}

/**
 * Returns the address of the selected picture while it is shown. A PDF has none: the server renders
 * its first page.
 */
function usePreview() {
  const [preview, setPreview] = useState<string>();
  useEffect(() => () => (preview ? URL.revokeObjectURL(preview) : undefined), [preview]);
  const choose = (file: File | undefined) =>
    setPreview(file?.type.startsWith('image/') ? URL.createObjectURL(file) : undefined);
  return { preview, choose };
}

type Credentials = Record<'registrationNumber' | 'council' | 'qualification', string | null> | null;

export function CredentialsForm({ credentials, ...form }: PartFormProps & { credentials: Credentials }) {
  const { t } = useWords();
  const defaults = {
    registrationNumber: credentials?.registrationNumber ?? '',
    council: credentials?.council ?? '',
    qualification: credentials?.qualification ?? '',
  };
  return (
    <OperationForm {...form} defaults={defaults}>
      <CredentialFields isRequired />
      <SubmitRow icon="check" action={form.action}>
        {t('credentials.submit')}
      </SubmitRow>
    </OperationForm>
  );
}

/** A checkbox for each language, named in its own script. */
export function LanguagesForm({ languagesRead, ...form }: PartFormProps & { languagesRead: string[] }) {
  const { t } = useWords();
  return (
    <OperationForm {...form} defaults={Object.fromEntries(languagesRead.map((code) => [code, 'on']))}>
      <fieldset>
        <legend className="field-label">{t('reads.label')}</legend>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(min(8rem,100%),1fr))] gap-x-4 gap-y-2">
          {allLanguages.map((code) => (
            <CheckField
              key={code}
              name={code}
              label={<span lang={code}>{languages[code].name}</span>}
              isRequired={false}
            />
          ))}
        </div>
      </fieldset>
      <SubmitRow icon="check" action={form.action}>
        {t('reads.submit')}
      </SubmitRow>
    </OperationForm>
  );
}

/** The tick, set at first, by which open links for other doctors end too. */
function EndLinks({ count }: { count: number }) {
  const { t } = useWords();
  // One that is made while the page is open ends too.
  if (count === 0) return <input type="hidden" name="endLinks" value="on" />;
  return <CheckField name="endLinks" label={t('shares.endToo', { count })} isRequired={false} />;
}

export function PasswordForm({ openLinks, ...form }: PartFormProps & { openLinks: number }) {
  const { t } = useWords();
  return (
    <OperationForm
      {...form}
      order={['oldPassword', 'newPassword', 'confirmNewPassword']}
      defaults={{ endLinks: 'on' }}
    >
      <PasswordField
        name="oldPassword"
        label={t('changePassword.oldLabel')}
        autoComplete="current-password"
      />
      <NewPasswordFields isChange />
      <EndLinks count={openLinks} />
      <SubmitRow icon="lock" action={form.action}>
        {t('changePassword.submit')}
      </SubmitRow>
    </OperationForm>
  );
}

/** Closes the account; `leads` explain what happens to its contents. */
export function DeletionForm({ explanations, ...form }: PartFormProps & { explanations: string[] }) {
  const { t } = useWords();
  return (
    <>
      {explanations.map((lead) => (
        <p key={lead} className="mb-4 text-muted">
          {lead}
        </p>
      ))}
      <OperationForm {...form} order={['confirmation', 'password']}>
        <TextField
          name="confirmation"
          label={t('deleteAccount.confirmationLabel', { word: t('deleteAccount.word') })}
          autoComplete="off"
        />
        <PasswordField name="password" label={t('login.passwordLabel')} autoComplete="current-password" />
        <SubmitRow icon="trash" variant="danger" action={form.action}>
          {t('deleteAccount.submit')}
        </SubmitRow>
      </OperationForm>
    </>
  );
}

type Form = Omit<PartFormProps, 'required'>;
type SessionsPartProps = {
  sessions: PublicSession[];
  total: number;
  logOutForm: Form;
  logOutOthersForm: Form;
  openLinks: number;
};

/** The sessions of the account, with buttons to end them. */
export function SessionsPart({
  sessions,
  total,
  openLinks,
  logOutForm,
  logOutOthersForm,
}: SessionsPartProps) {
  const { t } = useWords();
  const isAlone = total === 1 && sessions.every(({ isCurrent }) => isCurrent);
  const hiddenCount = total - sessions.length;
  return (
    <>
      <ul className="grid gap-4">
        {sessions.map((session) => (
          <li key={session._id} className="grid gap-2 border-t border-line pt-4">
            <Session session={session} logOutForm={logOutForm} />
          </li>
        ))}
      </ul>
      {hiddenCount > 0 && <p className="mt-4 text-muted">{t('sessions.more', { count: hiddenCount })}</p>}
      <div className="mt-5">
        {isAlone ? (
          <p className="text-muted">{t('sessions.alone')}</p>
        ) : (
          <OperationForm {...logOutOthersForm} defaults={{ endLinks: 'on' }}>
            <EndLinks count={openLinks} />
            <SubmitRow icon="logout" action={logOutOthersForm.action}>
              {t('sessions.endOthers')}
            </SubmitRow>
          </OperationForm>
        )}
      </div>
    </>
  );
}

function Session({ session, logOutForm }: { session: PublicSession; logOutForm: Form }) {
  const { t, moment } = useWords();
  const { _id, kind, device, createdAt, lastUsedAt, isCurrent } = session;
  const unnamedDevice = t(kind === 'api' ? 'sessions.program' : 'sessions.browser');
  const name =
    device && kind === 'api' ? t('sessions.programNamed', { name: device }) : (device ?? unnamedDevice);
  return (
    <>
      <div>
        <p className="flex flex-wrap items-center gap-x-3 font-label" id={`session-${_id}`}>
          {name}
          {isCurrent && (
            <span className="inline-flex items-center gap-1 font-text text-good">
              <Icon name="check" />
              {t('sessions.thisDevice')}
            </span>
          )}
        </p>
        <p className="text-small text-muted">
          {t('sessions.opened', { moment: moment(createdAt) })}
          <br />
          {t('sessions.used', { moment: moment(lastUsedAt) })}
        </p>
      </div>
      {!isCurrent && (
        <OperationForm {...logOutForm} id={`${logOutForm.id}-${_id}`}>
          <input type="hidden" name="sessionId" value={_id} />
          <SubmitRow icon="logout" variant="plain small" action={logOutForm.action}>
            {t('sessions.end')}
            <OfName name={name} />
          </SubmitRow>
        </OperationForm>
      )}
    </>
  );
}
