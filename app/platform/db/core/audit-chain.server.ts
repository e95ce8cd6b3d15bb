import { createHmac } from 'node:crypto';
import { keyOfDatabase } from '~/platform/secrets/column-cipher.server';
import type { RunSql } from './database-state';

/**
 * The content of an audit entry; `at` in milliseconds since 1970. `seen` lists, in any order, the
 * patients whose reports were seen, if there are several.
 */
export type ChainLine = {
  at: number;
  actorId: string | null;
  action: string;
  objectId: string | null;
  seen?: readonly string[];
};

/** The end of the chain: the id of the last line (0 for none) and its hash. */
export type ChainHead = { id: number; hash: string };

/** The hash before the first line of a log. */
export const chainStart = 'start';

/** The name of the head's row in the table `keyring`. */
export const headName = 'audit.head';

const mac = (label: string, parts: unknown[]) =>
  createHmac('sha256', keyOfDatabase('audit chain'))
    .update(JSON.stringify([label, ...parts]))
    .digest('base64url');

/**
 * Returns the hash of a line: an HMAC over the hash before it and the content of the line. Its key
 * is derived from that of the encrypted columns, so it outlives a change of SESSION_SECRET and of
 * FILE_KEY.
 */
export function chainHash(before: string, { at, actorId, action, objectId, seen }: ChainLine): string {
  const several = seen && seen.length > 0 ? [[...seen].sort()] : [];
  return mac('line', [before, at, actorId, action, objectId, ...several]);
}

/** Builds the head's row, signed so that only a holder of the key can write it. */
export function sealHead({ id, hash }: ChainHead): Buffer {
  return Buffer.from(JSON.stringify({ id, hash, mac: mac('head', [id, hash]) }));
}

/**
 * Reads the head's row.
 *
 * @returns null if it is missing or was not signed with this database's key.
 */
export function openHead(sealed: Buffer | null | undefined): ChainHead | null {
  try {
    const { id, hash, mac: storedMac } = JSON.parse(String(sealed));
    return storedMac === mac('head', [id, hash]) ? { id, hash } : null;
  } catch {
    return null;
  }
}

/** A query that finds a row if the chain has begun. */
export const chainBegun = `select 1 from keyring where key_id = '${headName}' union all select 1 from audit where hash is not null limit 1`;

/**
 * Begins the chain, once in a database's life and in a transaction of its own. The first head is a
 * hash over every line older than the chain. If chained lines exist without a head, none is made:
 * somebody has removed it.
 */
export async function beginChain(run: RunSql): Promise<void> {
  if ((await run(chainBegun)).length > 0) return;
  const head: ChainHead = { id: 0, hash: chainStart };
  for (let lines = await linesAfter(run, 0); lines.length > 0; lines = await linesAfter(run, head.id)) {
    for (const { id, ...line } of lines) {
      head.hash = chainHash(head.hash, line);
      head.id = id;
    }
  }
  await run('insert into keyring (key_id, wrapped) values (?, ?)', headName, sealHead(head));
}

async function linesAfter(run: RunSql, last: number): Promise<(ChainLine & { id: number })[]> {
  const rows = await run(
    'select id, at, actor_id, action, object_id from audit where id > ? order by id limit 1000',
    last,
  );
  return (rows as [number, number, string | null, string, string | null][]).map(
    ([id, at, actorId, action, objectId]) => ({ id, at, actorId, action, objectId }),
  );
}
