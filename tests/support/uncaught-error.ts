// Ends by an error of PostgreSQL that nobody catches, as a server does. Takes a DATABASE_URL and a
// statement that fails.
import { endOnUncaughtErrors } from '~/platform/observability/log.server';
import { withClient } from './test-database';

const [, , url = '', statement = ''] = process.argv;
endOnUncaughtErrors();
void withClient(url, (client) => client.query(statement));
