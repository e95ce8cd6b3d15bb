// Measures how much the server's resident memory grows while a report of the largest size arrives.
//
// npm run bench -- upload-memory [megabytes or `photos`] [how many at once] [store]
//
// Starts the built server with its own data folders and sends one small report, so that everything
// is loaded. Then it sends reports of the given size and samples the server's VmRSS from /proc
// every 10 ms. The files are decoded in a separate process, which ends by itself; its peak is
// printed too. `photos` are the twenty pages of one report, 15 megapixels each, together as large
// as a report may be. With `store` the reports are kept in an object store that is started for it.
// Linux only.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { S3mini } from 's3mini';
import { startSwift } from '../tests/tools/programs/swift.mjs';
import { photosBody, send, uploadBody } from './lib/reports.mjs';
import { admin, residentOf, settingsIn, startServer } from './lib/servers.mjs';

const isOfPhotos = process.argv[2] === 'photos';
const megabytes = isOfPhotos ? 25 : Number(process.argv[2] ?? 25);
const atOnce = Number(process.argv[3] ?? 1);
const rounds = 5;
const store = process.argv[4] === 'store' ? await startSwift() : undefined;
const folder = mkdtempSync(join(tmpdir(), 'upload-memory-'));
const server = await startServer({
  settings: {
    ...settingsIn(folder),
    MAX_UPLOAD_MB: String(Math.max(25, megabytes)),
    LIMIT_SCALE: '1000',
    ...(store && { ...store.settings, STORAGE_URL: `s3://${await makeBucket(store.settings)}` }),
  },
});

try {
  const token = await logIn();
  const small = uploadBody(10_000);
  for (let warm = 0; warm < 3; warm += 1) await upload(token, small);
  const large = isOfPhotos ? await photosBody(megabytes) : uploadBody(megabytes * 1024 * 1024);
  const rows = [];
  for (let round = 1; round <= rounds; round += 1) {
    await wait(1000);
    rows.push(await measure(() => Promise.all(Array.from({ length: atOnce }, () => upload(token, large)))));
  }
  print(rows);
} finally {
  await server.stop();
  await store?.stop();
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Runs one round: resident memory before, its peak during the work, and the duration of the work.
 */
async function measure(work) {
  const residentBefore = residentOf(server.pid);
  let peak = residentBefore;
  let decoderPeak = 0;
  let isOver = false;
  const sampling = (async () => {
    while (!isOver) {
      peak = Math.max(peak, residentOf(server.pid));
      for (const child of childrenOf(server.pid)) decoderPeak = Math.max(decoderPeak, residentOf(child));
      await wait(10);
    }
  })();
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1000;
  isOver = true;
  await sampling;
  return { before: residentBefore, growth: peak - residentBefore, decoderPeak, seconds };
}

function print(rows) {
  const growths = rows.map(({ growth }) => growth).sort((a, b) => a - b);
  console.log(
    `\n${atOnce} × ${megabytes} MB${isOfPhotos ? ' in 20 photos' : ''} at once, ${rounds} rounds, Node ${process.version}, ${cpus().length} cores\n`,
  );
  console.log('| round | server before | growth | decoder peak | seconds |');
  console.log('|---|---|---|---|---|');
  rows.forEach(({ before, growth, decoderPeak, seconds }, at) => {
    console.log(`| ${at + 1} | ${mb(before)} | ${mb(growth)} | ${mb(decoderPeak)} | ${seconds.toFixed(2)} |`);
  });
  console.log(`\nGrowth of the server: median ${mb(growths[2])}, highest ${mb(growths.at(-1))}`);
}

function mb(kilobytes) {
  return `${(kilobytes / 1024).toFixed(1)} MB`;
}

function childrenOf(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean),
    );
  } catch {
    return [];
  }
}

async function logIn() {
  const response = await fetch(`${server.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  return (await response.json()).token;
}

function upload(token, body) {
  return send({ url: `${server.url}/api/v1/report/upload-report`, token, body });
}

async function makeBucket({ S3_ENDPOINT, S3_REGION: region, ...keys }) {
  const [accessKeyId, secretAccessKey] = [keys.S3_ACCESS_KEY_ID, keys.S3_SECRET_ACCESS_KEY];
  await new S3mini({ endpoint: `${S3_ENDPOINT}/bench`, region, accessKeyId, secretAccessKey }).createBucket();
  return 'bench';
}
