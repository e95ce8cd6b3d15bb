import { readResult, takeLease, writeResult } from '~/platform/db/cluster/leases.server';
import { isDatabaseShared } from '~/platform/db/db.server';
import type { Settings } from '~/platform/settings/env.server';
import type { Retention } from '~/platform/settings/retention';
import { type BackupStatus, diskOf, isOnSameDisk, readBackupStatus } from './backup-folder.server';

const lease = 'backup';
// Long enough that a server that asks every minute keeps the lease.
const leaseMs = 3 * 60_000;

/** The schedule of the backups; `everyHours` is null if none are scheduled. */
type Plan = {
  everyHours: number | null;
  retention: Retention;
  isOnDataDisk: boolean;
  /** Free bytes on the disk of the backups. */
  freeBytes: number;
};

/** The state of a clinic's backups: the last good one, the last failure and the schedule. */
export type ClinicBackups = BackupStatus & { plan: Plan };

/** The settings that locate the data and the backups. */
export type BackupSettings = Pick<
  Settings,
  'DATA_DIR' | 'UPLOADS_DIR' | 'BACKUP_DIR' | 'SERVER_NAME' | 'backupEveryHours' | 'retention'
>;

/** Checks whether this server makes the backups, among several on one database. */
export async function mayMakeBackups(): Promise<boolean> {
  return !isDatabaseShared() || takeLease(lease, leaseMs);
}

/**
 * Reads the state of the backups. If servers share a database, one makes the backups and the others
 * read their state from the database: the newest backup and failure of any server, and the maker's
 * schedule. A path then starts with the name of its server.
 */
export async function readClinicBackups(settings: BackupSettings): Promise<ClinicBackups> {
  const { shared, isMade, ...newest } = await readShared(settings);
  return { ...newest, plan: (isMade && shared.plan) || (await planOf(settings)) };
}

/**
 * Publishes this server's backups to the other servers, and its schedule if it makes the backups.
 */
export async function shareBackups(
  settings: BackupSettings,
  { isMaker }: { isMaker: boolean },
): Promise<void> {
  if (!isDatabaseShared()) return;
  const { shared, isMade: _, ...newest } = await readShared(settings);
  const next = { ...newest, plan: isMaker ? await planOf(settings) : shared.plan };
  if (JSON.stringify(next) !== JSON.stringify(shared)) await writeResult(lease, JSON.stringify(next));
}

/**
 * Reads the shared state, whether a server makes backups now, and the newest of that state and this
 * server's own.
 */
async function readShared(settings: BackupSettings) {
  const here = readBackupStatus(settings.DATA_DIR);
  if (!isDatabaseShared()) return { shared: {} as Partial<ClinicBackups>, isMade: false, ...here };
  const { result, isHeld } = await readResult(lease);
  const shared: Partial<ClinicBackups> = result ? JSON.parse(result) : {};
  const good = here.good && { ...here.good, path: `${settings.SERVER_NAME}:${here.good.path}` };
  return {
    shared,
    isMade: isHeld,
    good: newestOf(shared.good, good),
    failed: newestOf(shared.failed, here.failed),
  };
}

async function planOf(settings: BackupSettings): Promise<Plan> {
  return {
    everyHours: settings.backupEveryHours ?? null,
    retention: settings.retention,
    isOnDataDisk: isOnSameDisk(settings),
    freeBytes: (await diskOf(settings.BACKUP_DIR)).freeBytes,
  };
}

function newestOf<One extends { at: number }>(
  first: One | undefined,
  second: One | undefined,
): One | undefined {
  return (first?.at ?? 0) >= (second?.at ?? 0) ? first : second;
}
