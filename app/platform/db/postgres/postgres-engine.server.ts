import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/sqlite-proxy';
import {
  type ChainHead,
  chainHash,
  headName,
  openHead,
  sealHead,
} from '~/platform/db/core/audit-chain.server';
import type { AuditEntry, Bound, Engine, EngineWrite, Queries, WritePlan } from '~/platform/db/core/engine';
import { foldInPostgres } from '~/platform/db/core/fold';
import { migrationsFolder } from '~/platform/db/core/migration-files.server';
import { dayMs } from '~/platform/durations';
import { isRepeatable, toUncertainError } from './postgres-errors.server';
import type { PostgresPool, QueryAnswer, Session } from './postgres-pool.server';
import { openTurnsOn } from './postgres-turns.server';

const tries = 3;
const pauseMs = 20;
const limitsKeptMs = 3_600_000;

/** Runs Drizzle's builder for SQLite on PostgreSQL. */
export function postgresEngine(pool: PostgresPool): Engine {
  const runOnce: Session['run'] = (text, values) => pool.with((session) => session.run(text, values));
  return {
    queries: queriesOn(runOnce),
    selectListViews,
    selectChangesEnd,
    foldColumn: foldInPostgres,
    atomically: (plan, options) =>
      retryOnConflict(() => pool.with((session) => writeTogether(session, plan, options))),
    execute: ({ sql, params }, { durable }) =>
      retryOnConflict(() => pool.with((session) => writeAlone(session, { sql, params }, durable))),
    readTransaction: (read) =>
      pool.with(async (session) => {
        const start = allowUnawaited(session.script('begin isolation level repeatable read, read only'));
        const result = await read(queriesOf(session));
        await start;
        // The next user of the connection comes after it.
        allowUnawaited(session.script('commit'));
        return result;
      }),
    isShared: true,
    // PostgreSQL shows no commit before it is on the disk.
    untilOnDisk: async () => undefined,
    migrations: migrationsFolder('postgres'),
    counters: { query: (statement) => pool.with((session) => session.query(statement)) },
    turns: openTurnsOn(pool),
    async tidy() {
      await runOnce('select fold_report_days(?)', [Math.floor(Date.now() / dayMs)]);
      await runOnce('select settle_report_changes()', []);
      await runOnce('delete from limits where expire < ?', [Date.now() - limitsKeptMs]);
    },
    close: pool.close,
  };
}

function queriesOn(run: Session['run']): Queries {
  return drizzle(async (text, params, method) => {
    if (/^\s*(?:insert|update|delete)\b/i.test(text))
      throw new Error('Writes must go through execute or atomically');
    const { rows } = await run(text, params);
    return { rows: method === 'get' ? (rows[0] as unknown[]) : rows };
  });
}

/** The builders of connections in a transaction, kept with what was built on them. */
const ofSession = new WeakMap<Session, Queries>();

function queriesOf(session: Session): Queries {
  const queries = ofSession.get(session) ?? queriesOn(session.run);
  ofSession.set(session, queries);
  return queries;
}

/** Repeats a write that gave way to another transaction: nothing of it was written. */
async function retryOnConflict<Result>(write: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (!isRepeatable(error) || attempt >= tries) throw error;
    }
    await wait(pauseMs * attempt * (1 + Math.random()));
  }
}

/** Lets an answer be awaited later or never: its rejection then goes unreported. */
function allowUnawaited<Result>(answer: Promise<Result>): Promise<Result> {
  answer.catch(() => undefined);
  return answer;
}

const beginning = ({ durable }: Pick<EngineWrite, 'durable'>) =>
  durable ? 'begin' : 'begin; set local synchronous_commit = off';

/**
 * Commits and awaits earlier answers too: if the connection is lost, all of it may have happened.
 */
async function commit(session: Session, before: Promise<unknown>[] = []) {
  const answers = Promise.all([...before, session.script('commit')]).catch((error: unknown) => {
    throw toUncertainError(error);
  });
  const { command } = (await answers).at(-1) as { command: string };
  // PostgreSQL rolls back a failed transaction instead, without an error.
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back');
}

async function writeAlone(session: Session, { sql, params }: Bound, durable: boolean): Promise<number> {
  if (durable) {
    const answer = session.run(sql, params).catch((error: unknown) => {
      throw toUncertainError(error);
    });
    return (await answer).rowCount;
  }
  const start = session.script(beginning({ durable }));
  const answer = session.run(sql, params);
  await commit(session, [start, answer]);
  return (await answer).rowCount;
}

/**
 * Sends every statement that depends on no answer without waiting. The server runs them in this
 * order and stops after a failure; the answers are checked in the same order.
 */
async function writeTogether(session: Session, plan: WritePlan, options: EngineWrite): Promise<boolean> {
  const before: Promise<unknown>[] = [allowUnawaited(session.script(beginning(options)))];
  for (const lock of plan.locks) {
    const { sql, params } = lock.toSQL();
    before.push(allowUnawaited(session.run(`${sql} for update`, params)));
  }
  const answers = plan.writes.map(({ sql, params }) => allowUnawaited(session.run(sql, params)));
  const isAudited = plan.entries.length > 0;
  const head = isAudited ? allowUnawaited(session.run(lockHead, [headName])) : undefined;
  for (const answer of before) await answer;
  for (const [at, answer] of answers.entries()) {
    const { rowCount } = await answer;
    if (rowCount > 0 || !plan.writes[at]?.isRequired) continue;
    await session.script('rollback');
    return false;
  }
  await commit(session, head ? await appendToAudit(session, plan.entries, await head) : []);
  return true;
}

const lockHead = 'select wrapped from keyring where key_id = ? for update';
const moveHead =
  'insert into keyring (key_id, wrapped) values (?, ?) on conflict (key_id) do update set wrapped = excluded.wrapped';
const insertLine =
  'insert into audit (at, actor_id, action, object_id, hash) values (?, ?, ?, ?, ?) returning id';
// An audit entry and the patients whose reports were seen, in one round trip.
const insertLook = `with line as (${insertLine}), look as (insert into audit_seen (line, patient_id)
  select line.id, jsonb_array_elements_text(?::jsonb) from line) select id from line`;

/**
 * Appends to the audit log. The head's row stays locked until the commit, so entries of other
 * servers come before or after.
 *
 * @returns the answers that are still due.
 */
async function appendToAudit(session: Session, entries: AuditEntry[], { rows }: QueryAnswer) {
  // No line matches this head: a tampered head shows for good.
  const head: ChainHead = openHead(rows[0]?.[0] as Buffer | undefined) ?? { id: 0, hash: 'broken' };
  const lines: Promise<QueryAnswer>[] = [];
  for (const { line, skipIf } of entries) {
    if (skipIf && (await isFound(session, skipIf.toSQL()))) continue;
    head.hash = chainHash(head.hash, line);
    const { at, actorId, action, objectId, seen } = line;
    const values = [at, actorId, action, objectId, head.hash];
    const insert: [text: string, values: unknown[]] = seen
      ? [insertLook, [...values, JSON.stringify(seen)]]
      : [insertLine, values];
    lines.push(allowUnawaited(session.run(...insert)));
  }
  const last = (await Promise.all(lines)).at(-1);
  if (!last) return [];
  head.id = Number(last.rows[0]?.[0] ?? 0);
  return [allowUnawaited(session.run(moveHead, [headName, sealHead(head)]))];
}

const selectListViews = (patientId: string) =>
  sql`select line from audit_seen where patient_id = ${patientId}`;

/** Every row of a transaction before the oldest open one is visible, and no row comes there later. */
const selectChangesEnd = sql`select
  cast(cast(pg_snapshot_xmin(pg_current_snapshot()) as text) as bigint) as xid, cast(0 as bigint) as seq,
  cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as now`;

const isFound = async (session: Session, { sql, params }: Bound) =>
  (await session.run(sql, params)).rowCount > 0;
