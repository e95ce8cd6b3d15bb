import { say } from '~/copy/say';
import { longestKept } from '~/platform/backup/retention';
import { settings } from '~/platform/env.server';
import { language } from './language.server';

/** For a page that deletes: for how long the clinic's older backups still hold a copy. */
export function backupWords() {
  const { backupEveryHours, retention } = settings();
  if (backupEveryHours === undefined) return { inBackups: say(language(), 'delete.keptUntilRemoved') };
  const { count, unit } = longestKept(retention, backupEveryHours);
  const key = unit === 'months' ? 'delete.keptMonths' : 'delete.keptDays';
  return { inBackups: say(language(), key, { count }) };
}
