import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/**
 * Whether a text of the database contains what somebody typed, in upper or lower case (SQLite knows
 * that of the letters A to Z alone). `%` and `_` are ordinary characters; several spaces count as
 * one.
 */
export function contains(text: SQLWrapper, typed: string): SQL {
  const pattern = `%${typed.replace(/\s+/g, ' ').replace(/[\\%_]/g, '\\$&')}%`;
  return sql`${text} like ${pattern} escape '\\'`;
}

/** A person's name as it is read, for `contains`. */
export const fullName = (firstName: SQLWrapper, lastName: SQLWrapper) =>
  sql`(${firstName} || ' ' || ${lastName})`;
