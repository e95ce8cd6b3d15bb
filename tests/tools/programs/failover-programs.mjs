// The programs that npm run suite -- failover starts, and their Debian packages.

import { Stop, say } from '../../../scripts/lib/project.mjs';
import { installUnstarted, isThere } from './apt.mjs';
import { findPostgres } from './postgres.mjs';

const packages = {
  etcd: 'etcd-server',
  patroni: 'patroni',
  haproxy: 'haproxy',
  postgres: 'postgresql',
};
const missingPrograms = () =>
  Object.keys(packages).filter((program) => (program === 'postgres' ? !findPostgres() : !isThere(program)));

/**
 * Installs missing programs without starting them, on a machine dedicated to tests or under root.
 *
 * @throws {Stop} If a program is still missing. The message names it.
 */
export async function requireFailoverPrograms() {
  const missing = missingPrograms();
  if (missing.length === 0) return;
  const needed = missing.map((program) => packages[program]);
  if (process.env.CI || process.getuid?.() === 0) {
    say(`Installing ${needed.join(', ')}…`);
    await installUnstarted(...needed);
  }
  const left = missingPrograms();
  if (left.length > 0)
    throw new Stop(
      `NOTHING WAS TESTED: the fail-over needs ${left.join(', ')} (Debian's packages ${left.map((program) => packages[program]).join(', ')}).`,
    );
}
