// npm run suite -- idle [--minutes 60]: tests that the built server survives an hour without
// requests. It is used first, so that it has something to release. Afterwards it must answer and
// stop cleanly.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { command, Stop, say, tools } from '../../scripts/lib/project.mjs';
import { currentRelease, serverBuild } from '../../scripts/lib/releases.mjs';

const startSeconds = 90;
const rounds = 50;
const paths = [
  '/',
  '/login',
  '/signup',
  '/readyz',
  '/api/v1/openapi.json',
  '/api/v1/report/get-pending-reports',
];

command(async () => {
  const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } });
  const minutes = Number(values.minutes);
  if (!(minutes > 0)) throw new Stop('--minutes wants a number above 0.');
  const dataDir = mkdtempSync(join(tmpdir(), 'idle-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [tools.serve, serverBuild], {
    cwd: currentRelease(),
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      DATABASE_URL: `file:${join(dataDir, 'app.db')}`,
      UPLOADS_DIR: join(dataDir, 'uploads'),
      LIMIT_SCALE: '1000',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));
  process.once('exit', () => {
    child.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  });
  await untilReady(`${url}/readyz`, exited);
  for (let round = 0; round < rounds; round += 1) {
    for (const path of paths) await (await fetch(url + path)).arrayBuffer();
    await logIn(url);
  }
  say(
    `Node ${process.versions.node}: used ${rounds * (paths.length + 1)} times, idle for ${minutes} minutes from ${now()}.`,
  );
  const ended = await Promise.race([exited, sleep(minutes * 60_000, 'idle')]);
  if (ended !== 'idle') throw new Stop(`The server ended by itself at ${now()} (${ended}).`);
  const { status } = await fetch(`${url}/readyz`);
  if (status !== 200) throw new Stop(`After ${minutes} idle minutes /readyz answered ${status}.`);
  child.kill('SIGTERM');
  const code = await exited;
  if (code !== 0) throw new Stop(`After ${minutes} idle minutes it ended with ${code}.`);
  say(`Well after ${minutes} idle minutes, at ${now()}.`);
  process.exit(0);
});

const now = () => new Date().toISOString().slice(11, 19);

async function untilReady(url, exited) {
  let code;
  exited.then((ended) => {
    code = ended;
  });
  const until = Date.now() + startSeconds * 1000;
  while (Date.now() < until && code === undefined) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await sleep(50);
  }
  throw new Stop('The server did not start.');
}

/** Logs in with an unknown address, so that the attempt is checked, counted and refused. */
async function logIn(url) {
  const nobody = { email: 'nobody@clinic.test', password: 'correct horse battery' };
  const body = new URLSearchParams(nobody);
  await (await fetch(`${url}/api/v1/auth/login`, { method: 'POST', body })).arrayBuffer();
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
