import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask } from '../../faults/support/calls.ts';
import { freePort } from '../../faults/support/server.ts';
import { requirePostgres } from '../../tools/programs/postgres.mjs';
import { haproxySettings, patroniSettings } from './configuration.ts';
import { descendantsOf, isRunning, launchProgram, owner, runProgram, signal, until } from './processes.ts';

/** One PostgreSQL and the Patroni that manages it. */
export type Node = { name: string; port: number; restPort: number; dataDir: string; patroni?: ChildProcess };

type Member = { name: string; role: string; state: string; lag?: number | string };

const startLimitSeconds = 90;
const stopLimitMs = 5000;
const database = 'secondlook';

/** The stack with both PostgreSQL running, the second as the synchronous standby of the first. */
export type Stack = Awaited<ReturnType<typeof openStack>>;

/**
 * Starts etcd, two PostgreSQL under Patroni, and HAProxy, on free loopback ports and in a temporary
 * folder. All of them end with this process.
 */
export async function openStack() {
  const programsFolder = await requirePostgres();
  const folder = mkdtempSync(join(tmpdir(), 'failover-'));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const programs: ChildProcess[] = [];
  const nodes: Node[] = [];
  process.on('exit', () => closeStack(folder, nodes, programs));

  const logOf = (name: string) => join(folder, `${name}.log`);
  const write = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    if (owner) chownSync(path, owner.uid, owner.gid);
  };
  const launch = (name: string, program: string, args: string[]) => {
    const child = launchProgram(program, args, logOf(name));
    programs.push(child);
    return child;
  };
  const passwords = { superuser: aPassword(), replication: aPassword(), rewind: aPassword() };
  const appPassword = aPassword();
  const [etcdPort, peerPort, haproxyPort] = [await freePort(), await freePort(), await freePort()];
  for (const name of ['p1', 'p2']) {
    const node = { name, port: await freePort(), restPort: await freePort(), dataDir: join(folder, name) };
    nodes.push(node);
    write(`${name}.json`, patroniSettings({ node, etcdPort, passwords, programs: programsFolder }));
  }
  write('haproxy.cfg', haproxySettings({ port: haproxyPort, nodes }));

  const startNode = (node: Node) => {
    node.patroni = launch(node.name, 'patroni', [join(folder, `${node.name}.json`)]);
  };
  const members = async (): Promise<Member[]> => {
    for (const { restPort } of nodes) {
      const answer = await ask(`http://127.0.0.1:${restPort}/cluster`).catch(() => undefined);
      if (answer?.json?.members) return answer.json.members;
    }
    return [];
  };
  const leader = async () => {
    const { name } =
      (await members()).find(({ role, state }) => role === 'leader' && state === 'running') ?? {};
    return nodes.find((node) => node.name === name);
  };
  /** Waits until a node is the synchronous standby. */
  const untilStandby = (isWanted: (name: string) => boolean = () => true) =>
    until('a synchronous standby', startLimitSeconds, async () =>
      (await members()).some(({ name, role }) => role === 'sync_standby' && isWanted(name)),
    );
  const psql = (port: number, query: string, into = database) =>
    runProgram(
      join(programsFolder, 'psql'),
      ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-d', into, '-XAtqc', query],
      { PGPASSWORD: passwords.superuser, PGCONNECT_TIMEOUT: '5' },
    );

  try {
    const [client, peer] = [`http://127.0.0.1:${etcdPort}`, `http://127.0.0.1:${peerPort}`];
    const etcdSettings = {
      'listen-client-urls': client,
      'advertise-client-urls': client,
      'listen-peer-urls': peer,
      'initial-advertise-peer-urls': peer,
      'initial-cluster': `default=${peer}`,
      'data-dir': join(folder, 'etcd'),
    };
    launch(
      'etcd',
      'etcd',
      Object.entries(etcdSettings).map(([name, value]) => `--${name}=${value}`),
    );
    for (const node of nodes) startNode(node);
    launch('haproxy', 'haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')]);
    await until('a leader', startLimitSeconds, async () => (await leader()) !== undefined);
    const { port } = (await leader()) as Node;
    psql(port, `create role app login password '${appPassword}'`, 'postgres');
    psql(port, `create database ${database} owner app`, 'postgres');
    await untilStandby();
    await until('HAProxy leads to the leader', startLimitSeconds, () => leadsToLeader(psql, haproxyPort));
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${lastLines(folder)}`);
  }

  return {
    /** The database URL, which leads to the current leader. */
    url: `postgres://app:${appPassword}@127.0.0.1:${haproxyPort}/${database}`,
    leader,
    nodes,
    startNode,
    untilStandby,
    /** Runs a query on a node and returns psql's output. */
    query: ({ port }: Node, query: string) => psql(port, query),
    /** Returns the last output of the programs. */
    log: () => lastLines(folder),
  };
}

/** Kills a node at once, as a power cut does: Patroni, PostgreSQL and all their processes. */
export function killNode({ patroni, dataDir }: Node) {
  const postmaster = postmasterOf(dataDir);
  const all = [patroni?.pid, postmaster].filter((pid) => pid !== undefined);
  for (const pid of [...all, ...all.flatMap(descendantsOf)]) signal(pid, 'SIGKILL');
}

function leadsToLeader(psql: (port: number, query: string) => string, port: number) {
  try {
    return psql(port, 'select pg_is_in_recovery()') === 'f';
  } catch {
    return false;
  }
}

/** Ends everything and removes the folder, synchronously: the event loop may have ended. */
function closeStack(folder: string, nodes: Node[], programs: ChildProcess[]) {
  const postmasters = nodes.map(({ dataDir }) => postmasterOf(dataDir)).filter((pid) => pid !== undefined);
  for (const { pid } of programs) signal(pid && -pid, 'SIGKILL');
  // Stops PostgreSQL at once, but lets it release its shared memory.
  for (const pid of postmasters) signal(pid, 'SIGQUIT');
  const deadline = performance.now() + stopLimitMs;
  while (postmasters.some(isRunning) && performance.now() < deadline)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  for (const pid of postmasters)
    for (const each of [pid, ...descendantsOf(pid)]) if (isRunning(pid)) signal(each, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/** Finds the PostgreSQL process that runs on a folder. */
function postmasterOf(dataDir: string) {
  try {
    const pid = Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
    // The PID file of a killed server may name another process by now.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dataDir) ? pid : undefined;
  } catch {
    return undefined;
  }
}

function lastLines(folder: string) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.log'))
    .map((name) => `— ${name}\n${readFileSync(join(folder, name), 'utf8').split('\n').slice(-30).join('\n')}`)
    .join('\n');
}

const aPassword = () => randomBytes(12).toString('hex');
