import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

/** Inspects a clinic's folder from outside, even while a server works on it. */
export function inspectDataDir(dataDir: string) {
  const database = new Database(join(dataDir, 'app.db'), { readonly: true, timeout: 5000 });
  try {
    const column = (query: string) => database.prepare(query).pluck().all() as string[];
    const named = column(
      `select file_name from reports where file_name is not null
       union all select thumbnail_name from reports where thumbnail_name is not null
       union all select picture_name from users where picture_name is not null`,
    );
    const storedNames = namesIn(join(dataDir, 'uploads'));
    const [rows, files] = [new Set(named), new Set(storedNames)];
    return {
      integrity: column('pragma integrity_check').join(' '),
      rowsWithoutFile: named.filter((name) => !files.has(name)),
      filesWithoutRow: storedNames.filter((name) => !rows.has(name)),
      drafts: pendingFilesIn(join(dataDir, 'uploads')),
      reports: Number(column('select count(*) from reports')[0]),
      /** Number of reports that have their thumbnail. */
      pictured: Number(column('select count(thumbnail_name) from reports')[0]),
      reportIds: column('select id from reports'),
      reviewed: column("select id from reports where status = 'Reviewed'"),
      /** IDs of the reviewed reports, one for each line of the audit log. */
      reviewLines: column("select object_id from audit where action = 'report.reviewed'"),
      notices: Number(column("select count(*) from outbox where letter = 'reviewReady'")[0]),
      consents: Number(column('select count(distinct report_id) from consents')[0]),
    };
  } finally {
    database.close();
  }
}

/** Lists the names of the stored files. */
function namesIn(uploads: string): string[] {
  return foldersIn(uploads)
    .filter((folder) => /^[\w-]{2}$/.test(folder))
    .flatMap((folder) => foldersIn(join(uploads, folder)));
}

/** Lists the files being received. */
export const pendingFilesIn = (uploads: string) => foldersIn(join(uploads, 'tmp'));

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const maxMsToWait = 60_000;

/**
 * Inspects the folder once nothing is being received any more, as thumbnails are stored after the
 * answers. With `arePictured`, also waits for the thumbnails of all reports.
 */
export async function inspectWhenIdle(dataDir: string, { arePictured = false } = {}) {
  const until = performance.now() + maxMsToWait;
  for (;;) {
    const look = inspectDataDir(dataDir);
    const { drafts, filesWithoutRow, pictured, reports } = look;
    const unpictured = arePictured ? reports - pictured : 0;
    const isStill = drafts.length + filesWithoutRow.length + unpictured === 0;
    if (isStill || performance.now() > until) return look;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
