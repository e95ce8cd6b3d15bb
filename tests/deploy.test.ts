import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '~/platform/project-root.server';
import { readSettings } from '~/platform/settings/env.server';
import { runChecker } from './support/checker';
import { isThere } from './tools/programs/apt.mjs';

const read = (path: string) => readFileSync(join(projectRoot(), path), 'utf8');
const unit = read('deploy/secondlook.service');
const caddy = read('deploy/Caddyfile');
const guide = read('docs/operations.md');
const rules = read('deploy/alerts.yml');

const lines = unit.split('\n').filter((line) => /^[A-Z]\w*=/.test(line));
const valuesOf = (name: string) =>
  lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1));
const unitSettings = Object.fromEntries(
  valuesOf('Environment').map((pair) => pair.split(/=(.*)/s).slice(0, 2)),
);
const knownSettings = new Set(
  [...read('.env.example').matchAll(/^# ?([A-Z0-9_]+)=/gm)].map(([, name]) => name),
);
/** The settings that docs/operations.md tells a clinic to write down. */
const clinicSettings = Object.fromEntries(
  [...(/secondlook\.env <<'END'\n([\s\S]+?)\nEND/.exec(guide)?.[1] ?? '').matchAll(/^(\w+)=(.*)$/gm)].map(
    ([, name, value]) => [name, value],
  ),
);
const nodeSettings = ['NODE_ENV'];
/** The program of the release that runs. */
const launcher = '/opt/secondlook/current/secondlook';

describe('the configuration of one machine', () => {
  test('names only settings that exist, in the unit and in the guide', () => {
    const named = [...Object.keys(unitSettings), ...Object.keys(clinicSettings)];
    expect(named.length).toBeGreaterThan(12);
    expect(named.filter((name) => !knownSettings.has(name) && !nodeSettings.includes(name))).toEqual([]);
  });

  test('holds settings with which the server starts', () => {
    const recipient = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p';
    const settings = readSettings({ ...clinicSettings, ...unitSettings, BACKUP_RECIPIENT: recipient });
    expect(settings).toMatchObject({ backupEveryHours: 24, isSecure: true, trustedProxies: ['127.0.0.1'] });
  });

  test('keeps data in the one folder the server may write to', () => {
    const [state] = valuesOf('StateDirectory');
    for (const name of ['DATA_DIR', 'UPLOADS_DIR', 'DATABASE_URL'])
      expect(unitSettings[name]?.replace('file:', '')).toMatch(new RegExp(`^/var/lib/${state}/`));
    expect(valuesOf('ProtectSystem')).toEqual(['strict']);
    expect(valuesOf('ReadWritePaths')).toEqual([`-${clinicSettings.BACKUP_DIR}`]);
    expect(guide).toMatch(new RegExp(`install -d .*-o secondlook .*${clinicSettings.BACKUP_DIR}\n`));
    expect([valuesOf('User'), valuesOf('NoNewPrivileges'), valuesOf('UMask')]).toEqual([
      ['secondlook'],
      ['yes'],
      ['0077'],
    ]);
    expect(valuesOf('EnvironmentFile')).toEqual(['/etc/secondlook.env']);
  });

  test('starts a program that exists and gives it the time it needs to stop', () => {
    expect(valuesOf('ExecStart')).toEqual([launcher]);
    expect(existsSync(join(projectRoot(), 'scripts/archive', basename(launcher)))).toBe(true);
    expect(guide).toContain(`cp ${dirname(launcher)}/deploy/secondlook.service `);
    expect([valuesOf('KillSignal'), valuesOf('TimeoutStopSec'), valuesOf('Restart')]).toEqual([
      ['SIGTERM'],
      ['30'],
      ['always'],
    ]);
  });

  test('makes systemd report a server that cannot start', () => {
    const [seconds, starts] = [5 * 60, Number(valuesOf('StartLimitBurst')[0])];
    expect(valuesOf('StartLimitIntervalSec')).toEqual(['5min']);
    expect(unit.indexOf('StartLimitBurst=')).toBeLessThan(unit.indexOf('[Service]'));
    // A refused start ends within five seconds and is tried again after two.
    expect(starts * (5 + Number(valuesOf('RestartSec')[0]))).toBeLessThan(seconds);
  });

  test('leaves room for the decoding processes and survives when the kernel kills one of them', () => {
    expect([valuesOf('OOMPolicy'), valuesOf('MemoryMax')]).toEqual([['continue'], ['2500M']]);
    expect(2500).toBeGreaterThan(400 + 4 * 512);
  });

  test('makes the proxy lead to the server’s port and set the client address itself', () => {
    const { PORT, HOST, TRUST_PROXY } = unitSettings;
    expect(caddy).toContain(`reverse_proxy {$SERVER:${HOST}:${PORT}} {`);
    expect(caddy).toContain(`forward_auth @withBody {$SERVER:${HOST}:${PORT}} {`);
    expect(TRUST_PROXY).toBe(HOST);
    expect(caddy).toMatch(/header_up X-Forwarded-For \{remote_host\}/);
  });

  test('makes the proxy accept what the server accepts, and not much more', () => {
    const proxyMaxBytes = Number(/max_size (\d+)MB/.exec(caddy)?.[1]) * 1e6;
    const { maxUploadBytes } = readSettings({});
    expect(proxyMaxBytes).toBeGreaterThan(maxUploadBytes + 64 * 1024);
    expect(proxyMaxBytes).toBeLessThan(maxUploadBytes * 1.2);
  });

  /** Returns the unit with this machine's paths of node and the program. */
  function unitOfThisMachine() {
    const folder = mkdtempSync(join(tmpdir(), 'unit-'));
    const path = join(folder, 'secondlook.service');
    const here = unit
      .replace(launcher, join(projectRoot(), 'scripts/archive/secondlook'))
      .replace(/^WorkingDirectory=.*$/m, `WorkingDirectory=${projectRoot()}`);
    writeFileSync(path, here);
    return path;
  }

  test.skipIf(!isThere('systemd-analyze'))('passes the check of systemd-analyze', () => {
    expect(runChecker('systemd-analyze', 'verify', unitOfThisMachine())).toEqual([0, '']);
    const wrong = unitOfThisMachine();
    writeFileSync(wrong, unit.replace('Type=exec', 'Type=nothing').replace(/^ExecStart=.*$/m, ''));
    expect(runChecker('systemd-analyze', 'verify', wrong)[0]).not.toBe(0);
  });

  test.skipIf(!isThere('caddy'))('passes the check of caddy', () => {
    const validate = (path: string) =>
      runChecker('caddy', 'validate', '--adapter', 'caddyfile', '--config', path);
    expect(validate('deploy/Caddyfile')).toEqual([0, '']);
    const wrong = join(mkdtempSync(join(tmpdir(), 'caddy-')), 'Caddyfile');
    writeFileSync(wrong, caddy.replace('reverse_proxy', 'reverse_prox'));
    expect(validate(wrong)[0]).not.toBe(0);
  });

  test('makes both proxies wait as long for a server that starts, and take the same bodies', () => {
    const nginx = read('deploy/nginx.conf');
    expect(caddy.match(/lb_try_duration .*/g)).toEqual(['lb_try_duration 120s', 'lb_try_duration 120s']);
    expect(nginx).toContain('local deadline = ngx.now() + 120\n');
    const megabytes = /max_size (\d+)MB/.exec(caddy)?.[1];
    expect(nginx).toContain(`client_max_body_size ${megabytes}m;`);
    expect(nginx).toContain('proxy_next_upstream off;');
    expect(nginx).not.toMatch(/^\s*[^#]*non_idempotent/m);
  });

  test('makes each alert name the problem and the remedy', () => {
    const alerts = rules.split(/- alert: /).slice(1);
    expect(alerts.length).toBeGreaterThan(12);
    for (const alert of alerts) {
      expect(alert).toMatch(/severity: (?:critical|warning)/);
      expect(alert).toMatch(/summary: "?[A-Z{].*\."?\n/);
      expect(alert).toMatch(/action: "[A-Z`].*\."\n/);
    }
  });

  test('makes Prometheus read the port that the guide sets', () => {
    expect(rules).toContain(`127.0.0.1:${clinicSettings.METRICS_PORT}`);
    expect(rules).toContain(`METRICS_PORT=${clinicSettings.METRICS_PORT} `);
  });

  test('has alerts that only name existing settings and log events', () => {
    const events = [...read('app/platform/observability/log.server.ts').matchAll(/^ {2}'(\w+\.\w+)':/gm)];
    const logged = new Set(events.map(([, event]) => event));
    expect(logged.size).toBeGreaterThan(8);
    const named = [...rules.matchAll(/`((?:backup|letter|outbox|server)\.\w+)`/g)].map(([, event]) => event);
    expect(named.length).toBeGreaterThan(1);
    expect(named.filter((event) => !logged.has(event ?? ''))).toEqual([]);
    const settings = [...rules.matchAll(/\b[A-Z]{2,}(?:_[A-Z]+)+\b/g)].map(([name]) => name);
    expect(settings.filter((name) => !knownSettings.has(name))).toEqual([]);
  });

  test.skipIf(!isThere('promtool'))(
    'has alerts that pass promtool’s checks and fire when they should',
    () => {
      expect(runChecker('promtool', 'check', 'rules', 'deploy/alerts.yml')).toEqual([0, '']);
      expect(runChecker('promtool', 'test', 'rules', 'deploy/alerts.test.yml')).toEqual([0, '']);
      const folder = mkdtempSync(join(tmpdir(), 'alerts-'));
      writeFileSync(join(folder, 'alerts.yml'), rules.replace('up{job="secondlook"} == 0', 'up{ == 0'));
      expect(runChecker('promtool', 'check', 'rules', join(folder, 'alerts.yml'))[0]).not.toBe(0);
      // An alert that never fires fails its own test.
      writeFileSync(join(folder, 'alerts.yml'), rules.replace('+ 7200', '+ 720000'));
      writeFileSync(join(folder, 'alerts.test.yml'), read('deploy/alerts.test.yml'));
      expect(runChecker('promtool', 'test', 'rules', join(folder, 'alerts.test.yml'))[0]).not.toBe(0);
    },
  );
});
