// Measures how hostile files slow down everybody else.
//
// npm run bench -- hostile
//
// Starts the built server with every limit as in a clinic. A patient sends a PDF of 200 pages that
// are too slow to draw and requests all of them at once, while a doctor reads other reports. This
// is repeated while another patient sends small pieces of a file as fast as they are accepted. Then
// come files that unpack to gigabytes, one after the other, until the day's limit ends it.
// Meanwhile /healthz is requested every 50 ms and the memory of the decoding programs is read every
// 5 ms. Real files of the largest size come last. Linux only.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { endlessPdf, greedyPdf, pdfOf, slowPagesPdf, streamBombPdf } from '../tests/fixtures/pdf.mjs';
import { makeClinic, people } from './lib/clinic.mjs';
import { startServer } from './lib/servers.mjs';

const fixture = (name) => readFileSync(new URL(`../tests/fixtures/${name}`, import.meta.url));
// Created before anything is measured: they keep this program busy for seconds.
const doubleDeflate = fixture('double-deflate.pdf');
const bombs = [
  ['a shading that never ends', endlessPdf()],
  ['nested forms', greedyPdf()],
  ['a stream of 500 MB', streamBombPdf()],
  ['20,000 × 20,000 points', fixture('huge.png')],
  ...[1, 2, 3].map((time) => [`2 GB packed twice, time ${time}`, doubleDeflate]),
];
const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
const settings = await makeClinic({ folder: join(folder, 'clinic'), reports: 10 });
const { url, pid, stop } = await startServer({ settings: { ...settings, LIMIT_SCALE: '1' } });
try {
  const plain = [];
  for (let count = 0; count < 12; count += 1)
    plain.push(await reportOf(people.masked, fixture('two-pages.pdf')));
  const pages = plain.flatMap((id) => [`${id}/1`, `${id}/2`]);
  print('the doctor’s pages, nothing else going on', await watching(() => reading(pages.splice(0, 8))));

  const slow = await reportOf(people.patient, slowPagesPdf());
  const statuses = [];
  const asking = Promise.all(
    Array.from({ length: 199 }, async (_, index) => {
      statuses.push((await get(`/files/page/${slow}/${index + 2}`, people.patient)).status);
    }),
  );
  await wait(500);
  print(
    'the doctor’s pages, while 199 slow ones are asked for',
    await watching(() => reading(pages.splice(0, 8))),
  );
  const again = await reportOf(people.masked, slowPagesPdf(150));
  const askingAgain = Promise.all([2, 3].map((page) => get(`/files/page/${again}/${page}`, people.masked)));
  const pieces = { isOver: false, statuses: [] };
  const sending = sendSmallPieces(people.patient, pieces);
  print(
    'the doctor’s pages, while slow ones and small pieces arrive',
    await watching(() => reading(pages.splice(0, 8))),
  );
  pieces.isOver = true;
  await Promise.all([sending, askingAgain]);
  console.log(`the small pieces: ${countOf(pieces.statuses)}`);
  print('the rest of the 199', await watching(() => asking.then(() => ({ status: countOf(statuses) }))));
  const closedResult = await watching(() => get(`/files/page/${slow}/150`, people.doctor));
  print('one of them for the doctor afterwards', closedResult);

  for (const [name, content] of bombs) {
    print(name, await watching(() => upload(people.patient, content)));
  }
  let fileCount = bombs.length;
  const flood = await watching(async () => {
    for (let status = 422; status === 422; fileCount += 1)
      ({ status } = await upload(people.patient, doubleDeflate));
  });
  print(`again and again, refused as too many after ${fileCount - 1} hostile files`, flood);

  const noise = { type: 'gaussian', mean: 128, sigma: 40 };
  const photo = sharp(
    await sharp({ create: { width: 1000, height: 667, channels: 3, background: '#888', noise } })
      .png()
      .toBuffer(),
  ).resize(8660, 5773, { kernel: 'cubic' });
  const lines = Array.from(
    { length: 60 },
    (_, at) => `BT 0.1 g /F1 10 Tf 56 ${780 - at * 12} Td (Line ${at}) Tj ET`,
  );
  const real = [
    ['a PDF of 40 pages of text', pdfOf(Array.from({ length: 40 }, () => lines.join('\n')))],
    ['a JPEG of 50 megapixels', await photo.clone().jpeg({ quality: 85 }).toBuffer()],
    ['the same, progressive', await photo.clone().jpeg({ quality: 85, progressive: true }).toBuffer()],
    [
      'the same as PNG',
      await photo.clone().grayscale().threshold(128).png({ palette: true, colours: 4 }).toBuffer(),
    ],
    ...readdirSync(new URL('../tests/fixtures', import.meta.url))
      .filter((name) => /^(blood-test|two-pages|xray|rash|scan|ecg)\./.test(name))
      .map((name) => [name, fixture(name)]),
  ];
  for (const [name, content] of real) {
    const megabytes = (content.length / 1e6).toFixed(1);
    print(`${name} (${megabytes} MB)`, await watching(() => upload(people.doctor, content)));
  }
} finally {
  await stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Measures the time of each page that a doctor opens one after the other, in milliseconds. */
async function reading(paths) {
  const times = [];
  for (const path of paths) {
    const { status, ms } = await get(`/files/page/${path}`, people.doctor);
    if (status !== 200) throw new Error(`a doctor's page: ${status}`);
    times.push(ms);
  }
  return times;
}

/** Sends a file byte by byte until `pieces.isOver`, and notes the status of each piece. */
async function sendSmallPieces({ token }, pieces) {
  const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' };
  const content = slowPagesPdf();
  const announcement = await fetch(`${url}/api/v1/report/uploads`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(content.length) },
  });
  const slot = announcement.headers.get('location');
  for (let offset = 0; !pieces.isOver; ) {
    const bytes = offset === 0 ? 5000 : 1;
    const { status } = await fetch(new URL(slot, url), {
      method: 'PATCH',
      headers: {
        ...headers,
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
      body: content.subarray(offset, offset + bytes),
    });
    pieces.statuses.push(status);
    if (status === 204) offset += bytes;
  }
}

/**
 * Runs some work.
 *
 * @returns its result, the times of `/healthz` meanwhile, the maximum resident memory of a decoding
 * program, and the seconds it took.
 */
async function watching(work) {
  let [peak, isOver] = [0, false];
  const healthTimes = [];
  const healths = (async () => {
    while (!isOver) {
      healthTimes.push((await get('/healthz')).ms);
      await wait(50);
    }
  })();
  const peaks = (async () => {
    while (!isOver) {
      for (const child of childrenOf(pid)) peak = Math.max(peak, peakOf(child));
      await wait(5);
    }
  })();
  const since = performance.now();
  const result = await work().finally(() => {
    isOver = true;
  });
  const seconds = (performance.now() - since) / 1000;
  await Promise.all([healths, peaks]);
  healthTimes.sort((one, other) => one - other);
  const health = { p95: healthTimes[Math.floor(0.95 * healthTimes.length)], max: healthTimes.at(-1) };
  return { took: result, health, peak, seconds };
}

function print(what, { took, health, peak, seconds }) {
  const pages = Array.isArray(took) ? `${took.map(Math.round).join(', ')} ms` : '';
  const more = `${seconds.toFixed(1)} s in all; /healthz p95 ${Math.round(health.p95)}, max ${Math.round(health.max)} ms; decoder ${Math.round(peak / 1024)} MB at most`;
  console.log(`${what}: ${[pages, took?.status, more].filter(Boolean).join('; ')}`);
}

function countOf(statuses) {
  const kinds = [...new Set(statuses)];
  return kinds.map((kind) => `${statuses.filter((one) => one === kind).length} × ${kind}`).join(', ');
}

async function get(path, person) {
  const since = performance.now();
  const headers = { connection: 'close', ...(person && { authorization: `Bearer ${person.token}` }) };
  const answer = await fetch(url + path, { headers });
  await answer.arrayBuffer();
  return { status: answer.status, ms: performance.now() - since };
}

async function upload({ token }, content) {
  const form = new FormData();
  form.set('reportType', 'MRI');
  form.set('phoneNumber', '9876543210');
  form.set('report', new File([content], 'report'));
  const since = performance.now();
  const answer = await fetch(`${url}/api/v1/report/upload-report`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  return { status: answer.status, ms: performance.now() - since, json: await answer.json() };
}

async function reportOf(person, content) {
  const { status, json } = await upload(person, content);
  if (status !== 200) throw new Error(`an upload: ${status} ${json.message}`);
  return json.data._id;
}

function childrenOf(parent) {
  try {
    return readdirSync(`/proc/${parent}/task`).flatMap((task) =>
      readFileSync(`/proc/${parent}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean),
    );
  } catch {
    return [];
  }
}

function peakOf(child) {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
