import { translate } from '~/i18n/translate';
import { getSettings } from '~/platform/settings/env.server';
import { longestKept } from '~/platform/settings/retention';
import { language } from '~/web/request/request-language.server';

/** For a page that deletes: for how long the clinic's older backups still hold a copy. */
export function backupWords() {
  const { backupEveryHours, retention } = getSettings();
  if (backupEveryHours === undefined) return { inBackups: translate(language(), 'delete.keptUntilRemoved') };
  const { count, unit } = longestKept(retention, backupEveryHours);
  const key = unit === 'months' ? 'delete.keptMonths' : 'delete.keptDays';
  return { inBackups: translate(language(), key, { count }) };
}
