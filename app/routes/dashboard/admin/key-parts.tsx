import { useLoaderData } from '@remix-run/react';
import { defaultKeyDays, maxKeyNameLength } from '~/domain/keys/constants';
import type { PublicKey } from '~/domain/keys/schemas';
import { fillPlaceholders } from '~/i18n/t';
import type { pageSentences } from '~/i18n/translate';
import { keyScopes } from '~/platform/enums';
import { CheckListField } from '~/ui/fields/check-list-field';
import { SelectField, TextField } from '~/ui/fields/fields';
import { PasswordAndCode } from '~/ui/fields/password-and-code';
import { ActionButton, SubmitRow } from '~/ui/forms/buttons';
import { OperationForm, type PartFormProps } from '~/ui/forms/operation-form';
import { Icon } from '~/ui/icon';
import { Notice } from '~/ui/notices/notice';
import { OneTimeSecret, SavedLink } from '~/ui/notices/one-time-secret';
import { useWords } from '~/ui/sentence';
import { paths } from '~/web/request/paths';

/** Returns the sentences of this page, which come with its data because no other page uses them. */
export function useKeyWords() {
  const { language } = useWords();
  const { words } = useLoaderData<{ words: ReturnType<typeof pageSentences<'keysPage'>> }>();
  return (name: keyof typeof words, values: Record<string, string | number> = {}) =>
    fillPlaceholders(language, words[name], values);
}

/** The secret of a new key, which is shown once. */
export function NewKey({ name, secret }: { name: string; secret: string }) {
  const { t } = useWords();
  const word = useKeyWords();
  return (
    <OneTimeSecret>
      <section id="result" className="sheet grid gap-4" aria-labelledby="new-key">
        <h2 id="new-key" className="[overflow-wrap:anywhere]">
          {word('secretLabel', { name })}
        </h2>
        <Notice icon="alert" variant="wait">
          {word('once')}
        </Notice>
        <p
          className="select-all rounded-lg border border-line p-3 font-figures font-semibold [overflow-wrap:anywhere]"
          data-secret
        >
          <bdi dir="ltr">{secret}</bdi>
        </p>
        <div>
          <SavedLink to={paths.keys}>{t('secret.saved')}</SavedLink>
        </div>
      </section>
    </OneTimeSecret>
  );
}

function useStatusWords({ status, revokedAt, expiresAt }: PublicKey): string {
  const { day } = useWords();
  const word = useKeyWords();
  if (status === 'ended') return word('ended');
  if (status === 'revoked') return word('revoked', { date: day(revokedAt ?? expiresAt) });
  return word(status, { date: day(expiresAt) });
}

/** Checks whether a key can never work again. */
export const isKeyOver = ({ status }: PublicKey) => status === 'revoked' || status === 'expired';

/** A key, with the buttons that revoke it and take it over. */
type KeyEntryProps = Pick<PartFormProps, 'answer'> & { apiKey: PublicKey; asksCode: boolean };

export function KeyEntry({ apiKey, asksCode, answer }: KeyEntryProps) {
  const { t, day, moment } = useWords();
  const word = useKeyWords();
  const { _id: keyId, name, scopes, status, madeBy, isOwn, madeAt, lastUsedAt } = apiKey;
  const isOver = isKeyOver(apiKey);
  const ofName = <span className="sr-only"> {t('list.of', { name })}</span>;
  return (
    <li className="grid gap-3 border-line border-t pt-5 first:border-t-0 first:pt-0 [overflow-wrap:anywhere]">
      <div className="grid gap-1">
        <h2 className={isOver ? 'text-muted' : undefined}>
          <bdi>{name}</bdi>
        </h2>
        <p className={status === 'active' ? undefined : 'font-semibold'}>{useStatusWords(apiKey)}</p>
        <p className="text-[0.95rem] text-muted">
          {word('owner', { name: madeBy ?? word('former'), date: day(madeAt) })}
          <br />
          {lastUsedAt ? word('used', { moment: moment(lastUsedAt) }) : word('unused')}
        </p>
      </div>
      {!isOver && (
        <>
          <ul className="list-disc ps-5">
            {scopes.map((scope) => (
              <li key={scope}>{word(scope)}</li>
            ))}
          </ul>
          {!isOwn && <TakeOver keyId={keyId} name={name} asksCode={asksCode} answer={answer} />}
          <details>
            <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-2 font-semibold text-accent [&::-webkit-details-marker]:hidden">
              <Icon name="close" />
              {word('revoke')}
              {ofName}
            </summary>
            <p className="mt-1 mb-3">{word('revokeText')}</p>
            <ActionButton
              operation="key.revoke"
              action={paths.keysOf('revoke')}
              fields={{ keyId }}
              icon="close"
              variant="danger small"
            >
              {word('revoke')}
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
  const word = useKeyWords();
  const isSent = answer?.lastResult.initialValue?.keyId === keyId;
  const action = paths.keysOf('take-over');
  return (
    <details open={isSent}>
      <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-2 font-semibold text-accent [&::-webkit-details-marker]:hidden">
        <Icon name="key" />
        {word('takeOver')}
        <span className="sr-only"> {t('list.of', { name })}</span>
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
            {word('takeOver')}
          </SubmitRow>
        </OperationForm>
      </div>
    </details>
  );
}

const offeredDays = [30, defaultKeyDays, 180, 365];

/** Makes a key: name, scopes and days, with the password and the code of a second factor. */
export function MakeKeyForm({ asksCode, ...form }: PartFormProps & { asksCode: boolean }) {
  const word = useKeyWords();
  return (
    <section className="sheet grid gap-5" aria-labelledby="make-key">
      <h2 id="make-key">{word('add')}</h2>
      <OperationForm
        {...form}
        // The new key stands above the form.
        action={`${form.action}#result`}
        defaults={{ days: String(defaultKeyDays) }}
        order={['name', 'scopes', 'days', 'password', 'otp']}
      >
        <TextField
          name="name"
          label={word('nameLabel')}
          hint={word('nameHint')}
          autoComplete="off"
          maxLength={maxKeyNameLength}
        />
        <CheckListField
          name="scopes"
          label={word('scopesLabel')}
          options={keyScopes.map((scope) => ({ value: scope, label: word(scope) }))}
        />
        <SelectField
          name="days"
          label={word('daysLabel')}
          options={offeredDays.map((days) => ({ value: String(days), label: word('days', { days }) }))}
        />
        <PasswordAndCode asksCode={asksCode} />
        <SubmitRow icon="key" action={form.action}>
          {word('submit')}
        </SubmitRow>
      </OperationForm>
    </section>
  );
}
