import { customType, integer } from 'drizzle-orm/sqlite-core';
import { openText, sealText } from '~/platform/secrets/column-cipher.server';

/**
 * Builds a text column that is encrypted at rest; its name is bound to the value as associated
 * data.
 */
export function sealedColumn(table: string, column: string) {
  const name = Buffer.from(`${table}.${column}`);
  return customType<{ data: string; driverData: Buffer }>({
    dataType: () => 'blob',
    toDriver: (value) => sealText(value, name),
    fromDriver: (value) => openText(value, name),
  })(column);
}

/** Builds a column for a time, to the millisecond. */
export const timestamp = (column: string) => integer(column, { mode: 'timestamp_ms' });
/** Builds a boolean column, stored as 1 or 0. */
export const booleanColumn = (column: string) => integer(column, { mode: 'boolean' });
