import type { CallCounts } from '~/domain/help/list-to-tell.server';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { type Task, ToDo } from './home-parts';

/** The part of the home page of the front desk and of helpers: the people to call. */
export function DutyHome({ counts }: { counts: CallCounts }) {
  const { t } = useWords();
  const lines: Task[] = [
    { count: counts.first, words: 'toDo.callFirst', to: paths.toTell },
    { count: counts.others, words: 'toDo.toCall', to: paths.toTell },
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
