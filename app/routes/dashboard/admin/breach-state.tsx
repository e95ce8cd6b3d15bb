import type { PublicBreach } from '~/domain/clinic/breach-schemas';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';

/** What is still to be done about a breach: nobody told yet, the board not told yet, or closed. */
export function BreachState({ breach }: { breach: PublicBreach }) {
  const { t } = useWords();
  const { closedAt, toldAt, boardToldAt } = breach;
  if (closedAt)
    return (
      <span className="badge good">
        <Icon name="check" className="h-4 w-4" />
        {t('breach.isClosed')}
      </span>
    );
  return (
    <span className="flex flex-wrap gap-2">
      {!toldAt && (
        <span className="badge wait">
          <Icon name="wait" className="h-4 w-4" />
          {t('breach.peopleNotTold')}
        </span>
      )}
      {!boardToldAt && (
        <span className="badge wait">
          <Icon name="wait" className="h-4 w-4" />
          {t('breach.boardNotTold')}
        </span>
      )}
    </span>
  );
}
