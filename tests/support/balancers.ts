import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { requireHaproxy } from '../tools/programs/haproxy.mjs';

const shipped = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url)), 'utf8');

/**
 * A running balancer: its address, a function that stops it, and the longest time in milliseconds
 * until it sends requests to a server that has become ready.
 */
export type Balancer = { url: string; stop: () => Promise<void>; noticeMs: number };

/**
 * Starts HAProxy with the configuration of `deploy/several/` in front of two servers. Only the
 * listening address, the servers and the user it runs as differ; TLS is left out.
 */
export async function startHaproxy(ports: number[]): Promise<Balancer> {
  await requireHaproxy();
  const port = await freePort();
  const text = before(shipped('several/haproxy.cfg'), ports)
    .replace('bind :80', `bind 127.0.0.1:${port}`)
    .replace(/^\t(?:bind :443|user|group|log) .*\n|^\thttp-request redirect .*\n/gm, '');
  return running(port, (file) => ['haproxy', '-db', '-f', file], text);
}

/** Starts Caddy with the configuration of `deploy/several/` in front of two servers. */
export async function startCaddy(ports: number[]): Promise<Balancer> {
  const port = await freePort();
  const text = before(shipped('several/Caddyfile'), ports).replace(
    '{\n\tservers',
    '{\n\tadmin off\n\tservers',
  );
  return running(port, (file) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', file], text);
}

/**
 * Starts Caddy with the configuration of `deploy/` for one machine. Only the port and the server
 * differ.
 */
export async function startCaddyOfOneMachine(serverPort: number): Promise<Balancer> {
  const port = await freePort();
  const text = shipped('Caddyfile')
    .replace('{\n\tservers', '{\n\tadmin off\n\tservers')
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${serverPort}`);
  return running(port, (file) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', file], text);
}

/** Starts nginx in front of one server, with connections that it keeps. */
export async function startNginx(serverPort: number): Promise<Balancer> {
  const port = await freePort();
  const ownFiles = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path FOLDER/${kind};`,
  );
  const text = `daemon off; master_process off; pid FOLDER/pid; error_log stderr;
    events {}
    http {
      access_log off; client_max_body_size 27m; ${ownFiles.join(' ')}
      upstream clinic { server 127.0.0.1:${serverPort}; keepalive 32; }
      server {
        listen 127.0.0.1:${port};
        location / { proxy_pass http://clinic; proxy_http_version 1.1; proxy_set_header Connection ""; }
      }
    }`;
  return running(port, (file) => ['nginx', '-c', file], text);
}

const modules = '/usr/lib/nginx/modules';

/** Returns true if this machine has nginx with the module that `deploy/nginx.conf` needs. */
export const hasNginx = () => existsSync(`${modules}/ngx_http_lua_module.so`);

/**
 * Starts nginx with the configuration of `deploy/`. The addresses and the folders of its logs
 * and temporary files differ; TLS is left out.
 */
export async function startNginxOfOneMachine(serverPort: number): Promise<Balancer> {
  const port = await freePort();
  const [lead = '', , clinic = ''] = shipped('nginx.conf').split(/^(?=server \{)/m);
  const site = (lead + clinic)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replace(/^\t(?:listen \[::\]|ssl_|access_log|error_log).*\n/gm, '')
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${serverPort}`)
    .replace('"127.0.0.1", 3000', `"127.0.0.1", ${serverPort}`);
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path temp-${name};`,
  );
  // The second one needs the first.
  const loads = ['ndk_http', 'ngx_http_lua'].map((name) => `load_module ${modules}/${name}_module.so;`);
  // As root, nginx would give its folders to another account.
  const user = process.getuid?.() === 0 ? 'user root;\n' : '';
  const text = `${user}daemon off;\n${loads.join('\n')}\npid nginx.pid;\nerror_log stderr error;\nevents {}
http {\naccess_log off;\n${folders.join('\n')}\n${site}}\n`;
  return running(port, (file) => ['nginx', '-p', dirname(file), '-e', 'stderr', '-c', file], text);
}

const before = (text: string, [first, second]: number[]) =>
  text.replaceAll('10.0.0.11:3000', `127.0.0.1:${first}`).replaceAll('10.0.0.12:3000', `127.0.0.1:${second}`);

async function running(port: number, commandOf: (file: string) => string[], text: string): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), 'balancer-'));
  const file = join(folder, 'balancer');
  writeFileSync(file, text.replaceAll('FOLDER', folder));
  const [program = '', ...words] = commandOf(file);
  const child = spawn(program, words, {
    env: {
      // Debian installs HAProxy in a folder that is not on every user's path.
      PATH: [process.env.PATH, '/usr/sbin'].join(delimiter),
      NODE_ENV: 'test',
      CLINIC_HOST: `http://127.0.0.1:${port}`,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (piece: string) => {
      output = (output + piece).slice(-10_000);
    });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const endNow = () => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  process.on('exit', endNow);
  await untilListening(child, port, () => output);
  return {
    url: `http://127.0.0.1:${port}`,
    noticeMs: 2500,
    stop: async () => {
      process.off('exit', endNow);
      endNow();
      await exited;
    },
  };
}

async function untilListening(child: ChildProcess, port: number, readOutput: () => string) {
  while (!(await listensAt(port))) {
    if (child.exitCode !== null)
      throw new Error(`The balancer ended with ${child.exitCode}: ${readOutput()}`);
    await sleep(20);
  }
}

function listensAt(port: number) {
  return new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

/** Finds a free port. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
