import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { execute } from '~/platform/db/db.server';
import { toTrouble } from '~/platform/errors.server';
import { readSql, runSql } from './raw';
import { isOnPostgres } from './test-database';

/** Fills the open database so that every write fails, until `giveRoom`. */
export async function fillDatabase(): Promise<void> {
  if (isOnPostgres) return runSql(refuseWrites);
  const [size] = await readSql<{ page_count: number }>('pragma page_count');
  await runSql(`pragma max_page_count = ${size?.page_count}`);
  // Fills the pages that are already allocated.
  for (let refused = 0; refused < 40; ) {
    const id = randomBytes(13).toString('hex');
    const line = auditEntry({ action: 'session.opened', actorId: id, objectId: id });
    refused = await execute(line).then(
      () => 0,
      (error: unknown) => {
        expect(toTrouble(error)).toBe('full');
        return refused + 1;
      },
    );
  }
}

/** Ends `fillDatabase`. */
export async function giveRoom(): Promise<void> {
  await runSql(
    isOnPostgres ? 'drop function if exists disk_is_full cascade' : 'pragma max_page_count = 1073741823',
  );
}

/** A trigger that raises PostgreSQL's error for a full disk. */
const refuseWrites = `
  create function disk_is_full() returns trigger language plpgsql as $$
  begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
  do $$ declare one text; begin
    for one in select tablename from pg_tables where schemaname = 'public' loop
      execute format('create trigger disk_is_full before insert or update on %I execute function disk_is_full()', one);
    end loop;
  end $$`;
