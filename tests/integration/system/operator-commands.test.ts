import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '~/platform/project-root.server';
import { commandNames } from '../../../scripts/lib/commands.mjs';
import { bundled } from '../../support/bundled';

const isRoot = process.getuid?.() === 0;
/** The account of a server, which the machine need not know by name. */
const account = 64_123;
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'commands-'));
  chmodSync(folder, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const placesIn = (at: string) => ({
  DATA_DIR: join(at, 'data'),
  UPLOADS_DIR: join(at, 'uploads'),
  DATABASE_URL: `file:${join(at, 'data/app.db')}`,
  BACKUP_DIR: join(at, 'backups'),
});

type RunOptions = { env: Record<string, string>; uid?: number };

/** Runs a command of an operator, by default as the account of this process. */
async function run(name: string, words: string[], { env, uid }: RunOptions) {
  const program = await bundled(join('scripts', `${name}.ts`));
  const prefix = uid === undefined ? [] : ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'];
  const [file = '', ...args] = [...prefix, process.execPath, program, ...words];
  const { status, stdout, stderr } = spawnSync(file, args, {
    cwd: folder,
    env: { NODE_ENV: 'production', PATH: process.env.PATH, HOME: folder, ...env },
    encoding: 'utf8',
  });
  return { code: status, output: `${stdout}${stderr}`.trim() };
}

/** Makes a folder that belongs to an account. */
function makeHome(name: string, uid: number) {
  const home = join(folder, name);
  mkdirSync(home, { mode: 0o700 });
  chownSync(home, uid, uid);
  return home;
}

const ownersIn = (home: string) =>
  new Set(
    readdirSync(home, { recursive: true, encoding: 'utf8' }).map((name) => lstatSync(join(home, name)).uid),
  );

describe.runIf(isRoot)('a command that root runs for a server of another account', () => {
  let archive: string;
  beforeAll(async () => {
    const env = placesIn(makeHome('first', account));
    expect((await run('create-admin', ['first@clinic.test'], { env, uid: account })).code).toBe(0);
    const made = await run('backup', [], { env, uid: account });
    expect(made.code, made.output).toBe(0);
    archive = join(env.BACKUP_DIR, readdirSync(env.BACKUP_DIR)[0] ?? '');
  });
  const restoreInto = async (home: string, more: Record<string, string> = {}) =>
    run('restore', [archive, '--incomplete-deletions'], {
      env: { ...placesIn(home), FILE_KEY: keyOfFirst(), ...more },
    });
  const keyOfFirst = () =>
    spawnSync('cat', [join(folder, 'first/data/file.key')], { encoding: 'utf8' }).stdout.trim();

  test('restores a clinic that the account can serve, keys, locks and list of deletions included', async () => {
    const home = makeHome('restored', account);
    const restored = await restoreInto(home);
    expect(restored, restored.output).toMatchObject({
      code: 0,
      output: expect.stringContaining(`the account with the user ID ${account}`),
    });
    expect(ownersIn(home)).toEqual(new Set([account]));
    const env = { ...placesIn(home), FILE_KEY: keyOfFirst() };
    expect((await run('audit-verify', [], { env, uid: account })).output).toContain('is intact');
  });

  test('leaves a clinic below a folder of root to root', async () => {
    const home = makeHome('of-root', 0);
    expect((await restoreInto(home)).output).not.toContain('user ID');
    expect(ownersIn(home)).toEqual(new Set([0]));
  });

  test('gives away nothing outside the folders, through links of either kind or a data folder of root', async () => {
    const home = makeHome('linked', account);
    writeFileSync(join(folder, 'precious'), '');
    mkdirSync(join(folder, 'precious-folder'));
    writeFileSync(join(folder, 'precious-folder/file'), '');
    // The folder of backups may hold anything; the data folder must be empty.
    const backups = join(home, 'data/backups');
    mkdirSync(backups, { recursive: true });
    symlinkSync(join(folder, 'precious-folder'), join(backups, 'to-a-folder'));
    symlinkSync(join(folder, 'precious'), join(backups, 'to-a-file'));
    linkSync(join(folder, 'precious'), join(backups, 'same-file'));
    const restored = await restoreInto(home, { BACKUP_DIR: backups });
    expect(restored.code, restored.output).toBe(0);
    const outside = ['precious', 'precious-folder', 'precious-folder/file'];
    expect(outside.map((name) => statSync(join(folder, name)).uid)).toEqual([0, 0, 0]);
    expect(statSync(join(home, 'data')).uid).toBe(account);
    expect(statSync(join(home, 'data/app.db')).uid).toBe(account);
  });

  test('is refused if it would leave files that the account cannot read', async () => {
    const env = placesIn(join(folder, 'first'));
    for (const [name, ...words] of [
      ['backup'],
      ['create-admin', 'second@clinic.test'],
      ['reset-second-factor', 'first@clinic.test'],
      ['rotate-key'],
      ['sweep'],
      ['audit-verify'],
      ['move', '--to', archive],
    ] as const)
      expect(await run(name, [...words], { env }), name).toEqual({
        code: 1,
        output: expect.stringMatching(
          new RegExp(
            `^DATA_DIR: .* belongs to another account \\(user ID ${account}\\).*Nothing was changed`,
          ),
        ),
      });
  });
});

describe('a command of an operator', () => {
  const sentences: [name: string, words: string[], sentence: RegExp][] = [
    ['create-admin', [], /^Usage: npm run create-admin -- name@clinic\.example$/],
    ['create-admin', ['a@b.c'], /^a@b\.c is not a complete e-mail address\. Nothing was changed\. Usage: /],
    ['reset-second-factor', ['a@b.c'], /^a@b\.c is not a complete e-mail address/],
    [
      'reset-second-factor',
      ['gone@clinic.test'],
      /^There is no account with the address gone@clinic\.test\. Nothing was changed\.$/,
    ],
    [
      'reset-second-factor',
      ['only@clinic.test'],
      /^The account only@clinic\.test uses neither .* Nothing was changed\.$/,
    ],
    ['create-admin', ['only@clinic.test'], /^only@clinic\.test already has an account/],
    ['backup', ['--all'], /^Usage: npm run backup -- \[--database\] \[file\]$/],
    ['restore', ['a.tar', 'b.tar'], /^Usage: npm run restore -- file \[--files folder\]/],
    ['restore', ['a.tar', '--folder', 'x'], /^Usage: npm run restore/],
    ['sweep', ['now'], /^Usage: npm run sweep/],
    ['move', [], /^Usage: npm run move/],
  ];

  test('says why it did nothing', async () => {
    const env = placesIn(makeHome('sentences', process.getuid?.() ?? 0));
    expect(await run('create-admin', ['only@clinic.test'], { env })).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^only@clinic\.test is now an admin\. The password is \S{16}$/),
    });
    for (const [name, words, sentence] of sentences)
      expect(await run(name, words, { env }), `${name} ${words}`).toEqual({
        code: 1,
        output: expect.stringMatching(sentence),
      });
  });

  test('is listed by help, without the program that fills a clinic with invented people', () => {
    const words = ['scripts/secondlook.mjs', 'help'];
    const { stdout } = spawnSync(process.execPath, words, { cwd: projectRoot(), encoding: 'utf8' });
    // An archive runs on newer versions of Node only.
    if (Number.parseInt(process.versions.node, 10) >= 22) expect(stdout).toContain('reset-second-factor');
    expect(commandNames).toContain('reset-second-factor');
    expect(commandNames).not.toContain('seed');
    expect(stdout).not.toContain('seed');
  });
});

describe.runIf(isRoot)('a file that exists and that this account cannot read', () => {
  const unreadable = /cannot be read by this account \(permission denied\)/;

  test('is not called missing', async () => {
    const closed = makeHome('closed', 0);
    for (const name of ['identity', 'archive.tar', 'new.env', 'deleted.ids'])
      writeFileSync(join(closed, name), '');
    const home = makeHome('reader', account);
    const env = placesIn(home);
    const archive = join(home, 'archive.tar');
    writeFileSync(archive, '');
    const inClosed = (name: string) => join(closed, name);
    const cases: [string, string[], Record<string, string>][] = [
      ['restore', [inClosed('archive.tar')], {}],
      ['restore', [archive], { BACKUP_IDENTITY: inClosed('identity') }],
      ['move', ['--to', inClosed('new.env')], {}],
      ['audit-verify', [], { DATA_DIR: inClosed('data') }],
      ['audit-verify', [], { UPLOADS_DIR: closed }],
    ];
    for (const [name, words, more] of cases)
      expect(
        await run(name, words, { env: { ...env, ...more }, uid: account }),
        `${words} ${Object.keys(more)}`,
      ).toEqual({ code: 1, output: expect.stringMatching(unreadable) });
    expect((await run('restore', [join(home, 'none')], { env, uid: account })).output).toContain(
      'does not exist',
    );
  });
});
