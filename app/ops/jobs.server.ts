import { raiseOverdue } from '~/domain/alerts/overdue.server';
import { climbLadders } from '~/domain/alerts/urgent-ladder.server';
import { requireListedDeletions } from '~/domain/audit/deletion-list.server';
import { purge } from '~/domain/clinic/purge.server';
import { writeTranslationDigests } from '~/domain/clinic/translation-digests.server';
import { refreshTypedWords } from '~/domain/clinic/typed-words.server';
import { reportOverdueFollowUps } from '~/domain/desk/follow-up-job.server';
import { followSteps } from '~/domain/desk/step-job.server';
import { tellOfEndingRegistrations } from '~/domain/experts/registration-job.server';
import { remindOfComplaints } from '~/domain/messages/complaint-job.server';
import { remindOfQuestions } from '~/domain/questions/question-job.server';
import { isDatabaseShared, tidyDatabase } from '~/platform/db/db.server';
import { hourMs, minuteMs } from '~/platform/durations';
import type { Job } from '~/platform/health/jobs.server';
import { isStoreShared, sweepInTurn } from './sweep.server';

/** Another server shows what was typed within 30 seconds. */
const wordsEveryMs = 15_000;
/** Keeps the first purge apart from the first answers. */
const purgeAfterMs = 1000;
const stepsAfterMs = 30_000;

/**
 * Lists everything that a server does regularly, besides the heart-beats, the e-mails and the
 * webhooks. A job that is not alone writes with conditional statements, or only on this server.
 *
 * @param makeDueBackup makes a backup if one is due; undefined if this server makes none by itself.
 */
export const listJobs = (makeDueBackup?: () => Promise<void>): Job[] => [
  { name: 'clinic.words', everyMs: wordsEveryMs, firstMs: wordsEveryMs, run: refreshTypedWords },
  { name: 'questions', everyMs: hourMs, run: () => remindOfQuestions() },
  { name: 'followUps', everyMs: 5 * minuteMs, run: reportOverdueFollowUps },
  { name: 'alerts', everyMs: minuteMs, run: () => climbLadders(), isAlone: true },
  { name: 'overdue', everyMs: 15 * minuteMs, run: raiseOverdue, isAlone: true },
  { name: 'steps', everyMs: hourMs, firstMs: stepsAfterMs, run: followSteps, isAlone: true },
  { name: 'complaints', everyMs: hourMs, run: remindOfComplaints, isAlone: true },
  { name: 'translationDigests', everyMs: hourMs, run: () => writeTranslationDigests() },
  {
    name: 'registrations',
    everyMs: hourMs,
    firstMs: stepsAfterMs,
    run: tellOfEndingRegistrations,
    isAlone: true,
  },
  { name: 'purge', everyMs: hourMs, firstMs: purgeAfterMs, run: purgeAndTidy, isAlone: true },
  // Catches up with what could not be listed, or what another server deleted.
  { name: 'deletions.list', everyMs: isDatabaseShared() ? minuteMs : hourMs, run: requireListedDeletions },
  ...(isStoreShared()
    ? [{ name: 'storage.sweep' as const, everyMs: hourMs, firstMs: 10 * minuteMs, run: sweepInTurn }]
    : []),
  ...(makeDueBackup
    ? [{ name: 'backup.schedule' as const, everyMs: minuteMs, firstMs: 2000, run: makeDueBackup }]
    : []),
];

async function purgeAndTidy() {
  await purge();
  await tidyDatabase();
}
