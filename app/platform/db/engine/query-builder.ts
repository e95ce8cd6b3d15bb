import { Column, type DriverValueDecoder, getTableName, is, SQL, Subquery } from 'drizzle-orm';
import { type SelectedFieldsOrdered, SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';
import {
  type RemoteCallback,
  type RemotePreparedQuery,
  SQLiteRemoteSession,
  SqliteRemoteDatabase,
} from 'drizzle-orm/sqlite-proxy';
import type { Queries } from './engine';

type Row = readonly unknown[];
/** The tables of a query, and whether an outer join may leave one out (then it is false). */
type Joined = Record<string, boolean>;

/**
 * Drizzle's builder of queries, for either engine. Takes what runs one. Drizzle finds out for each
 * value of each row anew what kind of column it is of, which took a tenth of a list; here that is
 * found out once for a query.
 */
export function queryBuilder(run: RemoteCallback): Queries {
  const dialect = new SQLiteAsyncDialect();
  const session = new SQLiteRemoteSession<Record<string, never>, Record<string, never>>(
    run,
    dialect,
    undefined,
  );
  const prepare = session.prepareQuery.bind(session);
  session.prepareQuery = (query, fields, ...more) => {
    const prepared: RemotePreparedQuery = prepare(query, fields, ...more);
    let mapper: ReturnType<typeof rowMapper> | undefined;
    if (fields)
      prepared.mapAllResult = (rows) => {
        // Said by the builder once it has made the query.
        const { joinsNotNullableMap } = prepared as { joinsNotNullableMap?: Joined };
        mapper ??= rowMapper(fields, joinsNotNullableMap);
        return (rows as Row[]).map(mapper);
      };
    return prepared as never;
  };
  return new SqliteRemoteDatabase('async', dialect, session, undefined);
}

/**
 * Makes what turns a row into an object, as `mapResultRow` of Drizzle does it: with the columns of
 * a table, or such objects. Each is a copy of one that has all its names: an object that grows name
 * by name is moved again and again.
 */
function rowMapper(fields: SelectedFieldsOrdered, joined?: Joined): (row: Row) => unknown {
  const values = fields.map(({ path, field }, at) => ({
    inside: path.length > 1 ? path[0] : undefined,
    key: path.at(-1) ?? '',
    at,
    decoder: decoderOf(field),
  }));
  const optional = joined ? optionalOf(fields, joined) : [];
  const objects = [...new Set(values.map(({ inside }) => inside))].map((name) => {
    const columns = values.filter(({ inside }) => inside === name);
    return { name, columns, blank: blankOf(columns.map(({ key }) => key)) };
  });
  const blankWhole = blankOf(fields.map(({ path: [key = ''] }) => key));
  return (row) => {
    const whole = { ...blankWhole };
    for (const { name, columns, blank } of objects) {
      const into = name === undefined ? whole : { ...blank };
      for (const { key, at, decoder } of columns) {
        const value = row[at];
        if (value !== null) into[key] = decoder ? decoder.mapFromDriverValue(value) : value;
      }
      if (name !== undefined) whole[name] = into;
    }
    for (const { key, first } of optional) if (row[first] === null) whole[key] = null;
    return whole;
  };
}

const blankOf = (keys: string[]): Record<string, unknown> =>
  Object.fromEntries(keys.map((key) => [key, null]));

/** What reads a value of the database; undefined where it stays as it is. */
function decoderOf(
  field: SelectedFieldsOrdered[number]['field'],
): DriverValueDecoder<unknown, unknown> | undefined {
  if (is(field, Column)) {
    return field.mapFromDriverValue === Column.prototype.mapFromDriverValue ? undefined : field;
  }
  const said = is(field, SQL) ? field : is(field, Subquery) ? field._.sql : field.sql;
  // Drizzle's types do not name it.
  return (said as unknown as { decoder: DriverValueDecoder<unknown, unknown> }).decoder;
}

/**
 * The objects that are null as a whole where an outer join finds no row: of columns of one table
 * that may be missing. The first of them tells.
 */
function optionalOf(fields: SelectedFieldsOrdered, joined: Joined) {
  const objects = new Map<string, { key: string; first: number; tables: string[] }>();
  fields.forEach(({ path, field }, first) => {
    const [key = ''] = path;
    if (path.length !== 2 || !is(field, Column)) return;
    const known = objects.get(key) ?? { key, first, tables: [] };
    objects.set(key, known);
    known.tables.push(getTableName(field.table));
  });
  return [...objects.values()].filter(
    ({ tables: [table = '', ...others] }) => !joined[table] && others.every((other) => other === table),
  );
}
