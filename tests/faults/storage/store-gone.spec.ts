import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBeside } from '../../support/test-database.ts';
import { makeBucket } from '../../support/test-storage.ts';
import { startSwift } from '../../tools/programs/swift.mjs';
import { ask, upload } from '../support/calls.ts';
import { type Clinic, remove, setUpClinic } from '../support/clinic.ts';
import { fixture, hashOf } from '../support/files.ts';
import { pendingFilesIn } from '../support/look.ts';
import { printFigures, roundCount, timeoutFor } from '../support/scale.ts';
import { freePort, launch, type Server, start } from '../support/server.ts';

let store: Awaited<ReturnType<typeof startSwift>>;
let settings: Record<string, string>;
let clinic: Clinic;
let server: Server;
let folder: string;
beforeAll(async () => {
  store = await startSwift();
  folder = await mkdtemp(join(tmpdir(), 'store-gone-'));
  settings = { ...store.settings, STORAGE_URL: `s3://${await makeBucket(store.settings, 'clinic')}` };
  clinic = await setUpClinic(folder, settings);
  server = await start(folder, await freePort(), settings);
});
afterAll(async () => {
  await server?.kill();
  await store?.stop();
  await remove(folder);
});

const linesOf = (event: string) => server.log().split(`"msg":"${event}"`).length - 1;
const readiness = async () => (await ask(`${server.url}/readyz`)).json;

test(
  'reports a missing store in words, leaves nothing, serves the rest, and finds the store again',
  async () => {
    const [patient] = clinic.patients;
    if (!patient) throw new Error('The clinic has no patient');
    const content = fixture('blood-test.pdf');
    const first = await upload(server.url, { token: patient.token, content, key: 'first' });
    expect(first.status).toBe(200);
    const rows = async () => {
      const database = openBeside(`file:${join(folder, 'app.db')}`);
      const [row] = await database.rows('select count(*) as many from reports');
      await database.close();
      return Number(row?.many);
    };
    const fileOf = (id: string) => ask(`${server.url}/files/raw/${id}`, { token: patient.token });
    expect(hashOf((await fileOf(first.json.data._id)).bytes)).toBe(hashOf(content));
    const longest = { upload: 0, read: 0 };
    for (let round = 0; round < roundCount(5, 2); round += 1) {
      const before = await rows();
      const away = linesOf('storage.away');
      await store.halt();
      for (let tries = 0; tries < 4; tries += 1) {
        const refused = await upload(server.url, { token: patient.token, content, key: `gone-${round}` });
        expect([refused.status, refused.json.message]).toEqual([
          503,
          expect.stringMatching(/busy right now/),
        ]);
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
        const unread = await fileOf(first.json.data._id);
        expect([unread.status, String(unread.bytes)]).toEqual([503, expect.stringMatching(/busy right now/)]);
        Object.assign(longest, {
          upload: Math.max(longest.upload, refused.ms),
          read: Math.max(longest.read, unread.ms),
        });
      }
      expect(await readiness()).toEqual({ ready: false, problems: ['storage'] });
      expect((await ask(`${server.url}/healthz`)).status).toBe(200);
      expect(await rows()).toBe(before);
      // The thumbnail of an earlier report may still be on its way to the store.
      await expect.poll(() => pendingFilesIn(join(folder, 'uploads'))).toEqual([]);
      expect(linesOf('storage.away')).toBe(away + 1);
      await store.restart();
      await expect.poll(readiness).toEqual({ ready: true, problems: [] });
      const again = await upload(server.url, { token: patient.token, content, key: `gone-${round}` });
      expect(again.status).toBe(200);
      expect(hashOf((await fileOf(again.json.data._id)).bytes)).toBe(hashOf(content));
    }
    expect(server.log()).not.toContain(store.settings.S3_SECRET_ACCESS_KEY);
    for (const secret of [patient.email, patient.token]) expect(server.log()).not.toContain(secret);
    printFigures('store gone', { 's an upload waited at most': (longest.upload / 1000).toFixed(2) });
  },
  timeoutFor(3),
);

test(
  'refuses a start without its store in a sentence, and changes nothing',
  async () => {
    const fresh = await mkdtemp(join(tmpdir(), 'no-store-'));
    const refused = launch(fresh, await freePort(), { ...settings, S3_SECRET_ACCESS_KEY: 'wrong' });
    expect(await refused.exited).toBe(1);
    expect(refused.log()).toMatch(
      /denies this server access to the bucket clinic \(403 SignatureDoesNotMatch\)/,
    );
    expect(refused.log()).not.toMatch(/\n\s+at /);
    await remove(fresh);
  },
  timeoutFor(1),
);
