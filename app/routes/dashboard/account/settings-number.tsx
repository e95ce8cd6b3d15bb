import { useEffect } from 'react';
import type { readOwnNumber } from '~/domain/accounts/clinic-number.server';
import { OwnProof } from '~/routes/dashboard/account/own-proof';
import { EmailField } from '~/ui/fields/account-fields';
import { CodeField } from '~/ui/fields/code-field';
import { CheckField, PhoneField } from '~/ui/fields/fields';
import { SubmitRow } from '~/ui/forms/buttons';
import { OperationForm, type PartFormProps } from '~/ui/forms/operation-form';
import { Notice } from '~/ui/notices/notice';
import { showResult } from '~/ui/notices/page-arrival';
import { useWords } from '~/ui/sentence';
import { EventWords } from './event-words';

type OwnNumber = Awaited<ReturnType<(typeof readOwnNumber)['run']>>['data'];

type NumberPartProps = {
  ownNumber: OwnNumber;
  hasPasskeys: boolean;
  /** The last digits of the number that proves at the front desk, if it is another one. */
  provenEnd?: string;
  phoneForm: PartFormProps;
  messagesForm: PartFormProps;
  codeForm: PartFormProps;
  emailForm: PartFormProps;
  /** The address that a code was sent to. */
  sentTo?: string;
};

/**
 * The clinic number, the phone number with the leave to write to it, an e-mail address to add, and
 * the actions of the staff.
 */
export function NumberPart({
  ownNumber,
  hasPasskeys,
  provenEnd,
  phoneForm,
  messagesForm,
  codeForm,
  emailForm,
  sentTo,
}: NumberPartProps) {
  const { t } = useWords();
  return (
    <div className="grid gap-8">
      <p className="text-section font-strong">
        <bdi dir="ltr" className="font-figures select-all">
          {ownNumber.clinicNumber}
        </bdi>
      </p>
      <section aria-labelledby="phone-title">
        <h2 id="phone-title" className="mb-4">
          {t('upload.phoneNumberLabel')}
        </h2>
        {provenEnd !== undefined && (
          <Notice icon="alert" variant="wait mb-4">
            {provenEnd ? t('ownNumber.otherProves', { digits: provenEnd }) : t('ownNumber.noneProves')}
          </Notice>
        )}
        <OperationForm
          {...phoneForm}
          defaults={{ contactNumber: ownNumber.phoneNumber }}
          order={['contactNumber', 'password']}
        >
          <PhoneField
            name="contactNumber"
            label={t('upload.phoneNumberLabel')}
            hint={t('profile.contactNumberHint')}
          />
          <OwnProof hasPasskeys={hasPasskeys} hint={t('ownNumber.whyPassword')} />
          <SubmitRow icon="check" action={phoneForm.action}>
            {t(provenEnd === undefined ? 'changePhone.submit' : 'ownNumber.confirm')}
          </SubmitRow>
        </OperationForm>
      </section>
      {ownNumber.phoneNumber && <Messages form={messagesForm} mayWrite={ownNumber.mayWrite} />}
      {!ownNumber.hasEmail && (
        <AddEmail codeForm={codeForm} emailForm={emailForm} sentTo={sentTo} hasPasskeys={hasPasskeys} />
      )}
      <Events events={ownNumber.events} />
    </div>
  );
}

/** The leave to write to the phone number, which a new number begins without. */
function Messages({ form, mayWrite }: { form: PartFormProps; mayWrite: boolean }) {
  const { t } = useWords();
  return (
    <section aria-labelledby="messages-title">
      <h2 id="messages-title">{t('messageConsent.title')}</h2>
      <p className="mt-2 mb-4 text-muted">{t('messageConsent.lead')}</p>
      <OperationForm {...form} defaults={mayWrite ? { mayWrite: 'on' } : undefined}>
        <CheckField name="mayWrite" label={t('messageConsent.label')} isRequired={false} />
        <SubmitRow icon="check" action={form.action}>
          {t('messageConsent.submit')}
        </SubmitRow>
      </OperationForm>
    </section>
  );
}

/** Adds an e-mail address in two steps: the address, then the code that was sent there. */
function AddEmail({
  codeForm,
  emailForm,
  sentTo,
  hasPasskeys,
}: Pick<NumberPartProps, 'codeForm' | 'emailForm' | 'sentTo' | 'hasPasskeys'>) {
  const { t } = useWords();
  const isJustSent = sentTo !== undefined && emailForm.answer === undefined;
  useEffect(() => {
    if (isJustSent) showResult();
  }, [isJustSent]);
  return (
    <section aria-labelledby="email-title" id={isJustSent ? 'result' : undefined}>
      <h2 id="email-title">{t('addEmail.title')}</h2>
      {sentTo ? (
        <>
          <p className="mt-2 mb-4 [overflow-wrap:anywhere]" role="status">
            {t('addEmail.sent', { email: sentTo })}
          </p>
          <OperationForm {...emailForm} order={['otp', 'password']}>
            <input type="hidden" name="email" value={sentTo} />
            <CodeField name="otp" label={t('otp.label')} hint={t('otp.spam')} />
            <OwnProof hasPasskeys={hasPasskeys} />
            <SubmitRow icon="check" action={emailForm.action}>
              {t('addEmail.submit')}
            </SubmitRow>
          </OperationForm>
        </>
      ) : (
        <>
          <p className="mt-2 mb-4 text-muted">{t('addEmail.lead')}</p>
          <OperationForm {...codeForm}>
            <EmailField label={t('login.emailLabel')} />
            <SubmitRow icon="mail" action={codeForm.action}>
              {t('addEmail.send')}
            </SubmitRow>
          </OperationForm>
        </>
      )}
    </section>
  );
}

/** Lists the events of the account: by the staff, by programs with a key, and in its own sessions. */
export function Events({ events }: { events: OwnNumber['events'] }) {
  const { t } = useWords();
  return (
    <section aria-labelledby="events-title">
      <h2 id="events-title" className="mb-3">
        {t('ownNumber.events')}
      </h2>
      {events.length === 0 ? (
        <p className="text-muted">{t('ownNumber.none')}</p>
      ) : (
        <ol className="grid gap-3">
          {events.map((event) => (
            <li
              key={`${event.at} ${event.action}`}
              className="border-s-2 border-line ps-3 [overflow-wrap:anywhere]"
            >
              <EventWords event={event} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
