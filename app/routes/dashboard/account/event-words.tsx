import type { AccountEvent, OwnAction, StaffAction } from '~/domain/accounts/account-events.server';
import { fillPlaceholders } from '~/i18n/t';
import { useWords } from '~/ui/sentence';
import type { EventSentences } from '~/web/pages/event-sentences.server';

type Props = { event: AccountEvent; sentences: EventSentences };

/** Says what was done with the account, and when. */
export function EventWords({ event: { action, isOwn, by, device, at }, sentences }: Props) {
  const { t, moment, language } = useWords();
  return (
    <>
      <p>
        {action === 'session.opened'
          ? t('ownNumber.firstLogIn', { device: device ?? t('ownNumber.unknownDevice') })
          : isOwn
            ? sentences.own[action as OwnAction]
            : fillPlaceholders(language, sentences.staff[action as StaffAction], {
                name: by ?? t('ownNumber.unnamed'),
              })}
      </p>
      <p className="text-[0.95rem] text-muted">{moment(at)}</p>
    </>
  );
}
