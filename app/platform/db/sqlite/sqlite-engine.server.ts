import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/sqlite-proxy';
import { LRUCache } from 'lru-cache';
import {
  type ChainHead,
  chainHash,
  headName,
  openHead,
  sealHead,
} from '~/platform/db/core/audit-chain.server';
import type { AuditEntry, Bound, Engine, EngineWrite, Queries, WritePlan } from '~/platform/db/core/engine';
import { fold } from '~/platform/db/core/fold';
import { migrationsFolder } from '~/platform/db/core/migration-files.server';
import { toTrouble } from '~/platform/errors.server';
import { currentRequest } from '~/platform/observability/request-context.server';
import type { WalSync } from './wal-sync.server';

const maxWaitMs = 1500;

/**
 * Runs a write and retries it while another process holds the database, for at most 1.5 s over the
 * whole request. Other requests go on meanwhile.
 *
 * @param write the write; it has done nothing if the database is locked.
 * @throws SQLITE_BUSY after that time.
 */
async function retryWhileLocked<Result>(write: () => Result): Promise<Result> {
  const spent = currentRequest() ?? { waitedMs: 0 };
  for (let pauseMs = 10; ; pauseMs = Math.min(100, 2 * pauseMs)) {
    try {
      return write();
    } catch (error) {
      if (toTrouble(error) !== 'busy' || spent.waitedMs >= maxWaitMs) throw error;
    }
    const since = performance.now();
    await wait(pauseMs);
    spent.waitedMs += performance.now() - since;
  }
}

const maxPlans = 500;
const idleReaders = 2;
/** KiB of the file in memory, enough for the inner pages of the trees. */
const pagesInMemory = 'cache_size = -16000';

type Sqlite = Database.Database;
type Plans = (text: string) => Database.Statement;
type Reader = { sqlite: Sqlite; queries: Queries };

/**
 * Runs Drizzle's builder on SQLite.
 *
 * @param sqlite the connection that writes; the caller has set it up.
 * @param options.isAlone whether no other connection can open the file, as it is open exclusively.
 * @param options.disk waits for the disk; a database in memory has none.
 */
export function sqliteEngine(
  sqlite: Sqlite,
  { path, isAlone, disk }: { path: string; isAlone: boolean; disk?: WalSync },
): Engine {
  // A commit does not wait for the disk, which would hold up every other request; `writeDurably`
  // does.
  sqlite.pragma('synchronous = NORMAL');
  sqlite.pragma(pagesInMemory);
  addFunctions(sqlite);
  const plans = plansOf(sqlite);
  const main: Reader = { sqlite, queries: queriesOn(plans) };
  const hasReaders = !isAlone && path !== ':memory:';
  const idle: Reader[] = [];
  const openReader = (): Reader => {
    const reader = new Database(path, { readonly: true, timeout: 0 });
    reader.pragma('trusted_schema = OFF');
    reader.pragma('temp_store = MEMORY');
    reader.pragma(pagesInMemory);
    addFunctions(reader);
    return { sqlite: reader, queries: queriesOn(plansOf(reader)) };
  };
  return {
    queries: main.queries,
    selectListViews,
    selectChangesEnd,
    foldColumn: (text) => sql`fold(${text})`,
    atomically: (plan, options) => writeDurably(disk, options, () => writeTogether(sqlite, plans, plan)),
    execute: (statement, options) => writeDurably(disk, options, () => run(plans, statement)),
    async readTransaction(read) {
      if (!hasReaders) return read(main.queries);
      const reader = idle.pop() ?? openReader();
      try {
        reader.sqlite.exec('BEGIN');
        return await read(reader.queries);
      } finally {
        // A read leaves nothing to commit.
        if (reader.sqlite.inTransaction) reader.sqlite.exec('ROLLBACK');
        if (sqlite.open && idle.length < idleReaders) idle.push(reader);
        else reader.sqlite.close();
      }
    },
    // Another process may write, but there is one server: it holds the lock of the folder.
    isShared: false,
    migrations: migrationsFolder('sqlite'),
    // Copies the write-ahead log back into the file, so that overwritten content is gone.
    tidy: async () => void sqlite.pragma('wal_checkpoint(TRUNCATE)'),
    untilOnDisk: async () => disk?.settled(),
    async close() {
      try {
        await disk?.close();
      } finally {
        for (const reader of idle.splice(0)) reader.sqlite.close();
        sqlite.close();
      }
    },
  };
}

function addFunctions(sqlite: Sqlite) {
  sqlite.function('fold', { deterministic: true, directOnly: true }, (text: unknown) =>
    text === null ? null : fold(String(text)),
  );
}

/**
 * Compiles each statement once while it is among the latest. SQLite plans by the number in `limit
 * ?` and would compile the statement again for each number; it does not look into `limit +?`.
 */
function plansOf(sqlite: Sqlite): Plans {
  const plans = new LRUCache<string, Database.Statement>({
    max: maxPlans,
    memoMethod: (text) => {
      const plan = sqlite.prepare(text.replaceAll(' limit ?', ' limit +?'));
      return plan.reader ? plan.raw(true) : plan;
    },
  });
  return (text) => plans.memo(text);
}

function queriesOn(plans: Plans): Queries {
  return drizzle(async (text, params, method) => {
    const plan = plans(text);
    if (!plan.reader) throw new Error('Writes must go through execute or atomically');
    return { rows: method === 'get' ? (plan.get(...params) as unknown[]) : plan.all(...params) };
  });
}

/**
 * Resolves a durable write once it is on the disk. A write that changed nothing waits as well: it
 * may have found what another one has just written.
 */
async function writeDurably<Result>(
  disk: WalSync | undefined,
  { durable, waits }: EngineWrite,
  write: () => Result,
): Promise<Result> {
  let isTried = false;
  const act = () => {
    disk?.noteCommit(durable);
    isTried = true;
    return write();
  };
  try {
    return waits ? await retryWhileLocked(act) : act();
  } finally {
    if (durable && isTried) await disk?.synced();
  }
}

/** Returns the number of rows that a statement changes or a select finds. */
function run(plans: Plans, { sql, params }: Bound): number {
  const plan = plans(sql);
  return plan.reader ? plan.all(...params).length : plan.run(...params).changes;
}

/**
 * Runs a plan without awaiting anything, so no other statement comes between on the one connection
 * that writes. There is one writer at a time, so the locks need no statement.
 */
function writeTogether(sqlite: Sqlite, plans: Plans, { writes, entries }: WritePlan): boolean {
  sqlite.exec('BEGIN IMMEDIATE');
  try {
    for (const statement of writes) {
      if (run(plans, statement) > 0 || !statement.isRequired) continue;
      sqlite.exec('ROLLBACK');
      return false;
    }
    if (entries.length > 0) appendToAudit(plans, entries);
    sqlite.exec('COMMIT');
    return true;
  } catch (error) {
    if (sqlite.inTransaction) sqlite.exec('ROLLBACK');
    throw error;
  }
}

const readHead = 'select "wrapped" from "keyring" where "key_id" = ?';
const moveHead =
  'insert into "keyring" ("key_id", "wrapped") values (?, ?) on conflict ("key_id") do update set "wrapped" = excluded."wrapped"';
const insertLine =
  'insert into "audit" ("at", "actor_id", "action", "object_id", "hash") values (?, ?, ?, ?, ?) returning "id"';
const insertSeen = 'insert into "audit_seen" ("line", "patient_id") select ?, value from json_each(?)';

function appendToAudit(plans: Plans, entries: AuditEntry[]) {
  const [sealed] = (plans(readHead).get(headName) ?? []) as (Buffer | null)[];
  // No line matches this head: a tampered head shows for good.
  const head: ChainHead = openHead(sealed) ?? { id: 0, hash: 'broken' };
  let isMoved = false;
  for (const { line, skipIf } of entries) {
    if (skipIf && isFound(plans, skipIf.toSQL())) continue;
    head.hash = chainHash(head.hash, line);
    const { at, actorId, action, objectId, seen } = line;
    const [row] = plans(insertLine).all(at, actorId, action, objectId, head.hash) as [number][];
    head.id = row?.[0] ?? 0;
    if (seen) plans(insertSeen).run(head.id, JSON.stringify(seen));
    isMoved = true;
  }
  if (isMoved) plans(moveHead).run(headName, sealHead(head));
}

/** Searches for a patient in each stretch of 64 lines that has entries. */
const selectListViews = (patientId: string) => sql`
  with recursive stretch(n) as (
    select min(line / 64) from audit_seen
    union all
    select (select min(line / 64) from audit_seen where line / 64 > n) from stretch where n is not null
  )
  select line from stretch cross join audit_seen where line / 64 = n and patient_id = ${patientId}`;

/** SQLite has one writer at a time, so each change is visible before the next one is numbered. */
const selectChangesEnd = sql`select 0 as xid,
  coalesce((select seq from sqlite_sequence where name = 'report_changes'), 0) as seq,
  cast((julianday('now') - 2440587.5) * 86400000 as integer) as now`;

const isFound = (plans: Plans, { sql, params }: Bound) => plans(sql).get(...params) !== undefined;
