import { and, gte, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { fold } from '~/platform/db/core/fold';
import { folded } from '~/platform/db/db.server';

/**
 * Tells whether a text of the database contains what somebody typed, in any usual spelling of every
 * script (docs/requirements.md#general-rules). `%` and `_` are ordinary characters.
 */
export function contains(text: SQLWrapper, typed: string): SQL {
  const pattern = `%${fold(typed).replace(/[\\%_]/g, '\\$&')}%`;
  return sql`${folded(text)} like ${pattern} escape '\\'`;
}

/** Whether an id begins with some of its characters; found in an index of the ids. */
export const beginsWith = (id: SQLiteColumn, prefix: string) => and(gte(id, prefix), lt(id, `${prefix}~`));

/** A person's name as it is read, for `contains`. */
export const fullName = (firstName: SQLWrapper, lastName: SQLWrapper) =>
  sql`(${firstName} || ' ' || ${lastName})`;
