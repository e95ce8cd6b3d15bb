// The upgrade of a one-machine clinic: an earlier version fills it, this version continues, and
// every report, file, user and row is compared.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { say } from '../../scripts/lib/project.mjs';
import type { Check } from '../failover/support/checks.ts';
import type { Figures } from '../failover/support/report.ts';
import { ask, review, upload } from '../faults/support/calls.ts';
import { fixture, smallReport } from '../faults/support/files.ts';
import { freePort, launch, machine, settingsOf } from '../faults/support/server.ts';
import { programFolder, setProgram } from '../support/program.ts';
import { rowsIn } from '../support/raw.ts';
import { lossesIn } from '../support/row-losses.ts';
import { differencesIn } from './differences.ts';
import { type Login, readEverything } from './read-everything.ts';

const uploadCount = Number(process.env.REPORTS ?? 60);

/** Tables of transient data, whose rows expire and are cleared by themselves. */
const transient = new Set([
  ...['sessions', 'outbox', 'digests', 'keyring', 'known_networks', 'login_tries', 'login_ceilings'],
  ...['idempotency_keys', 'leases', 'servers', 'report_days', 'sqlite_stat1', 'sqlite_stat4'],
]);

/** Runs `act` while a server runs on a folder. */
async function withServer<Result>(dataDir: string, act: (url: string) => Promise<Result>): Promise<Result> {
  const server = launch(dataDir, await freePort());
  try {
    await server.ready();
    const result = await act(server.url);
    const code = await server.stop();
    if (code !== 0) throw new Error(`The server ended with ${code}: ${server.log()}`);
    return result;
  } finally {
    await server.kill();
  }
}

/**
 * Runs a command of the version under test: the one of its build, or in an earlier version its
 * source.
 *
 * @throws If it fails.
 */
function runCommand(name: string, dataDir: string): string {
  const bundle = `build/commands/${name}.js`;
  const isBundled = existsSync(join(programFolder(), bundle));
  const words = isBundled ? [bundle] : ['--import', 'tsx', `scripts/${name}.ts`];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: programFolder(),
    env: { ...machine(), ...settingsOf(dataDir, 3000) },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${name} ended with ${status}: ${stdout}${stderr}`);
  return stdout;
}

/** Fills a clinic with the demo accounts of the checked-out version. */
function seed(dataDir: string): Login[] {
  const printed = runCommand('seed', dataDir);
  const password = /The password of each is (\S+)/.exec(printed)?.[1] ?? '';
  const lines = [...printed.matchAll(/^ +(Admin|Expert|Patient)(.*?) +(\S+@\S+)$/gm)];
  return lines.map(([, accountType = '', state = '', email = '']) => ({
    accountType,
    isApproved: accountType === 'Expert' && state === '',
    email,
    password,
  }));
}

const requireDone = ({ status, json }: Awaited<ReturnType<typeof ask>>) => {
  if (status >= 300) throw new Error(`The earlier version answered ${status}: ${json?.message}`);
  return json;
};

async function tokenOf(url: string, { email, password }: Login): Promise<string> {
  const body = { email, password };
  return requireDone(await ask(`${url}/api/v1/auth/login`, { method: 'POST', body })).token;
}

/** Uses a clinic: uploads reports of several kinds, reviews half of them, and sets a picture. */
async function useClinic(url: string, people: Login[]): Promise<void> {
  const of = (type: string) => people.filter(({ accountType }) => accountType === type);
  const patients = await Promise.all(of('Patient').map((person) => tokenOf(url, person)));
  const expert = people.find(({ isApproved }) => isApproved);
  if (!expert || patients.length === 0)
    throw new Error('The demo clinic lacks a patient or an approved doctor');
  const doctor = await tokenOf(url, expert);
  const kinds = ['pdf', 'jpg', 'rash.png', 'scan.webp', 'ecg.gif', 'two-pages.pdf'] as const;
  for (let at = 0; at < uploadCount; at += 1) {
    const kind = kinds[at % kinds.length] ?? 'pdf';
    const content = kind === 'pdf' || kind === 'jpg' ? smallReport(`upgrade ${at}`, kind) : fixture(kind);
    const name = kind.includes('.') ? kind : `report.${kind}`;
    const description = `Report ${at}: थकान 🙂`;
    const token = patients[at % patients.length] ?? '';
    const { data } = requireDone(await upload(url, { token, name, content, description }));
    if (at % 2 === 0)
      requireDone(await review(url, { token: doctor, reportId: data._id, text: `All is well ${at}` }));
  }
  const picture = { token: patients[0], method: 'PUT', ...pictureForm(fixture('rash.png')) };
  requireDone(await ask(`${url}/api/v1/profile/update-display-picture`, picture));
}

function pictureForm(content: Buffer) {
  const head = '--part\r\nContent-Disposition: form-data; name="displayPicture"; filename="me.png"\r\n\r\n';
  return {
    headers: { 'Content-Type': 'multipart/form-data; boundary=part' },
    body: [Buffer.from(head), content, Buffer.from('\r\n--part--\r\n')],
  };
}

/**
 * Fills a clinic with an earlier version and continues with this one.
 *
 * @param earlier Folder of the earlier version, built.
 * @returns The things compared and their differences.
 */
export async function upgradeOneMachine(earlier: string, commit: string) {
  const folder = await mkdtemp(join(tmpdir(), 'upgrade-data-'));
  const dataDir = join(folder, 'data');
  const database = join(dataDir, 'app.db');
  try {
    setProgram(earlier);
    say(`Filling a clinic with ${commit}…`);
    const people = seed(dataDir);
    const before = await withServer(dataDir, async (url) => {
      await useClinic(url, people);
      return readEverything(url, people);
    });
    const rowsBefore = rowsIn(database);

    setProgram();
    say('Going on with this version…');
    const after = await withServer(dataDir, (url) => readEverything(url, people));
    const rowsAfter = rowsIn(database);
    const audit = runCommand('audit-verify', dataDir);

    const tables = Object.entries(rowsBefore).filter(([table]) => !transient.has(table));
    const rows = tables.reduce((sum, [, { length }]) => sum + length, 0);
    const ids = new Set([...before.reports.keys()].map((name) => name.split(' ')[0]));
    const figures: Figures = [
      [
        'reports compared',
        `${ids.size}, as patients and as an admin read them: ${before.reports.size} readings`,
      ],
      ['users compared', `${before.users.size}, each with a log-in`],
      ['files compared', `${before.files.size}, byte by byte`],
      ['rows compared', `${rows} of ${tables.length} tables, in every column`],
      ['audit log', audit.trim().split('\n').at(-1) ?? ''],
    ];
    const checks: Check[] = [
      { claim: 'every report says what it said', against: differencesIn(before.reports, after.reports) },
      { claim: 'every user is who they were', against: differencesIn(before.users, after.users) },
      { claim: 'every file has its bytes', against: differencesIn(before.files, after.files) },
      {
        claim: 'every row has its values',
        against: lossesIn(Object.fromEntries(tables), rowsAfter, { mayGrow: () => true }),
      },
    ];
    return { figures, checks };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
