import { Agent, createServer, request } from 'node:http';

const isFile = (path: string) => /^\/(?:assets|words)\/|^\/favicon/.test(path);

/**
 * Alternates between servers with each request, so that no step of a person finds the server of the
 * step before. Requests for files of the build alternate on their own.
 */
export async function startAlternatingProxy(ports: number[]) {
  const agent = new Agent({ keepAlive: false });
  const turns = { pages: 0, files: 0 };
  const counts = ports.map(() => 0);
  const server = createServer((incoming, answer) => {
    const kind = isFile(incoming.url ?? '') ? 'files' : 'pages';
    const at = turns[kind] % ports.length;
    turns[kind] += 1;
    if (kind === 'pages') counts[at] = (counts[at] ?? 0) + 1;
    const { method, url: path, headers } = incoming;
    const handedOn = request(
      { host: '127.0.0.1', port: ports[at], agent, method, path, headers },
      (given) => {
        answer.writeHead(given.statusCode ?? 502, given.headers);
        given.pipe(answer);
      },
    );
    handedOn.on('error', () => answer.destroy());
    incoming.pipe(handedOn);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    /** The number of pages, forms and calls that each server has answered. */
    counts,
    // This balancer runs no health checks.
    noticeMs: 0,
    stop: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
