import { rename, writeFile } from 'node:fs/promises';
import { Blob, fetch } from '@remix-run/web-fetch';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasAbility } from '~/domain/kernel/abilities';
import type { AnyOperation } from '~/domain/kernel/operation';
import type { EffectiveRole } from '~/domain/kernel/viewer';
import type { Call as Served } from '~/web/api/calls.server';
import { makeAuthenticator } from '../support/authenticator';
import { calls } from '../support/calls';
import { exampleOf, isOwnOnly } from '../support/examples';
import { statusOf } from '../support/screen-access';
import { rows as addresses } from './support/address-book';
import { type Call, callsOf, file, form, openService, type Person, type Service } from './support/service';

let service: Service;
let patient: Person;
let otherPatient: Person;
let unapproved: Person;
let doctor: Person;
let admin: Person;
let reportId: string;

beforeAll(async () => {
  service = await openService();
  [patient, otherPatient, unapproved, doctor, admin] = await Promise.all([
    service.join('Patient'),
    service.join('Patient', 'Ravi'),
    service.join('Expert', 'Dev'),
    service.doctor(),
    service.theAdmin(),
  ]);
  reportId = (await service.report(patient))._id;
});
afterAll(() => service?.close());

const status = async (call: Call) => (await service.call(call)).status;
const upload = () => form({ reportType: 'MRI', phoneNumber: '9876543210', report: file('rash.png') });
const profile = {
  firstName: 'Asha',
  lastName: 'Nair',
  dateOfBirth: '1984-05-21',
  gender: 'Female',
  contactNumber: '9876543210',
  about: 'Two hours from the next hospital',
};

describe('a valid call answers 200 with a body that matches the API document', () => {
  test('auth: signs up with a code, logs in and logs out', async () => {
    const somebody = await service.join('Patient', 'Lata');
    const { token, email, password } = somebody;
    const next = 'two tall trees stand';
    const modified = { oldPassword: password, newPassword: next, confirmNewPassword: next };
    expect(await status({ name: 'post /auth/change-password', token, body: modified })).toBe(200);
    expect(await status({ name: 'post /auth/logout', token })).toBe(401);
    const again = await service.logIn({ ...somebody, password: next });
    expect(await status({ name: 'post /auth/logout', token: again.token })).toBe(200);
    expect(await status({ name: 'post /auth/reset-password-token', body: { email } })).toBe(200);
    const reset = { password, confirmPassword: password, token: await resetToken(email) };
    expect(await status({ name: 'post /auth/reset-password', body: reset })).toBe(200);
    expect((await service.logIn({ ...somebody, password })).id).toBe(somebody.id);
  });

  test('auth/verify-otp checks a code without using it up', async () => {
    const email = `code.${Date.now()}@clinic.test`;
    await service.call({ name: 'post /auth/send-otp', body: { email } });
    const otp = await service.codeFor(email);
    const name = 'post /auth/verify-otp';
    expect(await status({ name, body: { email, otp: otp === '000000' ? '111111' : '000000' } })).toBe(422);
    expect(await status({ name, body: { email, otp } })).toBe(200);
    expect(await status({ name, body: { email, otp } })).toBe(200);
  });

  test('profile: changes, picture and deletion', async () => {
    const { token } = await service.join('Patient', 'Mira');
    const modified = await service.call({ name: 'put /profile/update-profile', token, body: profile });
    expect([modified.status, modified.body.profileDetails.additionalDetails.about]).toEqual([
      200,
      profile.about,
    ]);
    const name = 'put /profile/update-display-picture';
    const pictured = await service.call({ name, token, body: form({ displayPicture: file('rash.png') }) });
    expect([pictured.status, pictured.body.message]).toEqual([200, 'Display Picture Updated Successfully']);
    const picture = await fetch(pictured.body.data.image);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(await status({ name: 'delete /profile/delete-profile', token })).toBe(200);
    expect(await status({ name: 'put /profile/update-profile', token, body: profile })).toBe(401);
  });

  test('report: uploads, reviews and deletes a report', async () => {
    const { _id, reportUrl } = await service.report(patient);
    expect((await fetch(reportUrl)).status).toBe(200);
    const name = 'post /report/add-review/{reportId}';
    const reviewing = { name, token: doctor.token, path: { reportId: _id }, body: { review: 'All is well' } };
    const reviewed = await service.call(reviewing);
    expect([reviewed.status, reviewed.body.data.review]).toEqual([200, 'All is well']);
    expect(await status(reviewing)).toBe(409);
    const lists = [
      {
        name: 'get /report/get-report-by-patientId/{patientId}',
        path: { patientId: patient.id },
        as: patient,
      },
      { name: 'get /report/get-report-by-expertId', as: doctor },
      { name: 'get /report/get-all-reviewed-reports', as: admin },
    ];
    for (const { as, ...list } of lists) {
      const { body } = await service.call({ ...list, token: as.token, query: { limit: '100' } });
      expect(JSON.stringify(body.data)).toContain(_id);
      expect(body.meta).toMatchObject({ page: 1, limit: 100 });
    }
    for (const deletion of ['body', 'path', 'query']) {
      const { _id: deletedId } = await service.report(patient);
      const call = {
        body: { name: 'delete /report/delete-report', body: { reportId: deletedId } },
        path: { name: 'delete /report/delete-report/{reportId}', path: { reportId: deletedId } },
        query: { name: 'delete /report/delete-report', query: { reportId: deletedId } },
      }[deletion] as Call;
      expect([deletion, await status({ ...call, token: patient.token })]).toEqual([deletion, 200]);
    }
  });

  test('report: withdraws consent and gives it again, each only once', async () => {
    const { _id: reportId } = await service.report(patient);
    const call = { token: patient.token, path: { reportId } };
    const withdraw = { ...call, name: 'post /report/withdraw-consent/{reportId}' };
    const give = { ...call, name: 'post /report/give-consent/{reportId}' };
    const statuses = [];
    for (const one of [give, withdraw, withdraw, give]) statuses.push(await status(one));
    expect(statuses).toEqual([409, 200, 409, 200]);
    expect(await status({ ...withdraw, token: otherPatient.token })).toBe(404);
  });

  test('report: corrects it while it is pending', async () => {
    const { _id: reportId } = await service.report(patient);
    const body = { reportType: 'ECG', phoneNumber: '+919876543210', description: 'Since Monday' };
    const call = { name: 'put /report/update-report/{reportId}', path: { reportId }, body };
    const corrected = await service.call({ ...call, token: patient.token });
    expect([corrected.status, corrected.body.data.reportType]).toEqual([200, 'ECG']);
    expect(await status({ ...call, token: otherPatient.token })).toBe(404);
    const review = {
      name: 'post /report/add-review/{reportId}',
      token: doctor.token,
      path: { reportId },
    };
    expect(await status({ ...review, body: { review: 'Rest', correctedAt: null } })).toBe(409);
    const { correctedAt } = corrected.body.data;
    expect(await status({ ...review, body: { review: 'Rest', correctedAt } })).toBe(200);
    expect(await status({ ...call, token: patient.token })).toBe(409);
  });

  test('auth: lists the account’s sessions and ends one', async () => {
    const { token } = await service.join('Patient', 'Nila');
    const list = await service.call({ name: 'get /auth/sessions', token });
    const [{ _id: sessionId, isCurrent }] = list.body.data;
    expect([list.status, isCurrent]).toEqual([200, true]);
    expect(await status({ name: 'post /auth/logout-others', token })).toBe(200);
    const end = { name: 'delete /auth/sessions/{sessionId}', token, path: { sessionId } };
    expect(await status({ ...end, token: otherPatient.token })).toBe(404);
    expect(await status(end)).toBe(200);
    expect(await status(end)).toBe(401);
  });

  test('profile: exports everything stored as an archive', async () => {
    const { token, password } = await service.join('Patient', 'Uma');
    const name = 'post /profile/export-data';
    const { status: exportStatus, text, headers } = await service.call({ name, token, body: { password } });
    expect([exportStatus, text.slice(0, 2), headers.get('cache-control')]).toEqual([200, 'PK', 'no-store']);
    expect(await status({ name, token, body: { password: 'a loud river' } })).toBe(422);
  });

  test('system: makes a key, which reads and sends, and is revoked', async () => {
    const { token, password } = admin;
    const scopes = ['reports.read', 'people.read', 'export'];
    const body = { name: 'City Hospital', scopes, days: 30, password };
    const newKey = await service.call({ name: 'post /system/keys', token, body });
    const { key, secret } = newKey.body.data;
    expect([newKey.status, key.scopes]).toEqual([200, scopes]);
    expect(await status({ name: 'get /system/keys', token })).toBe(200);
    const people = await service.call({
      name: 'get /account/patients',
      token: secret,
      query: { q: patient.lastName },
    });
    expect([people.status, people.body.data.map(({ _id }: { _id: string }) => _id)]).toEqual([
      200,
      expect.arrayContaining([patient.id]),
    ]);
    const archive = { name: 'post /account/export', token: secret, body: { userId: patient.id } };
    expect((await service.call(archive)).text.slice(0, 2)).toBe('PK');
    const list = await service.call({ name: 'get /report/get-pending-reports', token: secret });
    expect(list.status).toBe(200);
    const review = { name: 'get /system/get-system', token: secret };
    expect((await service.call(review)).body.code).toBe('missing_scope');
    const path = { keyId: key._id };
    expect(await status({ name: 'delete /system/keys/{keyId}', token, path })).toBe(200);
    const after = await service.call({ name: 'get /report/get-pending-reports', token: secret });
    expect([after.status, after.body.code]).toEqual([401, 'key_revoked']);
  });

  test('report: returns the requested page of a list', async () => {
    const name = 'get /report/get-pending-reports';
    const ask = async (query: Record<string, string>) =>
      (await service.call({ name, token: admin.token, query })).body;
    await service.report(patient);
    const [first, second] = [await ask({ limit: '1' }), await ask({ limit: '1', page: '2' })];
    expect([first.data.length, second.data.length, second.meta.page]).toEqual([1, 1, 2]);
    expect(first.data[0]._id).not.toBe(second.data[0]._id);
    expect((await ask({ reportType: 'Biopsy', q: 'nobody has this name' })).data).toEqual([]);
    expect((await ask({ q: patient.lastName })).data[0].patient._id).toBe(patient.id);
  });

  test('report: returns the changes of each list, and 304 if there are none', async () => {
    const lists = [
      {
        name: 'get /report/get-report-by-patientId/{patientId}',
        path: { patientId: patient.id },
        as: patient,
      },
      { name: 'get /report/get-pending-reports', as: unapproved },
      { name: 'get /report/get-report-by-expertId', as: doctor },
      { name: 'get /report/get-all-reviewed-reports', as: admin },
    ];
    for (const { as, ...list } of lists) {
      const ask = (changedSince: string, headers = {}) =>
        service.call({ ...list, token: as.token, query: { changedSince }, headers });
      const { body } = await ask('start');
      expect(body.changes).toMatchObject({ removed: [], hasMore: false });
      const next = await ask(body.changes.cursor);
      expect([next.status, next.body.data]).toEqual([200, []]);
      const changed = await ask(`${body.changes.cursor}A`);
      expect([changed.status, changed.body.code]).toEqual([422, 'cursor_invalid']);
      const { name, path } = list;
      const first = await service.call({ name, path, token: as.token });
      const headers = { 'If-None-Match': first.headers.get('etag') ?? '' };
      expect((await service.call({ name, path, token: as.token, headers })).status).toBe(304);
    }
  });

  test('auth: starts, confirms and switches off a second factor', async () => {
    const { token, password } = await service.join('Patient', 'Tara');
    const post = (name: string, body: object) => service.call({ name: `post /auth/${name}`, token, body });
    const started = await post('begin-second-factor', { password });
    const secret = Secret.fromBase32(started.body.data.setUp.secret.replaceAll(' ', ''));
    const confirmed = await post('confirm-second-factor', { otp: new TOTP({ secret }).generate() });
    expect([confirmed.status, confirmed.body.codes.length]).toEqual([200, 10]);
    const renewed = await post('renew-recovery-codes', { password, otp: confirmed.body.codes[0] });
    expect(await status({ name: 'get /auth/get-second-factor', token })).toBe(200);
    const removed = await post('remove-second-factor', { password, otp: renewed.body.codes[0] });
    expect([renewed.status, removed.status]).toEqual([200, 200]);
  });

  test('auth: adds a passkey, logs in with it, names it and removes it', async () => {
    const { id, token, password } = await service.join('Patient', 'Veni');
    const post = (name: string, body?: object, by?: string) =>
      service.call({ name: `post /auth/${name}`, token: by, body });
    const device = makeAuthenticator(service.url);
    const begun = await post('begin-passkey', { password }, token);
    const credential = device.create(begun.body.data);
    const added = await post('add-passkey', { name: 'My phone', credential }, token);
    expect([begun.status, added.status, added.body.data.name]).toEqual([200, 200, 'My phone']);
    const options = await post('passkey-login-options');
    const answer = { credential: device.sign(options.body.data) };
    const loggedIn = await post('passkey-login', answer);
    expect([loggedIn.status, loggedIn.body.user._id]).toEqual([200, id]);
    const again = await post('passkey-login', answer);
    expect([again.status, again.body.code]).toEqual([401, 'passkey_refused']);
    const path = { passkeyId: added.body.data._id };
    const own = { token: loggedIn.body.token };
    const name = '/auth/passkeys/{passkeyId}';
    expect(await status({ ...own, name: `put ${name}`, path, body: { name: 'Old phone' } })).toBe(200);
    const list = await service.call({ ...own, name: 'get /auth/passkeys' });
    expect(list.body.data).toMatchObject([{ _id: path.passkeyId, name: 'Old phone' }]);
    const removal = { ...own, name: `delete ${name}`, path, body: { password } };
    expect([await status(removal), await status(removal)]).toEqual([200, 404]);
  });

  test('message: reads and closes a visitor’s message, once', async () => {
    const mark = `Do you read old X-rays? ${Date.now()}`;
    const body = { name: 'Asha', answerTo: 'asha@clinic.test', question: mark };
    expect(await status({ name: 'post /message/send-query', body })).toBe(200);
    const { token } = admin;
    const { body: list } = await service.call({ name: 'get /message/get-messages', token });
    const message = list.data.find(({ text }: { text: string }) => text === mark);
    const close = { name: 'post /message/close-message', token, body: { messageId: message._id } };
    expect([await status(close), await status(close)]).toEqual([200, 409]);
  });

  test('expert: lists pending experts, approves one and lists the approved', async () => {
    const waiting = await service.join('Expert', 'Nila');
    const { token } = admin;
    const pending = await service.call({
      name: 'get /expert/get-pending-expert',
      token,
      query: { limit: '100' },
    });
    expect(JSON.stringify(pending.body.data)).toContain(waiting.id);
    const approval = { name: 'post /expert/approve-expert', token, body: { expertId: waiting.id } };
    expect([await status(approval), await status(approval)]).toEqual([200, 409]);
    const approved = await service.call({
      name: 'get /expert/get-approved-expert',
      token: doctor.token,
      query: { limit: '100' },
    });
    expect(JSON.stringify(approved.body.data)).toContain(waiting.id);
  });

  test('expert: credentials, rejection, suspension, and reversal of both', async () => {
    const judged = await service.join('Expert', 'Nila');
    const credentials = { registrationNumber: 'KMC 61204', council: 'Karnataka Medical Council' };
    const saved = await service.call({
      name: 'put /profile/update-credentials',
      token: judged.token,
      body: credentials,
    });
    expect([saved.status, saved.body.data.credentials]).toEqual([
      200,
      { ...credentials, qualification: null },
    ]);
    const { token } = admin;
    const body = { expertId: judged.id, reason: 'Not in the register' };
    const statusFor = async (name: string) => status({ name, token, body });
    expect(await statusFor('post /expert/reject-expert')).toBe(200);
    expect(await statusFor('post /expert/approve-expert')).toBe(409);
    expect(await statusFor('post /expert/restore-expert')).toBe(200);
    expect(await statusFor('post /expert/approve-expert')).toBe(200);
    expect(await statusFor('post /expert/suspend-expert')).toBe(200);
    const suspended = await service.call({
      name: 'get /expert/get-approved-expert',
      token,
      query: { standing: 'suspended', limit: '100' },
    });
    expect(JSON.stringify(suspended.body.data)).toContain(judged.id);
    expect(await status({ name: 'get /report/get-pending-reports', token: judged.token })).toBe(401);
    expect(await statusFor('post /expert/restore-expert')).toBe(200);
  });

  test('performs an upload with an Idempotency-Key once', async () => {
    const name = 'post /report/upload-report';
    const headers = { 'Idempotency-Key': `contract ${Date.now()}` };
    const send = () => service.call({ name, token: patient.token, body: upload(), headers });
    const [first, again] = [await send(), await send()];
    expect(again.body.data._id).toBe(first.body.data._id);
    const modified = form({ reportType: 'ECG', phoneNumber: '9876543210', report: file('rash.png') });
    expect(await status({ name, token: patient.token, body: modified, headers })).toBe(422);
  });
});

describe('a refused call gets', () => {
  test('400 with a sentence for malformed JSON', async () => {
    const { status, body } = await service.call({
      name: 'post /auth/login',
      body: '{"email":',
      headers: { 'Content-Type': 'application/json' },
    });
    expect([status, body.message]).toEqual([400, 'The JSON could not be read']);
  });

  test('401 for a missing and for an expired token, with WWW-Authenticate', async () => {
    for (const token of [undefined, 'dead']) {
      const { status, headers } = await service.call({ name: 'get /report/get-pending-reports', token });
      expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    }
  });

  test('401 Login Failed for both a wrong password and an unknown address', async () => {
    const name = 'post /auth/login';
    const wrong = await service.call({ name, body: { email: patient.email, password: 'not this one' } });
    const unknown = await service.call({
      name,
      body: { email: 'nobody@clinic.test', password: 'not this one' },
    });
    expect(wrong.text).toBe(unknown.text);
    expect([wrong.status, wrong.body.message]).toEqual([401, 'Login Failed']);
  });

  test('413 for a body that is too large, before processing it', async () => {
    const body = { review: 'x'.repeat(600_000) };
    const name = 'post /report/add-review/{reportId}';
    expect(await status({ name, token: doctor.token, path: { reportId }, body })).toBe(413);
  });

  test('415 for an unsupported body or file type', async () => {
    const plain = { body: 'review=good', headers: { 'Content-Type': 'text/plain' } };
    const name = 'post /report/add-review/{reportId}';
    expect(await status({ name, token: doctor.token, path: { reportId }, ...plain })).toBe(415);
    const zip = form({ reportType: 'MRI', phoneNumber: '9876543210', report: file('archive.zip') });
    expect(await status({ name: 'post /report/upload-report', token: patient.token, body: zip })).toBe(415);
  });

  test('422 with a sentence for every field', async () => {
    const { status, body } = await service.call({
      name: 'post /report/upload-report',
      token: patient.token,
      body: form({ consent: 'false' }),
    });
    expect([status, Object.keys(body.errors).sort()]).toEqual([
      422,
      ['consent', 'phoneNumber', 'report', 'reportType'],
    ]);
  });

  test('429 with the seconds to wait', async () => {
    const email = `often.${Date.now()}@clinic.test`;
    const name = 'post /auth/send-otp';
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => service.call({ name, body: { email } })),
    );
    const late = answers.find(({ status }) => status === 429);
    expect(Number(late?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('405 with the allowed methods of an address, 404 for an unknown address', async () => {
    const paths = new Set(callsOf(service.document).map((name) => name.slice(name.indexOf(' ') + 1)));
    for (const path of paths) {
      const methods = service.document.paths[path];
      const address = `${service.url}/api/v1${path.replace(/\{\w+\}/, 'x')}`;
      const wrong = await fetch(address, { method: 'PATCH' });
      const allow = wrong.headers.get('allow')?.split(', ') ?? [];
      const named = Object.keys(methods).map((method) => method.toUpperCase());
      expect([path, wrong.status, allow]).toEqual([path, 405, expect.arrayContaining(named)]);
      expect(JSON.parse(await wrong.text()).success).toBe(false);
    }
    for (const path of ['nothing', 'auth', 'report/get-pending-reports/more']) {
      const missing = await fetch(`${service.url}/api/v1/${path}`, { method: 'POST' });
      expect([path, missing.status, JSON.parse(await missing.text()).success]).toEqual([path, 404, false]);
    }
  });
});

describe('files, and files in pieces, answer as the API document says', () => {
  const tus = { 'Tus-Resumable': '1.0.0' };

  test('a file is announced, sent in two pieces, found out about, and taken by a report', async () => {
    const bytes = Buffer.from(await file('blood-test.pdf').arrayBuffer());
    const { token } = patient;
    const begin = { name: 'post /report/uploads', token, body: '' };
    const length = { 'Upload-Length': String(bytes.length) };
    const begun = await service.call({ ...begin, headers: { ...tus, ...length } });
    expect([begun.status, await status({ ...begin, headers: length })]).toEqual([201, 412]);
    expect(await status({ name: begin.name, body: '', headers: { ...tus, ...length } })).toBe(401);
    const slotId = begun.headers.get('location')?.split('/').at(-1) ?? '';
    const slot = '/report/uploads/{slotId}';
    const sendFrom = (offset: number, upTo = bytes.length) =>
      status({
        name: `patch ${slot}`,
        token,
        path: { slotId },
        headers: {
          ...tus,
          'Upload-Offset': String(offset),
          'Content-Type': 'application/offset+octet-stream',
        },
        body: new Blob([bytes.subarray(offset, upTo)]),
      });
    expect([await sendFrom(0, 2000), await sendFrom(0, 2000)]).toEqual([204, 409]);
    const found = await service.call({ name: `head ${slot}`, token, path: { slotId }, headers: tus });
    expect([found.status, found.headers.get('upload-offset')]).toEqual([200, '2000']);
    expect(await sendFrom(2000)).toBe(204);
    const fields = { reportType: 'MRI', phoneNumber: '9876543210', uploads: [slotId] };
    expect(await status({ name: 'post /report/upload-report', token, body: fields })).toBe(200);
    const dropped = { name: `delete ${slot}`, token, headers: tus };
    expect(await status({ ...dropped, path: { slotId: 'x'.repeat(26) } })).toBe(404);
  });

  test('a report’s file, page, thumbnail and its patient’s picture are opened, or refused', async () => {
    const { token, id: userId } = patient;
    const path = { reportId, userId, number: '1', page: '1' };
    for (const [name, expected] of [
      ['get /files/raw/{reportId}/{number}', 200],
      ['get /files/image/{reportId}/{number}', 404],
      ['get /files/page/{reportId}/{page}', 200],
      ['get /files/page/{reportId}/{page}/large', 200],
      ['get /files/thumbnail/{reportId}', 200],
      ['get /files/picture/{userId}', 200],
    ] as const) {
      expect([name, await status({ name, token, path })]).toEqual([name, expected]);
      expect([name, await status({ name, path })]).toEqual([name, 401]);
      expect([name, await status({ name, token: otherPatient.token, path })]).toEqual([name, 404]);
    }
    const scan = form({ reportType: 'MRI', phoneNumber: '9876543210', report: file('scan.webp') });
    const sent = await service.call({ name: 'post /report/upload-report', token, body: scan });
    const image = { reportId: sent.body.data._id, number: '1' };
    expect(await status({ name: 'get /files/image/{reportId}/{number}', token, path: image })).toBe(200);
    const name = 'get /files/raw/{reportId}/{number}';
    const part = (range: string) => status({ name, token, path, headers: { Range: range } });
    expect([await part('bytes=0-9'), await part('bytes=99999999-')]).toEqual([206, 416]);
  });
});

/** The status for each caller: signed out, patient, unapproved, expert, admin. */
type Row = [
  name: string,
  call: () => Omit<Call, 'name'>,
  out: number,
  patient: number,
  unapproved: number,
  expert: number,
  admin: number,
];

const toldBreach = {
  path: { number: '0' },
  body: { at: '2026-03-05T09:10:00.000Z', how: 'By post', reference: 'DPB/1' },
};

const none = () => ({});
const wrongPasswords = () => ({ body: { oldPassword: 'x', newPassword: '', confirmNewPassword: '' } });
/** A judgement that the expert's state forbids, so that no caller's role changes. */
const judged = ({ id }: Person) => ({ body: { expertId: id, reason: 'Not in the register' } });
/** Calls with the IDs of another account if they take one, or with an invalid value. */
const special: Row[] = [
  ['post /auth/send-otp', () => ({ body: { email: 'no address' } }), 422, 422, 422, 422, 422],
  ['post /auth/verify-otp', () => ({ body: { email: 'x@y.example', otp: '1' } }), 422, 422, 422, 422, 422],
  ['post /auth/signup', none, 422, 422, 422, 422, 422],
  ['post /auth/login', none, 422, 422, 422, 422, 422],
  ['post /auth/reset-password-token', none, 422, 422, 422, 422, 422],
  ['post /auth/reset-password', none, 422, 422, 422, 422, 422],
  ['post /auth/change-password', wrongPasswords, 401, 422, 422, 422, 422],
  ['put /profile/update-display-picture', none, 401, 422, 422, 422, 422],
  ['post /profile/export-data', () => ({ body: { password: 'a loud river' } }), 401, 422, 422, 422, 422],
  ['post /report/upload-report', () => ({ body: upload() }), 401, 200, 200, 200, 200],
  [
    'post /report/add-review/{reportId}',
    () => ({ path: { reportId }, body: { review: '' } }),
    401,
    403,
    403,
    422,
    403,
  ],
  ['get /expert/duty', () => ({}), 401, 403, 403, 200, 200],
  [
    'post /expert/duty',
    () => ({ body: { day: '2099-01-01', from: '08:00', to: '20:00' } }),
    401,
    403,
    403,
    200,
    404,
  ],
  [
    'post /expert/away',
    () => ({ body: { fromDay: '2099-01-01', toDay: '2099-01-02' } }),
    401,
    403,
    403,
    200,
    404,
  ],
  ['delete /expert/duty', () => ({ body: { kind: 'away', from: '2099-01-01' } }), 401, 403, 403, 200, 404],
  ['post /report/mark-urgent/{reportId}', () => ({ path: { reportId } }), 401, 404, 404, 404, 200],
  [
    'post /report/mark-urgent-by-case',
    () => ({ body: { caseNumber: reportId.slice(0, 8) } }),
    401,
    403,
    403,
    403,
    200,
  ],
  ['post /report/claim/{reportId}', () => ({ path: { reportId } }), 401, 403, 403, 200, 403],
  [
    'put /report/review-draft/{reportId}',
    () => ({ path: { reportId }, body: { review: 'Half' } }),
    401,
    403,
    403,
    200,
    403,
  ],
  ['delete /report/claim/{reportId}', () => ({ path: { reportId } }), 401, 403, 403, 200, 403],
  [
    'post /report/ask/{reportId}',
    () => ({ path: { reportId }, body: { kind: 'unreadable' } }),
    401,
    403,
    403,
    403,
    403,
  ],
  [
    'post /report/answer/{reportId}',
    () => ({ path: { reportId }, body: { answer: 'Since Monday' } }),
    401,
    404,
    404,
    404,
    404,
  ],
  ['post /report/close-question/{reportId}', () => ({ path: { reportId } }), 401, 403, 403, 404, 409],
  [
    'post /report/lift-hold/{reportId}',
    () => ({ path: { reportId }, body: { reason: 'She showed her card' } }),
    401,
    403,
    403,
    403,
    409,
  ],
  ['post /report/free-claim/{reportId}', () => ({ path: { reportId } }), 401, 403, 403, 403, 404],
  // An invalid language, since other tests decide whether a report is waiting.
  ['post /report/next', () => ({ body: { language: 'xx' } }), 401, 403, 403, 422, 403],
  [
    'post /report/amend-review/{reportId}',
    () => ({
      path: { reportId },
      body: { kind: 'correction', text: 'Rest', reasonCode: 'slip', version: 1 },
    }),
    401,
    403,
    403,
    404,
    403,
  ],
  [
    'post /report/take-back-review/{reportId}',
    () => ({ path: { reportId }, body: { reasonCode: 'slip', reason: 'Gone', version: 1 } }),
    401,
    403,
    403,
    403,
    409,
  ],
  ['post /report/review-seen/{reportId}', () => ({ path: { reportId } }), 401, 404, 404, 404, 404],
  [
    'post /report/step-answer/{reportId}',
    () => ({ path: { reportId }, body: { version: 1, answer: 'done' } }),
    401,
    404,
    404,
    404,
    404,
  ],
  ['post /review/summary/{reportId}', () => ({ path: { reportId } }), 401, 404, 404, 404, 404],
  ['delete /report/delete-report', () => ({ body: { reportId } }), 401, 404, 404, 404, 404],
  [
    'post /report/add-translation/{reportId}',
    () => ({ path: { reportId }, body: { review: 'Rest' } }),
    401,
    403,
    403,
    404,
    403,
  ],
  ['delete /phrase/remove/{phraseId}', () => ({ path: { phraseId: 'none' } }), 401, 403, 403, 404, 403],
  ['post /auth/begin-second-factor', () => ({ body: { password: 'a loud river' } }), 401, 422, 422, 422, 422],
  ['post /auth/passkey-login-options', none, 200, 200, 200, 200, 200],
  ['post /auth/passkey-login', none, 422, 422, 422, 422, 422],
  ['post /report/share', () => ({ body: { reportIds: [reportId], hours: 1 } }), 401, 404, 404, 404, 404],
  ['delete /report/share/{shareId}', () => ({ path: { shareId: 'none' } }), 401, 404, 404, 404, 404],
  ['post /share/open', none, 422, 422, 422, 422, 422],
  [
    'get /review/check/{code}',
    () => ({ path: { code: '7M3K9XPD2QRTV5ABC6DEF7GHJ8' } }),
    404,
    404,
    404,
    404,
    404,
  ],
  ['post /slip/open', none, 422, 422, 422, 422, 422],
  ['post /account/object-to-removal', () => ({ body: { token: 'none' } }), 422, 422, 422, 422, 422],
  // Nobody has asked that the caller's address comes off.
  ['post /profile/stop-removal', none, 401, 409, 409, 409, 409],
  ['post /message/send-contact', none, 200, 200, 200, 200, 200],
  ['post /message/send-query', none, 422, 422, 422, 422, 422],
  ['post /message/ask-for-call-back', none, 422, 422, 422, 422, 422],
  ['post /message/complain', none, 422, 422, 422, 422, 422],
  ['get /message/my-complaints', none, 401, 200, 200, 200, 200],
  ['get /message/complaints', none, 401, 403, 403, 403, 200],
  ['post /message/answer-complaint', none, 401, 403, 403, 403, 422],
  ['get /notices/privacy', none, 200, 200, 200, 200, 200],
  // The answer is the same without the secret and for an unknown text.
  ['post /notices/status', () => ({ body: { id: 'none', status: 'delivered' } }), 200, 200, 200, 200, 200],
  // There is no mail server.
  ['post /system/send-test-email', none, 401, 403, 403, 403, 409],
  [
    'put /system/keys/{keyId}',
    () => ({ path: { keyId: 'none' }, body: { password: admin.password } }),
    401,
    403,
    403,
    403,
    404,
  ],
  ['delete /system/keys/{keyId}', () => ({ path: { keyId: 'none' } }), 401, 403, 403, 403, 404],
  ['post /expert/approve-expert', () => ({ body: { expertId: unapproved.id } }), 401, 403, 403, 403, 409],
  ['get /expert/get-register/{expertId}', () => ({ path: { expertId: doctor.id } }), 401, 403, 403, 403, 200],
  [
    'post /expert/check-registration',
    () => ({ body: { expertId: unapproved.id, method: 'call' } }),
    401,
    403,
    403,
    403,
    409,
  ],
  [
    'post /expert/extend-registration',
    () => ({ body: { expertId: doctor.id, reason: 'Renewal on its way' } }),
    401,
    403,
    403,
    403,
    409,
  ],
  ['post /expert/reject-expert', () => judged(doctor), 401, 403, 403, 403, 409],
  ['post /expert/suspend-expert', () => judged(unapproved), 401, 403, 403, 403, 409],
  ['post /expert/restore-expert', () => judged(doctor), 401, 403, 403, 403, 409],
  [
    'post /expert/decide-doubt',
    () => ({ body: { expertId: doctor.id, answersInDoubt: true } }),
    401,
    403,
    403,
    403,
    409,
  ],
  ['put /system/webhooks/{webhookId}', () => ({ path: { webhookId: 'none' } }), 401, 403, 403, 403, 404],
  ['delete /system/webhooks/{webhookId}', () => ({ path: { webhookId: 'none' } }), 401, 403, 403, 403, 404],
  ['post /system/test-webhook/{webhookId}', () => ({ path: { webhookId: 'none' } }), 401, 403, 403, 403, 404],
  [
    'post /system/retry-delivery/{deliveryId}',
    () => ({ path: { deliveryId: 'none' } }),
    401,
    403,
    403,
    403,
    404,
  ],
  [
    'get /system/webhook-deliveries/{webhookId}',
    () => ({ path: { webhookId: 'none' } }),
    401,
    403,
    403,
    403,
    404,
  ],
  ['get /system/breaches/{number}', () => ({ path: { number: '0' } }), 401, 403, 403, 403, 404],
  ['get /system/breach-people/{number}', () => ({ path: { number: '0' } }), 401, 403, 403, 403, 404],
  ['get /system/breach-people-file/{number}', () => ({ path: { number: '0' } }), 401, 403, 403, 403, 404],
  ['post /system/breach-told/{number}', () => toldBreach, 401, 403, 403, 403, 404],
  ['post /system/breach-board-told/{number}', () => toldBreach, 401, 403, 403, 403, 404],
  ['post /system/close-breach/{number}', () => toldBreach, 401, 403, 403, 403, 404],
  ['delete /account/helpers/{userId}', () => ({ path: { userId: 'none' } }), 401, 403, 403, 403, 404],
  ['delete /account/front-desk/{userId}', () => ({ path: { userId: 'none' } }), 401, 403, 403, 403, 404],
];

/** Calls that end a token's session; each runs with a new account below. */
const ending = ['post /auth/logout', 'delete /profile/delete-profile'];
const listed = new Set([...special.map(([name]) => name), ...ending]);

/**
 * Builds the row of a call without an object and with an empty body, from the table of permissions.
 */
function plainRow(name: string, { allow, input }: AnyOperation): Row[] {
  if (listed.has(name) || name.includes(':') || allow === 'anyone') return [];
  const allowedStatus = input.safeParse({}).success ? 200 : 422;
  const answerTo = (role: EffectiveRole) => (hasAbility(statusOf[role], allow) ? allowedStatus : 403);
  return [
    [name, none, 401, answerTo('Patient'), answerTo('unapproved'), answerTo('Expert'), answerTo('Admin')],
  ];
}

const ids: Record<string, () => string> = { reportId: () => reportId, patientId: () => patient.id };

/** Builds the row of a call that reads an object of the patient, from the address book. */
function readingRow(path: string): Row[] {
  const [, id] = /:(\w+)$/.exec(path) ?? [];
  const idOf = id && ids[id];
  if (!idOf) return [];
  const [out = 0, , patient = 0, , unapproved = 0, expert = 0, admin = 0] =
    addresses[`api/v1/${path}`]?.split(' ').map(Number) ?? [];
  const name = `get /${path.replace(`:${id}`, `{${id}}`)}`;
  return [[name, () => ({ path: { [id]: idOf() } }), out, patient, unapproved, expert, admin]];
}

/** Builds the row of a call about another account's object, if every role is limited to its own. */
function ownRow(method: string, path: string, operation: AnyOperation): Row[] {
  const name = `${method} /${path.replace(/:(\w+)\??/, '{$1}')}`;
  const [, id] = /:(\w+)\??$/.exec(path) ?? [];
  if (!id || listed.has(name) || !isOwnOnly(operation)) return [];
  const call = () => ({ path: { [id]: ids[id]?.() ?? 'none' }, body: exampleOf(operation) });
  return [[name, call, 401, 404, 404, 404, 404]];
}

const rows: Row[] = [
  ...Object.entries<Served>(calls).flatMap(([path, { GET }]) => (GET ? readingRow(path) : [])),
  ...special,
  ...Object.entries<Served>(calls).flatMap(([path, { POST, PUT, DELETE }]) => [
    ...(POST ? ownRow('post', path, POST) : []),
    ...(PUT ? ownRow('put', path, PUT) : []),
    ...(DELETE ? ownRow('delete', path, DELETE) : []),
  ]),
  ...Object.entries<Served>(calls).flatMap(([path, { GET, POST, PUT, DELETE }]) => [
    ...(GET ? plainRow(`get /${path}`, GET) : []),
    ...(POST ? plainRow(`post /${path}`, POST) : []),
    ...(PUT ? plainRow(`put /${path}`, PUT) : []),
    ...(DELETE ? plainRow(`delete /${path}`, DELETE) : []),
  ]),
];

describe('the permitted callers of each call', () => {
  test.each(rows)('%s', async (name, call, ...expected) => {
    const tokens = [undefined, otherPatient.token, unapproved.token, doctor.token, admin.token];
    // Approving the expert of this table would change their column.
    const requested = name === 'post /expert/approve-expert' ? { body: { expertId: doctor.id } } : undefined;
    const statuses: number[] = [];
    for (const token of tokens) statuses.push(await status({ name, token, ...(requested ?? call()) }));
    expect(statuses).toEqual(expected);
  });

  test('log-out and deletion affect only the caller’s account, and spare the last admin', async () => {
    expect(await status({ name: 'post /auth/logout' })).toBe(401);
    expect(await status({ name: 'delete /profile/delete-profile' })).toBe(401);
    const people = [service.join('Patient'), service.join('Expert'), service.doctor(), service.theAdmin()];
    for (const { token } of await Promise.all(people)) {
      expect(await status({ name: 'post /auth/logout', token })).toBe(200);
      expect(await status({ name: 'post /auth/logout', token })).toBe(401);
    }
    for (const one of [service.join('Patient'), service.join('Expert'), service.doctor()]) {
      const { token } = await one;
      expect(await status({ name: 'delete /profile/delete-profile', token })).toBe(200);
    }
    if (!service.ownServer) return;
    expect(await status({ name: 'delete /profile/delete-profile', token: admin.token })).toBe(409);
  });

  test('the table has a row for every call', () => {
    const named = callsOf(service.document);
    expect([...rows.map(([name]) => name), ...ending].sort()).toEqual(named.sort());
  });

  test('an unapproved expert sees pending reports without any patient data', async () => {
    const name = 'get /report/get-pending-reports';
    const { text, body } = await service.call({ name, token: unapproved.token, query: { limit: '100' } });
    expect(body.data.length).toBeGreaterThan(0);
    for (const secret of [
      patient.lastName,
      patient.email,
      patient.phone,
      patient.id,
      'Tired for three weeks',
      '/files/',
    ])
      expect(text).not.toContain(secret);
    const open = await service.call({ name, token: doctor.token, query: { limit: '100' } });
    expect(open.text).toContain(patient.lastName);
  });

  test('another account’s object and a missing object get the same bytes', async () => {
    const answers = await Promise.all(
      [reportId, 'x'.repeat(26)].map((id) =>
        service.call({
          name: 'delete /report/delete-report/{reportId}',
          token: otherPatient.token,
          path: { reportId: id },
        }),
      ),
    );
    expect(answers[0]?.text).toBe(answers[1]?.text);
  });
});

// Only if this test may remove the disk.
test.runIf(!process.env.API_URL)(
  'answers 500 with the failure message and a request number if the disk is gone',
  async () => {
    const { uploadsDir } = service.ownServer ?? { uploadsDir: '' };
    await rename(uploadsDir, `${uploadsDir}-away`);
    await writeFile(uploadsDir, 'no folder');
    const answer = await service.call({
      name: 'post /report/upload-report',
      token: patient.token,
      body: upload(),
    });
    expect([answer.status, answer.body.message]).toEqual([500, 'Could not Uplaod Report']);
    expect(answer.body.incident).toMatch(/^\w+$/);
  },
);

async function resetToken(email: string) {
  const { readEmails } = await import('../e2e/support/emails.ts');
  for (let wait = 0; wait < 100; wait += 1) {
    const emails = await readEmails(service.mailDir, email);
    const token = emails.map(({ text }) => /update-password\/(\S+)/.exec(text)?.[1]).find(Boolean);
    if (token) return token;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('No e-mail with a reset link arrived');
}
