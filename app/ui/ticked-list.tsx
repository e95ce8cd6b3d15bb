import type { MessageKey } from '~/i18n/message-keys';
import { Icon } from './icon';
import { useWords } from './sentence';

/** A column of sentences, each with a tick. */
export function TickedList({ sentences }: { sentences: readonly MessageKey[] }) {
  const { t } = useWords();
  return (
    <ul className="mt-2 grid gap-1 md:mt-3 md:gap-2">
      {sentences.map((sentence) => (
        <li key={sentence} className="flex gap-3">
          <Icon name="check" className="mt-0.5 text-good" />
          <p>{t(sentence)}</p>
        </li>
      ))}
    </ul>
  );
}
