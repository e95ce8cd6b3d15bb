import { pageSentences, translate } from '~/i18n/translate';
import { backupFailures } from '~/platform/backup/backup-failure.server';
import { type AuditAction, auditActions } from '~/platform/enums';
import { getSettings } from '~/platform/settings/env.server';
import { findLongestRetention } from '~/platform/settings/retention';
import { requestLanguage } from '~/web/request/request-language.server';

const auditNames = [
  'lead',
  'action',
  'all',
  'person',
  'objectOrCase',
  'from',
  'to',
  'empty',
  'newest',
  'newer',
  'older',
  'somebody',
  'gone',
  'case',
  'listed',
] as const;

/**
 * Returns the sentences of the audit log page. They come with its data because no other page shows
 * them. `did` contains the sentence for each action.
 */
export function auditWords() {
  const did = auditActions.map((action) => [action, translate(requestLanguage(), `audit.${action}`)]);
  const words = auditNames.map((name) => [name, translate(requestLanguage(), `auditPage.${name}`)]);
  return {
    did: Object.fromEntries(did) as Record<AuditAction, string>,
    words: Object.fromEntries(words) as Record<(typeof auditNames)[number], string>,
  };
}

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

const systemNames = [
  'lead',
  'program',
  'version',
  'backup',
  'last',
  'none',
  'size',
  'where',
  'encrypted',
  'plain',
  'missing',
  'failedAt',
  ...backupFailures,
  'every',
  'kept',
  'never',
  'sameDisk',
  'backUp',
  'running',
  'lookAgain',
  'noRoomNext',
  'databaseOnly',
  'disk',
  'free',
  'low',
  'servers',
  'server',
  'jobs',
  'jobRan',
  'jobFailed',
  'jobLate',
  'jobQuestions',
  'jobFollowUps',
  'jobTranslationDigests',
  'jobPurge',
  'jobDeletions',
  'jobSweep',
  'jobBackup',
  'translations',
  'unreviewed',
  'unreviewedHint',
  'letters',
  'mailOff',
  'mailOffHint',
  'test',
  'waiting',
  'givenUp',
  'failedLetters',
  'written',
  'said',
  'silent',
  'retry',
] as const;

/**
 * Returns the sentences of the system page. They come with its data because no other page shows
 * them.
 */
export function systemWords() {
  const words = systemNames.map((name) => [name, translate(requestLanguage(), `systemPage.${name}`)]);
  return {
    words: {
      ...(Object.fromEntries(words) as Record<(typeof systemNames)[number], string>),
      keysLead: translate(requestLanguage(), 'keysPage.lead'),
    },
    emailNames: pageSentences(requestLanguage(), 'emailName'),
  };
}
