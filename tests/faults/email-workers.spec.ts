import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connection, openConnection } from './support/connections.ts';
import { printFigures, roundCount, timeoutFor } from './support/scale.ts';
import { freePort } from './support/server.ts';
import { openSharedDatabase } from './support/shared-database.ts';
import { createMailServer } from './support/smtp-server.ts';

const emails = roundCount(500, 60);
const rounds = roundCount(20, 1);
const sentAtOnce = 4;
let database: Awaited<ReturnType<typeof openSharedDatabase>>;
let firstWorker: Connection;
let secondWorker: Connection;
/** `office` accepts every e-mail. `silent` accepts them too, but never answers. */
let office: ReturnType<typeof createMailServer>;
let silent: ReturnType<typeof createMailServer>;
beforeAll(async () => {
  database = await openSharedDatabase();
  // The first connection creates the tables.
  firstWorker = await openConnection(database.url);
  secondWorker = await openConnection(database.url);
  [office, silent] = [createMailServer(await freePort()), createMailServer(await freePort())];
  silent.behave('silent');
  await Promise.all([office.open(), silent.open()]);
});
afterAll(async () => {
  await Promise.all([firstWorker?.close(), secondWorker?.close(), office?.close(), silent?.close()]);
  await database?.remove();
});

const sendByBoth = () =>
  Promise.all([firstWorker, secondWorker].map((worker) => worker.call('sendEmails', office.url)));
const idsOf = async (where: string) =>
  (await firstWorker.call('read', `select id from outbox where ${where} order by id`)).map(({ id }) =>
    String(id),
  );

test(
  'sends each e-mail once from three workers, and again under the same ID if one is killed',
  async () => {
    let cameAgain = 0;
    for (let round = 0; round < rounds; round += 1) {
      const third = await openConnection(database.url);
      await firstWorker.call('putEmails', emails);
      const emailIds = await idsOf("state = 'waiting'");
      office.acceptedIds.length = 0;
      silent.acceptedIds.length = 0;
      void third.call('sendEmails', silent.url).catch(() => undefined);
      while (silent.acceptedIds.length === 0) await sleep(5);
      await sendByBoth();
      const inHand = await idsOf("state = 'waiting'");
      while (silent.acceptedIds.length < inHand.length) await sleep(20);
      await third.kill();
      // Fewer than sent at once if the other worker took the last e-mails first.
      expect(inHand.length, 'no more repeats than e-mails sent at once').toBeLessThanOrEqual(sentAtOnce);
      expect([...silent.acceptedIds].sort()).toEqual(inHand);
      expect([...office.acceptedIds, ...silent.acceptedIds].sort(), 'each e-mail once').toEqual(emailIds);

      await sendByBoth();
      expect(office.acceptedIds.length, 'no repeat while they may still be in progress').toBe(
        emailIds.length - inHand.length,
      );
      // The claims of the killed worker expire.
      await firstWorker.call('tamper', "update outbox set taken_until = 1 where state = 'waiting'");
      await sendByBoth();
      expect([...office.acceptedIds].sort(), 'each e-mail once, under its Message-ID').toEqual(emailIds);
      expect(await idsOf("state <> 'sent' or taken_until is not null")).toEqual([]);
      cameAgain += inHand.length;
    }
    printFigures('three e-mail workers', { rounds, sent: rounds * emails, 'came again': cameAgain });
  },
  timeoutFor(10),
);

test(
  'writes one e-mail for a due digest with two workers',
  async () => {
    const [patient, doctor] = [await firstWorker.call('patient'), await firstWorker.call('expert')];
    await firstWorker.call('report', patient);
    const digests = () => idsOf("letter = 'reportsWait'");
    for (let round = 0; round < roundCount(200, 5); round += 1) {
      await firstWorker.call('tamper', `update digests set due_at = 1 where expert_id = '${doctor.id}'`);
      await Promise.all([firstWorker.call('writeDigests'), secondWorker.call('writeDigests')]);
      expect(await digests()).toHaveLength(round + 1);
    }
  },
  timeoutFor(10),
);

test(
  'grants a lease to one of two processes, and lets it keep the lease',
  async () => {
    const got: boolean[][] = [];
    for (let round = 0; round < roundCount(200, 5); round += 1) {
      const ask = () =>
        Promise.all(
          [firstWorker, secondWorker].map((holder) => holder.call('takeLease', `${round}`, 60_000)),
        );
      got.push(await ask());
      expect(got.at(-1)?.filter(Boolean)).toHaveLength(1);
      expect(await ask()).toEqual(got.at(-1));
    }
  },
  timeoutFor(10),
);
