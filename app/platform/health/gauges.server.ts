import type { Gauge } from 'prom-client';
import { diskOf } from '~/platform/backup/backup-folder.server';
import { type BackupSettings, readClinicBackups } from '~/platform/backup/clinic-backups.server';

/** What is counted in the database when somebody looks. */
export type Queues = {
  /** How many wait, by the name of the queue. */
  lengths: Record<string, number>;
  /**
   * When the e-mail that has waited longest was written, milliseconds since 1970; null where none
   * waits.
   */
  oldestEmailAt: number | null;
};

/** Makes a gauge. Takes its name, what it says, and its labels. */
export type MakeGauge = (name: string, help: string, ...labelNames: string[]) => Gauge;

// What is read when somebody looks. Each makes its gauges and gives what sets them.

/** What waits, and for how long. */
export function readQueues(gauge: MakeGauge, queues: () => Promise<Queues>) {
  const waiting = gauge(
    'queue_length',
    'How many wait: reports for a review, files for the decoder, e-mails to be sent or given up.',
    'queue',
  );
  const oldest = gauge(
    'oldest_waiting_email_seconds',
    'How long the e-mail has waited that has waited longest; 0 where none waits.',
  );
  return async () => {
    const { lengths, oldestEmailAt } = await queues();
    for (const [queue, length] of Object.entries(lengths)) waiting.set({ queue }, length);
    oldest.set(oldestEmailAt === null ? 0 : Math.max(0, Date.now() - oldestEmailAt) / 1000);
  };
}

/** How the backups of the clinic stand, whichever of its servers makes them. */
export function readBackups(gauge: MakeGauge, settings: BackupSettings) {
  const interval = gauge('backup_interval_seconds', 'How often a backup is made by itself; 0 where none is.');
  const success = gauge(
    'backup_last_success_timestamp_seconds',
    'When the last backup was made that was verified; 0 where there is none.',
  );
  const size = gauge('backup_last_success_size_bytes', 'How large the last verified backup is.');
  const free = gauge('backup_free_bytes', 'What is free of the disk that the backups are made on.');
  const failure = gauge(
    'backup_last_failure_timestamp_seconds',
    'When a backup last came to nothing; 0 where none did.',
  );
  const succeeded = gauge(
    'backup_last_succeeded',
    'Whether the last try to make a backup gave one: 1 or 0; 1 before the first.',
  );
  const onDataDisk = gauge(
    'backup_on_data_disk',
    'Whether backups lie on the disk that holds the data too: 1 or 0.',
  );
  return async () => {
    const { good, failed, plan } = await readClinicBackups(settings);
    const isFailed = (failed?.at ?? 0) > (good?.at ?? 0);
    interval.set((plan.everyHours ?? 0) * 3600);
    success.set((good?.at ?? 0) / 1000);
    size.set(good?.bytes ?? 0);
    free.set(plan.freeBytes);
    failure.set((failed?.at ?? 0) / 1000);
    succeeded.set(isFailed ? 0 : 1);
    onDataDisk.set(plan.isOnDataDisk ? 1 : 0);
  };
}

/** How full the disks are. */
export function readDisks(gauge: MakeGauge, { DATA_DIR, UPLOADS_DIR, BACKUP_DIR }: BackupSettings) {
  const free = gauge('disk_free_bytes', 'What is free of the disk of a folder.', 'folder');
  const size = gauge('disk_size_bytes', 'How large the disk of a folder is.', 'folder');
  return async () => {
    const all = { data: DATA_DIR, uploads: UPLOADS_DIR, backups: BACKUP_DIR };
    for (const [folder, path] of Object.entries(all)) {
      const { freeBytes, totalBytes } = await diskOf(path);
      free.set({ folder }, freeBytes);
      size.set({ folder }, totalBytes);
    }
  };
}
