import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { projectRoot } from '~/platform/project-root.server';
import { readSettings } from '~/platform/settings/env.server';
import { makeCertificates } from './support/certificates';
import { judged } from './support/judged';
import { isThere } from './tools/programs/apt.mjs';
import { findPostgres } from './tools/programs/postgres.mjs';

// Where Debian has HAProxy, which is not on everybody's path.
process.env.PATH = [process.env.PATH, '/usr/sbin'].join(delimiter);

const read = (path: string) => readFileSync(join(projectRoot(), path), 'utf8');
const proxy = read('deploy/several/haproxy.cfg');
const toLeader = read('deploy/several/haproxy-postgres.cfg');
const caddy = read('deploy/several/Caddyfile');
const patroni = read('deploy/several/patroni.yml');
const dropIn = read('deploy/several/secondlook.conf');
const guide = read('docs/scaling.md');

const folder = mkdtempSync(join(tmpdir(), 'several-'));
const written = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, first]) => first ?? '');
/** The servers of each of HAProxy's backends. */
const serversOf = (text: string, server: RegExp) =>
  text
    .split(/^backend /m)
    .slice(1)
    .map((backend) => backend.split('\n').flatMap((line) => server.exec(line)?.[1] ?? []));

describe('what several servers of one clinic are told', () => {
  test('has each balancer ask both servers whether they are ready, and say itself who is asking', () => {
    const [servers = []] = serversOf(proxy, /^\tserver app\d (\S+)/);
    expect(new Set(servers).size).toBe(2);
    expect(serversOf(proxy, /^\tserver app\d (\S+)/)).toEqual([servers, servers, servers]);
    expect(
      found(caddy, /^\t+reverse_proxy (?:[@/]\S+ )?(.+) \{$/gm).map((all) => all.split(' ').sort()),
    ).toEqual([servers, servers, servers, servers]);
    expect(proxy).toContain('option httpchk GET /readyz');
    expect(caddy).toContain('health_uri /readyz');
    expect(proxy).toContain('http-request set-header X-Forwarded-For %[src]');
    expect(caddy).toContain('header_up X-Forwarded-For {remote_host}');
  });

  test('has no balancer send a form or an upload again that was begun', () => {
    expect(found(proxy, /^\tretry-on (.+)$/gm)).toEqual(['conn-failure 404', 'conn-failure', 'conn-failure']);
    expect(proxy).toContain('use_backend assets if { path_beg /assets/ }');
    expect(caddy).not.toMatch(/^\s*(?:fail_duration|lb_retry_match)/m);
  });

  test('gives a balancer the time to see that a server stops, and the server the time to finish', () => {
    const stopDelay = Number(found(dropIn, /^Environment=STOP_DELAY=(\d+)$/gm)[0]);
    const checkSeconds = 2 * Number(found(proxy, /inter (\d)s fall 2/g)[0]);
    expect(stopDelay).toBeGreaterThan(checkSeconds + Number(found(proxy, /timeout check (\d)s/g)[0]));
    const finishSeconds = found(read('app/ops/stop.server.ts'), /^const finishSeconds = (\d+);$/gm);
    const stopSeconds = Number(found(dropIn, /^TimeoutStopSec=(\d+)$/gm)[0]);
    expect(stopSeconds).toBeGreaterThan(stopDelay + Number(finishSeconds[0]) + 10);
    const { STOP_DELAY } = readSettings({ STOP_DELAY: String(stopDelay) });
    expect(STOP_DELAY).toBe(stopDelay);
  });

  test('names only settings there are, among them all that the servers share', () => {
    const known = new Set(found(read('.env.example'), /^# ?([A-Z0-9_]+)=/gm));
    const settings = Object.fromEntries(
      [...(/secondlook\.env <<'END'\n([\s\S]+?)\nEND/.exec(guide)?.[1] ?? '').matchAll(/^(\w+)=(\S*)/gm)].map(
        ([, name, value]) => [name, value],
      ),
    );
    expect(Object.keys(settings).filter((name) => !known.has(name))).toEqual([]);
    expect(Object.keys(settings)).toEqual(
      expect.arrayContaining('DATABASE_URL STORAGE_URL FILE_KEY SESSION_SECRET SMTP_URL'.split(' ')),
    );
    expect(
      readSettings({ ...settings, FILE_KEY: 'ab'.repeat(32), SESSION_SECRET: 's'.repeat(32) }),
    ).toMatchObject({ isSecure: true });
  });

  test('has a connection for every server’s pool, through HAProxy and in PostgreSQL', () => {
    const { DATABASE_POOL } = readSettings({});
    expect(Number(found(patroni, /max_connections: (\d+)/g)[0])).toBeGreaterThan(2 * DATABASE_POOL);
    expect(Number(found(toLeader, /maxconn (\d+)/g)[0])).toBeGreaterThan(2 * DATABASE_POOL);
    expect(patroni).toContain('synchronous_mode: true');
    expect(found(patroni, /^ {2}listen: \S+:(\d+)$/gm)).toEqual(['8008', '5432']);
    expect(found(toLeader, /^\tserver db\d (\S+ check port \d+)$/gm)).toEqual([
      '10.0.0.21:5432 check port 8008',
      '10.0.0.22:5432 check port 8008',
    ]);
  });

  test.skipIf(!isThere('haproxy'))('is found right by haproxy', () => {
    const { certificate, key, remove } = makeCertificates('clinic.example');
    const pem = written('clinic.pem', readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
    remove();
    const here = proxy.replace('/etc/haproxy/clinic.pem', pem);
    const validate = (name: string, text: string) => judged('haproxy', '-c', '-q', '-f', written(name, text));
    expect(validate('front.cfg', here)).toEqual([0, '']);
    expect(validate('front.cfg', here.replace('retry-on', 'retry-in'))[0]).not.toBe(0);
    expect(validate('leader.cfg', toLeader)).toEqual([0, '']);
    expect(validate('leader.cfg', toLeader.replace('default_backend leader', 'use leader'))[0]).not.toBe(0);
  });

  test.skipIf(!isThere('caddy'))('is found right by caddy', () => {
    const validate = (text: string) =>
      judged('caddy', 'validate', '--adapter', 'caddyfile', '--config', written('Caddyfile', text));
    expect(validate(caddy)).toEqual([0, '']);
    expect(validate(caddy.replace('lb_policy', 'lb_polity'))[0]).not.toBe(0);
  });

  test.skipIf(!isThere('systemd-analyze'))('is found right by systemd-analyze', () => {
    const unit = read('deploy/secondlook.service')
      .replace('/usr/bin/node', process.execPath)
      .replace(/^WorkingDirectory=.*$/m, `WorkingDirectory=${projectRoot()}`);
    const path = written('secondlook.service', unit);
    mkdirSync(join(folder, 'secondlook.service.d'));
    const verify = (text: string) => {
      written('secondlook.service.d/several.conf', text);
      return judged('systemd-analyze', 'verify', path);
    };
    // Where HAProxy is not installed, its unit is missing here.
    const here = dropIn.replaceAll('haproxy.service ', '').replace(/^Wants=haproxy.*$/m, '');
    expect(verify(here)).toEqual([0, '']);
    expect(verify(`${here}\nType=nothing\nExecStart=\n`)[0]).not.toBe(0);
  });
});

describe.skipIf(!isThere('patroni') || !findPostgres())('what Patroni is told', () => {
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

  test('is found right by it', async () => {
    // It asks whether etcd can be reached, whether its own ports are free, and where PostgreSQL is.
    const etcd = `127.0.0.2:${await listen()}`;
    const here = patroni
      .replace(/10\.0\.0\.\d+:2379/g, etcd)
      .replaceAll('10.0.0.21:8008', '127.0.0.2:18008')
      .replaceAll('10.0.0.21:5432', '127.0.0.2:15432')
      .replace('/usr/lib/postgresql/15/bin', findPostgres() as string)
      .replace('/var/lib/postgresql/secondlook', join(folder, 'data'));
    const validate = (text: string) => judged('patroni', '--validate-config', written('patroni.yml', text));
    expect(validate(here)).toEqual([0, '']);
    expect(validate(here.replace('ttl: 20', 'ttl: soon'))[0]).not.toBe(0);
    expect(validate(here.replace('connect_address: 127.0.0.2:15432', 'connect_address: '))[0]).not.toBe(0);
  });
});
