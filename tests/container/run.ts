// Runs npm run suite -- container: builds the image with this machine's container engine, starts it
// as strictly as compose.yaml does, and checks what an operator relies on.
import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '~/platform/project-root.server';
import { Stop, say } from '../../scripts/lib/project.mjs';
import { until } from '../failover/support/processes.ts';
import { ask } from '../faults/support/calls.ts';
import { freePort } from '../faults/support/server.ts';
import { ensureBaseImages, runProgram } from './base-image.ts';

const limitSeconds = 60;
const image = 'secondlook-test';
const email = 'admin@clinic.example';
const password = randomBytes(18).toString('base64url');

const engine = ['docker', 'podman'].find((name) => spawnSync(name, ['info']).status === 0);
if (!engine) throw new Stop('NOTHING WAS TESTED: neither docker nor podman works on this machine.');
const call = (...args: string[]) => runProgram(engine, args).toString().trim();

// Podman's own format of images has no health check.
process.env.BUILDAH_FORMAT = 'docker';

const started: string[] = [];
const volumes = ['data', 'backups'].map((name) => `${image}-${name}-${process.pid}`);
const [data, backups] = volumes;

try {
  await ensureBaseImages(engine);
  say('Building the image…');
  call('build', '--tag', image, projectRoot());
  await checkContainer();
  say('The image is as it should be.');
} finally {
  for (const id of started) spawnSync(engine, ['rm', '--force', '--volumes', id]);
  for (const name of volumes) spawnSync(engine, ['volume', 'rm', '--force', name]);
}

async function checkContainer() {
  const first = await startContainer();
  checkAccount(first.id);
  await checkDecoderLimit(first);
  stopCleanly(first.id);
  // The data is in the volumes, and another container continues with it.
  const second = await startContainer();
  const { image: picture } = await logIn(second.url);
  assert.match(picture, /\/files\/picture\/[^/?]+\/[^/?]+/, 'the picture outlasts its container');
  stopCleanly(second.id);
}

/** Starts a container and waits until the check of its own image finds it healthy. */
async function startContainer() {
  const port = await freePort();
  const id = call(
    'run',
    '--detach',
    '--network=host',
    '--read-only',
    '--tmpfs=/tmp',
    '--cap-drop=all',
    '--security-opt=no-new-privileges',
    `--volume=${data}:/var/lib/secondlook`,
    `--volume=${backups}:/var/backups/secondlook`,
    ...Object.entries({ PORT: String(port), ADMIN_EMAIL: email, ADMIN_PASSWORD: password }).flatMap(
      ([name, value]) => ['--env', `${name}=${value}`],
    ),
    image,
  );
  started.push(id);
  const { Test: test } = inspect(id, '{{json .Config.Healthcheck}}');
  const command = test.slice(1) as string[];
  await until('a healthy container', limitSeconds, async () => isSuccess(id, command));
  return { id, url: `http://127.0.0.1:${port}` };
}

function inspect(id: string, format: string) {
  return JSON.parse(call('inspect', '--format', format, id));
}

function isSuccess(id: string, command: string[]) {
  return spawnSync(engine as string, ['exec', id, ...command]).status === 0;
}

function checkAccount(id: string) {
  assert.notEqual(call('exec', id, 'id', '-u'), '0', 'the server is not root');
  assert.match(call('exec', id, 'cat', '/proc/1/cmdline'), /^node\0/, 'Node gets the signals itself');
  // Folders that it cannot even read are passed over.
  const find = 'find /opt /var -writable -type d 2>/dev/null || true';
  const writable = call('exec', id, 'sh', '-c', find).split('\n');
  const isOfVolume = (path: string) => /^\/var\/(?:lib|backups)\/secondlook/.test(path);
  assert.ok(writable.some(isOfVolume), 'it can write to its data');
  // Podman makes a /var/tmp in memory.
  const others = writable.filter((path) => !isOfVolume(path) && path !== '/var/tmp');
  assert.deepEqual(others, [], 'it can write nowhere else');
  const files = call(
    'exec',
    id,
    'find',
    '/opt/secondlook',
    '-name',
    '.env',
    '-not',
    '-path',
    '*/node_modules/*',
  );
  assert.equal(files, '', 'no settings are in the image');
}

/** Uploads a picture, and reads the limits of the process that decoded it. */
async function checkDecoderLimit({ id, url }: { id: string; url: string }) {
  const { token } = await logIn(url);
  const body = new FormData();
  body.set(
    'displayPicture',
    new File([readFileSync(join(projectRoot(), 'tests/fixtures/rash.png'))], 'a.png'),
  );
  const headers = { Authorization: `Bearer ${token}` };
  const { ok } = await fetch(`${url}/api/v1/profile/update-display-picture`, {
    method: 'PUT',
    headers,
    body,
  });
  assert.ok(ok, 'a picture is accepted');
  const script =
    'for p in /proc/[0-9]*; do tr "\\0" " " <$p/cmdline | grep -q decode.mjs && grep "Max data size" $p/limits; done';
  let limit = Number.NaN;
  await until('a decoding process with a limit', limitSeconds, async () => {
    const { stdout } = spawnSync(engine as string, ['exec', id, 'sh', '-c', script], { encoding: 'utf8' });
    limit = Number(/Max data size\s+(\d+)/.exec(stdout)?.[1]);
    return limit > 0;
  });
  assert.ok(limit < 2 ** 31, `the kernel limits the memory of a decoding process, to ${limit} bytes`);
}

/** Stops a container as `docker stop` does. It must end by itself, in order. */
function stopCleanly(id: string) {
  call('stop', '-t', '40', id);
  assert.equal(inspect(id, '{{json .State}}').ExitCode, 0, 'a stop ends the server in order');
  const { stdout, stderr } = spawnSync(engine as string, ['logs', id], { encoding: 'utf8' });
  assert.match(`${stdout}${stderr}`, /"msg":"server\.stopped"/);
}

/** Logs the first admin in. */
async function logIn(url: string): Promise<{ token: string; image: string }> {
  const body = { email, password };
  const { status, json } = await ask(`${url}/api/v1/auth/login`, { method: 'POST', body });
  assert.equal(status, 200, `log-in: ${JSON.stringify(json)}`);
  return { token: json.token, image: json.user.image };
}
