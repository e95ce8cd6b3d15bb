// npm run db:generate -- --name what-it-does
//
// Generates a migration from a change of the tables, for SQLite in drizzle/ and for PostgreSQL in
// drizzle/postgres/. Only the newest snapshot of each is kept: drizzle-kit compares with no other.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { command, root, runTool } from './lib/project.mjs';

const folders = {
  'drizzle.config.ts': 'drizzle/meta',
  'drizzle.postgres.config.ts': 'drizzle/postgres/meta',
};

command(async () => {
  await ensureInstalled();
  for (const [config, folder] of Object.entries(folders)) {
    const args = ['generate', '--config', config, ...process.argv.slice(2)];
    process.exitCode ||= await runTool('node_modules/drizzle-kit/bin.cjs', args);
    pruneSnapshots(join(root, folder));
  }
});

function pruneSnapshots(folder) {
  const snapshots = readdirSync(folder).filter((name) => name.endsWith('_snapshot.json'));
  for (const name of snapshots.sort().slice(0, -1)) rmSync(join(folder, name));
}
