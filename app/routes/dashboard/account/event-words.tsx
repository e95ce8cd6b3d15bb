import type { AccountEvent, OwnAction, StaffAction } from '~/domain/log-in/account-events.server';
import { useWords } from '~/ui/sentence';

/** Says what was done with the account, and when. */
export function EventWords({ event: { action, isOwn, by, device, at } }: { event: AccountEvent }) {
  const { t, moment } = useWords();
  return (
    <>
      <p>
        {action === 'session.opened'
          ? t('ownNumber.firstLogIn', { device: device ?? t('ownNumber.unknownDevice') })
          : isOwn
            ? t(`ownDid.${action as OwnAction}`)
            : t(`staffDid.${action as StaffAction}`, {
                name: by ?? t('ownNumber.unnamed'),
              })}
      </p>
      <p className="text-small text-muted">{moment(at)}</p>
    </>
  );
}
