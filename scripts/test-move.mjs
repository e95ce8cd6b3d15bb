// npm run test:move: moves a clinic of 20,000 reports from SQLite to PostgreSQL and back, and one
// of 2,000 to PostgreSQL and an object store and back, each killed at 20 random moments; compares
// every row and every file. Takes about half an hour; REPORTS and STOPS are other numbers.
import './lib/node-version.mjs';
import './lib/follow-npm.mjs';
import { join } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { requirePostgres } from './lib/postgres.mjs';
import { command, root, run } from './lib/project.mjs';
import { requireSwift } from './lib/swift.mjs';

command(async () => {
  await ensureInstalled();
  await requirePostgres();
  await requireSwift();
  process.exitCode = await run(process.execPath, ['--import', 'tsx', join(root, 'tests/move/run.ts')]);
});
