import { translate } from '~/i18n/translate';
import { getSettings } from '~/platform/settings/env.server';
import { findLongestRetention } from '~/platform/settings/retention';
import { requestLanguage } from '~/web/request/request-language.server';

/**
 * Returns the sentence, for a page that deletes, on how long the clinic's older backups keep a
 * copy.
 */
export function backupWords() {
  const { backupEveryHours, retention } = getSettings();
  if (backupEveryHours === undefined)
    return { inBackups: translate(requestLanguage(), 'delete.keptUntilRemoved') };
  const { count, unit } = findLongestRetention(retention, backupEveryHours);
  const key = unit === 'months' ? 'delete.keptMonths' : 'delete.keptDays';
  return { inBackups: translate(requestLanguage(), key, { count }) };
}
