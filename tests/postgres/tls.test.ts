import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyring } from '~/platform/db/core/tables/clinic.server';
import { databaseState } from '~/platform/db/database-state.server';
import { db, withOtherDatabase } from '~/platform/db/db.server';
import { OperatorError } from '~/platform/errors.server';
import { makeCertificates } from '../support/certificates';
import { readSql } from '../support/raw';
import { returnDatabase, takeDatabase, takeUnmigrated } from '../support/test-database';
import { startPostgres } from '../tools/programs/postgres.mjs';

const secret = 'a-word-nobody-knows';
const fileKey = Buffer.alloc(32, 7);

let ours: ReturnType<typeof makeCertificates>;
let otherCertificates: typeof ours;
let server: Awaited<ReturnType<typeof startPostgres>>;
let database: string;
let plain: string;
beforeAll(async () => {
  [ours, otherCertificates] = [makeCertificates('localhost'), makeCertificates('localhost')];
  server = await startPostgres(['ssl=on', `ssl_cert_file=${ours.certificate}`, `ssl_key_file=${ours.key}`]);
  database = await takeUnmigrated(server.url);
  plain = await takeDatabase();
});
afterAll(async () => {
  await server?.stop();
  ours.remove();
  otherCertificates.remove();
  returnDatabase(plain);
});

/** Builds a DATABASE_URL that requires a server certificate of this CA under a host name. */
function verified(url: string, ca: string | undefined, hostname = 'localhost') {
  const to = Object.assign(new URL(url), { hostname, password: secret });
  to.searchParams.set('sslmode', 'verify-full');
  if (ca) to.searchParams.set('sslrootcert', ca);
  return to.href;
}

test('opens a database over TLS if its server has a certificate of the CA for its name', async () => {
  const seen = await withOtherDatabase({ url: verified(database, ours.ca), fileKey }, async () => {
    const { rows } = { rows: await readSql('select ssl from pg_stat_ssl where pid = pg_backend_pid()') };
    return { rows, keys: (await db().select().from(keyring)).length };
  });
  expect(seen).toEqual({ rows: [{ ssl: true }], keys: 2 });
});

describe('refuses in one sentence, without the password:', () => {
  const refused: [string, () => string, RegExp][] = [
    [
      'a server under another name',
      () => verified(database, ours.ca, '127.0.0.1'),
      /certificate of its server does not match .* altnames/,
    ],
    [
      'a server of another CA',
      () => verified(database, otherCertificates.ca),
      /sslrootcert does not name its CA/,
    ],
    [
      'a server of a CA nobody named',
      () => verified(database, undefined),
      /sslrootcert does not name its CA/,
    ],
    ['a server without TLS', () => verified(plain, ours.ca), /offers no TLS/],
    ['a CA whose file is not there', () => verified(database, '/nowhere/ca.pem'), /no such file.*\/nowhere/],
    ['a CA that is none', () => verified(database, ours.key), /sslrootcert does not name its CA/],
  ];
  test.each(refused)('%s', async (_what, url, says) => {
    for (const open of [
      () => databaseState(url()),
      () => withOtherDatabase({ url: url(), fileKey }, async () => undefined),
    ]) {
      const error = await open().then(
        () => 'it was opened',
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(OperatorError);
      const { message } = error as OperatorError;
      expect(message).toMatch(/^The database \S+ cannot be opened: .+\. Nothing was changed\.$/);
      expect(message).toMatch(says);
      expect(message).not.toContain(secret);
    }
  });
});
