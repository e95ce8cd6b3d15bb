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

// The lines need a demo clinic, which this test creates; a server that API_URL names is left alone.
test.runIf(!process.env.API_URL)('the commands of docs/api.md work as pasted, in a demo clinic', async () => {
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

    const guide = await readFile(join(root, 'docs/api.md'), 'utf8');
    const section = guide.slice(guide.indexOf('## A first session'));
    const lines = /```sh\n([\s\S]*?)```/.exec(section)?.[1] ?? '';
    const pasted = lines
      .replace('http://localhost:3000', server.url)
      .replace('the-one-that-it-printed', password)
      .replaceAll(/^(curl .*)$/gm, 'echo\n$1');
    const { stdout } = await runFile('bash', ['-euo', 'pipefail', '-c', pasted], { cwd: root, env });
    const [pending, reviewed] = stdout
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    expect(pending).toMatchObject({ success: true, meta: { page: 1, limit: 5 } });
    expect(pending.data.length).toBeGreaterThan(0);
    expect(reviewed).toMatchObject({
      success: true,
      message: 'Review Added Successfully',
      data: { status: 'Reviewed', review: 'All values are within their range.' },
    });
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
