const maxNamed = 500;

/** A statement as PostgreSQL takes it; without a name where there are too many texts already. */
export type PostgresText = { text: string; name?: string };

/** Texts by how they were written for SQLite. A text with a list has as many shapes as lengths. */
const known = new Map<string, PostgresText>();

/**
 * A statement with `$1` in place of `?`, outside of quotes, and a name under which the server keeps
 * its plan, the same for good: at most 500 of them.
 */
export function postgresText(sql: string): PostgresText {
  const found = known.get(sql);
  if (found) return found;
  const text = numbered(withoutTable(sql));
  if (known.size >= maxNamed) return { text };
  const made = { text, name: `s${known.size}` };
  known.set(sql, made);
  return made;
}

function numbered(sql: string): string {
  let count = 0;
  return sql.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|\?/g, (piece) => {
    if (piece !== '?') return piece;
    count += 1;
    return `$${count}`;
  });
}

/** Drizzle names the table of a column that conflicts, which PostgreSQL does not take. */
function withoutTable(sql: string): string {
  return sql.replace(
    / on conflict \(([^)]*)\)/g,
    (_whole, columns: string) => ` on conflict (${columns.replace(/"[^"]+"\./g, '')})`,
  );
}
