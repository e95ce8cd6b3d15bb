import { requireAdminPassword } from '~/domain/accounts/first-admin.server';
import { isPostgres } from '~/platform/db/core/database-url.server';
import { databaseState } from '~/platform/db/database-state.server';
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

/** Refuses a weak password of the first admin before a new clinic is set up. */
export async function requireFirstPassword({
  DATABASE_URL,
  ADMIN_EMAIL: email,
  ADMIN_PASSWORD: password,
}: Settings) {
  const { appliedMigrations } = await databaseState(DATABASE_URL);
  if (appliedMigrations.length === 0) await requireAdminPassword({ email, password });
}
