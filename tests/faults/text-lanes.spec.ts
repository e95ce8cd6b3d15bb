import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { phoneChannels } from '~/platform/enums';
import { type Connection, openConnection } from './support/connections.ts';
import { printFigures, roundCount, timeoutFor } from './support/scale.ts';
import { freePort } from './support/server.ts';
import { openSharedDatabase } from './support/shared-database.ts';

const texts = roundCount(500, 60);
const rounds = roundCount(20, 1);
const sentAtOnce = 4;

type Gateway = { url: string; ids: string[]; server: Server };

/** Opens a gateway that notes the ID of each text. One that is silent never answers. */
async function openGateway(isSilent: boolean): Promise<Gateway> {
  const ids: string[] = [];
  const server = createServer(async (request, response) => {
    ids.push(await text(request));
    if (!isSilent) response.end('{}');
  });
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${port}/`, ids, server };
}

let database: Awaited<ReturnType<typeof openSharedDatabase>>;
let firstServer: Connection;
let secondServer: Connection;
let office: Gateway;
let silent: Gateway;
beforeAll(async () => {
  database = await openSharedDatabase();
  // The first connection creates the tables.
  firstServer = await openConnection(database.url);
  secondServer = await openConnection(database.url);
  [office, silent] = [await openGateway(false), await openGateway(true)];
});
afterAll(async () => {
  await Promise.all([firstServer?.close(), secondServer?.close()]);
  for (const gateway of [office, silent]) {
    gateway?.server.closeAllConnections();
    gateway?.server.close();
  }
  await database?.remove();
});

const idsOf = async (where: string) =>
  (await firstServer.call('read', `select id from outbox where ${where} order by id`)).map(({ id }) =>
    String(id),
  );

test.each(phoneChannels)(
  'two servers send each text by %s once, and again under the same ID if a third is killed',
  async (channel) => {
    const patient = await firstServer.call('patient');
    const sendByBoth = () =>
      Promise.all([firstServer, secondServer].map((server) => server.call('sendTexts', channel, office.url)));
    let repeated = 0;
    for (let round = 0; round < rounds; round += 1) {
      const third = await openConnection(database.url);
      await firstServer.call('putTexts', patient, channel, texts);
      const queued = `channel = '${channel}' and state = 'queued'`;
      const textIds = await idsOf(queued);
      expect(textIds).toHaveLength(texts);
      office.ids.length = 0;
      silent.ids.length = 0;
      void third.call('sendTexts', channel, silent.url).catch(() => undefined);
      while (silent.ids.length === 0) await sleep(5);
      await sendByBoth();
      const inHand = await idsOf(queued);
      while (silent.ids.length < inHand.length) await sleep(5);
      await third.kill();
      expect(inHand.length, 'no more repeats than texts sent at once').toBeLessThanOrEqual(sentAtOnce);
      expect([...office.ids, ...silent.ids].sort(), 'each text once').toEqual(textIds);

      await sendByBoth();
      expect(office.ids.length, 'no repeat while they may still be in progress').toBe(
        textIds.length - inHand.length,
      );
      // The claims of the killed server expire.
      await firstServer.call('tamper', "update outbox set taken_until = 1 where state = 'queued'");
      await sendByBoth();
      expect([...office.ids].sort(), 'each text once, under its ID').toEqual(textIds);
      expect(await idsOf(`channel = '${channel}' and (state <> 'sent' or taken_until is not null)`)).toEqual(
        [],
      );
      repeated += inHand.length;
    }
    printFigures(`texts by ${channel} from three servers`, { rounds, sent: rounds * texts, repeated });
  },
  timeoutFor(10),
);
