import { useLoaderData } from '@remix-run/react';
import { type ReactNode, useEffect } from 'react';
import type { MessageValues } from '~/i18n/message-keys';
import { fill } from '~/i18n/t';
import type { sentencesOf } from '~/i18n/translate';
import { PasswordField } from '~/ui/fields/account-fields';
import { TextField } from '~/ui/fields/fields';
import { ActionButton, SubmitRow } from '~/ui/forms/buttons';
import { OperationForm, type PartFormProps } from '~/ui/forms/operation-form';
import { Icon } from '~/ui/icon';
import { PageHead } from '~/ui/layout/shell';
import { ButtonLink } from '~/ui/links';
import { focusContent } from '~/ui/notices/page-arrival';
import { useWords } from '~/ui/sentence';
import { paths } from '~/web/request/paths';

type OwnWords = ReturnType<typeof sentencesOf<'secondFactorPage'>>;

/** The sentences of this page alone, which come with its data: no other page carries them. */
export function useOwnWords() {
  const { words } = useLoaderData<{ words: OwnWords }>();
  const { language } = useWords();
  return (name: keyof OwnWords, values?: MessageValues) => fill(language, words[name], values);
}

/** A form that asks for the password again, and for a code where a second factor is in force. */
export function HeldForm({
  submit,
  asksCode = false,
  isDanger = false,
  ...form
}: PartFormProps & { submit: string; asksCode?: boolean; isDanger?: boolean }) {
  const { t } = useWords();
  const say = useOwnWords();
  return (
    <OperationForm {...form} order={['password', 'otp']}>
      <PasswordField name="password" label={t('login.passwordLabel')} autoComplete="current-password" />
      {asksCode && (
        <TextField name="otp" label={say('otpLabel')} autoComplete="one-time-code" maxLength={40} />
      )}
      <SubmitRow action={form.action} icon="lock" variant={isDanger ? 'danger' : ''}>
        {submit}
      </SubmitRow>
    </OperationForm>
  );
}

type PartProps = { title: string; lead?: string; children: ReactNode };

/** A part of the page with its heading. */
export function Part({ title, lead, children }: PartProps) {
  return (
    <section className="sheet" aria-label={title}>
      <h2>{title}</h2>
      {lead && <p className="mt-2 text-muted">{lead}</p>}
      <div className="mt-4">{children}</div>
    </section>
  );
}

/** The same, folded away until somebody wants it; open where its form has just been sent. */
export function Fold({ title, lead, isOpen, children }: PartProps & { isOpen: boolean }) {
  return (
    <details className="sheet group !py-4" open={isOpen}>
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 [&::-webkit-details-marker]:hidden">
        <h2 className="min-w-0">{title}</h2>
        <Icon name="next" className="ms-auto group-open:rotate-90 rtl:group-open:-rotate-90" />
      </summary>
      <p className="mt-2 text-muted">{lead}</p>
      <div className="my-4">{children}</div>
    </details>
  );
}

/** The recovery codes, this once. */
export function RecoveryCodes({ codes, lead }: { codes: string[]; lead: ReactNode }) {
  const say = useOwnWords();
  useEffect(focusContent, []);
  return (
    <>
      <PageHead title={say('codesTitle')} lead={lead} />
      <div className="sheet max-w-3xl">
        <p>{say('codesText')}</p>
        <ol className="my-5 grid select-all gap-x-8 gap-y-2 font-figures font-semibold sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <ButtonLink to={paths.secondFactor} icon="check">
          {say('codesDone')}
        </ButtonLink>
      </div>
    </>
  );
}

type SetUpProps = { secret: string; link: string; picture: string; confirm: PartFormProps };

/** What the authenticator app needs, and the code that shows that it has it. */
export function SetUp({ secret, link, picture, confirm }: SetUpProps) {
  const { t } = useWords();
  const say = useOwnWords();
  return (
    <>
      <Part title={say('scanTitle')} lead={say('scan')}>
        <img src={picture} alt={say('picture')} className="w-56 max-w-full border border-line" />
        <p className="mt-4">
          <a href={link} className="button plain small">
            <Icon name="phone" />
            {say('openApp')}
          </a>
        </p>
        <p className="mt-4">{say('type')}</p>
        <p className="mt-1 select-all font-figures font-semibold">{secret}</p>
      </Part>
      <Part title={say('confirmTitle')}>
        <OperationForm {...confirm}>
          <TextField
            name="otp"
            label={t('secondStep.code')}
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={12}
          />
          <SubmitRow icon="check" action={confirm.action}>
            {say('confirm')}
          </SubmitRow>
        </OperationForm>
        <ActionButton
          operation="secondFactor.cancel"
          action={paths.secondFactorOf('cancel')}
          formClass="mt-5"
          icon="close"
          variant="plain small"
        >
          {say('cancel')}
        </ActionButton>
      </Part>
    </>
  );
}
