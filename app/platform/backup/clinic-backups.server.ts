import { readResult, takeLease, writeResult } from '~/platform/db/cluster/leases.server';
import { isDatabaseShared } from '~/platform/db/db.server';
import type { Settings } from '~/platform/settings/env.server';
import type { Retention } from '~/platform/settings/retention';
import { type BackupStatus, diskOf, isOnSameDisk, readBackupStatus } from './backup-folder.server';

const lease = 'backup';
// So long that whoever asks every minute keeps it.
const leaseMs = 3 * 60_000;

/** How backups are made; `everyHours` is null where none are by themselves. */
type Plan = {
  everyHours: number | null;
  retention: Retention;
  isOnDataDisk: boolean;
  /** What is free of their disk. */
  freeBytes: number;
};

/** How the backups of a clinic stand: the last good one, the last failure, how they are made. */
export type ClinicBackups = BackupStatus & { plan: Plan };

/** The settings that say where data and backups lie. */
export type BackupSettings = Pick<
  Settings,
  'DATA_DIR' | 'UPLOADS_DIR' | 'BACKUP_DIR' | 'SERVER_NAME' | 'backupEveryHours' | 'retention'
>;

/** Whether it is this server that makes the backups, of several on one database. */
export async function mayMakeBackups(): Promise<boolean> {
  return !isDatabaseShared() || takeLease(lease, leaseMs);
}

/**
 * Reads how the backups stand. Where servers share a database one of them makes the backups, and
 * the others know of it through the database: the newest of what any server made, and how the one
 * that makes them does. A path then begins with the name of its server.
 */
export async function readClinicBackups(settings: BackupSettings): Promise<ClinicBackups> {
  const { shared, isMade, ...newest } = await readShared(settings);
  return { ...newest, plan: (isMade && shared.plan) || (await planOf(settings)) };
}

/**
 * Tells the other servers of the backups that this one has made, and, where it is the one that
 * makes them, how.
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

/** What is shared, whether a server makes backups now, and the newest of it and of what is here. */
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

function newestOf<One extends { at: number }>(one: One | undefined, other: One | undefined): One | undefined {
  return (one?.at ?? 0) >= (other?.at ?? 0) ? one : other;
}
