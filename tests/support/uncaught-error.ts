// Ends with an uncaught PostgreSQL error, like a server. Arguments: a DATABASE_URL and a failing
// statement.
import { endOnUncaughtErrors } from '~/platform/observability/log.server';
import { withClient } from './test-database';

const [, , url = '', statement = ''] = process.argv;
endOnUncaughtErrors();
void withClient(url, (client) => client.query(statement));
