import { resolve, sep } from 'node:path';

type Values = {
  PORT: number;
  METRICS_PORT?: number;
  DATA_DIR: string;
  UPLOADS_DIR: string;
  BACKUP_DIR: string;
};

/**
 * Finds settings that are right by themselves and cannot stand together. Takes the settings, where
 * a folder that is not set has its default.
 *
 * @returns a sentence for each contradiction, which begins with the name of a setting to correct.
 */
export function findContradictions({
  PORT,
  METRICS_PORT,
  DATA_DIR,
  UPLOADS_DIR,
  BACKUP_DIR,
}: Values): string[] {
  const found: string[] = [];
  if (METRICS_PORT === PORT) found.push(`METRICS_PORT: must be another port than PORT, and both are ${PORT}`);
  if (resolve(BACKUP_DIR) === resolve(DATA_DIR))
    found.push(
      'BACKUP_DIR: must be another folder than DATA_DIR; move backups and deleted.ids to one of their own',
    );
  // The server clears up in the folder of uploads, and a restore asks for it to be empty.
  const [inUploads] =
    Object.entries({ DATA_DIR, BACKUP_DIR }).find(([, folder]) => isWithin(UPLOADS_DIR, folder)) ?? [];
  if (inUploads)
    found.push(`${inUploads}: must not be UPLOADS_DIR or a folder in it, where only report files may lie`);
  return found;
}

function isWithin(folder: string, path: string): boolean {
  return `${resolve(path)}${sep}`.startsWith(`${resolve(folder)}${sep}`);
}
