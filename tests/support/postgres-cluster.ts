import { closeDatabase, openDatabase } from '~/platform/db/db.server';
import { startPostgres } from '../tools/programs/postgres.mjs';
import { templateName, withClient } from './test-database';

/**
 * Starts the PostgreSQL server of a run, with the database that all other databases are copies of.
 */
export default async function startCluster() {
  const server = await startPostgres();
  process.env.TEST_POSTGRES_URL = server.url;
  await withClient(server.url, (client) => client.query(`create database ${templateName}`));
  const url = Object.assign(new URL(server.url), { pathname: `/${templateName}` }).href;
  await openDatabase({ url, fileKey: Buffer.alloc(32) });
  await closeDatabase();
  // Each clinic has its own key.
  await withClient(url, (client) => client.query('delete from keyring'));
  return () => server.stop();
}
