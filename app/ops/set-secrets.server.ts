import { isPostgres } from '~/platform/db/core/database-url.server';
import { OperatorError } from '~/platform/errors.server';
import type { Settings } from '~/platform/settings/env.server';

/**
 * Requires the settings that the servers of one database must agree on. With several servers the
 * first one must not create them.
 *
 * @throws an OperatorError.
 */
export function requireSetSecrets({ DATABASE_URL, FILE_KEY, SESSION_SECRET }: Settings): void {
  if (!isPostgres(DATABASE_URL) || (FILE_KEY && SESSION_SECRET)) return;
  throw new OperatorError(
    'With PostgreSQL, FILE_KEY and SESSION_SECRET must be set, since all servers of a database share them. Nothing was changed.',
  );
}
