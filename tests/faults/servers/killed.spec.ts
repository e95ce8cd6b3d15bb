import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAcknowledged, checkKeys } from '../../failover/support/checks.ts';
import { startLoad } from '../../failover/support/load.ts';
import { startHaproxy } from '../../support/balancers.ts';
import { upload } from '../support/calls.ts';
import { run } from '../support/command.ts';
import { largeReport } from '../support/files.ts';
import { printFigures, roundCount, timeoutFor } from '../support/scale.ts';
import { startFormUploads } from './form-uploads.ts';
import { compareRowsAndObjects, sweepNow } from './rows-and-objects.ts';
import { openSeveral, type Several } from './several.ts';

const kills = roundCount(10, 1);
const loadMs = 3000;
const downMs = 2000;
// Milliseconds; longer than it takes to send an e-mail here.
const inHandMs = 3000;
// A killed server's connections break, and the balancer answers 502 or 503 for it. The other server
// may answer 503 or 429 under load.
const expected = [0, 429, 502, 503, 504];
let several: Several;
beforeAll(async () => {
  several = await openSeveral({ balance: startHaproxy });
});
afterAll(() => several?.close());

test(
  'neither loses nor duplicates acknowledged work when two servers are killed in turn under load',
  async () => {
    const { balancer, servers, clinic, office } = several;
    const urls = servers.map(({ url }) => url);
    const sentBefore = new Set(await emailIds());
    const load = startLoad(clinic, [balancer.url]);
    const [patient] = clinic.patients;
    if (!patient) throw new Error('The clinic has no patient');
    const forms = startFormUploads(balancer.url, patient);
    for (let kill = 0; kill < kills; kill += 1) {
      await sleep(loadMs);
      const large = sendLarge(balancer.url, patient.token);
      await sleep(Math.random() * 400);
      await several.kill(kill % 2);
      await sleep(downMs);
      await several.startAgain(kill % 2);
      load.ledger.uploads.push(await large);
    }
    await load.stop(60);
    const keys = await checkKeys([balancer.url, ...urls], load.ledger);
    load.ledger.uploads.push(...(await forms.stop()));
    const { ledger } = load;

    const checks = [keys, ...(await checkAcknowledged(urls, clinic, ledger))];
    expect(checks.filter(({ against }) => against.length > 0)).toEqual([]);
    const failed = [...ledger.failed.map(({ status }) => status), ...forms.failed];
    expect(failed.filter((status) => !expected.includes(status))).toEqual([]);
    const repeated = [...ledger.uploads, ...ledger.reviews].filter(({ tries }) => tries > 1).length;

    const mails = await untilSent(sentBefore);
    const notices = await emailIds("letter = 'reviewReady'");
    expect(notices.length, 'one e-mail for each review').toBe(ledger.reviews.length);

    const { code, output } = await run(['audit:verify'], {
      dataDir: servers[0]?.dataDir ?? '',
      settings: several.settings,
    });
    expect([code, output], 'the audit log is one unbroken chain').toEqual([0, expect.any(String)]);

    const before = await compareRowsAndObjects(several);
    expect(before.rowsWithoutObject).toEqual([]);
    const swept = await sweepNow(several);
    const after = await compareRowsAndObjects(several);
    expect(after).toMatchObject({ rowsWithoutObject: [], objectsWithoutRow: [] });
    expect(swept.dropped).toBe(before.objectsWithoutRow.length);
    printFigures('two servers killed', {
      kills,
      'uploads acknowledged': ledger.uploads.length,
      'reviews acknowledged': ledger.reviews.length,
      'calls and forms that failed': failed.length,
      'acknowledged after a repetition': repeated,
      'lost or doubled': 0,
      'e-mails': mails,
      'of them sent again under their Message-ID': office.acceptedIds.length - mails,
      'objects without a row, swept': swept.dropped,
      'unfinished uploads in parts, swept': swept.unfinished,
      objects: after.objects,
    });
  },
  timeoutFor(6),
);

/**
 * Uploads one report large enough for a multipart upload to the store, and retries until accepted.
 */
async function sendLarge(url: string, token: string) {
  const content = await largeReport(9);
  const key = randomBytes(8).toString('hex');
  const [name, description] = ['large.jpg', `Large, ${key}`];
  for (let tries = 1; ; tries += 1) {
    const answer = await upload(url, { token, name, content, description, key }).catch(() => undefined);
    if (answer?.status === 200) {
      const id: string = answer.json.data._id;
      const patient = several.clinic.patients.find((each) => each.token === token);
      if (!patient) throw new Error('No account has this token');
      return { id, url, key, patient, description, name, content, path: `/files/image/${id}`, tries };
    }
    await sleep(250);
  }
}

/** Lists the IDs of the e-mails in the outbox. */
const emailIds = async (where = 'true') =>
  (await several.database.rows(`select id from outbox where ${where}`)).map(({ id }) => String(id));

/**
 * Waits until the mail server has received each e-mail of the outbox, under its one Message-ID, and
 * no other. The other server takes over the e-mails that a killed server was sending.
 *
 * @param before IDs of the e-mails that were already there.
 * @returns The number of new e-mails.
 */
async function untilSent(before: Set<string>) {
  const { database, office } = several;
  const readNewEmailIds = async () => (await emailIds()).filter((id) => !before.has(id));
  await sleep(inHandMs);
  await database.rows("update outbox set taken_until = null where state = 'waiting'");
  const wrong = async () => {
    const [all, takenIds] = [await readNewEmailIds(), new Set(office.acceptedIds)];
    const unsent = new Set(await emailIds("state <> 'sent'"));
    const missing = all.filter((id) => !takenIds.delete(id) || unsent.has(id));
    // An e-mail left over from founding the clinic was sent along with these.
    return [...missing, ...[...takenIds].filter((id) => !before.has(id))];
  };
  // An e-mail that could not be delivered on a busy machine is tried again after a minute.
  await expect.poll(wrong, { timeout: 150_000, interval: 500 }).toEqual([]);
  return (await readNewEmailIds()).length;
}
