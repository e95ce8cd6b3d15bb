import { and, gte, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { fold } from '~/platform/db/core/fold';
import { foldColumn } from '~/platform/db/db.server';

/**
 * Builds the condition that a text contains the search input, in any usual spelling of every script
 * (docs/requirements.md#general-rules). `%` and `_` are ordinary characters.
 */
export function containsText(text: SQLWrapper, typed: string): SQL {
  const pattern = `%${fold(typed).replace(/[\\%_]/g, '\\$&')}%`;
  return sql`${foldColumn(text)} like ${pattern} escape '\\'`;
}

/** Builds the condition that an ID begins with a prefix. It uses the index of the IDs. */
export const hasPrefix = (id: SQLiteColumn, prefix: string) => and(gte(id, prefix), lt(id, `${prefix}~`));

/** Joins first and last name in reading order, for `containsText`. */
export const fullName = (firstName: SQLWrapper, lastName: SQLWrapper) =>
  sql`(${firstName} || ' ' || ${lastName})`;
