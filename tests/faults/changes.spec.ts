import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Somebody } from '../support/clinic';
import type { Report } from '../support/reports';
import { isOnPostgres } from '../support/test-database';
import { type Connection, openConnection } from './support/connections.ts';
import { createRandom, printFigures, roundCount, timeoutFor } from './support/scale.ts';
import { openSharedDatabase } from './support/shared-database.ts';

const writes = roundCount(2000, 100);
const fiveMinutes = 5 * 60_000;
const lanesOfServer = 3;

let database: Awaited<ReturnType<typeof openSharedDatabase>>;
/** The clock of the second is five minutes ahead. */
const servers: Connection[] = [];
beforeAll(async () => {
  database = await openSharedDatabase();
  for (const clockMs of [0, fiveMinutes])
    servers.push(await openConnection(database.url, undefined, { clockMs, undoSeconds: 2 }));
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await database?.remove();
});

/** Writes of all lanes that were done, and the texts of reviews that were undone. */
const done: Record<string, number> = {};
const undoneTexts: string[] = [];
const deletedIds: string[] = [];
let isWriting = true;
const countDone = () => Object.values(done).reduce((sum, count) => sum + count, 0);

type Known = { id: string; state: 'Pending' | 'Reviewed'; version: number };

/** Writes as a patient and a doctor of their own, on a server of the lane or now and then the other. */
async function writeInLane(lane: number, patient: Somebody) {
  const chance = createRandom(lane);
  const server = servers[lane % servers.length] as Connection;
  const other = () => (chance() < 0.5 ? server : (servers[(lane + 1) % servers.length] as Connection));
  const doctor = await server.call('expert');
  const reports: Known[] = [];
  let texts = 0;
  const newText = () => {
    texts += 1;
    return `The text ${texts} of lane ${lane}`;
  };
  const note = (what: string, outcome: number | boolean) => {
    const isDone = outcome === true || outcome === 200;
    if (isDone) done[what] = (done[what] ?? 0) + 1;
    return isDone;
  };
  const actions = {
    async upload() {
      reports.push({ id: await server.call('report', patient), state: 'Pending', version: 0 });
      note('uploads', 200);
    },
    async correct({ id }: Known) {
      note('corrections', await server.call('correct', patient, id, newText()));
    },
    async consent({ id }: Known) {
      note('withdrawals', await server.call('withdraw', patient, id));
      note('consents', await server.call('giveAgain', patient, id));
    },
    async review(report: Known) {
      const review = newText();
      if (!note('reviews', await server.call('reviewOnPage', doctor, report.id, review))) return;
      report.version += 1;
      const isUndone = chance() < 0.5 && note('undone', await other().call('undo', doctor, report.id));
      if (isUndone) undoneTexts.push(review);
      else report.state = 'Reviewed';
    },
    async amend(report: Known) {
      const isDone = note(
        'amended',
        await server.call('amend', doctor, report.id, newText(), report.version),
      );
      if (isDone) report.version += 1;
    },
    async remove(report: Known) {
      if (!note('deletions', await server.call('remove', patient, report.id))) return;
      deletedIds.push(report.id);
      reports.splice(reports.indexOf(report), 1);
    },
  };
  while (countDone() < writes) {
    const report = reports[Math.floor(chance() * reports.length)];
    const isRare = chance() < 0.12;
    if (!report || (isRare && chance() < 0.5)) await actions.upload();
    else if (isRare) await actions.remove(report);
    else if (report.state === 'Reviewed') await actions.amend(report);
    else await actions[chance() < 0.5 ? 'correct' : chance() < 0.2 ? 'consent' : 'review'](report);
  }
}

/** Keeps transactions open, so that others with later numbers are committed before them. */
async function writeSlowly(patient: Somebody) {
  const server = servers[0] as Connection;
  const ids = await Promise.all([1, 2, 3].map(() => server.call('report', patient)));
  while (isWriting)
    for (const id of ids)
      await server.call('executeSlowly', `update reports set pages = pages + 1 where id = '${id}'`);
}

/** A report as received, without what changes by itself: signatures of links, places in the queue. */
const contentOf = ({ reportUrl, thumbnailUrl, ...report }: Report) =>
  JSON.stringify({
    ...report,
    queue: null,
    hasFile: reportUrl !== null,
    hasThumbnail: thumbnailUrl !== null,
  });

type Reader = { server: number; viewer: Somebody; call: string; patientId?: string; limit: string };

/** Follows the changes of a list until it equals the list after the last write. */
async function follow({ server: at, viewer, call, patientId, limit }: Reader) {
  const server = servers[at] as Connection;
  const mirror = new Map<string, string>();
  const received = new Map<string, string[]>();
  const removed = new Set<string>();
  let changedSince = 'start';
  const poll = async () => {
    const { status, data, changes } = await server.call(
      'list',
      viewer.token,
      call,
      { changedSince, limit },
      patientId,
    );
    expect(status).toBe(200);
    for (const report of data) {
      mirror.set(report._id, contentOf(report));
      received.set(report._id, [...(received.get(report._id) ?? []), contentOf(report)]);
    }
    for (const id of changes.removed) {
      mirror.delete(id);
      removed.add(id);
    }
    changedSince = changes.cursor;
    return data.length + changes.removed.length;
  };
  const listed = async () => {
    const rows: Report[] = [];
    for (let page = 1; ; page += 1) {
      const { data, meta } = await server.call(
        'list',
        viewer.token,
        call,
        { page: `${page}`, limit: '100' },
        patientId,
      );
      rows.push(...data);
      if (rows.length >= meta.total) return new Map(rows.map((report) => [report._id, contentOf(report)]));
    }
  };
  while (isWriting) await poll();
  // A review that was sent last can be undone for a while. The server with the wrong clock shows it
  // later than the others on its pages.
  for (;;) {
    const count = await poll();
    const expected = await listed();
    const isSame =
      mirror.size === expected.size && [...expected].every(([id, content]) => mirror.get(id) === content);
    if (count === 0 && isSame) return { mirror, received, removed };
  }
}

test(
  'returns each change of a list at least once and each version at most once, while two servers write and the clock of one is wrong',
  async () => {
    const server = servers[0] as Connection;
    const patients = await Promise.all([1, 2].map(() => server.call('patient')));
    const [patient, neighbour] = patients as [Somebody, Somebody];
    const admin = await server.call('admin');
    const own = { call: 'get-report-by-patientId', patientId: patient.id, viewer: patient };
    const readers: Reader[] = [
      { ...own, server: 0, limit: '7' },
      { ...own, server: 1, limit: '100' },
      { server: 1, viewer: admin, call: 'get-pending-reports', limit: '20' },
      { server: 0, viewer: admin, call: 'get-all-reviewed-reports', limit: '3' },
    ];
    const following = readers.map(follow);
    const lanes = Array.from({ length: servers.length * lanesOfServer }, (_, lane) =>
      writeInLane(lane, lane < 4 ? patient : neighbour),
    );
    const slow = isOnPostgres ? writeSlowly(patient) : undefined;
    await Promise.all(lanes).finally(() => {
      isWriting = false;
    });
    await slow;
    const results = await Promise.all(following);
    const versions = results.flatMap(({ received }) => [...received.values()]);
    printFigures('changes', {
      writes: countDone(),
      ...done,
      received: versions.flat().length,
      removed: results.reduce((sum, { removed }) => sum + removed.size, 0),
    });
    const twice = versions.filter((contents) => new Set(contents).size < contents.length);
    expect(twice).toEqual([]);
    const all = versions.flat().join('\n');
    expect(undoneTexts.length).toBeGreaterThan(0);
    expect(undoneTexts.filter((text) => all.includes(`"review":"${text}"`))).toEqual([]);
    const [first, second] = results;
    expect(deletedIds.length).toBeGreaterThan(0);
    for (const id of deletedIds) expect(first?.mirror.has(id) || second?.mirror.has(id)).toBe(false);
    const received = new Set(first?.received.keys());
    expect(deletedIds.filter((id) => received.has(id) && !first?.removed.has(id))).toEqual([]);
  },
  timeoutFor(10),
);
