import { connect, createServer, type Socket } from 'node:net';

/** A COMMIT as the driver sends it: a simple query, its length, and the word. */
const commit = Buffer.from('Q\0\0\0\x0bcommit\0');
/**
 * The end of the answer to a COMMIT. Answers to earlier statements on the connection may precede
 * it.
 */
const committed = Buffer.from('COMMIT\0');

/** When a connection breaks: before the COMMIT arrives, or after it with its answer on the way. */
export type Break = 'before' | 'after';

/**
 * Opens a proxy to PostgreSQL that breaks connections on demand.
 *
 * @param behind the DATABASE_URL of the database behind the proxy.
 */
export async function openCuttingProxy(behind: string) {
  const { hostname, port } = new URL(behind);
  const sockets = new Set<Socket>();
  let next: Break | undefined;
  let isFrozen = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    let swallows = false;
    const cut = () => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', cut).on('close', () => {
        sockets.delete(socket);
        cut();
      });
    }
    near.on('data', (chunk: Buffer) => {
      if (isFrozen) return;
      const isCommit = next !== undefined && chunk.includes(commit);
      if (isCommit && next === 'before') {
        next = undefined;
        return cut();
      }
      if (isCommit) {
        next = undefined;
        swallows = true;
      }
      far.write(chunk);
    });
    far.on('data', (answer: Buffer) => {
      if (swallows && answer.includes(committed)) return cut();
      if (!isFrozen) near.write(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const ownPort = typeof address === 'object' && address ? address.port : 0;
  return {
    url: Object.assign(new URL(behind), { host: `127.0.0.1:${ownPort}` }).href,
    /** Breaks the connection of the next COMMIT. */
    cutAtCommit(at: Break) {
      next = at;
    },
    /** True once the COMMIT to cut has arrived. */
    hasCut: () => next === undefined,
    /**
     * Drops all traffic without closing connections, or ends that by cutting them so that clients
     * reconnect.
     */
    freeze(frozen: boolean) {
      isFrozen = frozen;
      if (!frozen) for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
