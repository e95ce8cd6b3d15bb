// npm run test:failover: two servers on a PostgreSQL whose leader is killed while people upload and
// review; its standby has to take over with everything that was acknowledged. Starts etcd, Patroni
// and HAProxy, so it is no part of npm test. Takes about two minutes.
import './lib/node-version.mjs';
import './lib/follow-npm.mjs';
import { delimiter, join } from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { requireFailoverPrograms } from './lib/failover-programs.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { command, root, run } from './lib/project.mjs';

command(async () => {
  // Where Debian has HAProxy, which is not on everybody's path.
  process.env.PATH = [process.env.PATH, '/usr/sbin'].join(delimiter);
  await requireFailoverPrograms();
  await ensureInstalled();
  await ensureBuilt();
  process.exitCode = await run(process.execPath, ['--import', 'tsx', join(root, 'tests/failover/run.ts')]);
});
