import { sum } from 'drizzle-orm';
import { z } from 'zod';
import { readAlertState } from '~/domain/alerts/quiet-times.server';
import { countBarredExperts, isRegistrationRequired } from '~/domain/identity/registration-rule.server';
import { publicMoment } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { pushHealth, readPhoneHealth, textHealth } from '~/domain/notifications/phone-health.server';
import { backupFailures } from '~/platform/backup/backup-failure.server';
import { diskOf } from '~/platform/backup/backup-folder.server';
import { backupRunningSince } from '~/platform/backup/backup-schedule.server';
import { type ClinicBackups, readClinicBackups } from '~/platform/backup/clinic-backups.server';
import { runningServers } from '~/platform/db/cluster/presence.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import { minuteMs } from '~/platform/durations';
import { jobNames } from '~/platform/enums';
import { isLate, listJobStates } from '~/platform/health/jobs.server';
import { readBuild } from '~/platform/observability/build-info.server';
import { getSettings } from '~/platform/settings/env.server';
import { checklist, readChecklist } from './checklist.server';
import { countQueues, givenUpEmail, outboxCounts, readGivenUpEmails } from './outbox-lists.server';

/** The page warns below this free share of a disk, in per cent. */
const lowPercent = 10;
const growth = 1.2;

const bytes = z.number().min(0);

const backupState = z
  .object({
    everyHours: z
      .number()
      .nullable()
      .describe('Hours between two backups. `null` if automatic backups are off.'),
    retention: z
      .object({
        daily: z.int().describe('Number of days for which one backup is kept.'),
        weekly: z.int().describe('Number of weeks for which one backup is kept.'),
        monthly: z.int().describe('Number of months for which one backup is kept.'),
      })
      .describe('Number of backups to keep.'),
    isOnDataDisk: z.boolean().describe('Whether backups are on the same disk as the data.'),
    runningSince: publicMoment
      .nullable()
      .describe('Start of the backup that the answering server is making, in UTC. `null` if there is none.'),
    hasRoom: z.boolean().describe('Whether there is room for the next backup.'),
    good: z
      .object({
        at: publicMoment.describe('Time of the backup, in UTC.'),
        path: z.string().describe('Location of the backup.'),
        bytes: bytes.describe('Size of the backup, in bytes.'),
        files: z.int().describe('Number of files in the backup.'),
        isEncrypted: z.boolean().describe('Whether the backup is encrypted.'),
        missing: z.int().describe('Number of files that the database lists but that were not found.'),
        isDatabaseOnly: z
          .boolean()
          .optional()
          .describe('`true` if the backup has only the database, since the files are copied separately.'),
      })
      .nullable()
      .describe('Newest backup. `null` if there is none.'),
    failed: z
      .object({
        at: publicMoment.describe('Time of the failure, in UTC.'),
        why: z
          .enum(backupFailures)
          .describe(
            'Reason of the failure: no room on the disk, an unusable folder or key, an unavailable database or store, a disk error, a process that was ended, or another reason. The log has the details.',
          ),
      })
      .nullable()
      .describe('Last failed backup. `null` if a later backup succeeded, or none has failed.'),
  })
  .meta({
    description: 'Automatic backups.',
    example: {
      everyHours: 24,
      retention: { daily: 7, weekly: 4, monthly: 12 },
      isOnDataDisk: false,
      runningSince: null,
      hasRoom: true,
      good: {
        at: '2026-03-05T04:00:00.000Z',
        path: '/srv/backups/secondlook-2026-03-05T04-00-00Z.tar.age',
        bytes: 12_345_678,
        files: 4,
        isEncrypted: true,
        missing: 0,
      },
      failed: null,
    },
  });

const systemAnswer = z.object({
  version: z.string().meta({ description: 'Version of the program.', example: '0.2.0' }),
  backup: backupState,
  disk: z
    .object({
      freeBytes: bytes.describe('Free space, in bytes.'),
      totalBytes: bytes.describe('Total size, in bytes.'),
      freePercent: z.int().describe('Free space, in percent.'),
      isLow: z.boolean().describe(`Whether less than ${lowPercent} percent is free.`),
    })
    .meta({
      description: 'Disk with the least free space, among those of data, files and backups.',
      example: { freeBytes: 40_000_000_000, totalBytes: 80_000_000_000, freePercent: 50, isLow: false },
    }),
  emails: z
    .object({
      isSetUp: z.boolean().describe('Whether a mail server is set up.'),
      ...outboxCounts,
      failed: z
        .array(givenUpEmail)
        .describe('E-mails that are no longer retried, newest first. At most 100.'),
    })
    .meta({
      description: 'E-mails that are waiting or were not delivered.',
      example: { isSetUp: true, waiting: 0, givenUp: 0, failed: [] },
    }),
  texts: textHealth.nullable().meta({
    description: 'Texts to phones. `null` if the clinic has no gateway.',
    example: {
      sentToday: 12,
      dailyMax: 200,
      waiting: 0,
      waitingLong: 0,
      undelivered: 0,
      lastFailure: null,
      unreported: 0,
      isGood: true,
    },
  }),
  push: pushHealth.nullable().meta({
    description: 'Push messages. `null` if no browser has them on.',
    example: { browsers: 3, undelivered: 0 },
  }),
  servers: z
    .array(
      z.object({
        name: z.string().describe('Name of the server.'),
        version: z.string().describe("Version of the server's program, with the commit if known."),
        seenAt: publicMoment.describe('Time the server was last seen, in UTC.'),
      }),
    )
    .meta({
      description: 'Servers running on this database. Empty unless several servers can share it.',
      example: [{ name: 'north-1', version: '0.2.0 (b46d274)', seenAt: '2026-03-05T09:10:00.000Z' }],
    }),
  jobs: z
    .array(
      z.object({
        name: z.enum(jobNames).describe('Name of the job.'),
        everyMinutes: z.int().describe('Minutes between two runs, rounded up.'),
        lastRunAt: publicMoment.describe(
          'End of the last run that did not fail, in UTC. Before the first, the start of the server.',
        ),
        lastFailureAt: publicMoment
          .nullable()
          .describe('Last failure since the start of the server, in UTC. `null` if none failed.'),
        isLate: z.boolean().describe('Whether it should have run three intervals ago.'),
      }),
    )
    .meta({
      description: 'Regular work of the answering server.',
      example: [
        {
          name: 'purge',
          everyMinutes: 60,
          lastRunAt: '2026-03-05T09:10:00.000Z',
          lastFailureAt: null,
          isLate: false,
        },
      ],
    }),
  alerts: z
    .object({
      late: z
        .int()
        .describe('Number of urgent reports whose next people should have been told five minutes ago.'),
      quietUntil: publicMoment
        .nullable()
        .describe('When messages about reports are sent again, in UTC. `null` if they are not stopped.'),
    })
    .meta({ description: 'Messages about urgent reports.', example: { late: 0, quietUntil: null } }),
  registrations: z
    .object({
      holds: z.boolean().describe('Whether experts need a registration on record today.'),
      unregistered: z.int().describe('Number of approved experts who therefore get no new work.'),
    })
    .meta({
      description: 'Registrations of experts.',
      example: { holds: true, unregistered: 1 },
    }),
  checklist: checklist.nullable().meta({
    description: 'First steps for a new clinic. `null` once every step is done.',
    example: null,
  }),
});

/**
 * Reads the state of the machine that stores the clinic's data, for admins.
 *
 * @returns the version of the program; the last good backup, and the last failure if it is newer;
 *   the hours between backups, null if there are none, and how many are kept; whether they lie on
 *   the disk of the data, and whether the next one may find no room; the free space of the fullest
 *   disk and whether it is low; whether e-mails leave the machine, and how many wait or were given
 *   up; whether texts and push messages reach phones; the running servers if there may be several; the regular work of this one; and the clinic's
 *   first steps, null once all are done.
 */
export const readSystem = operation({
  name: 'system.read',
  api: {
    summary: 'Retrieve the state of the system',
    text: 'For admins. Returns the program version, the last good backup and any later failure, the disk with the least free space, waiting and undelivered e-mails, texts and push messages, the running servers, and the regular work of this one. Includes the first steps of the clinic until all are done.',
  },
  input: z.object({}),
  output: systemAnswer,
  allow: 'system.read',
  successMessage: 'system.fetched',
  failureMessage: 'system.failed',
  async run({ viewer, context }) {
    const settings = getSettings();
    const { DATA_DIR: dataDir, UPLOADS_DIR: uploads, BACKUP_DIR: backups, SMTP_URL } = settings;
    const { good, failed, plan } = await readClinicBackups(settings);
    const queues = await countQueues();
    const runningSince = backupRunningSince();
    return {
      version: readBuild().version,
      backup: {
        everyHours: plan.everyHours,
        retention: plan.retention,
        isOnDataDisk: plan.isOnDataDisk,
        runningSince: runningSince === undefined ? null : new Date(runningSince).toISOString(),
        // The next one is made before the oldest is deleted, and is larger than the last.
        hasRoom: plan.freeBytes >= growth * (good?.bytes ?? (await expectedBytes())),
        good: good ? { ...good, at: new Date(good.at).toISOString() } : null,
        failed:
          failed && hasFailed({ good, failed }) ? { ...failed, at: new Date(failed.at).toISOString() } : null,
      },
      disk: await fullestDisk([dataDir, uploads, backups]),
      emails: {
        isSetUp: SMTP_URL !== undefined,
        waiting: queues.outboxWaiting,
        givenUp: queues.outboxGivenUp,
        failed: await readGivenUpEmails(),
      },
      ...(await readPhoneHealth()),
      servers: (await runningServers()).map(({ name, about, seenAt }) => ({
        name,
        version: `${about.version}${about.commit ? ` (${about.commit.slice(0, 7)})` : ''}`,
        seenAt: new Date(seenAt).toISOString(),
      })),
      jobs: listJobStates().map((job) => ({
        name: job.name,
        everyMinutes: Math.ceil(job.everyMs / minuteMs),
        lastRunAt: new Date(job.lastRunAt).toISOString(),
        lastFailureAt: job.lastFailureAt === null ? null : new Date(job.lastFailureAt).toISOString(),
        isLate: isLate(job),
      })),
      alerts: await readAlertState(),
      registrations: {
        holds: await isRegistrationRequired(),
        unregistered: await countBarredExperts(),
      },
      checklist: await readChecklist(viewer, context),
    };
  },
});

/** Checks whether a backup failed and none has succeeded since. */
const hasFailed = ({ good, failed }: Pick<ClinicBackups, 'good' | 'failed'>) =>
  failed !== undefined && failed.at > (good?.at ?? 0);

/** Checks whether the clinic's last backup failed. */
export const hasBackupFailed = async () => hasFailed(await readClinicBackups(getSettings()));

/** Estimates the size of the first backup: every file, and little besides. */
async function expectedBytes(): Promise<number> {
  const [row] = await db()
    .select({ bytes: sum(reports.bytes) })
    .from(reports);
  return Number(row?.bytes ?? 0);
}

async function fullestDisk(folders: string[]) {
  const disks = await Promise.all(folders.map((folder) => diskOf(folder)));
  const spaces = disks.map((disk) => {
    const freePercent = Math.floor((disk.freeBytes / Math.max(1, disk.totalBytes)) * 100);
    return { ...disk, freePercent, isLow: freePercent < lowPercent };
  });
  return spaces.reduce((least, one) => (one.freeBytes < least.freeBytes ? one : least));
}
