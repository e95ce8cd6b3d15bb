import { createHmac } from 'node:crypto';
import type Database from 'better-sqlite3';
import { keyOfDatabase } from './column-cipher.server';

/** What a line of the audit log says; `at` in milliseconds since 1970. */
export type ChainLine = { at: number; actorId: string | null; action: string; objectId: string | null };

/** Where the chain ends: the id of the last line (0 for none) and its hash. */
export type ChainHead = { id: number; hash: string };

/** What stands before the first line of a log. */
export const chainStart = 'start';

/** The name of the head's row in the table `keyring`. */
export const headName = 'audit.head';

const mac = (label: string, parts: unknown[]) =>
  createHmac('sha256', keyOfDatabase('audit chain'))
    .update(JSON.stringify([label, ...parts]))
    .digest('base64url');

/**
 * The hash of a line: an HMAC over the hash of the line before and what the line says. The key
 * comes from that of the encrypted columns, so it outlives a change of SESSION_SECRET, and of
 * FILE_KEY.
 */
export function chainHash(before: string, { at, actorId, action, objectId }: ChainLine): string {
  return mac('line', [before, at, actorId, action, objectId]);
}

/** The head's row: signed, so that only who has the key can write one. */
export function sealHead({ id, hash }: ChainHead): Buffer {
  return Buffer.from(JSON.stringify({ id, hash, mac: mac('head', [id, hash]) }));
}

/**
 * Reads the head's row.
 *
 * @returns null when it is missing, or was not written under this database's key.
 */
export function openHead(sealed: Buffer | null | undefined): ChainHead | null {
  try {
    const { id, hash, mac: said } = JSON.parse(String(sealed));
    return said === mac('head', [id, hash]) ? { id, hash } : null;
  } catch {
    return null;
  }
}

/**
 * Begins the chain, once in a database's life: the first head is a hash over every line that is
 * older than the chain. Where lines are chained already and the head is gone, none is made:
 * somebody has removed it.
 */
export function beginChain(sqlite: Database.Database) {
  const hasBegun = sqlite.prepare(
    `select 1 from keyring where key_id = '${headName}' union all select 1 from audit where hash is not null limit 1`,
  );
  if (hasBegun.get()) return;
  sqlite.exec('BEGIN IMMEDIATE');
  try {
    if (!hasBegun.get()) {
      const head: ChainHead = { id: 0, hash: chainStart };
      const lines = sqlite.prepare(
        'select id, at, actor_id as actorId, action, object_id as objectId from audit order by id',
      );
      for (const line of lines.iterate() as IterableIterator<ChainLine & { id: number }>) {
        head.hash = chainHash(head.hash, line);
        head.id = line.id;
      }
      sqlite.prepare('insert into keyring (key_id, wrapped) values (?, ?)').run(headName, sealHead(head));
    }
    sqlite.exec('COMMIT');
  } catch (error) {
    if (sqlite.inTransaction) sqlite.exec('ROLLBACK');
    throw error;
  }
}
