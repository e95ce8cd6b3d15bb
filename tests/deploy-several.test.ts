import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { projectRoot } from '~/platform/project-root.server';
import { readSettings } from '~/platform/settings/env.server';
import { makeCertificates } from './support/certificates';
import { runChecker } from './support/checker';
import { isThere } from './tools/programs/apt.mjs';
import { findPostgres } from './tools/programs/postgres.mjs';

// Debian installs HAProxy here, which is not on every user's path.
process.env.PATH = [process.env.PATH, '/usr/sbin'].join(delimiter);

const read = (path: string) => readFileSync(join(projectRoot(), path), 'utf8');
const proxy = read('deploy/several/haproxy.cfg');
const toLeader = read('deploy/several/haproxy-postgres.cfg');
/** With the addresses of the machines, which compose.several.yaml replaces. */
const caddy = read('deploy/several/Caddyfile').replace(/\{\$SERVER_\d:([\d.:]+)\}/g, '$1');
const patroni = read('deploy/several/patroni.yml');
const dropIn = read('deploy/several/secondlook.conf');
const guide = read('docs/scaling.md');
const network = read('deploy/several/wireguard.conf');

const folder = mkdtempSync(join(tmpdir(), 'several-'));
const writeTemporary = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const matchesOf = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, first]) => first ?? '');
/** Lists the servers of each of HAProxy's backends. */
const serversOf = (text: string, server: RegExp) =>
  text
    .split(/^backend /m)
    .slice(1)
    .map((backend) => backend.split('\n').flatMap((line) => server.exec(line)?.[1] ?? []));

describe('the configuration of several servers', () => {
  test('makes each balancer check both servers and set the client address itself', () => {
    const [servers = []] = serversOf(proxy, /^\tserver app\d (\S+)/);
    expect(new Set(servers).size).toBe(2);
    expect(serversOf(proxy, /^\tserver app\d (\S+)/)).toEqual([servers, servers, servers]);
    expect(
      matchesOf(caddy, /^\t+reverse_proxy (?:[@/]\S+ )?(.+) \{$/gm).map((all) => all.split(' ').sort()),
    ).toEqual([servers, servers, servers, servers]);
    expect(proxy).toContain('option httpchk GET /readyz');
    expect(caddy).toContain('health_uri /readyz');
    expect(proxy).toContain('http-request set-header X-Forwarded-For %[src]');
    expect(caddy).toContain('header_up X-Forwarded-For {remote_host}');
  });

  test('is for an encrypted network with each machine, as the first lines of the guide say', () => {
    expect(guide.split('\n').slice(0, 10).join(' ')).toMatch(/has to be encrypted.*WireGuard/);
    const table = guide.slice(guide.indexOf('| machine | address |'), guide.indexOf('### The network'));
    const machines = [...new Set(matchesOf(table, /(10\.0\.0\.\d+)/g))].sort();
    const own = matchesOf(network, /^Address = ([\d.]+)\/24$/gm);
    const peers = matchesOf(network, /^AllowedIPs = ([\d.]+)\/32$/gm);
    expect([...own, ...peers].sort()).toEqual(machines);
    expect(matchesOf(network, /^(PublicKey|Endpoint) = \S+$/gm)).toHaveLength(2 * peers.length);
    for (const text of [proxy, caddy, toLeader, patroni, guide])
      for (const address of matchesOf(text, /\b(10\.0\.0\.[1-9]\d*)\b/g)) expect(machines).toContain(address);
    expect(dropIn).toMatch(/^After=.*\bwg-quick@wg0\.service\b/m);
  });

  test('never lets a balancer repeat a form or an upload that was begun', () => {
    expect(matchesOf(proxy, /^\tretry-on (.+)$/gm)).toEqual([
      'conn-failure 404',
      'conn-failure',
      'conn-failure',
    ]);
    expect(proxy).toContain('use_backend assets if { path_beg /assets/ }');
    expect(caddy).not.toMatch(/^\s*(?:fail_duration|lb_retry_match)/m);
  });

  test('gives a balancer time to notice a stopping server, and the server time to finish', () => {
    const stopDelay = Number(matchesOf(dropIn, /^Environment=STOP_DELAY=(\d+)$/gm)[0]);
    const checkSeconds = 2 * Number(matchesOf(proxy, /inter (\d)s fall 2/g)[0]);
    expect(stopDelay).toBeGreaterThan(checkSeconds + Number(matchesOf(proxy, /timeout check (\d)s/g)[0]));
    const finishSeconds = matchesOf(read('app/ops/stop.server.ts'), /^const finishSeconds = (\d+);$/gm);
    const stopSeconds = Number(matchesOf(dropIn, /^TimeoutStopSec=(\d+)$/gm)[0]);
    expect(stopSeconds).toBeGreaterThan(stopDelay + Number(finishSeconds[0]) + 10);
    const { STOP_DELAY } = readSettings({ STOP_DELAY: String(stopDelay) });
    expect(STOP_DELAY).toBe(stopDelay);
  });

  test('names only settings that exist, including all that servers share', () => {
    const knownSettings = new Set(matchesOf(read('.env.example'), /^# ?([A-Z0-9_]+)=/gm));
    const settings = Object.fromEntries(
      [...(/secondlook\.env <<'END'\n([\s\S]+?)\nEND/.exec(guide)?.[1] ?? '').matchAll(/^(\w+)=(\S*)/gm)].map(
        ([, name, value]) => [name, value],
      ),
    );
    expect(Object.keys(settings).filter((name) => !knownSettings.has(name))).toEqual([]);
    expect(Object.keys(settings)).toEqual(
      expect.arrayContaining('DATABASE_URL STORAGE_URL FILE_KEY SESSION_SECRET SMTP_URL'.split(' ')),
    );
    expect(
      readSettings({ ...settings, FILE_KEY: 'ab'.repeat(32), SESSION_SECRET: 's'.repeat(32) }),
    ).toMatchObject({ isSecure: true });
  });

  test('has a connection for every server’s pool, in HAProxy and in PostgreSQL', () => {
    const { DATABASE_POOL } = readSettings({});
    expect(Number(matchesOf(patroni, /max_connections: (\d+)/g)[0])).toBeGreaterThan(2 * DATABASE_POOL);
    expect(Number(matchesOf(toLeader, /maxconn (\d+)/g)[0])).toBeGreaterThan(2 * DATABASE_POOL);
    expect(patroni).toContain('synchronous_mode: true');
    expect(matchesOf(patroni, /^ {2}listen: \S+:(\d+)$/gm)).toEqual(['8008', '5432']);
    expect(matchesOf(toLeader, /^\tserver db\d (\S+ check port \d+)$/gm)).toEqual([
      '10.0.0.21:5432 check port 8008',
      '10.0.0.22:5432 check port 8008',
    ]);
  });

  test.skipIf(!isThere('haproxy'))('passes the check of haproxy', () => {
    const { certificate, key, remove } = makeCertificates('clinic.example');
    const pem = writeTemporary('clinic.pem', readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
    remove();
    const here = proxy.replace('/etc/haproxy/clinic.pem', pem);
    const validate = (name: string, text: string) =>
      runChecker('haproxy', '-c', '-q', '-f', writeTemporary(name, text));
    expect(validate('front.cfg', here)).toEqual([0, '']);
    expect(validate('front.cfg', here.replace('retry-on', 'retry-in'))[0]).not.toBe(0);
    expect(validate('leader.cfg', toLeader)).toEqual([0, '']);
    expect(validate('leader.cfg', toLeader.replace('default_backend leader', 'use leader'))[0]).not.toBe(0);
  });

  test.skipIf(!isThere('caddy'))('passes the check of caddy', () => {
    const validate = (text: string) =>
      runChecker(
        'caddy',
        'validate',
        '--adapter',
        'caddyfile',
        '--config',
        writeTemporary('Caddyfile', text),
      );
    expect(validate(caddy)).toEqual([0, '']);
    expect(validate(caddy.replace('lb_policy', 'lb_polity'))[0]).not.toBe(0);
  });

  test.skipIf(!isThere('systemd-analyze'))('passes the check of systemd-analyze', () => {
    const unit = read('deploy/secondlook.service')
      .replace('/opt/secondlook/current/secondlook', join(projectRoot(), 'scripts/archive/secondlook'))
      .replace(/^WorkingDirectory=.*$/m, `WorkingDirectory=${projectRoot()}`);
    const path = writeTemporary('secondlook.service', unit);
    mkdirSync(join(folder, 'secondlook.service.d'));
    const verify = (text: string) => {
      writeTemporary('secondlook.service.d/several.conf', text);
      return runChecker('systemd-analyze', 'verify', path);
    };
    // If HAProxy is not installed, its unit is missing on this machine.
    const here = dropIn.replaceAll('haproxy.service ', '').replace(/^Wants=haproxy.*$/m, '');
    expect(verify(here)).toEqual([0, '']);
    expect(verify(`${here}\nType=nothing\nExecStart=\n`)[0]).not.toBe(0);
  });
});

describe.skipIf(!isThere('patroni') || !findPostgres())('the configuration of Patroni', () => {
  const listening: Server[] = [];
  afterAll(() => {
    for (const server of listening) server.close();
  });
  const listen = () =>
    new Promise<number>((resolve) => {
      const server = createServer().listen(0, '127.0.0.2', () =>
        resolve((server.address() as { port: number }).port),
      );
      listening.push(server);
    });

  test('passes its own check', async () => {
    // Patroni checks that etcd answers, that its own ports are free, and the location of
    // PostgreSQL.
    const etcd = `127.0.0.2:${await listen()}`;
    const here = patroni
      .replace(/10\.0\.0\.\d+:2379/g, etcd)
      .replaceAll('10.0.0.21:8008', '127.0.0.2:18008')
      .replaceAll('10.0.0.21:5432', '127.0.0.2:15432')
      .replace('/usr/lib/postgresql/15/bin', findPostgres() as string)
      .replace('/var/lib/postgresql/secondlook', join(folder, 'data'));
    const validate = (text: string) =>
      runChecker('patroni', '--validate-config', writeTemporary('patroni.yml', text));
    expect(validate(here)).toEqual([0, '']);
    expect(validate(here.replace('ttl: 20', 'ttl: soon'))[0]).not.toBe(0);
    expect(validate(here.replace('connect_address: 127.0.0.2:15432', 'connect_address: '))[0]).not.toBe(0);
  });
});
