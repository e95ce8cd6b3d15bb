// A part of npm run suite -- release: runs an archive in an empty Debian, as an account without
// rights. run.ts starts it in network and mount namespaces of its own, in which there is no network.
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Check } from '../failover/support/checks.ts';
import { type Figures, report } from '../failover/support/report.ts';
import { ask, type Listed, reportsOf, review, upload } from '../faults/support/calls.ts';
import type { Clinic, Member } from '../faults/support/clinic.ts';
import { fixture, hashOf } from '../faults/support/files.ts';
import { settingsOf } from '../faults/support/server.ts';
import { runProgram, startServer } from './launched.ts';

const [, , debian = '', program = '', clinicFile = ''] = process.argv;
const clinic: Clinic = JSON.parse(readFileSync(clinicFile, 'utf8'));
const account = 1000;
const port = 3000;
const startLimitMs = 10_000;
const path = '/usr/local/bin:/usr/bin:/bin';
const checks: Check[] = [];
const figures: Figures = [];

const expectThat = (claim: string, isRight: boolean, found: unknown = 'not so') =>
  checks.push({ claim, against: isRight ? [] : [String(found)] });

/** Settings of a clinic in a folder below /srv of the Debian. */
const settingsIn = (name: string, more: Record<string, string> = {}): Record<string, string> => ({
  ...settingsOf(`/srv/${name}`, port),
  LOG_LEVEL: 'info',
  PATH: path,
  ...more,
});

/** Runs a command in the Debian as an account that may write to its own folders only. */
const inDebian = (env: Record<string, string>, ...command: string[]) => ({
  command: ['/usr/sbin/chroot', `--userspec=${account}:${account}`, debian, ...command],
  env,
});
const launcher = join(program, 'secondlook');
const serve = (env: Record<string, string>) => startServer(inDebian(env, launcher), port);
const runCommand = (env: Record<string, string>, ...words: string[]) =>
  runProgram(inDebian(env, launcher, ...words));

function makeFolder(name: string, from?: string) {
  const folder = join(debian, 'srv', name);
  rmSync(folder, { recursive: true, force: true });
  if (from) cpSync(from, folder, { recursive: true });
  else mkdirSync(folder, { recursive: true });
  for (const each of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
    chownSync(join(folder, each), account, account);
  return folder;
}

const canConnect = (host: string, at: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host, port: at, timeout: 2000 });
    const end = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket
      .once('connect', () => end(true))
      .once('error', () => end(false))
      .once('timeout', () => end(false));
  });

async function checkMachine() {
  const tools = ['cc', 'gcc', 'g++', 'make', 'python3', 'npm', 'git', 'curl'];
  const { output } = await runProgram(
    inDebian(
      { PATH: path },
      'sh',
      '-c',
      `command -v ${tools.join(' ')}; node --version; cat /etc/debian_version`,
    ),
  );
  const lines = output.trim().split('\n');
  expectThat('there is no compiler and no development tool', lines.length === 2, output);
  expectThat('there is no network', !(await canConnect('1.1.1.1', 53)));
  figures.push(['Debian, Node', lines.reverse().join(', ')]);
  const touched = await runProgram(inDebian({ PATH: path }, 'touch', join(program, 'x')));
  expectThat('the folder of the program cannot be written to', touched.code !== 0);
}

async function checkFirstStart() {
  makeFolder('first');
  const server = await serve(settingsIn('first', { PUBLIC_URL: '' }));
  figures.push(['ready after', `${(server.readyMs / 1000).toFixed(2)} s`]);
  expectThat('a first start serves within 10 s', server.readyMs < startLimitMs, server.readyMs);
  const words = server
    .log()
    .split('\n')
    .filter((line) => line.includes('decoder.unlimited'));
  expectThat('nothing is warned of', words.length === 0, words);
  await server.stop();
}

/** Finds a process by a word of its command line. */
function findProcess(word: string): number | undefined {
  return readdirSync('/proc')
    .map(Number)
    .find((pid) => {
      try {
        return pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word);
      } catch {
        return false;
      }
    });
}

/** Reads the limits of the decoding process, which waits for the next file. */
function checkLimits() {
  const pid = findProcess(`${program}/app/platform/storage/decoder/decode.mjs`);
  const limits = pid ? readFileSync(`/proc/${pid}/limits`, 'utf8') : 'no decoding process';
  expectThat(
    'the kernel limits the memory of the decoding process',
    /^Max data size +\d+ /m.test(limits),
    limits,
  );
  figures.push([
    'limit of the data of a decoding process',
    /^Max data size +(\d+)/m.exec(limits)?.[1] ?? 'none',
  ]);
}

async function checkUse(url: string, [patient, doctor]: [Member, Member]) {
  const files = ['blood-test.pdf', 'xray.jpg', 'rash.png', 'scan.webp', 'ecg.gif', 'phone.heic'];
  for (const name of files) {
    const content = await fixture(name);
    const answer = await upload(url, { token: patient.token, name, content, description: name });
    expectThat(`an upload of ${name} is accepted`, answer.status === 200, answer.status);
    if (name === files[0]) checkLimits();
  }
  const reports = await reportsOf(url, patient);
  const id = reports.find(({ description }) => description === files[0])?._id ?? '';
  const drawn = await ask(`${url}/files/page/${id}/1`, { token: doctor.token });
  expectThat('a page is drawn', drawn.status === 200 && drawn.bytes.length > 1000, drawn.status);
  const sent = await review(url, { token: doctor.token, reportId: id, text: 'Drink more water.' });
  expectThat('a review is accepted', sent.status === 200, sent.status);
  const [read] = (await reportsOf(url, patient)).filter(({ _id }) => _id === id);
  expectThat('the patient reads it', read?.review === 'Drink more water.', read?.review);
}

/** Lists the reports of a patient with the hashes of their files, in one text. */
async function readClinic(url: string, { id, email, password }: Member) {
  const { json } = await ask(`${url}/api/v1/auth/login`, { method: 'POST', body: { email, password } });
  const token = json?.token ?? '';
  const reports = (await reportsOf(url, { id, token })) as (Listed & { resourceType: string })[];
  const texts = [];
  for (const { _id, description, review: text, resourceType } of reports) {
    const file = await ask(`${url}/files/${resourceType}/${_id}`, { token });
    texts.push(`${description} ${text} ${file.status} ${hashOf(file.bytes)}`);
  }
  return texts.sort().join('\n');
}

async function checkCommands([patient]: [Member, Member]) {
  const env = settingsIn('clinic', { BACKUP_EVERY: '1h', BACKUP_DIR: '/srv/backups' });
  makeFolder('backups');
  let server = await serve(env);
  await checkUse(server.url, [patient, clinic.doctors[0] as Member]);
  const before = await readClinic(server.url, patient);
  const created = await runCommand(env, 'create-admin', 'second@clinic.test');
  const password = /(\S+)\s*$/.exec(created.output)?.[1];
  const body = { email: 'second@clinic.test', password };
  const logIn = await ask(`${server.url}/api/v1/auth/login`, { method: 'POST', body });
  expectThat('create-admin makes an admin who can log in', logIn.status === 200, created.output);
  const own = join(debian, 'srv/backups');
  for (let tries = 0; tries < 600 && !readdirSync(own).some((name) => name.endsWith('.tar')); tries += 1)
    await sleep(100);
  expectThat(
    'the server makes a backup by itself',
    readdirSync(own).some((name) => name.endsWith('.tar')),
  );
  const backup = await runCommand(env, 'backup', '/srv/backups/by-hand.tar');
  expectThat('backup works while the server runs', backup.code === 0, backup.output);
  const audit = await runCommand(env, 'audit-verify');
  expectThat('audit-verify finds the log intact', audit.code === 0, audit.output);
  const factor = await runCommand(env, 'reset-second-factor', patient.email);
  expectThat(
    'reset-second-factor refuses an account without one',
    factor.code === 1 && factor.output.includes(patient.email),
    factor.output,
  );
  const alone = await runCommand(env, 'sweep', '--all');
  expectThat(
    'sweep says that only servers with an object store need it',
    alone.code === 1 && alone.output.trim().split('\n').length === 1,
    alone.output,
  );
  const small = await runCommand(env, 'backup', '--database', '/srv/backups/database.tar');
  expectThat('backup leaves out the files if told so', small.code === 0, small.output);
  for (const word of ['help', 'version']) {
    const { code, output } = await runCommand(env, word);
    expectThat(`${word} prints something`, code === 0 && output.length > 20, output);
  }
  const seeded = await runCommand(env, 'seed');
  expectThat('nothing fills a real clinic with invented people', seeded.code === 1, seeded.output);
  const busy = await runCommand(env, 'rotate-key');
  expectThat('rotate-key is refused while the server runs', busy.code === 1, busy.output);
  await server.stop();
  const rotated = await runCommand(env, 'rotate-key');
  expectThat('rotate-key changes the key', rotated.code === 0, rotated.output);

  makeFolder('moved');
  const key = readFileSync(join(debian, 'srv/clinic/file.key'), 'utf8').trim();
  const secret = readFileSync(join(debian, 'srv/clinic/session.secret'), 'utf8').trim();
  const target = settingsIn('moved', { FILE_KEY: key, SESSION_SECRET: secret });
  const names = ['DATABASE_URL', 'DATA_DIR', 'UPLOADS_DIR', 'FILE_KEY', 'SESSION_SECRET'];
  writeFileSync(join(debian, 'srv/new.env'), names.map((name) => `${name}=${target[name]}\n`).join(''));
  chmodSync(join(debian, 'srv/new.env'), 0o644);
  const moved = await runCommand(env, 'move', '--to', '/srv/new.env');
  expectThat('move copies and compares the clinic', moved.code === 0, moved.output);
  server = await serve(target);
  expectThat('the moved clinic has everything', (await readClinic(server.url, patient)) === before);
  await server.stop();

  makeFolder('restored');
  const restored = settingsIn('restored', { FILE_KEY: await oldKey() });
  const restoring = await runCommand(
    restored,
    'restore',
    '/srv/backups/by-hand.tar',
    '--incomplete-deletions',
  );
  expectThat('restore verifies and restores the backup', restoring.code === 0, restoring.output);
  server = await serve(restored);
  expectThat('the restored clinic has everything', (await readClinic(server.url, patient)) === before);
  await server.stop();
}

/** The key of the clinic before `rotate-key`. */
const oldKey = async () => readFileSync(`${clinicFile}.key`, 'utf8').trim();

async function checkRefusals() {
  const noNode = await runProgram(inDebian({ PATH: '/usr/bin:/bin' }, launcher));
  expectThat(
    'without Node it prints one sentence',
    noNode.output.includes('there is no node in PATH'),
    noNode.output,
  );
  // A folder with the few programs that a start needs.
  const folder = join(debian, 'srv/few');
  mkdirSync(folder, { recursive: true });
  for (const [name, place] of [
    ['node', '/usr/local/bin'],
    ['readlink', '/usr/bin'],
    ['dirname', '/usr/bin'],
  ] as const)
    if (!existsSync(join(folder, name))) cpSync(join(debian, place, name), join(folder, name));
  makeFolder('unlimited');
  const server = await serve(settingsIn('unlimited', { PATH: '/srv/few' }));
  for (let tries = 0; tries < 100 && !server.log().includes('decoder.unlimited'); tries += 1)
    await sleep(100);
  const warning =
    server
      .log()
      .split('\n')
      .find((line) => line.includes('decoder.unlimited')) ?? '';
  expectThat('a start without prlimit warns', /"level":40.*util-linux/.test(warning), server.log());
  await server.stop();
}

async function checkDemo() {
  const folder = makeFolder('demo');
  const env = { PATH: path, PORT: String(port), LOG_FORMAT: 'json', NODE_ENV: 'production' };
  const [program, ...words] = inDebian(env, 'sh', '-c', `cd /srv/demo && exec ${launcher} --demo`).command;
  const server = await startServer({ command: [program ?? '', ...words], env }, port);
  figures.push(['demo clinic ready after', `${(server.readyMs / 1000).toFixed(1)} s`]);
  expectThat('the demo clinic is in the working folder', existsSync(join(folder, 'data-demo/app.db')));
  await server.stop();
}

makeFolder('clinic', clinic.folder);
try {
  const { patients, doctors } = clinic;
  await checkMachine();
  await checkFirstStart();
  await checkCommands([patients[0] as Member, doctors[0] as Member]);
  await checkRefusals();
  await checkDemo();
} catch (error) {
  checks.push({
    claim: 'everything could be tried',
    against: [String(error instanceof Error ? error.stack : error)],
  });
}
process.exit(report(figures, checks) ? 0 : 1);
