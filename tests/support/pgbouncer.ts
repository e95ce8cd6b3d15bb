import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../faults/support/server';
import { serverUser } from '../tools/programs/postgres.mjs';
import { withClient } from './test-database';

/**
 * Starts a PgBouncer in transaction mode in front of a database's server. It opens fewer
 * connections to the server than it accepts.
 *
 * @returns the DATABASE_URL through it, and a function that stops it.
 */
export async function startPgBouncer(url: string) {
  const { hostname, port, username } = new URL(url);
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  chmodSync(folder, 0o755);
  const listenPort = await freePort();
  const users = join(folder, 'users.txt');
  const config = join(folder, 'pgbouncer.ini');
  writeFileSync(users, `"${username}" ""\n`);
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${listenPort}`,
    'unix_socket_dir =',
    'auth_type = trust',
    `auth_file = ${users}`,
    'pool_mode = transaction',
    'default_pool_size = 4',
  ];
  writeFileSync(config, `${lines.join('\n')}\n`);
  const bouncer = spawn('pgbouncer', ['-q', config], { ...serverUser(), stdio: 'ignore' });
  const kill = () => bouncer.kill('SIGKILL');
  process.on('exit', kill);
  const through = Object.assign(new URL(url), { port: `${listenPort}` }).href;
  const answers = () => withClient(through, (client) => client.query('select 1')).then(Boolean, () => false);
  while (!(await answers())) {
    if (bouncer.exitCode !== null) throw new Error(`PgBouncer ended with ${bouncer.exitCode}`);
    await wait(50);
  }
  return {
    url: through,
    async stop() {
      process.off('exit', kill);
      const exited = once(bouncer, 'exit');
      kill();
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
