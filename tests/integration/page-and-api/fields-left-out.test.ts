import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Call } from '~/web/api/calls.server';
import { credentialFields, postSettings, profileFields } from '../../support/accounts';
import { calls } from '../../support/calls';
import { aClaimedReport, draftOf } from '../../support/claims';
import { a, an, type Clinic, openClinic, type Somebody } from '../../support/clinic';
import { aPersonOf, childFields } from '../../support/people';
import { aReportOf, correctionFields } from '../../support/reports';
import { apiRoute, callApi, type Params } from '../../support/requests';
import { reportsOf } from '../../support/visits';

let clinic: Clinic;
beforeAll(async () => {
  clinic = await openClinic();
});
afterAll(() => clinic.close());

type Values = Record<string, unknown>;

/** Something that can be changed, with every field said. */
type Subject = {
  who: Somebody;
  params?: Params;
  /** What the call is sent, each optional field with a value. */
  body: Record<string, string | number | boolean>;
  /** What stands there now, by the names of the call's fields. */
  read: () => Promise<Values>;
};

const accountOf = async ({ token }: Somebody) =>
  (await callApi(apiRoute('profile/get-user-details'), { token })).json as unknown as {
    data: Values & { credentials: Values };
    languagesRead: string[];
  };

/** Of each call that changes something: what is changed, and what an empty field leaves there. */
const changes: Record<string, { make?: () => Promise<Subject>; emptied: Values }> = {
  // A file is sent whole.
  'profile/update-display-picture': { emptied: {} },
  'profile/update-profile': {
    make: async () => {
      const who = await a.patient();
      return { who, body: profileFields(), read: async () => (await accountOf(who)).data };
    },
    emptied: { lastName: '' },
  },
  'profile/update-credentials': {
    make: async () => {
      const who = await an.expert();
      return { who, body: credentialFields(), read: async () => (await accountOf(who)).data.credentials };
    },
    emptied: { council: null, qualification: null },
  },
  'profile/update-language': { emptied: {} },
  'profile/update-languages-read': {
    make: async () => {
      const who = await an.expert();
      const codes = optionalFieldsOf('profile/update-languages-read');
      const read = async () => {
        const { languagesRead } = await accountOf(who);
        return Object.fromEntries(codes.map((code) => [code, languagesRead.includes(code)]));
      };
      return { who, body: Object.fromEntries(codes.map((code) => [code, true])), read };
    },
    // A check box has no empty value.
    emptied: {},
  },
  'profile/people/:personId': {
    make: async () => {
      const who = await a.patient();
      const { _id: personId } = await aPersonOf(who);
      const read = async () => {
        const { json } = await callApi(apiRoute('profile/people'), { token: who.token });
        return (json.data as Values[])[0] ?? {};
      };
      return { who, params: { personId }, body: childFields({ sex: 'female' }), read };
    },
    emptied: { birthYear: null, sex: 'unsaid', relation: 'other' },
  },
  'report/review-draft/:reportId': {
    make: async () => {
      const who = await an.expert();
      const reportId = await aClaimedReport(who);
      const read = async () => ({ review: '', ...((await draftOf(who, reportId)).json.data as Values) });
      return { who, params: { reportId }, body: { review: 'Half of it', language: 'ta' }, read };
    },
    emptied: { review: '' },
  },
  'report/update-report/:reportId': {
    make: async () => {
      const who = await a.patient();
      const { _id: reportId } = await aReportOf(who, { file: 'rash.png' });
      const read = async () => ((await reportsOf(who.id, who)).json.data as Values[])[0] ?? {};
      return { who, params: { reportId }, body: correctionFields({ description: 'Since Monday' }), read };
    },
    emptied: { description: null },
  },
};

/** What is no value of what is changed: it says something of the others, or of the call. */
const notKept = ['same', 'countryCode'];

const changing = Object.entries<Call>(calls).flatMap(([path, { PUT }]) =>
  PUT ? [[path, PUT.input] as const] : [],
);
const schemas = new Map(changing);

/** The fields of a call that may be left out. */
function optionalFieldsOf(path: string) {
  const schema = schemas.get(path) ?? z.object({});
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.keys(properties).filter((name) => !required.includes(name) && !notKept.includes(name));
}

const send = (path: string, { who, params }: Subject, body: Values | URLSearchParams) =>
  callApi(apiRoute(path), { method: 'PUT', token: who.token, params, body });

/** Something on which everything is said, by the name of the call that changes it. */
async function subjectOf(path: string) {
  const subject = (await changes[path]?.make?.()) as Subject;
  expect((await send(path, subject, subject.body)).status).toBe(200);
  const before = await subject.read();
  for (const field of optionalFieldsOf(path)) expect(before[field], field).toBeTruthy();
  return { subject, before };
}

const withFields = changing.map(([path]) => path).filter((path) => changes[path]?.make);

test('each call that changes something is tried here', () => {
  expect(Object.keys(changes).sort()).toEqual(changing.map(([path]) => path).sort());
  for (const path of Object.keys(changes))
    expect([path, optionalFieldsOf(path).length > 0]).toEqual([path, withFields.includes(path)]);
});

describe('a call that changes something', () => {
  test.each(withFields)('%s leaves as it is what is left out, and what is null', async (path) => {
    const { subject, before } = await subjectOf(path);
    const optional = optionalFieldsOf(path);
    for (const field of optional) {
      const { [field]: _left, ...rest } = subject.body;
      for (const body of [rest, { ...rest, [field]: null }]) {
        expect((await send(path, subject, body)).json.errors).toBeUndefined();
        const now = await subject.read();
        for (const one of optional) expect([field, one, now[one]]).toEqual([field, one, before[one]]);
      }
    }
    const required = Object.entries(subject.body).filter(([field]) => !optional.includes(field));
    expect((await send(path, subject, Object.fromEntries(required))).status).toBe(200);
    expect(await subject.read()).toMatchObject(
      Object.fromEntries(optional.map((field) => [field, before[field]])),
    );
  });

  const emptying = withFields.flatMap((path) =>
    Object.entries(changes[path]?.emptied ?? {}).map(([field, value]) => [path, field, value] as const),
  );
  test.each(emptying)('%s removes an empty %s, in JSON and in a form', async (path, field, value) => {
    const { subject } = await subjectOf(path);
    const empty = { ...subject.body, [field]: '' };
    const pairs = Object.entries(empty).map(([name, typed]) => [name, String(typed)]);
    for (const body of [empty, new URLSearchParams(pairs)]) {
      expect((await send(path, subject, subject.body)).status).toBe(200);
      expect((await subject.read())[field]).toBeTruthy();
      expect((await send(path, subject, body)).status).toBe(200);
      expect((await subject.read())[field]).toBe(value);
    }
  });
});

describe('a page sends all of its form', () => {
  test('an empty last name, council and qualification are removed', async () => {
    const expert = await an.expert();
    await postSettings(expert, 'profile', profileFields());
    await postSettings(expert, 'credentials', credentialFields());
    await postSettings(expert, 'profile', profileFields({ lastName: '' }));
    await postSettings(expert, 'credentials', credentialFields({ council: '', qualification: '' }));
    expect((await accountOf(expert)).data).toMatchObject({
      lastName: '',
      credentials: { council: null, qualification: null },
    });
  });

  test('a language that is not ticked is not read any more', async () => {
    const expert = await an.expert();
    await postSettings(expert, 'languages', { hi: 'on', ta: 'on' });
    await postSettings(expert, 'languages', { ta: 'on' });
    expect((await accountOf(expert)).languagesRead).toEqual(['ta']);
    await postSettings(expert, 'languages', {});
    expect((await accountOf(expert)).languagesRead).toEqual([]);
  });
});
