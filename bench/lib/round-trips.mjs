// Counts what goes between a server of the product and its PostgreSQL.
import { connect, createServer } from 'node:net';

const simpleQuery = 'Q'.charCodeAt(0);
const execute = 'E'.charCodeAt(0);
const lengthBytes = 4;

/**
 * Stands between a client and the PostgreSQL of an address.
 *
 * @returns the address to be used in its place; `count`, which gives the statements and the round
 *   trips so far: how often something was sent after an answer; and `stop`.
 */
export async function countingProxy(url) {
  const { hostname, port } = new URL(url);
  const counts = { statements: 0, roundTrips: 0 };
  const server = createServer((client) => {
    const database = connect({ host: hostname, port: Number(port), noDelay: true });
    const read = statementsIn();
    let isAnswered = true;
    client.setNoDelay(true);
    client.on('data', (piece) => {
      counts.statements += read(piece);
      if (isAnswered) counts.roundTrips += 1;
      isAnswered = false;
      database.write(piece);
    });
    database.on('data', (piece) => {
      isAnswered = true;
      client.write(piece);
    });
    for (const [one, other] of [
      [client, database],
      [database, client],
    ])
      one.on('error', () => undefined).on('close', () => other.destroy());
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = Object.assign(new URL(url), { port: String(server.address().port) });
  return { url: own.href, count: () => ({ ...counts }), stop: () => server.close() };
}

/** Gives what counts the statements in what a client sends, piece by piece. */
function statementsIn() {
  let rest = Buffer.alloc(0);
  let hasStarted = false;
  return (piece) => {
    rest = Buffer.concat([rest, piece]);
    let found = 0;
    // The first message has no letter.
    for (;;) {
      const start = hasStarted ? 1 : 0;
      if (rest.length < start + lengthBytes) return found;
      const end = start + rest.readUInt32BE(start);
      if (rest.length < end) return found;
      if (hasStarted && [simpleQuery, execute].includes(rest[0])) found += 1;
      hasStarted = true;
      rest = rest.subarray(end);
    }
  };
}
