import type { TellingCounts } from '~/domain/clinic/dashboard.server';
import { hasAbility } from '~/domain/kernel/abilities';
import type { AccountStatus } from '~/domain/kernel/viewer';
import { fillPlaceholders } from '~/i18n/t';
import { useWords } from '~/ui/sentence';
import { paths } from '~/web/request/paths';
import { ToDo, type ToDoWords } from './home-parts';

type Props = { counts: TellingCounts; words: ToDoWords; viewer: AccountStatus };

/** The part of the home page of the front desk and of helpers: the people to tell something. */
export function DutyHome({ counts, words, viewer }: Props) {
  const { language } = useWords();
  const goToday = hasAbility(viewer, 'followUp.work') ? paths.goToday : paths.toTell;
  const lines = [
    { count: counts.goToday, words: words.goToday, to: goToday },
    { count: counts.toTell, words: words.toTell, to: paths.toTell },
  ].filter(({ count }) => count > 0);
  return (
    <ToDo
      title={words.forDoctor}
      nothing={words.nothing}
      lines={lines.map(({ count, words: sentence, to }) => ({
        words: fillPlaceholders(language, sentence, { count }),
        to,
      }))}
    />
  );
}
