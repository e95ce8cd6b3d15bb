import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startServer } from '../e2e/support/server.ts';
import { bundled } from '../support/bundled.ts';
import { databaseSettings } from '../support/test-database.ts';

const runFile = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Reads the lines of "A first session" in a guide, with each answer on a line of its own. */
async function readLines(path: string, { url, password }: { url: string; password: string }) {
  const guide = await readFile(join(root, path), 'utf8');
  const section = guide.slice(guide.indexOf('## A first session'));
  const lines = /```sh\n([\s\S]*?)```/.exec(section)?.[1] ?? '';
  return lines
    .replace('http://localhost:3000', url)
    .replace('the-one-that-it-printed', password)
    .replaceAll(/^(curl .*)$/gm, 'echo\n$1');
}

// The lines need a demo clinic, which this test creates; a server that API_URL names is left alone.
test.runIf(!process.env.API_URL)('the commands of the guides work as pasted, in a demo clinic', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'api-guide-'));
  const places = {
    ...(await databaseSettings(folder)),
    DATA_DIR: folder,
    UPLOADS_DIR: join(folder, 'uploads'),
  };
  const env = { NODE_ENV: 'production', PATH: process.env.PATH, HOME: folder } as NodeJS.ProcessEnv;
  const server = await startServer(places);
  try {
    const { stdout: output } = await runFile(process.execPath, [await bundled('scripts/seed.ts')], {
      cwd: root,
      env: { ...env, ...places },
    });
    const password = /The password of each is (\S+)/.exec(output)?.[1] ?? 'none';

    const answersOf = async (path: string) => {
      const lines = await readLines(path, { url: server.url, password });
      const { stdout } = await runFile('bash', ['-euo', 'pipefail', '-c', lines], { cwd: root, env });
      const answers = stdout.trim().split('\n').filter(Boolean);
      return answers.map((line) => JSON.parse(line));
    };
    const [pending, reviewed] = await answersOf('docs/api.md');
    expect(pending).toMatchObject({ success: true, meta: { page: 1, limit: 5 } });
    expect(pending.data.length).toBeGreaterThan(0);
    expect(reviewed).toMatchObject({
      success: true,
      message: 'Review Added Successfully',
      data: { status: 'Reviewed', review: 'All values are within their range.' },
    });
    const [patients, reports] = await answersOf('docs/integrating.md');
    expect(patients.data).toMatchObject([{ firstName: 'Asha', lastName: 'Verma' }]);
    expect(reports.data).toMatchObject([{ patient: { _id: patients.data[0]._id }, reportUrl: null }]);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
