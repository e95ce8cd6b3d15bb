// How much the server's resident memory grows while a report of the largest size arrives.
//
// npm run build && node bench/upload-memory.mjs [megabytes] [how many at once]
//
// Starts the built server with data folders of its own, sends one small report so that everything
// is loaded, then reports of the size asked for, and samples the server's VmRSS from /proc every 10
// ms. What decodes the files is a process of its own, which ends by itself; its peak is shown
// beside. Linux only.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const megabytes = Number(process.argv[2] ?? 25);
const atOnce = Number(process.argv[3] ?? 1);
const rounds = 5;
const folder = mkdtempSync(join(tmpdir(), 'upload-memory-'));
const port = await freePort();
const base = `http://127.0.0.1:${port}`;

const server = spawn(
  process.execPath,
  ['node_modules/@remix-run/serve/dist/cli.js', 'build/server/index.js'],
  {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: base,
      DATA_DIR: folder,
      DATABASE_URL: `file:${join(folder, 'app.db')}`,
      UPLOADS_DIR: join(folder, 'uploads'),
      ADMIN_EMAIL: 'admin@clinic.test',
      ADMIN_PASSWORD: 'correct horse battery',
      MAX_UPLOAD_MB: String(Math.max(25, megabytes)),
      LIMIT_SCALE: '1000',
      ACCOUNT_QUOTA_MB: '1000000',
      MIN_FREE_DISK_MB: '0',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  },
);

try {
  await untilReady();
  const token = await logIn();
  const small = Buffer.from(pdfOf(10_000));
  for (let warm = 0; warm < 3; warm += 1) await upload(token, small);
  const large = pdfOf(megabytes * 1024 * 1024);
  const rows = [];
  for (let round = 1; round <= rounds; round += 1) {
    await wait(1000);
    rows.push(await measure(() => Promise.all(Array.from({ length: atOnce }, () => upload(token, large)))));
  }
  print(rows);
} finally {
  // After SIGTERM it would wait for its last requests, with its folder gone.
  server.kill('SIGKILL');
  await once(server, 'exit');
  rmSync(folder, { recursive: true, force: true });
}

/** One round: resident memory before, its peak while the work runs, and how long the work took. */
async function measure(work) {
  const before = residentOf(server.pid);
  let peak = before;
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
  return { before, growth: peak - before, decoderPeak, seconds };
}

function print(rows) {
  const growths = rows.map(({ growth }) => growth).sort((a, b) => a - b);
  console.log(
    `\n${atOnce} × ${megabytes} MB at once, ${rounds} rounds, Node ${process.version}, ${cpus().length} cores\n`,
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

function residentOf(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
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

async function untilReady() {
  for (let tries = 0; tries < 200; tries += 1) {
    try {
      await fetch(base);
      return;
    } catch {
      await wait(100);
    }
  }
  throw new Error('The server did not start. Run npm run build first.');
}

async function logIn() {
  const response = await fetch(`${base}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@clinic.test', password: 'correct horse battery' }),
  });
  return (await response.json()).token;
}

async function upload(token, bytes) {
  const form = new FormData();
  form.set('reportType', 'Blood Test');
  form.set('phoneNumber', '9876543210');
  form.set('report', new File([bytes], 'report.pdf'));
  const response = await fetch(`${base}/api/v1/report/upload-report`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
}

/** A one-page PDF of exactly so many bytes; what fills it up is a stream that no page uses. */
function pdfOf(bytes) {
  const build = (filler) => {
    const objects = [
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>',
      `<</Length ${filler}>>\nstream\n${'x'.repeat(filler)}\nendstream`,
    ];
    let text = '%PDF-1.4\n';
    const offsets = objects.map((object, at) => {
      const offset = text.length;
      text += `${at + 1} 0 obj\n${object}\nendobj\n`;
      return String(offset).padStart(10, '0');
    });
    const xref = text.length;
    text += `xref\n0 5\n0000000000 65535 f \n${offsets.map((offset) => `${offset} 00000 n \n`).join('')}`;
    return `${text}trailer\n<</Size 5/Root 1 0 R>>\nstartxref\n${xref}\n%%EOF\n`;
  };
  let filler = bytes - build(0).length;
  while (build(filler).length > bytes) filler -= 1;
  return Buffer.from(build(filler).padEnd(bytes, '\n'), 'latin1');
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port: found } = probe.address();
      probe.close(() => resolve(found));
    });
  });
}
