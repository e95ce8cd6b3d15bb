import { and, gte, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { fold } from '~/platform/db/core/fold';
import { foldColumn } from '~/platform/db/db.server';

/**
 * Builds the condition that a text contains every word of the search input, in any order and in any
 * usual spelling of every script (docs/requirements.md#general-rules). Commas count as spaces, since
 * many lists write the family name first. `%` and `_` are ordinary characters.
 */
export function containsWords(text: SQLWrapper, typed: string): SQL {
  const words = fold(typed)
    .split(/[\s,\u060c]+/)
    .filter((word) => word !== '');
  const folded = foldColumn(text);
  const conditions = words.map(
    (word) => sql`${folded} like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`,
  );
  return and(...conditions) ?? sql`1 = 0`;
}

/** Builds the condition that an ID begins with a prefix. It uses the index of the IDs. */
export const hasPrefix = (id: SQLiteColumn, prefix: string) => and(gte(id, prefix), lt(id, `${prefix}~`));

/** Joins first and last name in reading order, for `containsWords`. */
export const fullName = (firstName: SQLWrapper, lastName: SQLWrapper) =>
  sql`(${firstName} || ' ' || ${lastName})`;
