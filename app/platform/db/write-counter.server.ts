import type Database from 'better-sqlite3';

/**
 * A report that came into the table (`by` 1) or left it (`by` −1), with what decides in which lists
 * it stands, and where.
 */
export type Change = {
  by: 1 | -1;
  id: string;
  status: string;
  reportType: string;
  expertId: string | null;
  /** Milliseconds since 1970. */
  createdAt: number;
  reviewedAt: number | null;
};

/**
 * The changes since last asked, in order; `null` where they are not known and everything has to be
 * read again.
 */
export type Changes = Change[] | null;

const maxChanges = 2000;
const columns = 'id, status, report_type, expert_id, created_at, reviewed_at';
const valuesOf = (row: 'old' | 'new') =>
  columns
    .split(', ')
    .map((column) => `${row}.${column}`)
    .join(', ');
const note = (by: 1 | -1, row: 'old' | 'new') =>
  `insert into report_changes (moved_by, ${columns}) values (${by}, ${valuesOf(row)});`;

type Watched = { version: Database.Statement; changes: Database.Statement; seen?: number };

const watched = new WeakMap<Database.Database, Watched>();

/**
 * Lets the database note every change of the reports that this connection makes, in a table of the
 * connection's own, in memory. What a transaction takes back is taken back there too. An `insert or
 * replace` would go unnoticed; there is none.
 */
export function watchReports(sqlite: Database.Database) {
  sqlite.exec(`
    create temp table report_changes (
      seq integer primary key, moved_by integer, id text, status text, report_type text, expert_id text,
      created_at integer, reviewed_at integer
    );
    create temp trigger report_came after insert on main.reports begin ${note(1, 'new')} end;
    create temp trigger report_went after delete on main.reports begin ${note(-1, 'old')} end;
    create temp trigger report_moved after update of ${columns} on main.reports begin
      ${note(-1, 'old')} ${note(1, 'new')}
    end;
  `);
  watched.set(sqlite, {
    version: sqlite.prepare('pragma data_version').pluck(),
    changes: sqlite.prepare(
      `select moved_by as "by", id, status, report_type as reportType, expert_id as expertId,
        created_at as createdAt, reviewed_at as reviewedAt from report_changes order by seq limit ?`,
    ),
  });
}

/**
 * The changes of the reports since the last call, once.
 *
 * @returns null at the first call, after another process has written to the database (`PRAGMA
 *   data_version`), and after more than 2,000 changes.
 */
export function takeReportChanges(sqlite: Database.Database): Changes {
  const watch = watched.get(sqlite);
  if (!watch) return null;
  // Inside a transaction this is the version of the very moment that is read.
  const version = watch.version.get() as number;
  const isKnown = watch.seen === version;
  watch.seen = version;
  const changes = watch.changes.all(maxChanges + 1) as Change[];
  if (changes.length > 0) sqlite.exec('delete from report_changes');
  return isKnown && changes.length <= maxChanges ? changes : null;
}
