import type { SQL, SQLWrapper } from 'drizzle-orm';
import type { SqliteRemoteDatabase } from 'drizzle-orm/sqlite-proxy';
import type { ChainLine } from './audit-chain.server';
import type { RunSql } from './database-state';
import type { OnApplied } from './migration-files.server';

/** What queries are built with: Drizzle's builder for SQLite, whichever engine answers. */
export type Queries = SqliteRemoteDatabase;

/**
 * A statement as text, with the values it is run with. Where it looks at other rows than those it
 * writes it needs a lock, unless it says that it does not.
 */
export type Bound = { sql: string; params: unknown[]; needsLock?: boolean };

/** A statement as Drizzle builds it, not yet run: it runs where it is handed to. */
export type Statement = { toSQL(): Bound };

/**
 * A line of the audit log. It is written last in its transaction, chained to the line before it;
 * not at all where `unless`, a select, finds a row then.
 */
export type AuditEntry = { line: ChainLine; unless?: Statement };

/** A statement that has to change at least one row, or a select that has to find one. */
export type RequiredChange = { required: Statement };

/**
 * Holds rows, in the order of their ids, until the transaction is over: nobody else who names the
 * same lock comes between. An engine with one writer at a time needs to do nothing.
 */
export type Lock = { lock: Statement };

/** What `atomically` takes; what is falsy is passed over. */
export type Step = Statement | AuditEntry | RequiredChange | Lock | false | undefined;

/**
 * What `atomically` was given, ready to run: first the locks, last the lines of the audit log. The
 * locks are not built yet: not every engine needs them.
 */
export type WritePlan = {
  locks: Statement[];
  writes: (Bound & { isRequired: boolean })[];
  entries: AuditEntry[];
};

/**
 * With `durable: false` the disk is not waited for. A power cut may then take the write back,
 * together with all that was written after it and did not wait either; a process that ends takes
 * nothing back. For what does no harm when it is lost, such as a count of attempts.
 */
export type WriteOptions = { durable?: boolean };

/** The same for an engine, and whether to wait where another process writes. */
export type EngineWrite = Required<WriteOptions> & { waits: boolean };

/** A database that answers queries. What each member promises is said in db.server.ts. */
export type Engine = {
  queries: Queries;
  atomically(plan: WritePlan, options: EngineWrite): Promise<boolean>;
  execute(statement: Bound, options: EngineWrite): Promise<number>;
  onDisk(): Promise<void>;
  readTransaction<Result>(read: (queries: Queries) => Promise<Result>): Promise<Result>;
  looksAt(patientId: string): SQL;
  folded(text: SQLWrapper): SQL;
  /** Whether other processes may write to the same database. */
  isShared: boolean;
  /** The path of the folder of its migrations. */
  migrations: string;
  /** For counts that all servers share. */
  counters?: { query(statement: NumberedStatement): Promise<{ rowCount: number | null }> };
  /** Where processes that share the database settle things among themselves. */
  turns?: Turns;
  /** What is to be tidied once an hour. */
  tidy(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Plain SQL on a database that several processes may have open: one statement, or a transaction
 * during which nobody else starts on the database, or is in a turn.
 */
export type Turns = {
  run: RunSql;
  inTurn<Result>(act: (run: RunSql) => Promise<Result>): Promise<Result>;
};

/**
 * Who comes to a database that several processes may have open, in its turn: `look` before anything
 * is changed, where the database was used before; `enter` once it is up to date. Where one throws,
 * nothing is changed.
 */
export type Entrance = { look(run: RunSql): Promise<void>; enter(run: RunSql): Promise<void> };

/** A statement with `$1` for its values, and the name under which the server may keep its plan. */
export type NumberedStatement = { text: string; values: unknown[]; name?: string };

/** What `openDatabase` takes. */
export type OpenOptions = {
  url: string;
  fileKey: Buffer;
  copies?: string;
  isAlone?: boolean;
  onApplied?: OnApplied;
  pool?: number;
  namesPlans?: boolean;
  entrance?: Entrance;
};

/**
 * An open database: its engine, the key of its columns, and the driver below, for what looks at it
 * from outside.
 */
export type Opened = { engine: Engine; columnKey: Buffer; driver: unknown };
