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
import { retryWhileLocked } from './retry-while-locked.server';
import type { WalSync } from './wal-sync.server';

const maxPlans = 500;
const idleReaders = 2;
/** KiB of the file in memory: the pages that lead to all others are among them. */
const pagesInMemory = 'cache_size = -16000';

type Sqlite = Database.Database;
type Plans = (text: string) => Database.Statement;
type Reader = { sqlite: Sqlite; queries: Queries };

/**
 * SQLite behind Drizzle's builder. Takes the connection that writes, which stays the caller's to
 * set up, and its path; where others cannot open the file beside it (a database in memory, or one
 * that is open alone) `isAlone`; and what waits for the disk, which a database in memory has not.
 */
export function sqliteEngine(
  sqlite: Sqlite,
  { path, isAlone, disk }: { path: string; isAlone: boolean; disk?: WalSync },
): Engine {
  // A commit does not wait for the disk, which would hold up every other request: `written` does.
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
    looksAt,
    folded: (text) => sql`fold(${text})`,
    atomically: (plan, options) => written(disk, options, () => writeTogether(sqlite, plans, plan)),
    execute: (statement, options) => written(disk, options, () => run(plans, statement)),
    async readTransaction(read) {
      if (!hasReaders) return read(main.queries);
      const reader = idle.pop() ?? openReader();
      try {
        reader.sqlite.exec('BEGIN');
        return await read(reader.queries);
      } finally {
        // Nothing was written: there is nothing to keep.
        if (reader.sqlite.inTransaction) reader.sqlite.exec('ROLLBACK');
        if (sqlite.open && idle.length < idleReaders) idle.push(reader);
        else reader.sqlite.close();
      }
    },
    // Another process may write, but the server is one: it holds the lock of the folder.
    isShared: false,
    migrations: migrationsFolder('sqlite'),
    // Brings the write-ahead log back into the file, so that what is overwritten there is gone.
    tidy: async () => void sqlite.pragma('wal_checkpoint(TRUNCATE)'),
    onDisk: async () => disk?.settled(),
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
 * Compiles each statement once, as long as it is among the latest. SQLite plans by the number in
 * `limit ?`, and would compile the statement again for each number; it does not look into
 * `limit +?`.
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
    if (!plan.reader) throw new Error('What is written goes through execute or atomically');
    return { rows: method === 'get' ? (plan.get(...params) as unknown[]) : plan.all(...params) };
  });
}

/**
 * A write that is durable is answered once it is on the disk, and so is one that changed nothing:
 * it may have found what another one has just written.
 */
async function written<Result>(
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

/** Gives how many rows a statement changes, or a select finds. */
function run(plans: Plans, { sql, params }: Bound): number {
  const plan = plans(sql);
  return plan.reader ? plan.all(...params).length : plan.run(...params).changes;
}

/**
 * Awaits nothing: nobody else's statement comes between on the one connection that writes. There is
 * one writer at a time, so the locks need no statement.
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
  // No line matches what is chained to this: a head that was tampered with shows for good.
  const head: ChainHead = openHead(sealed) ?? { id: 0, hash: 'broken' };
  let isMoved = false;
  for (const { line, unless } of entries) {
    if (unless && isFound(plans, unless.toSQL())) continue;
    head.hash = chainHash(head.hash, line);
    const { at, actorId, action, objectId, seen } = line;
    const [row] = plans(insertLine).all(at, actorId, action, objectId, head.hash) as [number][];
    head.id = row?.[0] ?? 0;
    if (seen) plans(insertSeen).run(head.id, JSON.stringify(seen));
    isMoved = true;
  }
  if (isMoved) plans(moveHead).run(headName, sealHead(head));
}

/** Goes from one stretch of the log that has looks to the next, and asks each for the patient. */
const looksAt = (patientId: string) => sql`
  with recursive stretch(n) as (
    select min(line / 64) from audit_seen
    union all
    select (select min(line / 64) from audit_seen where line / 64 > n) from stretch where n is not null
  )
  select line from stretch cross join audit_seen where line / 64 = n and patient_id = ${patientId}`;

const isFound = (plans: Plans, { sql, params }: Bound) => plans(sql).get(...params) !== undefined;
