import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { machine, settingsOf } from './server.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Runs one of the product's commands (`npm run …`) on a clinic's folder.
 *
 * @returns Its exit code and output.
 */
export function run(
  command: string[],
  { dataDir, settings = {} }: { dataDir: string; settings?: Record<string, string> },
) {
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    const child = spawn('npm', ['run', '--silent', ...command], {
      cwd: root,
      env: { ...machine(), ...settingsOf(dataDir, 3000, settings) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

/**
 * Starts another process that holds the write lock for `seconds` seconds.
 *
 * @returns A promise that resolves once the lock is held.
 */
export function holdLock(database: string, seconds: number) {
  const program = `
    const sqlite = new (require('better-sqlite3'))(${JSON.stringify(database)}, { timeout: 10000 });
    sqlite.exec('BEGIN IMMEDIATE');
    console.log('held');
    setTimeout(() => { sqlite.exec('ROLLBACK'); sqlite.close(); }, ${seconds * 1000});
  `;
  const child = spawn(process.execPath, ['-e', program], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return new Promise<{ released: Promise<unknown>; isHeld: () => boolean }>((resolve, reject) => {
    child.once('error', reject);
    exited.then(() => reject(new Error('The lock could not be taken')));
    child.stdout.once('data', () =>
      resolve({ released: exited, isHeld: () => child.exitCode === null && child.signalCode === null }),
    );
  });
}
