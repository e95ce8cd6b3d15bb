import { connect, createServer, type Socket } from 'node:net';

/** A COMMIT as the driver sends it: a simple query, its length, and the word. */
const commit = Buffer.from('Q\0\0\0\x0bcommit\0');
/** The end of its answer. What was asked before it on the same line may be answered before. */
const committed = Buffer.from('COMMIT\0');

/** Where a line breaks: before a COMMIT has arrived, or once it has, with its answer on the way. */
export type Break = 'before' | 'after';

/**
 * A line to a PostgreSQL that breaks when it is told to. Takes the DATABASE_URL of the database
 * behind it.
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
    near.on('data', (sent: Buffer) => {
      if (isFrozen) return;
      const isCommit = next !== undefined && sent.includes(commit);
      if (isCommit && next === 'before') {
        next = undefined;
        return cut();
      }
      if (isCommit) {
        next = undefined;
        swallows = true;
      }
      far.write(sent);
    });
    far.on('data', (answer: Buffer) => {
      if (swallows && answer.includes(committed)) return cut();
      if (!isFrozen) near.write(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const own = typeof address === 'object' && address ? address.port : 0;
  return {
    url: Object.assign(new URL(behind), { host: `127.0.0.1:${own}` }).href,
    /** Breaks the line of the next COMMIT. */
    cutAtCommit(at: Break) {
      next = at;
    },
    /** Whether the COMMIT that was to be cut has come. */
    hasCut: () => next === undefined,
    /** Lets nothing through any more, and says so to nobody; or everything again, on new lines. */
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
