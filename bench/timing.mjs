// Measures whether the response time reveals that an address or a clinic number has an account,
// that a slip of a report or a link for another doctor exists, or which answer at the front desk was wrong.
//
// npm run bench -- timing [how many of each]
//
// Starts the built server with its own data folders, a patient, and accounts without e-mail. Then it
// sends each kind of input, in random order, to each call that accepts one. Prints the medians and
// their distance from the first kind, next to the difference between two halves of the very same
// answers: a smaller distance is noise. Fails if the answers of a call differ in a byte.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { admin, settingsIn, startServer } from './lib/servers.mjs';

const each = Number(process.argv[2] ?? 200);
const folder = mkdtempSync(join(tmpdir(), 'timing-'));
const password = 'a quiet river runs';
const patient = 'asha.known@clinic.test';
const server = await startServer({ settings: settingsIn(folder) });

const person = { birthYear: 1962, contactNumber: '9812345678' };
const identityOf = ({ user }) => ({ userId: user._id, fullName: 'Lakshmi Devi', ...person });

const details = (email) => ({
  accountType: 'Patient',
  firstName: 'Asha',
  lastName: 'Rao',
  contactNumber: '9876543210',
  email,
  password,
  confirmPassword: password,
});
const ofAddresses = {
  'auth/login': (email) => ({ email, password: 'not this password' }),
  'auth/send-otp': (email) => ({ email }),
  'auth/signup, wrong code': (email) => ({ ...details(email), otp: '000000' }),
  'auth/reset-password-token': (email) => ({ email }),
};

try {
  await signUp();
  console.log(`\n${each} of each, medians in milliseconds, Node ${process.version}\n`);
  console.log('| call | input | median | from the first | between halves of the same |');
  console.log('|---|---|---|---|---|');
  for (const [name, bodyOf] of Object.entries(ofAddresses))
    await measure(name, {
      known: () => bodyOf(patient),
      unknown: () => bodyOf(`asha.${randomDigits(5)}@clinic.test`),
    });
  const { token } = await send('auth/login', admin);
  await measureNumbers(token);
  await measureIdentity(token);
  await measureSlips(token);
  await measureShares(token);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Measures log-ins with clinic numbers. */
async function measureNumbers(staff) {
  const [used, unused, deleted] = [await openUsed(staff), await openAccount(staff), await openUsed(staff)];
  await request('profile/delete-profile', { method: 'DELETE', body: { password }, token: deleted.token });
  const unknown = unused.clinicNumber.replace(/^..../, '0000');
  const bodyOf = (email) => () => ({ email, password: 'not this password' });
  await measure('auth/login, clinic number', {
    known: bodyOf(used.clinicNumber),
    'not logged in yet': bodyOf(unused.clinicNumber),
    deleted: bodyOf(deleted.clinicNumber),
    unknown: bodyOf(unknown),
  });
}

/** Measures wrong answers of a person at the front desk. */
async function measureIdentity(staff) {
  const account = await openUsed(staff);
  await sendReport(account);
  const { contactNumber, ...rightAnswers } = { ...identityOf(account), reason: 'lost' };
  await measure(
    'account/slip',
    {
      'wrong name': () => ({ ...rightAnswers, contactNumber, fullName: 'Gita Devi' }),
      'wrong year': () => ({ ...rightAnswers, contactNumber, birthYear: 1963 }),
      'wrong phone number': () => ({ ...rightAnswers, contactNumber: '9812345679' }),
      'wrong case number': () => ({ ...rightAnswers, caseNumber: '47ER-K1H6' }),
    },
    staff,
  );
}

/** Measures the opening of slips of reports. */
async function measureSlips(staff) {
  const account = await openUsed(staff);
  const reportId = await sendReport(account);
  const issue = async () => {
    const { data } = await send('slip/issue', { ...identityOf(account), reportId }, staff);
    return data.slipUrl.split('/').at(-1);
  };
  const replaced = await issue();
  await measure('slip/open', {
    unknown: () => ({ token: randomDigits(replaced.length), birthYear: 1962 }),
    replaced: () => ({ token: replaced, birthYear: 1962 }),
    // A wrong year uses up a try of the slip.
    'wrong year': async () => ({ token: await issue(), birthYear: 1963 }),
  });
}

/** Measures the opening of links for another doctor. Twenty wrong passcodes end one, so many are made. */
async function measureShares(staff) {
  const account = await openUsed(staff);
  const reportIds = [await sendReport(account)];
  const make = async () => (await send('report/share', { reportIds, hours: 1 }, account.token)).data;
  const links = [];
  for (let at = 0; at <= (each + 10) / 15; at += 1) links.push((await make()).token);
  const ended = await make();
  await request(`report/share/${ended._id}`, { method: 'DELETE', token: account.token });
  const strangers = links.map((token) => randomDigits(token.length));
  const openingOf = (token) => ({ token, passcode: 'WRNG-WRNG', name: 'Anil Rao', registrationNumber: '1' });
  const inTurn = (tokens) => {
    let next = 0;
    return () => openingOf(tokens[next++ % tokens.length]);
  };
  await measure('share/open', {
    unknown: inTurn(strangers),
    'wrong passcode': inTurn(links),
    ended: inTurn([ended.token]),
  });
}

/**
 * Measures a call with several kinds of input and prints a row for each.
 *
 * @param name the path of the call, and after a comma what is special about it.
 * @param kinds functions that build the body of a request, by the name of the kind.
 * @throws if two answers differ.
 */
async function measure(name, kinds, token) {
  const [path] = name.split(',');
  const names = Object.keys(kinds);
  const times = Object.fromEntries(names.map((kind) => [kind, []]));
  const order = Array.from({ length: each * names.length }, (_each, at) => names[at % names.length]);
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(Math.random() * (at + 1));
    [order[at], order[other]] = [order[other], order[at]];
  }
  for (let warm = 0; warm < 10; warm += 1)
    await request(path, { body: await kinds[names[warm % names.length]](), token });
  const answers = new Set();
  for (const kind of order) {
    const body = await kinds[kind]();
    const started = performance.now();
    const { status, text } = await request(path, { body, token });
    times[kind].push(performance.now() - started);
    answers.add(`${status} ${text}`);
  }
  if (answers.size > 1) throw new Error(`${name} gave different answers:\n${[...answers].join('\n')}`);
  const first = median(times[names[0]]);
  for (const kind of names) {
    const [even, odd] = [0, 1].map((rest) => times[kind].filter((_time, at) => at % 2 === rest));
    const figures = [median(times[kind]), median(times[kind]) - first, Math.abs(median(even) - median(odd))];
    console.log(`| ${name} | ${kind} | ${figures.map((figure) => figure.toFixed(2)).join(' | ')} |`);
  }
}

function median(times) {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function randomDigits(count) {
  return Array.from({ length: count }, () => Math.floor(Math.random() * 10)).join('');
}

async function request(path, { method = 'POST', body, token }) {
  const isForm = body instanceof FormData;
  const response = await fetch(`${server.url}/api/v1/${path}`, {
    method,
    headers: {
      ...(!isForm && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: isForm ? body : JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

/** Sends a request that has to succeed, and returns its answer. */
async function send(path, body, token) {
  const { status, text } = await request(path, { body, token });
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
  return JSON.parse(text);
}

/** Opens an account without e-mail and returns what stands on its slip. */
async function openAccount(staff) {
  const fields = { firstName: 'Lakshmi', lastName: 'Devi', sex: 'female', language: 'en', ...person };
  return (await send('account/open', fields, staff)).data;
}

/** Opens an account whose owner has logged in and chosen a password. */
async function openUsed(staff) {
  const account = await openAccount(staff);
  const logIn = await send('auth/login', { email: account.clinicNumber, password: account.password });
  const chosen = { newPassword: password, confirmNewPassword: password };
  const { token } = await send('auth/choose-password', chosen, logIn.token);
  return { ...account, token };
}

async function sendReport({ token }) {
  const form = new FormData();
  form.set('reportType', 'Blood Test');
  form.set('phoneNumber', person.contactNumber);
  form.set('description', 'Tired for three weeks');
  form.set('report', new File([readFileSync('tests/fixtures/blood-test.pdf')], 'blood-test.pdf'));
  return (await send('report/upload-report', form, token)).data._id;
}

async function signUp() {
  await request('auth/send-otp', { body: { email: patient } });
  for (let tries = 0; tries < 100; tries += 1) {
    await wait(100);
    const mail = join(folder, 'mail');
    const [name] = readdirSync(folder).includes('mail') ? readdirSync(mail) : [];
    const otp =
      name && /\b\d{6}\b/.exec(readFileSync(join(mail, name), 'utf8').split('Subject:')[1] ?? '')?.[0];
    if (otp && (await request('auth/signup', { body: { ...details(patient), otp } })).status === 200) return;
  }
  throw new Error('The patient could not sign up.');
}
