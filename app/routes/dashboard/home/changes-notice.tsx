import type { AccountEvent } from '~/domain/accounts/account-events.server';
import type { pageSentences } from '~/i18n/translate';
import { Icon } from '~/ui/icon';
import { ButtonLink } from '~/ui/links';
import type { EventSentences } from '~/web/pages/event-sentences.server';
import { paths } from '~/web/request/paths';
import { EventWords } from '../account/event-words';

type Props = {
  changes: AccountEvent[];
  words: ReturnType<typeof pageSentences<'changesSeen'>>;
  sentences: EventSentences;
};

/** Names what has changed in the ways into the account since the log-in before. */
export function ChangesNotice({ changes, words, sentences }: Props) {
  return (
    <section className="notice wait mb-6" aria-labelledby="changes">
      <Icon name="alert" className="mt-0.5" />
      <div className="min-w-0">
        <h2 id="changes" className="text-[1.1rem]">
          {words.title}
        </h2>
        <ul className="my-3 grid gap-2 [overflow-wrap:anywhere]">
          {changes.map((event) => (
            <li key={`${event.at} ${event.action}`}>
              <EventWords event={event} sentences={sentences} />
            </li>
          ))}
        </ul>
        <p className="mb-3">{words.notYou}</p>
        <div className="actions [overflow-wrap:anywhere]">
          <ButtonLink to={`${paths.settings}#password`} icon="lock" variant="small">
            {words.password}
          </ButtonLink>
          <ButtonLink to={paths.settingsOf('sessions')} icon="logout" variant="plain small">
            {words.sessions}
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
