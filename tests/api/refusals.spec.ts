import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyOperation } from '~/domain/kernel/operation';
import { keyScopes } from '~/platform/enums';
import type { Call as Served } from '~/web/api/calls.server';
import { calls } from '../support/calls';
import { exampleOf } from '../support/examples';
import { openService, type Person, type Service } from './support/service';

let service: Service;
let patient: Person;
let reportId: string;
let withdrawnId: string;
let secrets: { all: string; lists: string; revoked: string };

beforeAll(async () => {
  service = await openService({ LIMIT_SCALE: '1000' });
  patient = await service.join('Patient');
  [{ _id: reportId }, { _id: withdrawnId }] = [await service.report(patient), await service.report(patient)];
  const { token } = patient;
  const withdraw = { name: 'post /report/withdraw-consent/{reportId}', path: { reportId: withdrawnId } };
  expect((await service.call({ ...withdraw, token })).status).toBe(200);
  const [all, lists, revoked] = [
    await makeKey(keyScopes),
    await makeKey(['people.read']),
    await makeKey(keyScopes),
  ];
  const admin = await service.theAdmin();
  const revoking = { name: 'delete /system/keys/{keyId}', path: { keyId: revoked.keyId } };
  expect((await service.call({ ...revoking, token: admin.token })).status).toBe(200);
  secrets = { all: all.secret, lists: lists.secret, revoked: revoked.secret };
});
afterAll(() => service?.close());

async function makeKey(scopes: readonly string[]) {
  const { token, password } = await service.theAdmin();
  const body = { name: 'City Hospital', scopes, days: 30, password };
  const made = await service.call({ name: 'post /system/keys', token, body });
  return { keyId: made.body.data.key._id as string, secret: made.body.data.secret as string };
}

type Caller = { who: string; token: () => Promise<string | undefined>; report: () => string };

/** A caller that a call may log out, so each call gets one of its own. */
const person = (who: string, join: () => Promise<Person>, report = () => reportId): Caller => ({
  who,
  token: async () => (await join()).token,
  report,
});
const bearer = (who: string, token: () => string | undefined, report = () => reportId): Caller => ({
  who,
  token: async () => token(),
  report,
});
const shared = new Map<string, Promise<Person>>();
/** Logs in once for all calls. */
const once = (who: string, join: () => Promise<Person>) => () => {
  const joining = shared.get(who) ?? join();
  shared.set(who, joining);
  return joining;
};

const callers: Caller[] = [
  person('a patient', async () => patient),
  person(
    'an expert who waits for approval',
    once('unapproved', () => service.join('Expert', 'Dev')),
  ),
  person(
    'an approved expert',
    once('expert', () => service.doctor()),
  ),
  person(
    'an admin',
    once('admin', () => service.theAdmin()),
  ),
  bearer(
    'a key with every scope',
    () => secrets.all,
    () => withdrawnId,
  ),
  bearer('a key with one scope', () => secrets.lists),
  bearer('nobody', () => undefined),
  bearer('a wrong token', () => 'x'.repeat(43)),
  bearer('a revoked key', () => secrets.revoked),
];

const ending = /^(?:post \/auth\/logout|delete \/profile\/delete-profile)/;

/** Lists every call by its name in the document, those that end a session last. */
const names = () =>
  Object.entries(calls)
    .flatMap(([path, { routeInput: _, clearsSiteData: __, ...methods }]: [string, Served]) =>
      Object.entries(methods).map(([method, operation]): [string, AnyOperation] => [
        `${method.toLowerCase()} /${path.replace(/:(\w+)\??/g, '{$1}')}`,
        operation,
      ]),
    )
    .sort(([one], [other]) => Number(ending.test(one)) - Number(ending.test(other)));

test('every call declares each status with which it refuses each kind of caller', async () => {
  const undeclared: string[] = [];
  const codes = new Set<string>();
  let answers = 0;
  for (const [name, operation] of names())
    for (const { who, token, report } of callers) {
      const path = { reportId: report(), patientId: patient.id };
      const others = Object.fromEntries(
        [...name.matchAll(/\{(\w+)\}/g)].map(([, part = '']) => [part, 'none']),
      );
      const isRead = name.startsWith('get ');
      const body = isRead ? undefined : (exampleOf(operation) ?? {});
      await service
        .call({ name, token: await token(), path: { ...others, ...path }, body })
        .then(({ body: answer }) => {
          if (answer?.code) codes.add(answer.code);
          answers += 1;
        })
        .catch((error: Error) => undeclared.push(`${who}: ${error.message}`));
    }
  expect(undeclared).toEqual([]);
  expect(answers).toBe(names().length * callers.length);
  expect([...codes]).toEqual(
    expect.arrayContaining([
      'missing_scope',
      'consent_withdrawn',
      'key_revoked',
      'unauthenticated',
      'forbidden',
      'not_found',
      'invalid_input',
    ]),
  );
}, 180_000);
