import type { AccountEvent } from '~/domain/log-in/account-events.server';
import { Icon } from '~/ui/icon';
import { ButtonLink } from '~/ui/links';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { EventWords } from '../account/event-words';

/** Names what has changed in the ways into the account since the log-in before. */
export function ChangesNotice({ changes }: { changes: AccountEvent[] }) {
  const { t } = useWords();
  return (
    <section className="notice wait mb-6" aria-labelledby="changes">
      <Icon name="alert" className="mt-0.5" />
      <div className="min-w-0">
        <h2 id="changes" className="text-body">
          {t('changesSeen.title')}
        </h2>
        <ul className="my-3 grid gap-2 [overflow-wrap:anywhere]">
          {changes.map((event) => (
            <li key={`${event.at} ${event.action}`}>
              <EventWords event={event} />
            </li>
          ))}
        </ul>
        <p className="mb-3">{t('changesSeen.notYou')}</p>
        <div className="actions [overflow-wrap:anywhere]">
          <ButtonLink to={`${paths.settings}#password`} icon="lock" variant="small">
            {t('changesSeen.password')}
          </ButtonLink>
          <ButtonLink to={paths.settingsOf('sessions')} icon="logout" variant="plain small">
            {t('changesSeen.sessions')}
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
