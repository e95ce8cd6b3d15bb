import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { review, upload } from './support/calls.ts';
import { copyOf, type Member, remove } from './support/clinic.ts';
import { smallReport } from './support/files.ts';
import { median, printFigures, roundCount, timeoutFor } from './support/scale.ts';
import { freePort, type Server, start } from './support/server.ts';
import { createMailServer, type MailServerBehaviour, slowSeconds } from './support/smtp-server.ts';

const clinic = inject('clinic');
const [patient, doctor] = [clinic.patients[0] as Member, clinic.doctors[0] as Member];
/** Milliseconds a request may take. One that waits for a slow mail server takes longer. */
const maxMs = slowSeconds * 900;
const emails = roundCount(10, 2);
let dataDir: string;
let server: Server;
let office: ReturnType<typeof createMailServer>;
let settings: Record<string, string>;
let pending: string[] = [];

beforeAll(async () => {
  dataDir = await copyOf(clinic);
  office = createMailServer(await freePort());
  settings = { SMTP_URL: office.url, MAIL_FROM: 'clinic@clinic.test' };
  server = await start(dataDir, await freePort(), settings);
});
afterEach(() => office.close());
afterAll(async () => {
  await server?.kill();
  await remove(dataDir);
});

/**
 * Reviews `count` reports. Each review puts an e-mail in the outbox.
 *
 * @returns The duration of each request, in milliseconds.
 */
async function reviewSome(count: number): Promise<number[]> {
  const took: number[] = [];
  for (let at = 0; at < count; at += 1) {
    if (pending.length === 0) await uploadSome(emails + 2);
    const reportId = pending.pop() as string;
    const answer = await review(server.url, { token: doctor.token, reportId, text: 'Drink more water' });
    expect(answer.status).toBe(200);
    took.push(answer.ms);
  }
  return took;
}

async function uploadSome(count: number) {
  for (let at = 0; at < count; at += 1) {
    const content = smallReport(`letter ${at}`, 'jpg');
    const sent = await upload(server.url, { token: patient.token, name: 'r.jpg', content });
    pending = [...pending, sent.json.data._id];
  }
}

function inDatabase<Result>(look: (database: Database.Database) => Result): Result {
  const database = new Database(join(dataDir, 'app.db'), { timeout: 5000 });
  try {
    return look(database);
  } finally {
    database.close();
  }
}

const idsOf = (where: string) =>
  inDatabase(
    (database) =>
      database
        .prepare(`select id from outbox where letter = 'reviewReady' and ${where}`)
        .pluck()
        .all() as string[],
  );

async function isSoon(isSo: () => boolean, seconds = 30) {
  const deadline = Date.now() + seconds * 1000;
  while (!isSo() && Date.now() < deadline) await sleep(50);
  return isSo();
}

async function until(what: string, isSo: () => boolean) {
  if (!(await isSoon(isSo))) throw new Error(`Timed out waiting until ${what}`);
}

const isSettled = () => idsOf("state = 'waiting'").length === 0;

/**
 * Skips the minutes that e-mails wait between tries, until none is waiting. One more e-mail wakes
 * the e-mail worker. An e-mail that was being sent meanwhile waits for the next round.
 */
async function minutesPass() {
  for (let tries = 0; tries < 10; tries += 1) {
    inDatabase((database) =>
      database.prepare("update outbox set next_try_at = ? where state = 'waiting'").run(Date.now() - 1000),
    );
    await reviewSome(1);
    if (await isSoon(isSettled, 8)) return;
  }
  throw new Error('E-mails are queued that no worker sends');
}

const timesTaken = (id: string) => office.acceptedIds.filter((one) => one === id).length;

const troubles: [name: string, manner: MailServerBehaviour | 'down'][] = [
  ['down', 'down'],
  ['slow', 'slow'],
  ['full (4xx)', 'later'],
  ['refusing (5xx)', 'refusals'],
  ['going down in the middle of a letter', 'breaks'],
];

test.each(troubles)(
  'slows no request while the mail server is %s, and delivers each e-mail once afterwards',
  async (name, manner) => {
    if (manner !== 'down') await office.open();
    if (manner !== 'down') office.behave(manner);
    await uploadSome(emails + 2);
    const [askedBefore, before] = [office.requested(), new Set(idsOf('1'))];
    const took = await reviewSome(manner === 'slow' ? 2 : emails);
    const newEmailIds = () => idsOf('1').filter((id) => !before.has(id));
    // Waits until an e-mail has met the trouble, and only then ends it.
    if (manner === 'slow') await until('a letter was offered', () => office.requested() > askedBefore);
    else await until('a letter was tried in vain', () => idsOf("state = 'waiting' and tries > 0").length > 0);
    if (manner === 'down') await office.open();
    office.behave('takes');
    await minutesPass();
    printFigures(`mail server ${name}`, {
      emails: newEmailIds().length,
      'arrived once': newEmailIds().filter((id) => timesTaken(id) === 1).length,
      'ms for a review in the middle': median(took).toFixed(0),
      'ms at most': Math.max(...took).toFixed(0),
    });
    expect(Math.max(...took)).toBeLessThan(maxMs);
    expect(
      newEmailIds().filter((id) => timesTaken(id) !== 1),
      'e-mails that arrived twice',
    ).toEqual([]);
    expect(idsOf("state <> 'sent'")).toEqual([]);
  },
  timeoutFor(3),
);

test(
  'resends only the e-mails interrupted by a stop of the machine, under their Message-ID',
  async () => {
    const kills = roundCount(5, 1);
    await office.open();
    const before = new Set(idsOf('1'));
    let repeats = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      await uploadSome(2);
      office.behave('silent');
      const takenBefore = office.acceptedIds.length;
      await reviewSome(2);
      await until('a letter was taken', () => office.acceptedIds.length > takenBefore);
      // Several e-mails may be under way at the same moment.
      await sleep(500);
      await server.kill();
      const underWay = office.acceptedIds.slice(takenBefore);
      office.behave('takes');
      server = await start(dataDir, server.port, settings);
      await until('every letter was settled', isSettled);
      expect(underWay.map(timesTaken), 'deliveries of the e-mails in progress').toEqual(
        underWay.map(() => 2),
      );
      repeats += underWay.length;
    }
    const newEmailIds = idsOf('1').filter((id) => !before.has(id));
    printFigures('killed in the middle of a letter', {
      kills,
      emails: newEmailIds.length,
      'came again as the same letter': repeats,
      'arrived once': newEmailIds.filter((id) => timesTaken(id) === 1).length,
    });
    const ofThem = office.acceptedIds.filter((id) => newEmailIds.includes(id));
    const ofOthers =
      office.acceptedIds.length - new Set(office.acceptedIds).size - (ofThem.length - newEmailIds.length);
    expect(ofThem.length - newEmailIds.length + ofOthers, 'repeats').toBe(repeats);
    expect(newEmailIds.every((id) => timesTaken(id) >= 1)).toBe(true);
  },
  timeoutFor(3),
);
