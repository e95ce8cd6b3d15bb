import { constants, copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { OperatorError } from '~/platform/errors.server';
import { syncFile } from '~/platform/fsync.server';
import { diskPathOf } from '~/platform/storage/objects/disk-store.server';
import type { OnProgress } from '../backup/progress';

/**
 * Copies the files that a database names from a copy of the uploads folder to the stage.
 *
 * @param options.from a folder with the layout of UPLOADS_DIR, which stays as it is.
 * @param options.names the names of the files.
 * @param options.isWhole reads a copied file to its end and returns whether all of it is as it was
 *   sealed.
 * @returns the names of the files that are missing there, or damaged.
 */
export async function takeFiles({
  from,
  names,
  stage,
  isWhole,
  onProgress,
}: {
  from: string;
  names: string[];
  stage: string;
  isWhole: (name: string) => Promise<boolean>;
  onProgress: OnProgress;
}): Promise<string[]> {
  const missing: string[] = [];
  for (const [at, name] of names.entries()) {
    const [source, target] = [diskPathOf(from, name), diskPathOf(stage, name)];
    if (existsSync(source)) {
      mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
      copyFileSync(source, target, constants.COPYFILE_FICLONE);
      syncFile(target, 0o600);
    }
    if (!(await isWhole(name))) {
      rmSync(target, { force: true });
      missing.push(name);
    }
    onProgress('files', (at + 1) / names.length);
  }
  return missing;
}

/**
 * Requires the folder of copied files exactly if an archive holds none itself.
 *
 * @throws an OperatorError.
 */
export function requireFilesFrom({
  file,
  isDatabaseOnly,
  filesFrom,
}: {
  file: string;
  isDatabaseOnly: boolean;
  filesFrom: string | undefined;
}): void {
  if (isDatabaseOnly && filesFrom === undefined)
    throw new OperatorError(
      `${file} holds only the database. Add --files and the folder with the copy of UPLOADS_DIR. Nothing was changed.`,
    );
  if (!isDatabaseOnly && filesFrom !== undefined)
    throw new OperatorError(`${file} holds its files. Leave out --files. Nothing was changed.`);
}
