import { useRef } from 'react';
import { defaultKeyDays, maxKeyNameLength } from '~/domain/programs/key-constants';
import type { PublicKey } from '~/domain/programs/key-schemas';
import { keyScopes } from '~/platform/enums';
import { CheckListField } from '~/ui/fields/check-list-field';
import { SelectField, TextField } from '~/ui/fields/fields';
import { PasswordAndCode } from '~/ui/fields/password-and-code';
import { ActionButton, SubmitRow } from '~/ui/forms/buttons';
import { OperationForm, type PartFormProps } from '~/ui/forms/operation-form';
import { Icon } from '~/ui/icon';
import { Notice } from '~/ui/notices/notice';
import { CopySecret, OneTimeSecret, SavedLink } from '~/ui/notices/one-time-secret';
import { OfName } from '~/ui/of-name';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';

/** The secret of a new key, which is shown once. */
export function NewKey({ name, secret }: { name: string; secret: string }) {
  const { t } = useWords();
  const part = useRef<HTMLParagraphElement>(null);
  return (
    <OneTimeSecret>
      <section id="result" className="sheet grid gap-4" aria-labelledby="new-key">
        <h2 id="new-key" className="[overflow-wrap:anywhere]">
          {t('keysPage.secretLabel', { name })}
        </h2>
        <Notice icon="alert" variant="wait">
          {t('keysPage.once')}
        </Notice>
        <p
          className="select-all rounded-sheet border border-line p-3 font-figures font-label [overflow-wrap:anywhere]"
          ref={part}
          data-secret
        >
          <bdi dir="ltr">{secret}</bdi>
        </p>
        <div className="actions">
          <SavedLink to={paths.keys}>{t('secret.saved')}</SavedLink>
          <CopySecret part={part} text={secret} name={name} />
        </div>
      </section>
    </OneTimeSecret>
  );
}

function useStatusWords({ status, revokedAt, expiresAt }: PublicKey): string {
  const { day } = useWords();
  const { t } = useWords();
  if (status === 'ended') return t('keysPage.ended');
  if (status === 'revoked') return t('keysPage.revoked', { date: day(revokedAt ?? expiresAt) });
  return t(`keysPage.${status}`, { date: day(expiresAt) });
}

/** Checks whether a key can never work again. */
export const isKeyOver = ({ status }: PublicKey) => status === 'revoked' || status === 'expired';

/** A key, with the buttons that revoke it and take it over. */
type KeyEntryProps = Pick<PartFormProps, 'answer'> & { apiKey: PublicKey; asksCode: boolean };

export function KeyEntry({ apiKey, asksCode, answer }: KeyEntryProps) {
  const { t, day, moment } = useWords();
  const { _id: keyId, name, scopes, status, madeBy, isOwn, madeAt, lastUsedAt } = apiKey;
  const isOver = isKeyOver(apiKey);
  const ofName = <OfName name={name} />;
  return (
    <li className="grid gap-3 border-line border-t pt-5 first:border-t-0 first:pt-0 [overflow-wrap:anywhere]">
      <div className="grid gap-1">
        <h2 className={isOver ? 'text-muted' : undefined}>
          <bdi>{name}</bdi>
        </h2>
        <p className={status === 'active' ? undefined : 'font-label'}>{useStatusWords(apiKey)}</p>
        <p className="text-small text-muted">
          {t('keysPage.owner', { name: madeBy ?? t('keysPage.former'), date: day(madeAt) })}
          <br />
          {lastUsedAt ? t('keysPage.used', { moment: moment(lastUsedAt) }) : t('keysPage.unused')}
        </p>
      </div>
      {!isOver && (
        <>
          <ul className="list-disc ps-5">
            {scopes.map((scope) => (
              <li key={scope}>{t(`keysPage.${scope}`)}</li>
            ))}
          </ul>
          {!isOwn && <TakeOver keyId={keyId} name={name} asksCode={asksCode} answer={answer} />}
          <details>
            <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-2 font-label underline decoration-edge [&::-webkit-details-marker]:hidden">
              <Icon name="close" />
              {t('keysPage.revoke')}
              {ofName}
            </summary>
            <p className="mt-1 mb-3">{t('keysPage.revokeText')}</p>
            <ActionButton
              operation="key.revoke"
              action={paths.keysOf('revoke')}
              fields={{ keyId }}
              icon="close"
              variant="danger small"
            >
              {t('keysPage.revoke')}
              {ofName}
            </ActionButton>
          </details>
        </>
      )}
    </li>
  );
}

/** Takes a key over, with the password and the code of a second factor. */
function TakeOver({
  keyId,
  name,
  asksCode,
  answer,
}: Omit<KeyEntryProps, 'apiKey'> & { keyId: string; name: string }) {
  const { t } = useWords();
  const isSent = answer?.lastResult.initialValue?.keyId === keyId;
  const action = paths.keysOf('take-over');
  return (
    <details open={isSent}>
      <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-2 font-label underline decoration-edge [&::-webkit-details-marker]:hidden">
        <Icon name="key" />
        {t('keysPage.takeOver')}
        <OfName name={name} />
      </summary>
      <div className="mt-1 max-w-md">
        <OperationForm
          id={`take-over-${keyId}`}
          operation="key.takeOver"
          action={action}
          answer={isSent ? answer : undefined}
          order={['password', 'otp']}
        >
          <input type="hidden" name="keyId" value={keyId} />
          <PasswordAndCode asksCode={asksCode} />
          <SubmitRow icon="key" variant="small" action={action}>
            {t('keysPage.takeOver')}
          </SubmitRow>
        </OperationForm>
      </div>
    </details>
  );
}

const offeredDays = [30, defaultKeyDays, 180, 365];

/** Makes a key: name, scopes and days, with the password and the code of a second factor. */
export function MakeKeyForm({ asksCode, ...form }: PartFormProps & { asksCode: boolean }) {
  const { t } = useWords();
  return (
    <section className="sheet grid gap-5" aria-labelledby="make-key">
      <h2 id="make-key">{t('keysPage.add')}</h2>
      <OperationForm
        {...form}
        // The new key stands above the form.
        action={`${form.action}#result`}
        defaults={{ days: String(defaultKeyDays) }}
        order={['name', 'scopes', 'days', 'password', 'otp']}
      >
        <TextField
          name="name"
          label={t('keysPage.nameLabel')}
          hint={t('keysPage.nameHint')}
          autoComplete="off"
          maxLength={maxKeyNameLength}
        />
        <CheckListField
          name="scopes"
          label={t('keysPage.scopesLabel')}
          options={keyScopes.map((scope) => ({ value: scope, label: t(`keysPage.${scope}`) }))}
        />
        <SelectField
          name="days"
          label={t('keysPage.daysLabel')}
          options={offeredDays.map((days) => ({ value: String(days), label: t('keysPage.days', { days }) }))}
        />
        <PasswordAndCode asksCode={asksCode} />
        <SubmitRow icon="key" action={form.action}>
          {t('keysPage.submit')}
        </SubmitRow>
      </OperationForm>
    </section>
  );
}
