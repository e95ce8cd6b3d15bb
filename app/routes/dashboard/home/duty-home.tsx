import type { TellingCounts } from '~/domain/clinic/dashboard.server';
import { hasAbility } from '~/domain/kernel/abilities';
import type { AccountStatus } from '~/domain/kernel/viewer';
import { useWords } from '~/ui/sentence';
import { paths } from '~/web/request/paths';
import { type Task, ToDo } from './home-parts';

type Props = { counts: TellingCounts; viewer: AccountStatus };

/** The part of the home page of the front desk and of helpers: the people to tell something. */
export function DutyHome({ counts, viewer }: Props) {
  const { t } = useWords();
  const goToday = hasAbility(viewer, 'followUp.work') ? paths.goToday : paths.toTell;
  const lines: Task[] = [
    { count: counts.goToday, words: 'toDo.goToday', to: goToday },
    { count: counts.toTell, words: 'toDo.toTell', to: paths.toTell },
  ];
  return (
    <ToDo
      title={t('toDo.forDoctor')}
      nothing={t('toDo.nothing')}
      lines={lines
        .filter(({ count }) => count > 0)
        .map(({ count, words: sentence, to }) => ({
          words: t(sentence, { count }),
          to,
        }))}
    />
  );
}
