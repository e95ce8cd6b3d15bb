import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isOnPostgres } from '../support/test-database.ts';
import { remove } from './support/clinic.ts';
import { type Connection, openConnection } from './support/connections.ts';
import { printFigures, roundCount, timeoutFor } from './support/scale.ts';
import { freePort } from './support/server.ts';
import { openSharedDatabase } from './support/shared-database.ts';
import { createMailServer } from './support/smtp-server.ts';

/** More than change in one transaction, so that a kill falls between two. */
const reportCount = roundCount(900, 400);
/** The minutes after which the next rung falls due. */
const minutesOfRung = [0, 15, 15, ...Array(roundCount(5, 1)).fill(120)];
const deskRung = 2;
const emailsAtOnce = 4;

let database: Awaited<ReturnType<typeof openSharedDatabase>>;
let observer: Connection;
let folder: string;
const servers: { worker: Connection; mail: ReturnType<typeof createMailServer> }[] = [];
beforeAll(async () => {
  database = await openSharedDatabase();
  observer = await openConnection(database.url);
  folder = await mkdtemp(join(tmpdir(), 'ladder-'));
});
afterAll(async () => {
  await Promise.all(servers.map(({ mail }) => mail.close()));
  await Promise.all([observer?.close(), servers.at(-1)?.worker.close()]);
  await database?.remove();
  await remove(folder);
});

async function openServer() {
  const mail = createMailServer(await freePort(), await mkdtemp(join(folder, 'mail-')));
  await mail.open();
  const server = { worker: await openConnection(database.url), mail };
  servers.push(server);
  return server;
}
const countRows = async (from: string) =>
  Number((await observer.call('read', `select count(*) as n from ${from}`))[0]?.n);
const countRaised = (rung: number) => countRows(`alerts where rung >= ${rung}`);
async function until(isSo: () => Promise<boolean>) {
  while (!(await isSo())) await sleep(1);
}
/** Reads the e-mails that reached a mail server, each once however often it came. */
async function readEmails() {
  const texts = new Map<string, string>();
  const files = await readdir(folder, { recursive: true });
  for (const name of files.filter((file) => file.endsWith('.eml'))) {
    const text = (await readFile(join(folder, name), 'utf8'))
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/\s+/g, ' ');
    texts.set(/Message-ID: <([^@>]+)@/i.exec(text)?.[1] ?? '', text);
  }
  return [...texts.values()];
}
/** Adds up the reports that notifications with a sentence tell each address of. */
function sumsTold(emails: string[], sentence: RegExp) {
  const sums: Record<string, number> = {};
  for (const text of emails) {
    const to = /\bTo: [^@]*?([\w.]+@[\w.]+)/.exec(text)?.[1] ?? '';
    const match = sentence.exec(text);
    if (match) sums[to] = (sums[to] ?? 0) + Number(match[1] ?? 1);
  }
  return sums;
}

test(
  'raises each rung of each alert once and loses no notification when its servers are killed',
  async () => {
    const [patient, admin] = [await observer.call('patient'), await observer.call('admin')];
    const doctors = [await observer.call('expert'), await observer.call('expert')];
    await observer.call('putUrgent', patient, reportCount);
    let victim = await openServer();
    let raisedAtKills = 0;
    for (const [rung, minutes] of minutesOfRung.entries()) {
      victim.mail.behave('silent');
      await observer.call('passMinutes', minutes);
      if (rung === 0) await victim.worker.call('runAlerts', victim.mail.url);
      const successor = await openServer();
      // On PostgreSQL both run, and one has the lease. SQLite has one server at a time.
      if (isOnPostgres) await successor.worker.call('runAlerts', successor.mail.url);
      await until(async () => (await countRaised(rung)) > 0);
      // Every second time, the kill waits until e-mails are being sent.
      if (rung % 2 === 1) await until(async () => victim.mail.acceptedIds.length > 0);
      await victim.worker.kill();
      raisedAtKills += await countRaised(rung);
      if (!isOnPostgres) await successor.worker.call('runAlerts', successor.mail.url);
      await until(async () => (await countRaised(rung)) === reportCount);
      victim = successor;
    }
    await observer.call('passMinutes', 10);
    // The claims of the killed servers expire.
    await observer.call('tamper', "update outbox set taken_until = 1 where state = 'waiting'");
    await observer.call('sendEmails', victim.mail.url);
    await until(async () => (await countRows("outbox where state <> 'sent'")) === 0);

    const lastRung = minutesOfRung.length - 1;
    expect(await countRows('alerts'), 'one alert for each report').toBe(reportCount);
    expect(await countRows(`alerts where rung = ${lastRung}`)).toBe(reportCount);
    const sumsOf = (people: { email: string }[], rungs: number) =>
      Object.fromEntries(people.map(({ email }) => [email, rungs * reportCount]));
    const emails = await readEmails();
    const toExperts = sumsTold(emails, /(?:One report|(\d+) reports) that cannot wait/);
    expect(toExperts).toEqual(sumsOf(doctors, deskRung));
    const toDesk = sumsTold(emails, /No doctor has read (?:an urgent report|(\d+) urgent reports)/);
    expect(toDesk).toEqual(sumsOf([admin], lastRung + 1 - deskRung));
    const toPatient = emails.flatMap((text) => /dashboard\/report\/(\w+)/.exec(text)?.[1] ?? []);
    expect(toPatient, 'the patient hears of every tenth').toHaveLength(reportCount / 10);
    expect(new Set(toPatient).size, 'once').toBe(reportCount / 10);

    const accepted = servers.flatMap(({ mail }) => mail.acceptedIds);
    const ids = (await observer.call('read', 'select id from outbox order by id')).map(({ id }) => id);
    expect([...new Set(accepted)].sort(), 'no notification is lost').toEqual(ids);
    const doubles = accepted.length - ids.length;
    expect(doubles).toBeLessThanOrEqual(emailsAtOnce * minutesOfRung.length);
    printFigures('killed while rungs fall due', {
      kills: minutesOfRung.length,
      'of rungs raised at the kills': raisedAtKills,
      rungs: reportCount * minutesOfRung.length,
      notifications: ids.length,
      'sent twice': doubles,
    });
  },
  timeoutFor(5),
);
