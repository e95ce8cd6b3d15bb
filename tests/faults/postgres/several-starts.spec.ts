import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { openBeside, takeUnmigrated, withClient } from '../../support/test-database.ts';
import { type Connection, openConnection } from '../support/connections.ts';
import { printFigures, roundCount, timeoutFor } from '../support/scale.ts';

let servers: Connection[] = [];
afterEach(() => Promise.all(servers.map((server) => server.close())));

/** Opens a database from `many` servers and lets them continue once all have reached its tables. */
async function openAtOnce(url: string, many: number) {
  return withClient(url, async (client) => {
    await client.query('begin; create table __drizzle_migrations (id int)');
    const opened = Promise.all(Array.from({ length: many }, () => openConnection(url)));
    const waiting = `select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    // Reads on a second connection: within a transaction, the activity stays as first seen.
    const looking = openBeside(url);
    while ((await looking.rows(waiting))[0]?.n !== many) await wait(20);
    await looking.close();
    await client.query('rollback');
    return opened;
  });
}

test(
  'applies each migration once when four servers open an empty database, and makes one key, one audit log and one first admin',
  async () => {
    const journal = await readFile(
      new URL('../../../drizzle/postgres/meta/_journal.json', import.meta.url),
      'utf8',
    );
    const migrations = (JSON.parse(journal) as { entries: { when: number }[] }).entries;
    for (let round = 0; round < roundCount(10, 1); round += 1) {
      servers = await openAtOnce(await takeUnmigrated(), 4);
      const [firstServer] = servers;
      if (!firstServer) throw new Error('No server was started');
      const rows = (sql: string) => firstServer.call('read', sql);
      const applied = await rows('select created_at from __drizzle_migrations order by created_at');
      expect(applied.map(({ created_at: at }) => Number(at))).toEqual(migrations.map(({ when }) => when));
      // The column key and the head of the audit log.
      expect(await rows('select key_id from keyring')).toHaveLength(2);

      const firstAdmins = (await Promise.all(servers.map((server) => server.call('firstAdmin')))).filter(
        Boolean,
      );
      expect(firstAdmins).toHaveLength(1);
      const { email, randomPassword } = firstAdmins[0] ?? { email: '' };
      expect(await rows('select account_type, email from users')).toEqual([{ account_type: 'Admin', email }]);
      expect(await rows("select id from audit where action = 'account.opened'")).toHaveLength(1);
      const logIns = await Promise.all(servers.map((server) => server.call('logIn', email, randomPassword)));
      expect(logIns).toEqual([200, 200, 200, 200]);
      for (const server of servers) expect(await server.call('auditFlaw')).toBeNull();
      printFigures('four starts', { migrations: applied.length, 'first admins': firstAdmins.length });
      await Promise.all(servers.splice(0).map((server) => server.close()));
    }
  },
  timeoutFor(10),
);
