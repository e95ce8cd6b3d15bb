import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverUser } from '../tools/programs/postgres.mjs';

/**
 * Makes a CA that lives as long as its folder, and a server certificate for PostgreSQL signed by
 * it.
 *
 * @param host the host name that the certificate is for.
 * @returns the paths of the CA, the certificate and its key, and a function that removes them.
 */
export function makeCertificates(host: string) {
  const folder = mkdtempSync(join(tmpdir(), 'certificates-'));
  const at = (name: string) => join(folder, name);
  const openssl = (...words: string[]) => execFileSync('openssl', words, { cwd: folder, stdio: 'pipe' });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl('req', '-x509', ...newKey, '-subj', '/CN=CA of tests', '-keyout', 'ca.key', '-out', 'ca.pem');
  openssl('req', ...newKey, '-subj', `/CN=${host}`, '-keyout', 'server.key', '-out', 'server.csr');
  writeFileSync(at('names'), `subjectAltName=DNS:${host}\n`);
  const sign = ['-req', '-in', 'server.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'];
  openssl('x509', ...sign, '-extfile', 'names', '-out', 'server.pem');
  const owner = serverUser();
  if (owner) for (const name of ['', 'server.key', 'server.pem']) chownSync(at(name), owner.uid, owner.gid);
  chmodSync(at('server.key'), 0o600);
  return {
    ca: at('ca.pem'),
    certificate: at('server.pem'),
    key: at('server.key'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
