import { Buffer } from 'node:buffer';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { ask, upload } from './support/calls.ts';
import { copyOf, type Member, remove } from './support/clinic.ts';
import { fixture } from './support/files.ts';
import { inspectWhenIdle } from './support/look.ts';
import { createRandom, printFigures, roundCount, timeoutFor } from './support/scale.ts';
import { freePort, type Server, start } from './support/server.ts';

const clinic = inject('clinic');
const patient = clinic.patients[0] as Member;
const names = [
  'blood-test.pdf',
  'xray.jpg',
  'two-pages.pdf',
  'rash.png',
  'locked.pdf',
  'scan.webp',
  'page-named.pdf',
  'ecg.gif',
];
let dataDir: string;
let server: Server;
beforeAll(async () => {
  dataDir = await copyOf(clinic);
  server = await start(dataDir, await freePort());
});
afterAll(async () => {
  await server?.kill();
  await remove(dataDir);
});

/** Damages a file: flips bits, cuts off the end, or inserts bytes that do not belong there. */
function broken(bytes: Buffer, chance: () => number): Buffer {
  const at = () => Math.floor(chance() * bytes.length);
  const way = chance();
  if (way < 0.5) {
    const modified = Buffer.from(bytes);
    const flips = 1 + Math.floor(chance() ** 3 * 200);
    for (let flip = 0; flip < flips; flip += 1) {
      const place = at();
      modified[place] = (modified[place] ?? 0) ^ (1 << Math.floor(chance() * 8));
    }
    return modified;
  }
  if (way < 0.75) return bytes.subarray(0, at());
  const place = at();
  const filling = Buffer.from(Array.from({ length: Math.floor(chance() * 300) }, () => chance() * 256));
  return Buffer.concat([bytes.subarray(0, place), filling, bytes.subarray(place)]);
}

test(
  'accepts or refuses documents and pictures damaged in any way, and keeps running',
  async () => {
    const files = roundCount(500, 30);
    const chance = createRandom(500);
    const answered = new Map<number, number>();
    const wrong: string[] = [];
    const count = (what: string, status: number) => {
      answered.set(status, (answered.get(status) ?? 0) + 1);
      if (status >= 500 || status === 0) wrong.push(`${what}: ${status}`);
    };
    const brokenFiles = Array.from({ length: files }, (_, at) => {
      const name = names[at % names.length] as string;
      return { what: `${at} ${name}`, name, content: broken(fixture(name), chance) };
    });
    let pictureCount = 0;
    const sender = async () => {
      for (let next = brokenFiles.pop(); next; next = brokenFiles.pop()) {
        const { what, name, content } = next;
        const answer = await upload(server.url, { token: patient.token, name, content }).catch(
          () => undefined,
        );
        count(what, answer?.status ?? 0);
        if (answer?.status !== 200) continue;
        // The server must be able to show an accepted file: it draws the first page and the
        // thumbnail.
        const { _id: id } = answer.json.data;
        for (const path of [`/files/thumbnail/${id}`, `/files/page/${id}/1`]) {
          const seen = await ask(`${server.url}${path}`, { token: patient.token }).catch(() => undefined);
          if (!seen || seen.status >= 500) wrong.push(`${what} ${path}: ${seen?.status}`);
          else pictureCount += 1;
        }
      }
    };
    await Promise.all([sender(), sender(), sender(), sender()]);
    const look = await inspectWhenIdle(dataDir);
    printFigures('broken files', {
      files,
      accepted: answered.get(200) ?? 0,
      refused: files - (answered.get(200) ?? 0),
      'pictures of them': pictureCount,
      'answers of 5xx or none': wrong.length,
    });
    expect(wrong).toEqual([]);
    expect(server.hasExited(), 'the server has ended').toBe(false);
    expect(look).toMatchObject({ drafts: [], filesWithoutRow: [], rowsWithoutFile: [] });
    expect(look.reports).toBe(answered.get(200) ?? 0);
  },
  timeoutFor(6),
);
