// Uploads of reports: their speed and their memory.
import { setTimeout as wait } from 'node:timers/promises';
import { people } from '../lib/clinic.mjs';
import { inTurn, timeOf } from '../lib/measure.mjs';
import { send, sendInPieces, threePhotosBody, uploadBody } from '../lib/reports.mjs';
import { alone, compared } from '../lib/results.mjs';
import { residentOf } from '../lib/servers.mjs';

const megabyte = 1024 * 1024;
const call = '/api/v1/report/upload-report';

export async function measure(bench) {
  const { url, pid } = await bench.empty('uploads', { MAX_UPLOAD_MB: '64' });
  const floor = await bench.floor();
  const { token } = people.patient;
  const megabytes = bench.isSmall ? 1 : 10;
  const body = uploadBody(megabytes * megabyte);
  const ours = async () =>
    (megabytes * 1000) / (await timeOf(() => send({ url: `${url}${call}`, token, body })));
  const floorUpload = async () =>
    (megabytes * 1000) / (await timeOf(() => send({ url: `${floor.url}/upload`, token, body })));
  for (let warm = 0; warm < 3; warm += 1) {
    await ours();
    await floorUpload();
  }
  const results = await inTurn({ ours, theirs: floorUpload }, bench.rounds(25));
  const rows = [
    compared({
      work: `upload of a ${megabytes} MB PDF`,
      ...results,
      unit: 'MB/s',
      goal: '≥ 0.4 of busboy to the disk',
      isMet: (ratio) => ratio >= 0.4,
      note: 'type check, decoding in a process of its own, encryption, fsync, row and audit line, against none of these',
    }),
  ];
  rows.push(await photos({ bench, url, floor, token }), await pieces({ bench, url, token }));
  const large = bench.isSmall ? 1 : 50;
  const largeBody = uploadBody(large * megabyte);
  const growths = [];
  for (let round = 0; round < bench.rounds(3) + 1; round += 1) {
    await wait(bench.seconds(1) * 1000);
    const growth = await growthOf(pid, () =>
      Promise.all(Array.from({ length: 8 }, () => send({ url: `${url}${call}`, token, body: largeBody }))),
    );
    // The first round loads what is loaded only once.
    if (round > 0) growths.push(growth);
  }
  rows.push(
    alone({
      work: `8 uploads of ${large} MB at once, growth of resident memory`,
      ours: growths,
      unit: 'MB',
      goal: '≤ 60 MB',
      isMet: (grown) => grown <= 60,
      note: 'after a first round of the same, which is not counted',
    }),
  );
  return { rows };
}

/**
 * Compares three photos in one call, which become the pages of one PDF, with the same bytes to the
 * disk.
 */
async function photos({ bench, url, floor, token }) {
  const body = await threePhotosBody();
  const contenders = {
    ours: () => timeOf(() => send({ url: `${url}${call}`, token, body })),
    theirs: () => timeOf(() => send({ url: `${floor.url}/upload`, token, body })),
  };
  for (const warm of Object.values(contenders)) await warm();
  return compared({
    work: `upload of three photos, ${(body.length / megabyte).toFixed(1)} MB together`,
    ...(await inTurn(contenders, bench.rounds(15))),
    unit: 'ms',
    note: 'each is decoded, turned upright, freed of what it tells and put on a page of one PDF; the floor writes the same bytes to the disk',
  });
}

/** Compares a megabyte in pieces, each sealed and durable before it is answered, with one call. */
async function pieces({ bench, url, token }) {
  const bytes = megabyte;
  const pieceBytes = 128 * 1024;
  const body = uploadBody(bytes);
  const contenders = {
    ours: () => timeOf(() => sendInPieces({ url, token, bytes, pieceBytes })),
    theirs: () => timeOf(() => send({ url: `${url}${call}`, token, body })),
  };
  for (const warm of Object.values(contenders)) await warm();
  return compared({
    work: 'upload of 1 MB in 8 pieces, beside one call',
    ...(await inTurn(contenders, bench.rounds(15))),
    unit: 'ms',
    note: 'ten requests in place of one, each piece on the disk before it is answered',
  });
}

/** Measures by how many megabytes a process grows at most while some work runs. */
async function growthOf(pid, work) {
  const residentBefore = residentOf(pid);
  let peak = residentBefore;
  const timer = setInterval(() => {
    peak = Math.max(peak, residentOf(pid));
  }, 10);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return (peak - residentBefore) / 1024;
}
