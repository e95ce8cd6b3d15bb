import type { ReactNode } from 'react';
import { PasswordField } from '~/ui/fields/account-fields';
import { TextField } from '~/ui/fields/fields';
import { ActionButton, SubmitRow } from '~/ui/forms/buttons';
import { OperationForm, type PartFormProps } from '~/ui/forms/operation-form';
import { Icon } from '~/ui/icon';
import { PageHead } from '~/ui/layout/shell';
import { OneTimeSecret, SavedLink } from '~/ui/notices/one-time-secret';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';

/** A form that asks for the password again, and for a code if a second factor is active. */
export function HeldForm({
  submit,
  asksCode = false,
  isDanger = false,
  ...form
}: PartFormProps & { submit: string; asksCode?: boolean; isDanger?: boolean }) {
  const { t } = useWords();
  return (
    <OperationForm {...form} order={['password', 'otp']}>
      <PasswordField name="password" label={t('login.passwordLabel')} autoComplete="current-password" />
      {asksCode && (
        <TextField
          name="otp"
          label={t('secondFactorPage.otpLabel')}
          autoComplete="one-time-code"
          maxLength={40}
        />
      )}
      <SubmitRow action={form.action} icon="lock" variant={isDanger ? 'danger' : ''}>
        {submit}
      </SubmitRow>
    </OperationForm>
  );
}

type PartProps = { title: string; lead?: string; children: ReactNode };

/** A section of the page with its heading. */
export function Part({ title, lead, children }: PartProps) {
  return (
    <section className="sheet" aria-label={title}>
      <h2>{title}</h2>
      {lead && <p className="mt-2 text-muted">{lead}</p>}
      <div className="mt-4">{children}</div>
    </section>
  );
}

/** The recovery codes, which are shown only once. */
export function RecoveryCodes({ codes, lead }: { codes: string[]; lead: ReactNode }) {
  const { t } = useWords();
  return (
    <OneTimeSecret>
      <PageHead title={t('secondFactorPage.codesTitle')} lead={lead} />
      <div className="sheet max-w-3xl">
        <p>{t('secondFactorPage.codesText')}</p>
        <ol
          className="my-5 grid select-all gap-x-8 gap-y-2 font-figures font-label sm:grid-cols-2"
          data-secret
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <SavedLink to={paths.secondFactor}>{t('secondFactorPage.codesDone')}</SavedLink>
      </div>
    </OneTimeSecret>
  );
}

type SetUpProps = { secret: string; link: string; picture: string; confirm: PartFormProps };

/** The data for the authenticator app, and the form for a code that proves its setup. */
export function SetUp({ secret, link, picture, confirm }: SetUpProps) {
  const { t } = useWords();
  return (
    <>
      <Part title={t('secondFactorPage.scanTitle')} lead={t('secondFactorPage.scan')}>
        <img
          src={picture}
          alt={t('secondFactorPage.picture')}
          className="w-56 max-w-full border border-line"
        />
        <p className="mt-4">
          <a href={link} className="button plain small">
            <Icon name="phone" />
            {t('secondFactorPage.openApp')}
          </a>
        </p>
        <p className="mt-4">{t('secondFactorPage.type')}</p>
        <p className="mt-1 select-all font-figures font-label">{secret}</p>
      </Part>
      <Part title={t('secondFactorPage.confirmTitle')}>
        <OperationForm {...confirm}>
          <TextField
            name="otp"
            label={t('secondStep.code')}
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={12}
          />
          <SubmitRow icon="check" action={confirm.action}>
            {t('secondFactorPage.confirm')}
          </SubmitRow>
        </OperationForm>
        <ActionButton
          operation="secondFactor.cancel"
          action={paths.secondFactorOf('cancel')}
          formClass="mt-5"
          icon="close"
          variant="plain small"
        >
          {t('secondFactorPage.cancel')}
        </ActionButton>
      </Part>
    </>
  );
}
