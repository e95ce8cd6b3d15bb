// Measures whether the response time reveals that an address has an account.
//
// npm run bench -- timing [how many of each]
//
// Starts the built server with its own data folders and one patient. Then it requests the patient's
// address and addresses without an account, in random order, at each call that accepts one. Prints
// the medians and their difference, next to the difference between two halves of the very same
// answers: a smaller difference is noise.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { settingsIn, startServer } from './lib/servers.mjs';

const each = Number(process.argv[2] ?? 200);
const folder = mkdtempSync(join(tmpdir(), 'timing-'));
const password = 'a quiet river runs';
const patient = 'asha.known@clinic.test';
const server = await startServer({ settings: settingsIn(folder) });

const details = (email) => ({
  accountType: 'Patient',
  firstName: 'Asha',
  lastName: 'Rao',
  contactNumber: '9876543210',
  email,
  password,
  confirmPassword: password,
});
const calls = {
  'auth/login': (email) => ({ email, password: 'not this password' }),
  'auth/send-otp': (email) => ({ email }),
  'auth/signup, wrong code': (email) => ({ ...details(email), otp: '000000' }),
  'auth/reset-password-token': (email) => ({ email }),
};

try {
  await signUp();
  console.log(`\n${each} of each, medians in milliseconds, Node ${process.version}\n`);
  console.log('| call | known | unknown | between them | between halves of the same |');
  console.log('|---|---|---|---|---|');
  for (const [name, bodyOf] of Object.entries(calls)) print(name, await measure(name.split(',')[0], bodyOf));
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(path, bodyOf) {
  const times = { known: [], unknown: [] };
  const order = [...Array(each * 2).keys()].map((at) => ['known', 'unknown'][at % 2]);
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(Math.random() * (at + 1));
    [order[at], order[other]] = [order[other], order[at]];
  }
  for (let warm = 0; warm < 10; warm += 1) await post(path, bodyOf(patient));
  for (const kind of order) {
    const email = kind === 'known' ? patient : `asha.${String(Math.random()).slice(2, 7)}@clinic.test`;
    const body = bodyOf(email);
    const started = performance.now();
    await post(path, body);
    times[kind].push(performance.now() - started);
  }
  return times;
}

function print(name, { known: knownTimes, unknown }) {
  const halves = [knownTimes, unknown].map((times) => {
    const [even, odd] = [0, 1].map((rest) => times.filter((_time, at) => at % 2 === rest));
    return Math.abs(median(even) - median(odd));
  });
  const cells = [
    median(knownTimes),
    median(unknown),
    median(knownTimes) - median(unknown),
    Math.max(...halves),
  ];
  console.log(`| ${name} | ${cells.map((cell) => cell.toFixed(2)).join(' | ')} |`);
}

function median(times) {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

async function post(path, body) {
  const response = await fetch(`${server.url}/api/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response.status;
}

async function signUp() {
  await post('auth/send-otp', { email: patient });
  for (let tries = 0; tries < 100; tries += 1) {
    await wait(100);
    const mail = join(folder, 'mail');
    const [name] = readdirSync(folder).includes('mail') ? readdirSync(mail) : [];
    const otp =
      name && /\b\d{6}\b/.exec(readFileSync(join(mail, name), 'utf8').split('Subject:')[1] ?? '')?.[0];
    if (otp && (await post('auth/signup', { ...details(patient), otp })) === 200) return;
  }
  throw new Error('The patient could not sign up.');
}
