// The first part of npm run suite -- upgrade. Installs and builds a changed version with a changed
// dependency under running servers of this one, while people use everything that is loaded lazily.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { exitCodeOf, interruptions, run, say } from '../../scripts/lib/project.mjs';
import { currentRelease } from '../../scripts/lib/releases.mjs';
import type { Check } from '../failover/support/checks.ts';
import { type Figures, report } from '../failover/support/report.ts';
import { ask, upload } from '../faults/support/calls.ts';
import { type Member, setUpClinic } from '../faults/support/clinic.ts';
import { smallReport } from '../faults/support/files.ts';
import { freePort, machine, settingsOf } from '../faults/support/server.ts';
import { copyProgram } from '../release/archives.ts';
import { setProgram } from '../support/program.ts';

const everyMs = 200;
const nextLanguageAfterMs = 3000;
const afterwardsMs = 15_000;
const startSeconds = 90;
const password = 'a quiet river runs';
const languages = ['en', 'hi', 'bn', 'gu', 'kn', 'ml', 'mr', 'ta', 'te', 'ur'];
const mark = 'Newer version: ';
/** A package with native parts that only the decoding processes load, at another version. */
const dependency = { name: 'sharp', version: '0.35.4' };

const folder = mkdtempSync(join(tmpdir(), 'in-place-'));
const children = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});
for (const signal of interruptions) process.on(signal, () => process.exit(exitCodeOf(signal)));

async function upgradeInPlace() {
  const program = join(folder, 'program');
  chmodSync(folder, 0o755);
  say('Installing and building this version in a folder of its own…');
  copyProgram(program);
  await ready(program);
  const earlier = currentRelease(program) as string;
  setProgram(earlier);
  const { patients } = await setUpClinic(join(folder, 'clinic'));
  // One server is used while the newer version is built, the other only once it is there.
  const during = await start(program, 'during');
  const afterwards = await start(program, 'afterwards', { isOtherAccount: true });
  // Stopped before its first backup is due. The earlier release still makes that backup.
  afterwards.halt();

  say('Changing the sources and a dependency…');
  const asking = startAsking(during.url, patients);
  asking.ask('language', languages[0]);
  for (const kind of ['upload', 'page image', 'log-in'] as const) asking.ask(kind);
  changeProgram(program);
  const lateLanguages = languages.slice(1);
  const first = setInterval(() => {
    // The last three languages are first requested when the newer version is there.
    if (lateLanguages.length > 3) asking.ask('language', lateLanguages.shift());
  }, nextLanguageAfterMs);
  const began = performance.now();
  await ready(program);
  const builtIn = performance.now() - began;
  clearInterval(first);

  say('The newer version is there. Asking the servers of the earlier one…');
  afterwards.goOn();
  const askingOther = startAsking(afterwards.url, patients);
  for (const language of lateLanguages) asking.ask('language', language);
  for (const language of languages) askingOther.ask('language', language);
  for (const kind of ['upload', 'page image', 'log-in'] as const) askingOther.ask(kind);
  await sleep(afterwardsMs);
  const isBackedUp = await isWritten(afterwards.backups);
  const [counted, countedOther] = [await asking.stop(), await askingOther.stop()];

  const newer = await start(program, 'newer');
  const translated = await Promise.all(languages.map((language) => pageIn(newer.url, language)));
  const installed = versionOf(program);
  const checks: Check[] = [
    { claim: 'every answer while it was built and afterwards was 200', against: counted.against },
    {
      claim: 'every answer of a server that was first asked afterwards was 200',
      against: countedOther.against,
    },
    {
      claim: 'no incident stands in their logs',
      against: [...incidentsOf(during), ...incidentsOf(afterwards)],
    },
    {
      claim: 'each of them was asked for everything',
      against: [...counted.unasked, ...countedOther.unasked],
    },
    {
      claim: 'a backup that was due afterwards was made',
      against: isBackedUp ? [] : [afterwards.log()],
    },
    {
      claim: `the dependency was changed, and the earlier release has its own`,
      against:
        installed === dependency.version && versionOf(earlier) !== installed
          ? []
          : [`${installed}, ${versionOf(earlier)}`],
    },
    {
      claim: 'a server that starts now is the newer version, in every language',
      against: languages.filter((_language, at) => !translated[at]?.includes(mark)),
    },
  ];
  const figures: Figures = [
    ['Node', process.version],
    ['installing and building took', `${(builtIn / 1000).toFixed(1)} s`],
    ...counted.figures.map(([kind, value]): Figures[number] => [`${kind}, from its begin on`, value]),
    ...countedOther.figures.map(([kind, value]): Figures[number] => [
      `${kind}, first asked afterwards`,
      value,
    ]),
  ];
  const isRight = report(figures, checks);
  for (const server of [during, afterwards, newer]) server.stop();
  return isRight;
}

/** Installs and builds what is missing, as an operator does. */
async function ready(program: string) {
  const code = await run(process.execPath, ['scripts/ready.mjs'], {}, program);
  if (code !== 0) throw new Error(`npm run ready ended with ${code}.`);
}

/** Changes texts, the decoding processes, the backup and a dependency, as a pull may. */
function changeProgram(program: string) {
  const change = (path: string, replace: (text: string) => string) => {
    const file = join(program, path);
    const text = readFileSync(file, 'utf8');
    const newText = replace(text);
    if (newText === text) throw new Error(`${path} could not be changed.`);
    // Git, too, replaces a file by a new one.
    rmSync(file);
    writeFileSync(file, newText);
  };
  for (const language of languages)
    change(`app/i18n/messages/${language}/site.json`, (text) =>
      text.replace(/("site\.skip": ")/, `$1${mark}`),
    );
  const decoder = 'app/platform/storage/decoder';
  // The newer server contains these and would not start.
  const ofPagesToo = new Set(['pdf-head.mjs', 'picture-notes.mjs', 'picture-shape.mjs', 'placeholder.mjs']);
  const names = readdirSync(join(program, decoder)).filter((name) => name.endsWith('.mjs'));
  for (const name of names.filter((name) => !ofPagesToo.has(name)))
    change(`${decoder}/${name}`, (text) => `throw new Error('of the newer version');\n${text}`);
  change('app/ops/backup/backup.server.ts', (text) => `throw new Error('of the newer version');\n${text}`);
  const words = ['install', `${dependency.name}@${dependency.version}`, '--package-lock-only', '--no-audit'];
  const { status, stderr } = spawnSync('npm', words, { cwd: program, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

const versionOf = (place: string) =>
  JSON.parse(readFileSync(join(place, 'node_modules', dependency.name, 'package.json'), 'utf8')).version;

type Started = Awaited<ReturnType<typeof start>>;

/**
 * Starts a server on a copy of the clinic, as an operator does. With `isOtherAccount`, root starts
 * it under another account that may not write in the program's folder.
 */
async function start(program: string, name: string, { isOtherAccount = false } = {}) {
  const dataDir = join(folder, name);
  cpSync(join(folder, 'clinic'), dataDir, { recursive: true });
  const otherAccount = isOtherAccount && process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;
  if (otherAccount)
    for (const path of ['', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })])
      chownSync(join(dataDir, path), otherAccount.uid, otherAccount.gid);
  const port = await freePort();
  const backups = join(dataDir, 'backups');
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    ...otherAccount,
    cwd: program,
    env: { ...machine(), ...settingsOf(dataDir, port), BACKUP_EVERY: '1h', BACKUP_DIR: backups },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  const url = `http://127.0.0.1:${port}`;
  const until = Date.now() + startSeconds * 1000;
  while (!(await ask(`${url}/readyz`).catch(() => undefined))) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(`No server started:\n${printed}`);
    await sleep(50);
  }
  return {
    url,
    backups,
    log: () => printed,
    halt: () => child.kill('SIGSTOP'),
    goOn: () => child.kill('SIGCONT'),
    stop: () => child.kill('SIGKILL'),
  };
}

/** Waits until a folder contains an archive. */
async function isWritten(backups: string) {
  const hasArchive = () => existsSync(backups) && readdirSync(backups).some((name) => name.endsWith('.tar'));
  for (const until = Date.now() + startSeconds * 1000; Date.now() < until; await sleep(everyMs))
    if (hasArchive()) return true;
  return false;
}

const incidentsOf = ({ log }: Started) =>
  log()
    .split('\n')
    .filter((line) => line.includes('"msg":"incident"'));

async function pageIn(url: string, language: string) {
  const { bytes } = await ask(`${url}/login`, {
    headers: { 'Accept-Language': language, Accept: 'text/html' },
  });
  return bytes.toString('utf8');
}

type Kind = 'language' | 'upload' | 'page image' | 'log-in';

/**
 * Sends requests to a server, each 200 ms after the previous answer.
 *
 * @param patients Patients of the clinic.
 * @returns A function that starts a kind of request, and one that stops all and counts the answers.
 */
function startAsking(url: string, patients: Member[]) {
  const [patient] = patients as [Member];
  const counts = new Map<string, number>();
  const against: string[] = [];
  const loops: Promise<void>[] = [];
  let newest: { id: string; token: string } | undefined;
  let uploads = 0;
  let isOver = false;

  const asks: Record<Kind, (language: string) => Promise<{ status: number } | undefined>> = {
    language: (language) =>
      ask(`${url}/login`, { headers: { 'Accept-Language': language, Accept: 'text/html' } }),
    upload: async () => {
      uploads += 1;
      const { token } = patients[uploads % patients.length] ?? patient;
      const kind = uploads % 2 ? 'pdf' : 'jpg';
      const answer = await upload(url, { token, content: smallReport(`${url} ${uploads}`, kind) });
      if (kind === 'pdf' && answer.status === 200) newest = { id: answer.json.data._id, token };
      return answer;
    },
    'page image': async () => {
      if (newest) return ask(`${url}/files/page/${newest.id}/1`, { token: newest.token });
    },
    'log-in': () =>
      ask(`${url}/api/v1/auth/login`, { method: 'POST', body: { email: patient.email, password } }),
  };

  async function poll(kind: Kind, language = '') {
    const name = `${kind} ${language}`.trim();
    while (!isOver) {
      const answer = await asks[kind](language).catch((error: Error) => error);
      if (answer instanceof Error) against.push(`${name}: ${answer.message}`);
      else if (answer) {
        counts.set(name, (counts.get(name) ?? 0) + 1);
        if (answer.status !== 200) against.push(`${name}: ${answer.status}`);
      }
      await sleep(everyMs);
    }
  }

  return {
    ask(kind: Kind, language?: string) {
      loops.push(poll(kind, language));
    },
    async stop() {
      isOver = true;
      await Promise.all(loops);
      const names = [
        ...languages.map((language) => `language ${language}`),
        'upload',
        'page image',
        'log-in',
      ];
      return {
        against,
        unasked: names.filter((name) => !counts.has(name)),
        figures: names.map((name): Figures[number] => [name, `${counts.get(name) ?? 0} times`]),
      };
    },
  };
}

try {
  process.exitCode = (await upgradeInPlace()) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 1;
}
process.exit();
