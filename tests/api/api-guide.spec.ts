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

/**
 * Reads all lines for a shell of a guide, in order, with each answer on a line of its own. They are
 * pasted into one terminal.
 */
async function readLines(path: string, { url, password }: { url: string; password: string }) {
  const guide = await readFile(join(root, path), 'utf8');
  const blocks = [...guide.matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)];
  expect([...new Set(blocks.map(([, kind]) => kind))].filter((kind) => !kinds.includes(kind ?? ''))).toEqual(
    [],
  );
  for (const [, kind, text = ''] of blocks) if (kind === 'json') JSON.parse(text);
  return blocks
    .flatMap(([, kind, text = '']) => (kind === 'sh' ? [text] : []))
    .join('\n')
    .replace('http://localhost:3000', url)
    .replace('the-one-that-it-printed', password)
    .replaceAll(/^(curl .*)$/gm, 'echo\n$1');
}

/** Lines for a shell run here, TypeScript is compiled with the client, and headers are no commands. */
const kinds = ['sh', 'json', 'ts', 'http'];

// The lines need a demo clinic, which this test creates; a server that API_URL names is left alone.
test.runIf(!process.env.API_URL)('the commands of the guides work as pasted, in a demo clinic', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'api-guide-'));
  const places = {
    ...(await databaseSettings(folder)),
    DATA_DIR: folder,
    UPLOADS_DIR: join(folder, 'uploads'),
  };
  const env = { NODE_ENV: 'production', PATH: process.env.PATH, HOME: folder } as NodeJS.ProcessEnv;
  // As --demo does, so that a webhook may lead to this machine.
  const server = await startServer({ ...places, SECONDLOOK_DEMO: 'yes' });
  try {
    const { stdout: output } = await runFile(process.execPath, [await bundled('scripts/seed.ts')], {
      cwd: root,
      env: { ...env, ...places },
    });
    const password = /The password of each is (\S+)/.exec(output)?.[1] ?? 'none';

    const answersOf = async (path: string, received = '') => {
      const lines = await readLines(path, { url: server.url, password });
      // The receiver of a webhook runs until it has printed what it receives.
      const script = `trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
        exec > >(tee answers)
        ${lines}
        timeout 30 bash -c 'until grep -qF "${received}" answers; do sleep 0.1; done'`;
      const { stdout } = await runFile('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
        cwd: folder,
        env,
      });
      // The receiver prints at any time, also right behind an answer.
      const answers = stdout.replaceAll('}{', '}\n{').trim().split('\n').filter(Boolean);
      return answers.map((line) => JSON.parse(line));
    };
    const [pending, reviewed, inPieces, ...others] = await answersOf('docs/api.md');
    expect(others).toEqual([]);
    expect(pending).toMatchObject({ success: true, meta: { page: 1, limit: 5 } });
    expect(pending.data.length).toBeGreaterThan(0);
    expect(reviewed).toMatchObject({
      success: true,
      message: 'Review Added Successfully',
      data: { status: 'Reviewed', review: 'All values are within their range.' },
    });
    expect(inPieces).toMatchObject({ success: true, data: { reportType: 'Blood Test', pages: 1 } });
    const [patients, reports, sent, changes, ...rest] = await answersOf(
      'docs/integrating.md',
      'webhook.test',
    );
    expect(sent).toMatchObject({ success: true });
    expect(changes).toMatchObject({ success: true, changes: { removed: [] } });
    const tested = rest.find(({ data }) => data.deliveryId);
    expect(tested).toMatchObject({ success: true });
    expect(rest.find(({ type }) => type)).toMatchObject({ type: 'webhook.test' });
    expect(rest).toHaveLength(2);
    expect(patients.data).toMatchObject([{ firstName: 'Asha', lastName: 'Verma' }]);
    expect(reports.data).toMatchObject([{ patient: { _id: patients.data[0]._id }, reportUrl: null }]);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
