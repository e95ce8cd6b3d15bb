import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEmails } from '../e2e/support/emails';
import { type Answer, formBody, openWorld, type World } from './support/world';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

const jsonOf = (body: object) => ({
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});
type Sent = { headers: Record<string, string>; body: string };
const post = (path: string, { headers, body }: Sent, more: Record<string, string> = {}) =>
  world.ask(path, { method: 'POST', headers: { ...headers, ...more }, body });

const wrong = 'not this password';
const details = (email: string) => ({
  ...{ accountType: 'Patient', firstName: 'Asha', lastName: 'Rao', email },
  ...{
    contactNumber: '9876543210',
    password: 'a lamp in the window',
    confirmPassword: 'a lamp in the window',
  },
});

/** Every request that depends on an e-mail address, on pages and through the API. */
const questions: [what: string, ask: (email: string, more?: Record<string, string>) => Promise<Answer>][] = [
  ['logging in on the page', (email, more) => post('/login', formBody({ email, password: wrong }), more)],
  [
    'logging in with script',
    (email, more) => post('/login.data', formBody({ email, password: wrong }), more),
  ],
  ['auth/login', (email, more) => post('/api/v1/auth/login', jsonOf({ email, password: wrong }), more)],
  [
    'signing up on the page',
    (email, more) => post('/signup', formBody({ ...details(email), countryCode: '+91' }), more),
  ],
  ['auth/send-otp', (email, more) => post('/api/v1/auth/send-otp', jsonOf({ email }), more)],
  [
    'auth/verify-otp',
    (email, more) => post('/api/v1/auth/verify-otp', jsonOf({ email, otp: '000000' }), more),
  ],
  [
    'auth/signup',
    (email, more) => post('/api/v1/auth/signup', jsonOf({ ...details(email), otp: '000000' }), more),
  ],
  ['requesting a new password', (email, more) => post('/forgot-password', formBody({ email }), more)],
  [
    'requesting a new password with script',
    (email, more) => post('/forgot-password.data', formBody({ email }), more),
  ],
  [
    'auth/reset-password-token',
    (email, more) => post('/api/v1/auth/reset-password-token', jsonOf({ email }), more),
  ],
];

describe('the existence of an account for an e-mail address', () => {
  /**
   * Serialises an answer without the parts that are new each time: the clock, the request's ID, the
   * rest of the limit, the page's nonce, cookie values, and the address itself.
   */
  function shapeOf({ status, headers, names, text }: Answer, email: string) {
    const { date: _clock, 'x-request-id': _name, ratelimit: _left, ...headersLeft } = headers;
    const { 'set-cookie': cookies = [], ...fixedHeaders } = headersLeft;
    const shapes = cookies.map((cookie) =>
      cookie.replace(/=([^;]*)/, (_all, value) => `=${decodeURIComponent(value).length}`),
    );
    const all = JSON.stringify([status, fixedHeaders, names, shapes, text]).replaceAll(email, '<address>');
    return all.replaceAll(encodeURIComponent(email), '<address>').replace(/nonce[-=\\"]+[\w+/]+=*/g, 'nonce');
  }

  test.each(questions)('is not revealed by %s: same bytes and headers', async (_what, ask) => {
    const knownEmail = world.other.email;
    const unknownEmail = knownEmail.replace('ravi', 'ravj');
    expect([unknownEmail.length, unknownEmail === knownEmail]).toEqual([knownEmail.length, false]);
    // Asked twice, so that state set up by the first answer (a code, a wait) exists for both.
    for (let time = 0; time < 2; time += 1) {
      // Waits past the interval between two codes (60 s, here a thousandth of it), for both alike.
      await sleep(150);
      const [knownAnswer, unknownAnswer] = [await ask(knownEmail), await ask(unknownEmail)];
      expect(shapeOf(knownAnswer, knownEmail)).toBe(shapeOf(unknownAnswer, unknownEmail));
    }
  });

  test('is revealed only by e-mail, to the address itself', async () => {
    const subjects = async (email: string) =>
      (await emailsTo(email)).map(({ subject }) => subject).join('\n');
    const [knownEmail, unknownEmail] = [world.other.email, world.other.email.replace('ravi', 'ravj')];
    await expect.poll(() => subjects(knownEmail)).toMatch(/already|password/i);
    await expect.poll(() => subjects(unknownEmail)).toMatch(/^\d{6} is your/);
    expect(await subjects(unknownEmail)).not.toMatch(/already|password/i);
  });
});

const emailsTo = (email: string) => readEmails(world.service.mailDir, email);

describe('a request that names another host', () => {
  const evil = {
    Host: 'evil.test',
    'X-Forwarded-Host': 'evil.test',
    'X-Forwarded-Proto': 'https',
    'X-Original-Host': 'evil.test',
    Forwarded: 'host=evil.test;proto=https',
  };

  test('gets e-mails with links to the clinic’s own address', async () => {
    const { email } = world.suspended;
    const before = (await emailsTo(email)).length;
    for (const [, ask] of questions) {
      const { headers, text } = await ask(email, evil);
      expect(`${headers.location}${text}`).not.toContain('evil.test');
    }
    const newest = async () => (await emailsTo(email)).slice(before);
    const withLinks = async () => (await newest()).filter(({ text }) => text.includes('://'));
    await expect.poll(async () => (await withLinks()).length).toBeGreaterThan(3);
    for (const { text } of await newest()) expect(text).not.toContain('evil.test');
    for (const { text } of await withLinks()) {
      const links = text.match(/\w+:\/\/[^\s/]+/g) ?? [];
      expect(links.every((link) => link === world.service.url)).toBe(true);
    }
  });

  test('gets file links and an API document with the clinic’s own address', async () => {
    const path = `/api/v1/report/get-report-by-patientId/${world.patient.id}`;
    const { text } = await world.ask(path, { headers: { ...world.bearer('patient'), ...evil } });
    expect(text).toContain(`"reportUrl":"${world.service.url}/files/`);
    for (const requested of [path, '/api/v1/openapi.json', '/', '/dashboard/home', '/dashboard', '/login'])
      for (const who of [{}, world.as('patient')]) {
        const answer = await world.ask(requested, { headers: { ...who, ...evil } });
        expect([requested, `${answer.headers.location}${answer.text}`.includes('evil.test')]).toEqual([
          requested,
          false,
        ]);
      }
  });
});

describe('a code and a reset link', () => {
  const newest = async (email: string) => (await emailsTo(email)).at(-1)?.text ?? '';

  test('opens one account when a code is used twenty times at once', async () => {
    const email = `twenty.${Date.now()}@clinic.test`;
    await post('/api/v1/auth/send-otp', jsonOf({ email }));
    const otp = await world.service.codeFor(email);
    const use = () => post('/api/v1/auth/signup', jsonOf({ ...details(email), otp }));
    const statuses = (await Promise.all(Array.from({ length: 20 }, use))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(new Set(statuses)).toEqual(new Set([200, 422]));
    expect((await use()).status).toBe(422);
  });

  test('checks five of twenty simultaneous guesses and then rejects the right code', async () => {
    const email = `guess.${Date.now()}@clinic.test`;
    await post('/api/v1/auth/send-otp', jsonOf({ email }));
    const otp = await world.service.codeFor(email);
    const guess = (guessed: string) => post('/api/v1/auth/verify-otp', jsonOf({ email, otp: guessed }));
    const wrongCodes = Array.from({ length: 20 }, (_one, at) =>
      String((Number(otp) + 1 + at) % 1e6).padStart(6, '0'),
    );
    expect((await guess(otp)).status).toBe(200);
    await Promise.all(wrongCodes.map(guess));
    expect((await guess(otp)).status).toBe(422);
  });

  test('sets one password, on its own account alone, when a reset link is used twenty times at once', async () => {
    const { email } = world.other;
    const before = await newest(email);
    await post('/api/v1/auth/reset-password-token', jsonOf({ email }));
    await expect.poll(() => newest(email)).not.toBe(before);
    const token = /update-password\/(\S+)/.exec(await newest(email))?.[1] ?? '';
    const use = (at: number) => {
      const password = `two tall trees ${at}`;
      const body = {
        token,
        password,
        confirmPassword: password,
        email: world.patient.email,
        userId: world.patient.id,
      };
      return post('/api/v1/auth/reset-password', jsonOf(body));
    };
    const statuses = (await Promise.all(Array.from({ length: 20 }, (_one, at) => use(at)))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    const { email: hers, password } = world.patient;
    expect((await post('/api/v1/auth/login', jsonOf({ email: hers, password }))).status).toBe(200);
  });
});
