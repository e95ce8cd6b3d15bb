import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connection, openConnection } from './support/connections.ts';
import { figures, times, within } from './support/scale.ts';
import { freePort } from './support/server.ts';
import { openSharedDatabase } from './support/shared-database.ts';
import { postOffice } from './support/smtp-server.ts';

const emails = times(500, 60);
const rounds = times(20, 1);
const sentAtOnce = 4;
let database: Awaited<ReturnType<typeof openSharedDatabase>>;
let one: Connection;
let other: Connection;
/** Takes every e-mail; and one that takes them too, and never says so. */
let office: ReturnType<typeof postOffice>;
let silent: ReturnType<typeof postOffice>;
beforeAll(async () => {
  database = await openSharedDatabase();
  // The first one makes the tables.
  one = await openConnection(database.url);
  other = await openConnection(database.url);
  [office, silent] = [postOffice(await freePort()), postOffice(await freePort())];
  silent.behave('silent');
  await Promise.all([office.open(), silent.open()]);
});
afterAll(async () => {
  await Promise.all([one?.close(), other?.close(), office?.close(), silent?.close()]);
  await database?.remove();
});

const sendByBoth = () => Promise.all([one, other].map((worker) => worker.call('sendEmails', office.url)));
const idsOf = async (where: string) =>
  (await one.call('read', `select id from outbox where ${where} order by id`)).map(({ id }) => String(id));

test(
  'Of three e-mail workers on one database, one killed with e-mails in hand, each e-mail leaves once, but those come again as the same',
  async () => {
    let cameAgain = 0;
    for (let round = 0; round < rounds; round += 1) {
      const third = await openConnection(database.url);
      await one.call('putEmails', emails);
      const written = await idsOf("state = 'waiting'");
      office.taken.length = 0;
      silent.taken.length = 0;
      void third.call('sendEmails', silent.url).catch(() => undefined);
      while (silent.taken.length === 0) await sleep(5);
      await sendByBoth();
      const inHand = await idsOf("state = 'waiting'");
      while (silent.taken.length < inHand.length) await sleep(20);
      await third.kill();
      // Fewer where the others took the last ones first.
      expect(inHand.length, 'at most as many as are sent at once').toBeLessThanOrEqual(sentAtOnce);
      expect([...silent.taken].sort()).toEqual(inHand);
      expect([...office.taken, ...silent.taken].sort(), 'each once').toEqual(written);

      await sendByBoth();
      expect(office.taken.length, 'not while they may be under way').toBe(written.length - inHand.length);
      // What they were taken for goes by.
      await one.call('tamper', "update outbox set taken_until = 1 where state = 'waiting'");
      await sendByBoth();
      expect([...office.taken].sort(), 'each once, under its Message-ID').toEqual(written);
      expect(await idsOf("state <> 'sent' or taken_until is not null")).toEqual([]);
      cameAgain += inHand.length;
    }
    figures('three e-mail workers', { rounds, sent: rounds * emails, 'came again': cameAgain });
  },
  within(10),
);

test(
  'Two e-mail workers write one e-mail for a digest that is due',
  async () => {
    const [patient, doctor] = [await one.call('patient'), await one.call('expert')];
    await one.call('report', patient);
    const digests = () => idsOf("letter = 'reportsWait'");
    for (let round = 0; round < times(200, 5); round += 1) {
      await one.call('tamper', `update digests set due_at = 1 where expert_id = '${doctor.id}'`);
      await Promise.all([one.call('writeDigests'), other.call('writeDigests')]);
      expect(await digests()).toHaveLength(round + 1);
    }
  },
  within(10),
);

test(
  'Of two processes that ask for a lease at once one gets it, and keeps it',
  async () => {
    const got: boolean[][] = [];
    for (let round = 0; round < times(200, 5); round += 1) {
      const ask = () =>
        Promise.all([one, other].map((holder) => holder.call('takeLease', `${round}`, 60_000)));
      got.push(await ask());
      expect(got.at(-1)?.filter(Boolean)).toHaveLength(1);
      expect(await ask()).toEqual(got.at(-1));
    }
  },
  within(10),
);
