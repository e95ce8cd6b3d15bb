// npm run db:generate -- --name what-it-does
//
// Generates a migration from a change of the tables, for SQLite in drizzle/ and for PostgreSQL in
// drizzle/postgres/.
import { ensureInstalled } from './lib/install.mjs';
import { command, runTool } from './lib/project.mjs';

command(async () => {
  await ensureInstalled();
  for (const config of ['drizzle.config.ts', 'drizzle.postgres.config.ts']) {
    const args = ['generate', '--config', config, ...process.argv.slice(2)];
    process.exitCode ||= await runTool('node_modules/drizzle-kit/bin.cjs', args);
  }
});
