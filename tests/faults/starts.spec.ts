import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { root } from '../../scripts/lib/project.mjs';
import { timeoutFor } from './support/scale.ts';
import { freePort, machine, settingsOf } from './support/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'starts-'));
const here = (name: string) => join(folder, name);
let port: number;
let portHolder: Server;
beforeAll(async () => {
  port = await freePort();
  writeFileSync(here('file'), 'a text');
  mkdirSync(here('closed'), { mode: 0o555 });
  mkdirSync(here('used'), { mode: 0o700 });
  writeFileSync(here('used/.lock.db'), '');
  chmodSync(here('used/.lock.db'), 0o444);
  portHolder = createServer().listen(await freePort(), '127.0.0.1');
});
afterAll(() => {
  portHolder.close();
  chmodSync(here('closed'), 0o755);
  rmSync(folder, { recursive: true });
});

const takenPort = () => String((portHolder.address() as { port: number }).port);

/** Prefix that drops root's right to write everywhere. */
const asAnyAccount =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : [];

type Line = { level: number; time: string; msg: string; message?: string };

/** Runs the same as `npm start`, in a folder that does not exist yet, with both streams piped. */
function npmStart(settings: Record<string, string>, { mayStart = true } = {}) {
  const [program = '', ...args] = [...asAnyAccount, process.execPath, 'scripts/start.mjs'];
  const child = spawn(program, args, {
    cwd: root,
    env: { ...machine(), ...settingsOf(here('new'), port, { LOG_LEVEL: 'info', ...settings }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = ['', ''];
  for (const [at, stream] of [child.stdout, child.stderr].entries())
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed[at] += text;
    });
  // Kills a server that should have been refused but started; it would run forever.
  const endIfStarted = (text: string) => text.includes('"server.started"') && child.kill('SIGKILL');
  if (!mayStart) child.stdout.on('data', endIfStarted);
  return {
    child,
    ended: new Promise<number | null>((resolve) => child.once('close', resolve)),
    /** Parses everything that was printed: each line must be JSON. */
    lines: () =>
      printed.flatMap((text) => text.split('\n').filter(Boolean)).map((line) => JSON.parse(line) as Line),
  };
}

/** Lists every path of the folder with its size and modification time. */
const everything = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => ({ name, ...statOf(here(name)) }));

function statOf(path: string) {
  const { size, mtimeMs, mode } = statSync(path);
  return { size, mtimeMs, mode };
}

const store = { S3_ACCESS_KEY_ID: 'clinic', S3_SECRET_ACCESS_KEY: 'secret' };
const secrets = { FILE_KEY: 'a'.repeat(64), SESSION_SECRET: 'b'.repeat(32) };

const refused: [settings: () => Record<string, string>, sentence: string][] = [
  [() => ({ PORT: '70000' }), 'These settings are invalid:\n  PORT: must be a whole number from 1 to 65535'],
  [() => ({ PORT: takenPort() }), 'PORT: another program is already listening on port '],
  [
    () => ({ HOST: '203.0.113.5' }),
    'HOST: this machine does not have the address 203.0.113.5 (EADDRNOTAVAIL).',
  ],
  [() => ({ METRICS_PORT: takenPort() }), 'METRICS_PORT: another program is already listening on port '],
  [
    () => ({ METRICS_PORT: String(port) }),
    'These settings are invalid:\n  METRICS_PORT: must differ from PORT',
  ],
  [() => ({ DATA_DIR: here('file') }), `DATA_DIR: ${here('file')} is a file, not a folder.`],
  [
    () => ({ DATA_DIR: here('closed') }),
    `DATA_DIR: this account cannot write to the folder ${here('closed')} (permission denied).`,
  ],
  [
    () => ({ DATA_DIR: here('used') }),
    `DATA_DIR: this account cannot read and write ${here('used/.lock.db')} (permission denied).`,
  ],
  [
    () => ({ UPLOADS_DIR: here('closed/uploads') }),
    `UPLOADS_DIR: the folder ${here('closed/uploads')} does not exist and cannot be created in ${here('closed')} (permission denied).`,
  ],
  [
    () => ({ UPLOADS_DIR: here('file/uploads') }),
    `UPLOADS_DIR: ${here('file')} is a file, so ${here('file/uploads')} cannot be created.`,
  ],
  [() => ({ BACKUP_DIR: here('file') }), `BACKUP_DIR: ${here('file')} is a file, not a folder.`],
  [() => ({ BACKUP_DIR: here('closed') }), 'BACKUP_DIR: this account cannot write to the folder '],
  [
    () => ({ BACKUP_DIR: here('new/uploads') }),
    'These settings are invalid:\n  BACKUP_DIR: must not be UPLOADS_DIR',
  ],
  [
    () => ({ DATABASE_URL: `file:${here('file')}` }),
    `DATABASE_URL: ${here('file')} is not a SQLite database.`,
  ],
  [() => ({ DATABASE_URL: `file:${folder}` }), `DATABASE_URL: ${folder} is a folder, not a file.`],
  [
    () => ({ DATABASE_URL: 'postgres://localhost:2/x' }),
    'With PostgreSQL, FILE_KEY and SESSION_SECRET must be set',
  ],
  [
    () => ({ ...secrets, DATABASE_URL: 'postgres://localhost:2/x' }),
    'The database localhost:2/x cannot be opened: ',
  ],
  [
    () => ({ STORAGE_URL: 's3://b/x' }),
    'These settings are invalid:\n  STORAGE_URL: must be s3:// and the name of a bucket',
  ],
  [
    () => ({ STORAGE_URL: 's3://clinic' }),
    'With STORAGE_URL, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set.',
  ],
  [
    () => ({ ...store, STORAGE_URL: 's3://clinic', S3_ENDPOINT: 'http://127.0.0.1:2' }),
    'The object store 127.0.0.1:2 does not respond correctly (ECONNREFUSED). Correct S3_ENDPOINT',
  ],
];

test(
  'prints one sentence for a wrong setting, without a stack, and changes nothing',
  async () => {
    const before = everything();
    const wrong: string[] = [];
    for (const [settings, sentence] of refused) {
      const start = npmStart(settings(), { mayStart: false });
      const code = await start.ended;
      const logLines = start.lines().filter(({ msg }) => msg !== 'storage.away');
      if (code !== 1 || logLines.length !== 1 || !logLines[0]?.message?.startsWith(sentence))
        wrong.push(`${JSON.stringify(settings())} ended with ${code}: ${JSON.stringify(logLines)}`);
      if (/\n\s+at /.test(logLines[0]?.message ?? '')) wrong.push(`${sentence} has a stack`);
      expect(everything(), sentence).toEqual(before);
    }
    expect(wrong).toEqual([]);
  },
  timeoutFor(1),
);

test(
  'prints only lines of JSON into a pipe from start to end',
  async () => {
    const warning = "setTimeout(()=>process.emitWarning('canary'),500).unref()";
    const server = npmStart({
      ADMIN_EMAIL: '',
      ADMIN_PASSWORD: '',
      SMPT_URL: 'smtp://mail.clinic.test',
      NODE_OPTIONS: `--import=data:text/javascript,${warning}`,
    });
    const url = `http://127.0.0.1:${port}`;
    const printed = () => server.lines().map(({ msg, message }) => message ?? msg);
    const says = (text: string | RegExp) =>
      vi.waitFor(() => expect(printed()).toContainEqual(expect.stringMatching(text)), {
        timeout: 90_000,
        interval: 50,
      });
    try {
      await says('remix-serve');
      expect((await fetch(`${url}/login`)).status).toBe(200);
      const body = new URLSearchParams({ email: 'asha@village.test' });
      expect((await fetch(`${url}/api/v1/auth/send-otp`, { method: 'POST', body })).status).toBe(200);
      await says(/^E-mail to asha@village\.test\n/);
      await says('canary');
      const database = new Database(join(here('new'), 'app.db'));
      database.exec('alter table users rename to users_away');
      database.close();
      const login = new URLSearchParams({ email: 'asha@village.test', password: 'correct horse battery' });
      expect((await fetch(`${url}/api/v1/auth/login`, { method: 'POST', body: login })).status).toBe(500);
    } finally {
      server.child.kill('SIGTERM');
    }
    expect(await server.ended).toBe(0);
    const lines = server.lines();
    for (const line of lines)
      expect(line).toMatchObject({
        level: expect.any(Number),
        time: expect.any(String),
        msg: expect.any(String),
      });
    const levelOf = (text: RegExp) => lines.find(({ msg, message }) => text.test(message ?? msg))?.level;
    expect({
      password: levelOf(/^The first admin is admin@localhost with the password \S{16}\n/),
      listening: levelOf(/^\[remix-serve\] http/),
      misspelt: levelOf(/^Warning: SMPT_URL in the environment is not a setting\. Did you mean SMTP_URL\?$/),
      warning: levelOf(/^Warning: canary \(Warning\)$/),
      incident: levelOf(/^incident$/),
      stopped: levelOf(/^server\.stopped$/),
    }).toEqual({ password: 30, listening: 30, misspelt: 40, warning: 40, incident: 50, stopped: 30 });
  },
  timeoutFor(1),
);
