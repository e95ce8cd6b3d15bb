import { type ChildProcess, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { root } from '../../scripts/lib/project.mjs';
import { ask } from './support/calls.ts';
import { timeoutFor } from './support/scale.ts';
import { freePort, machine, settingsOf } from './support/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'terminal-'));
/** A folder of the program of its own, in which the demo clinic is made. */
const program = join(folder, 'program');
const copiedNames = ['scripts', 'package.json', 'package-lock.json', 'tsconfig.json', '.env.example'];
const ownNames = ['.env', '.git', 'data', 'uploads', 'data-demo', 'data-demo.new'];

beforeAll(() => {
  for (const name of copiedNames) cpSync(join(root, name), join(program, name), { recursive: true });
  for (const name of readdirSync(root))
    if (![...copiedNames, ...ownNames].includes(name)) symlinkSync(join(root, name), join(program, name));
});
const running = new Set<ChildProcess>();
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

function watch(child: ChildProcess) {
  let printed = '';
  running.add(child);
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  const ended = new Promise<number | null>((resolve) =>
    child.once('close', (code) => {
      running.delete(child);
      resolve(code);
    }),
  );
  const prints = (text: string | RegExp) =>
    vi.waitFor(() => expect(printed).toMatch(text), { timeout: 90_000, interval: 50 });
  return { child, ended, prints, printed: () => printed };
}

/** Runs `npm start` on a terminal of its own, whose keyboard is the standard input. */
const startOnTerminal = (settings: Record<string, string>) =>
  watch(
    spawn('script', ['-qec', `exec ${process.execPath} scripts/start.mjs`, '/dev/null'], {
      cwd: root,
      env: { NODE_ENV: 'production', ...machine(), ...settings },
      stdio: ['pipe', 'pipe', 'pipe'],
    }),
  );

const ctrlC = '\x03';

/** Returns the lines that a terminal shows: of a line that was rewritten, its last text. */
const screenOf = (printed: string) =>
  printed.split(/\r*\n/).map((line) => line.split('\r').at(-1)?.replace('\x1b[K', '') ?? '');

test(
  'a first start on a terminal fits one screen, and requests do not scroll its password away',
  async () => {
    const port = await freePort();
    const settings = settingsOf(join(folder, 'first'), port, {
      ...{ LOG_LEVEL: 'info', ADMIN_EMAIL: '', ADMIN_PASSWORD: '' },
    });
    const start = startOnTerminal(settings);
    await start.prints('To stop: Ctrl');
    await start.prints(/Ctrl\+C\r*\n/);
    const screen = screenOf(start.printed());
    expect(screen.length, screen.join('\n')).toBeLessThanOrEqual(24);
    expect(screen).toContain(`SecondLook is running: http://127.0.0.1:${port}`);
    const password = /^ {2}Password {5}(\S{16}) {3}\(shown only once: keep it\)$/m.exec(
      screen.join('\n'),
    )?.[1];
    expect(start.printed()).not.toMatch(/[{}]|remix-serve/);
    const body = { email: 'admin@localhost', password };
    const logIn = await ask(`http://127.0.0.1:${port}/api/v1/auth/login`, { method: 'POST', body });
    expect(logIn.status).toBe(200);
    expect(screenOf(start.printed()), 'nothing is added by a request').toEqual(screen);
    start.child.stdin?.write(ctrlC);
    expect(await start.ended).toBe(0);
    expect(start.printed()).toMatch(/\d\d:\d\d:\d\d server\.stopped signal=SIGINT ms=\d+ cutOff=0/);
  },
  timeoutFor(1),
);

test(
  'a terminal with LOG_FORMAT=json, and a pipe with LOG_FORMAT=text, get what they ask for',
  async () => {
    const settings = async (format: string) =>
      settingsOf(join(folder, format), await freePort(), { LOG_LEVEL: 'debug', LOG_FORMAT: format });
    const json = startOnTerminal(await settings('json'));
    await json.prints('remix-serve');
    json.child.stdin?.write(ctrlC);
    await json.ended;
    for (const line of screenOf(json.printed()).filter((text) => text && !text.startsWith('^C')))
      expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number), msg: expect.any(String) });
    const env = { ...machine(), ...(await settings('text')) };
    const text = watch(spawn(process.execPath, ['scripts/start.mjs'], { cwd: root, env }));
    await text.prints('To stop: Ctrl');
    await ask(`http://127.0.0.1:${env.PORT}/login`);
    await text.prints(
      /^\d\d:\d\d:\d\d debug answered request=\w+ method=GET path=\/login status=200 ms=\d+$/m,
    );
    text.child.kill('SIGTERM');
    expect(await text.ended).toBe(0);
    expect(text.printed()).not.toContain('{"level"');
  },
  timeoutFor(1),
);

/** Settings with which no server could start, or with which a demo would reach a real clinic. */
const foreign = (port: number) => ({
  DATABASE_URL: 'postgres://127.0.0.1:2/clinic',
  STORAGE_URL: 's3://clinic',
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  FILE_KEY: 'wrong',
  SESSION_SECRET: 'short',
  DATA_DIR: '/dev/null/data',
  UPLOADS_DIR: '/dev/null/uploads',
  BACKUP_EVERY: '1h',
  BACKUP_DIR: '/dev/null/backups',
  BACKUP_RECIPIENT: 'nobody',
  METRICS_PORT: '70000',
  HOST: '0.0.0.0',
  PUBLIC_URL: 'https://clinic.example',
  ADMIN_EMAIL: 'nobody',
  REQUIRE_2FA: 'admin,expert,patient',
});

test(
  'a demo follows no setting but its port, sends nothing, and nobody in it is locked out by a second start',
  async () => {
    let contacts = 0;
    const mailServer = createServer().on('connection', () => {
      contacts += 1;
    });
    const mailPort = await new Promise<number>((resolve) =>
      mailServer.listen(0, '127.0.0.1', () => resolve((mailServer.address() as { port: number }).port)),
    );
    const settings = foreign(mailPort);
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    writeFileSync(join(program, '.env'), [...lines, 'MAIL_FROM="not closed', 'no sign'].join('\n'));
    const passwords: string[] = [];
    try {
      for (const options of [[], [], ['--fresh']]) {
        const port = await freePort();
        const env = { NODE_ENV: 'production', ...machine(), ...settings, PORT: String(port) } as const;
        const args = ['scripts/start.mjs', '--demo', ...options];
        const demo = watch(spawn(process.execPath, args, { cwd: program, env }));
        await demo.prints('remix-serve');
        const password = /Password of each {6}(\S{12}) /.exec(demo.printed())?.[1] ?? '';
        const url = `http://127.0.0.1:${port}`;
        const logIn = (email: string, tried: string) =>
          ask(`${url}/api/v1/auth/login`, { method: 'POST', body: { email, password: tried } });
        for (const name of ['asha.verma', 'meera.nair', 'dev.kapoor', 'lakshmi.rao'])
          expect((await logIn(`${name}@demo.example`, password)).status, name).toBe(200);
        for (const earlier of passwords)
          expect((await logIn('asha.verma@demo.example', earlier)).status, 'an earlier password').toBe(401);
        passwords.push(password);
        // A clinic that is kept still has who signs up in it; one that is made anew has not.
        const email = `new${passwords.length}@village.example`;
        const body = { email };
        expect((await ask(`${url}/api/v1/auth/send-otp`, { method: 'POST', body })).status).toBe(200);
        await demo.prints(`E-mail to ${email}`);
        await expect(fetch(`http://127.0.0.2:${port}/login`), 'this machine only').rejects.toThrow();
        // Beside what the clinic tells its staff of reports that wait.
        const mailbox = join(program, 'data-demo/mail');
        const codes = readdirSync(mailbox).filter((name) =>
          readFileSync(join(mailbox, name), 'utf8').includes('@village.example'),
        );
        expect(codes.length).toBe(options.length > 0 ? 1 : passwords.length);
        demo.child.kill('SIGTERM');
        expect(await demo.ended, demo.printed()).toBe(0);
        for (const line of demo.printed().split('\n').filter(Boolean))
          expect(JSON.parse(line)).toMatchObject({ level: 30 });
      }
    } finally {
      mailServer.close();
    }
    expect(new Set(passwords).size).toBe(3);
    expect(contacts).toBe(0);
    expect(existsSync(join(program, 'data-demo.new'))).toBe(false);
  },
  timeoutFor(2),
);

test('--fresh without --demo is refused, and nothing is removed', async () => {
  const env = { ...machine(), ...settingsOf(join(folder, 'first'), await freePort()) };
  const start = watch(spawn(process.execPath, ['scripts/start.mjs', '--fresh'], { cwd: program, env }));
  expect(await start.ended).toBe(1);
  expect(start.printed()).toContain('--fresh belongs to --demo');
  expect(existsSync(join(folder, 'first/app.db'))).toBe(true);
});
