import { type MouseEvent, useEffect, useState } from 'react';
import type { PublicPasskey } from '~/domain/log-in/passkey-schemas';
import { TextField } from '~/ui/fields/fields';
import { PasswordAndCode } from '~/ui/fields/password-and-code';
import { SubmitRow } from '~/ui/forms/buttons';
import { OperationForm, type PartFormProps } from '~/ui/forms/operation-form';
import { loadPasskeys, sendCredential } from '~/ui/forms/passkey-support';
import { Icon } from '~/ui/icon';
import { ButtonLink } from '~/ui/links';
import { showResult } from '~/ui/notices/page-arrival';
import { OfName } from '~/ui/of-name';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { PasskeyTimes } from './passkey-times';

type Form = Omit<PartFormProps, 'required'>;

/** A passkey, with a form for its name and the link to remove it. */
export function PasskeyEntry({
  passkey,
  maxLength,
  form,
}: {
  passkey: PublicPasskey;
  maxLength: number;
  form: Form;
}) {
  const { t } = useWords();
  const name = passkey.name ?? t('passkeys.unnamed');
  const ofName = <OfName name={name} />;
  return (
    <li className="grid gap-3 border-line border-t pt-4 first:border-t-0 first:pt-0 [overflow-wrap:anywhere]">
      <div>
        <p className="font-label">
          <bdi>{name}</bdi>
        </p>
        <p className="text-small text-muted">
          <PasskeyTimes passkey={passkey} />
        </p>
      </div>
      <details className="group" open={form.answer !== undefined}>
        <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-2 font-label underline decoration-edge [&::-webkit-details-marker]:hidden">
          <Icon name="write" />
          {t('passkeysPage.rename')}
          {ofName}
        </summary>
        <div className="mt-2 max-w-md">
          <OperationForm {...form} id={`${form.id}-${passkey._id}`} defaults={{ name }}>
            <input type="hidden" name="passkeyId" value={passkey._id} />
            <TextField
              name="name"
              label={t('passkeys.nameLabel')}
              hint={t('passkeysPage.nameHint')}
              autoComplete="off"
              maxLength={maxLength}
              isRequired={false}
            />
            <SubmitRow icon="check" variant="small" action={form.action}>
              {t('passkeysPage.save')}
            </SubmitRow>
          </OperationForm>
        </div>
      </details>
      <div>
        <ButtonLink to={paths.removePasskey(passkey._id)} icon="trash" variant="danger small">
          {t('passkeys.remove')}
          {ofName}
        </ButtonLink>
      </div>
    </li>
  );
}

/** Asks for the password before a passkey is added, and for a code if a second factor is on. */
export function BeginForm({ asksCode, ...form }: PartFormProps & { asksCode: boolean }) {
  const { t } = useWords();
  return (
    <OperationForm {...form} order={['password', 'otp']}>
      <PasswordAndCode asksCode={asksCode} />
      <SubmitRow icon="next" action={form.action}>
        {t('passkeysPage.begin')}
      </SubmitRow>
    </OperationForm>
  );
}

type CreationOptions = Parameters<
  Awaited<ReturnType<typeof loadPasskeys>>['startRegistration']
>[0]['optionsJSON'];

/**
 * Lets the device make the passkey at the press of a button, and then adds it under a name.
 *
 * @param device the name offered.
 */
export function CreateForm({
  options,
  device,
  maxLength,
  ...form
}: Form & { options: object; device: string; maxLength: number }) {
  const { t } = useWords();
  const [isBusy, setBusy] = useState(false);
  const [isRefused, setRefused] = useState(false);
  useEffect(showResult, []);
  const create = async ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    if (isBusy) return;
    setBusy(true);
    setRefused(false);
    try {
      const { startRegistration } = await loadPasskeys();
      const credential = await startRegistration({ optionsJSON: options as CreationOptions });
      sendCredential(currentTarget.form, credential);
    } catch {
      setRefused(true);
    } finally {
      setBusy(false);
    }
  };
  return (
    <OperationForm {...form} defaults={{ name: device }}>
      <input type="hidden" name="credential" />
      <TextField
        name="name"
        label={t('passkeys.nameLabel')}
        hint={t('passkeysPage.nameHint')}
        autoComplete="off"
        maxLength={maxLength}
        isRequired={false}
      />
      <div>
        <button type="button" className="button max-sm:w-full" aria-disabled={isBusy} onClick={create}>
          <Icon name={isBusy ? 'wait' : 'key'} className={isBusy ? 'spin' : undefined} />
          <span>{t('passkeysPage.confirm')}</span>
        </button>
        <p role="alert" className={isRefused ? 'field-error' : 'sr-only'}>
          {isRefused && t('passkeysPage.notCreated')}
        </p>
      </div>
    </OperationForm>
  );
}
