import type { SQL, SQLWrapper } from 'drizzle-orm';
import type { SqliteRemoteDatabase } from 'drizzle-orm/sqlite-proxy';
import type { ChainLine } from './audit-chain.server';
import type { RunSql } from './database-state';
import type { OnApplied } from './migration-files.server';

/** The query builder: Drizzle's for SQLite, with either engine. */
export type Queries = SqliteRemoteDatabase;

/**
 * A statement as text with its values. A statement that reads rows other than those it writes needs
 * a lock, unless `needsLock` is false.
 */
export type Bound = { sql: string; params: unknown[]; needsLock?: boolean };

/** A statement built by Drizzle that the engine runs later. */
export type Statement = { toSQL(): Bound };

/**
 * An audit entry. It is written last in its transaction and chained to the entry before it. It is
 * skipped if `skipIf`, a select, finds a row at that time.
 */
export type AuditEntry = { line: ChainLine; skipIf?: Statement };

/** A statement that must change at least one row, or a select that must find one. */
export type RequiredChange = { required: Statement };

/**
 * Locks rows, in the order of their ids, until the transaction ends. Transactions that take the
 * same lock run one after another. An engine with one writer at a time has nothing to do.
 */
export type Lock = { lock: Statement };

/** A step of `atomically`; falsy steps are skipped. */
export type Step = Statement | AuditEntry | RequiredChange | Lock | false | undefined;

/**
 * The steps of `atomically`, ready to run: locks first, audit entries last. The locks are not built
 * yet, since not every engine needs them.
 */
export type WritePlan = {
  locks: Statement[];
  writes: (Bound & { isRequired: boolean })[];
  entries: AuditEntry[];
};

/**
 * With `durable: false` a write does not wait for the disk. A power cut may undo it, together with
 * every later write that did not wait either; a crash of the process loses nothing. Use it for
 * data whose loss does no harm, such as a count of attempts.
 */
export type WriteOptions = { durable?: boolean };

/**
 * The options of a write on an engine; `waits` tells whether to wait while another process writes.
 */
export type EngineWrite = Required<WriteOptions> & { waits: boolean };

/** A database engine. db.server.ts documents the members. */
export type Engine = {
  queries: Queries;
  atomically(plan: WritePlan, options: EngineWrite): Promise<boolean>;
  execute(statement: Bound, options: EngineWrite): Promise<number>;
  untilOnDisk(): Promise<void>;
  readTransaction<Result>(read: (queries: Queries) => Promise<Result>): Promise<Result>;
  selectListViews(patientId: string): SQL;
  selectChangesEnd: SQL;
  foldColumn(text: SQLWrapper): SQL;
  /** True if other processes may write to the same database. */
  isShared: boolean;
  /** The path of the folder with its migrations. */
  migrations: string;
  /** Counts that all servers share. */
  counters?: { query(statement: NumberedStatement): Promise<{ rowCount: number | null }> };
  /** Turns of the processes that share the database. */
  turns?: Turns;
  /** Cleans up; called once an hour. */
  tidy(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Plain SQL on a database that several processes may have open. `run` runs one statement; `inTurn`
 * runs a transaction while no other process starts on the database or has a turn.
 */
export type Turns = {
  run: RunSql;
  inTurn<Result>(act: (run: RunSql) => Promise<Result>): Promise<Result>;
};

/**
 * Hooks for a process that joins a shared database. `look` runs before any change if the database
 * was used before; `enter` runs once it is up to date. If either throws, nothing is changed.
 */
export type Entrance = { look(run: RunSql): Promise<void>; enter(run: RunSql): Promise<void> };

/** A statement with `$1` for its values, and the name under which the server may keep its plan. */
export type NumberedStatement = { text: string; values: unknown[]; name?: string };

/** The options of `openDatabase`. */
export type OpenOptions = {
  url: string;
  fileKey: Buffer;
  content?: Buffer;
  copies?: string;
  isAlone?: boolean;
  onApplied?: OnApplied;
  pool?: number;
  namesPlans?: boolean;
  entrance?: Entrance;
};

/**
 * An open database: its engine, the key of its columns, and the driver below, for tools and tests.
 */
export type Opened = { engine: Engine; columnKey: Buffer; driver: unknown };
