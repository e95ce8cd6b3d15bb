import { sum } from 'drizzle-orm';
import { z } from 'zod';
import { publicMoment } from '~/domain/kernel/fields/fields';
import { operation } from '~/domain/kernel/operation';
import { countQueues, givenUpEmail, givenUpEmails } from '~/domain/notices/outbox-lists.server';
import { backupFailures } from '~/platform/backup/backup-failure.server';
import { diskOf } from '~/platform/backup/backup-folder.server';
import { readClinicBackups } from '~/platform/backup/clinic-backups.server';
import { db } from '~/platform/db/db.server';
import { runningServers } from '~/platform/db/servers/presence.server';
import { reports } from '~/platform/db/tables.server';
import { getSettings } from '~/platform/env.server';
import { readBuild } from '~/platform/observability/build-info.server';
import { checklist, readChecklist } from './checklist.server';

/** Below this part of a disk being free, in per cent, the page warns. */
const lowPercent = 10;
const growth = 1.2;

const bytes = z.number().min(0);

const systemAnswer = z.object({
  version: z.string(),
  backup: z.object({
    everyHours: z.number().nullable(),
    retention: z.object({ daily: z.int(), weekly: z.int(), monthly: z.int() }),
    isOnDataDisk: z.boolean(),
    hasRoom: z.boolean(),
    good: z
      .object({
        at: publicMoment,
        path: z.string(),
        bytes,
        files: z.int(),
        isEncrypted: z.boolean(),
        missing: z.int(),
      })
      .nullable(),
    failed: z.object({ at: publicMoment, why: z.enum(backupFailures) }).nullable(),
  }),
  disk: z.object({ freeBytes: bytes, totalBytes: bytes, freePercent: z.int(), isLow: z.boolean() }),
  emails: z.object({
    isSetUp: z.boolean(),
    waiting: z.int(),
    givenUp: z.int(),
    failed: z.array(givenUpEmail),
  }),
  servers: z.array(z.object({ name: z.string(), version: z.string(), seenAt: publicMoment })),
  checklist: checklist.nullable(),
});

/**
 * How the machine does that keeps what people send, for admins.
 *
 * @returns the version of the program; the last good backup and the last failure, if it is newer;
 *   how often backups are made, in hours, null where they are not, and how many are kept; whether
 *   they lie on the disk of the data, and whether the next one may find no room; of the disk that
 *   has the least left, what is free and whether that is little; whether e-mails leave the
 *   machine, how many wait to be sent, and were given up; where several servers may run, those that
 *   do; and the clinic's first steps, null once all are done.
 */
export const readSystem = operation({
  name: 'system.read',
  api: {
    summary: 'Read the state of the system',
    text: 'For admins. The version of the program; the last good backup, and the last failure where that is newer; what is free of the disk that has the least left; the e-mails that wait or could not be sent; the servers that run; the first steps of the clinic, until all are done.',
  },
  input: z.object({}),
  output: systemAnswer,
  allow: 'system.read',
  successMessage: 'system.fetched',
  failureMessage: 'system.failed',
  async run() {
    const settings = getSettings();
    const { DATA_DIR: dataDir, UPLOADS_DIR: uploads, BACKUP_DIR: backups, SMTP_URL } = settings;
    const { good, failed, plan } = await readClinicBackups(settings);
    const queues = await countQueues();
    const isNewer = failed && failed.at > (good?.at ?? 0);
    return {
      version: readBuild().version,
      backup: {
        everyHours: plan.everyHours,
        retention: plan.retention,
        isOnDataDisk: plan.isOnDataDisk,
        // The next one is made before the oldest goes, and is larger than the last.
        hasRoom: plan.freeBytes >= growth * (good?.bytes ?? (await expectedBytes())),
        good: good ? { ...good, at: new Date(good.at).toISOString() } : null,
        failed: isNewer ? { ...failed, at: new Date(failed.at).toISOString() } : null,
      },
      disk: await fullestDisk([dataDir, uploads, backups]),
      emails: {
        isSetUp: SMTP_URL !== undefined,
        waiting: queues.outboxWaiting,
        givenUp: queues.outboxGivenUp,
        failed: await givenUpEmails(),
      },
      servers: (await runningServers()).map(({ name, about, seenAt }) => ({
        name,
        version: `${about.version}${about.commit ? ` (${about.commit.slice(0, 7)})` : ''}`,
        seenAt: new Date(seenAt).toISOString(),
      })),
      checklist: await readChecklist(),
    };
  },
});

/** How large the first backup will be, about: every file, and little beside them. */
async function expectedBytes(): Promise<number> {
  const [row] = await db()
    .select({ bytes: sum(reports.bytes) })
    .from(reports);
  return Number(row?.bytes ?? 0);
}

async function fullestDisk(folders: string[]) {
  const disks = await Promise.all(folders.map((folder) => diskOf(folder)));
  const shown = disks.map((disk) => {
    const freePercent = Math.floor((disk.freeBytes / Math.max(1, disk.totalBytes)) * 100);
    return { ...disk, freePercent, isLow: freePercent < lowPercent };
  });
  return shown.reduce((least, one) => (one.freeBytes < least.freeBytes ? one : least));
}
