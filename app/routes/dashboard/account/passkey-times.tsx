import type { PublicPasskey } from '~/domain/log-in/passkey-schemas';
import { useWords } from '~/ui/sentence';

/** The times of a passkey: when it was added, and when it was last used. */
export function PasskeyTimes({ passkey: { createdAt, lastUsedAt } }: { passkey: PublicPasskey }) {
  const { t, moment } = useWords();
  return (
    <>
      {t('passkeys.created', { moment: moment(createdAt) })}
      <br />
      {lastUsedAt ? t('passkeys.used', { moment: moment(lastUsedAt) }) : t('passkeys.notUsed')}
    </>
  );
}
