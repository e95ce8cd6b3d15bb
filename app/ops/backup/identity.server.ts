import { readFileSync } from 'node:fs';
import { OperatorError } from '~/platform/errors.server';
import type { Settings } from '~/platform/settings/env.server';
import { requireReadableFile } from '../usable-places.server';

/**
 * Reads the age identity from the settings, either its text or the file that holds it; undefined if
 * they have none.
 *
 * @throws an OperatorError.
 */
export function readBackupIdentity({ BACKUP_IDENTITY: named }: Settings): string | undefined {
  if (!named) return undefined;
  if (/^AGE-SECRET-KEY-/.test(named)) return named;
  requireReadableFile(named, `BACKUP_IDENTITY names ${named}, which`);
  const line = readFileSync(named, 'utf8')
    .split(/\r?\n/)
    .find((one) => /^AGE-SECRET-KEY-/.test(one));
  if (!line)
    throw new OperatorError(
      `The file ${named} contains no age identity (a line that starts with AGE-SECRET-KEY-).`,
    );
  return line.trim();
}
