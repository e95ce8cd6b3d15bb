import { translate } from '~/i18n/translate';
import { longestKept } from '~/platform/backup/retention';
import { getSettings } from '~/platform/env.server';
import { language } from '~/web/locale/request-language.server';

/** For a page that deletes: for how long the clinic's older backups still hold a copy. */
export function backupWords() {
  const { backupEveryHours, retention } = getSettings();
  if (backupEveryHours === undefined) return { inBackups: translate(language(), 'delete.keptUntilRemoved') };
  const { count, unit } = longestKept(retention, backupEveryHours);
  const key = unit === 'months' ? 'delete.keptMonths' : 'delete.keptDays';
  return { inBackups: translate(language(), key, { count }) };
}
