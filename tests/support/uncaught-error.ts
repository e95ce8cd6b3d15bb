// Ends by an error of PostgreSQL that nobody catches, as a server does. Takes a DATABASE_URL and a
// statement that fails.
import pg from 'pg';
import { endOnUncaughtErrors } from '~/platform/observability/log.server';

const [, , connectionString, statement = ''] = process.argv;
endOnUncaughtErrors();
const client = new pg.Client({ connectionString });
await client.connect();
void client.query(statement);
