// Measures whether the response time reveals that an address has an account, or that a link for
// another doctor exists.
//
// npm run bench -- timing [how many of each]
//
// Starts the built server with its own data folders and one patient. Then it requests the patient's
// address and addresses without an account, in random order, at each call that accepts one; and links
// that exist, with a wrong passcode or ended, and links that do not. Prints
// the medians and their difference, next to the difference between two halves of the very same
// answers: a smaller difference is noise.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
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
  for (const [name, bodyOf] of Object.entries(calls)) {
    const bodies = { known: () => bodyOf(patient), unknown: () => bodyOf(newAddress()) };
    print(name, await measure(name.split(',')[0], bodies));
  }
  for (const [name, tokens] of Object.entries(await makeLinks())) {
    // As many links that do not exist, each tried as often.
    const strangers = tokens.map(newToken);
    let at = 0;
    const nextOf = (list) => () => openingOf(list[at++ % list.length]);
    const bodies = { known: nextOf(tokens), unknown: nextOf(strangers) };
    print(`share/open, ${name}`, await measure('share/open', bodies));
  }
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(path, bodies) {
  const times = { known: [], unknown: [] };
  const order = [...Array(each * 2).keys()].map((at) => ['known', 'unknown'][at % 2]);
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(Math.random() * (at + 1));
    [order[at], order[other]] = [order[other], order[at]];
  }
  for (let warm = 0; warm < 10; warm += 1) await post(path, bodies.known());
  for (const kind of order) {
    const body = bodies[kind]();
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
  const response = await send(path, body);
  await response.arrayBuffer();
  return response.status;
}

function send(path, body, { token, method = 'POST' } = {}) {
  return fetch(`${server.url}/api/v1/${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: body && JSON.stringify(body),
  });
}

function newAddress() {
  return `asha.${String(Math.random()).slice(2, 7)}@clinic.test`;
}

function newToken() {
  return randomBytes(32).toString('base64url');
}

function openingOf(token) {
  return { token, passcode: 'WRNG-WRNG', name: 'Anil Rao', registrationNumber: '1' };
}

/** Makes links for another doctor, of which each is tried less often than ends it, and an ended one. */
async function makeLinks() {
  const { token } = await (await send('auth/login', { email: patient, password })).json();
  const form = new FormData();
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } });
  const file = new Blob([await picture.png().toBuffer()], { type: 'image/png' });
  for (const [name, value] of Object.entries({ reportType: 'ECG', phoneNumber: '9876543210' }))
    form.set(name, value);
  form.set('report', file, 'ecg.png');
  const headers = { authorization: `Bearer ${token}` };
  const url = `${server.url}/api/v1/report/upload-report`;
  const sent = await (await fetch(url, { method: 'POST', headers, body: form })).json();
  const make = async () => {
    const answer = await send('report/share', { reportIds: [sent.data._id], hours: 1 }, { token });
    return (await answer.json()).data;
  };
  const tokens = [];
  for (let at = 0; at <= (each + 10) / 15; at += 1) tokens.push((await make()).token);
  const ended = await make();
  await send(`report/share/${ended._id}`, undefined, { token, method: 'DELETE' });
  return { 'wrong passcode': tokens, 'ended link': [ended.token] };
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
