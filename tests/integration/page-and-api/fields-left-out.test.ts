import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import type { Call } from '~/web/api/calls.server';
import { credentialFields, postSettings, profileFields } from '../../support/accounts';
import { calls } from '../../support/calls';
import { aClaimedReport, draftOf } from '../../support/claims';
import { a, an, password, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { addPasskeyTo } from '../../support/passkeys';
import { aPersonOf, childFields } from '../../support/people';
import { aReportOf, correctionFields } from '../../support/reports';
import { apiRoute, callApi, type Params } from '../../support/requests';
import { reportsOf } from '../../support/visits';
import { aWebhookOf } from '../../support/webhooks';

clinicForFile();

type Values = Record<string, unknown>;

/** An object that can be changed, with a value in every field. */
type Subject = {
  who: Somebody;
  params?: Params;
  /** The body of the call, with a value in each optional field. */
  body: Record<string, string | number | boolean>;
  /** Reads the current values, by the names of the call's fields. */
  read: () => Promise<Values>;
};

const accountOf = async ({ token }: Somebody) =>
  (await callApi(apiRoute('profile/get-user-details'), { token })).json as unknown as {
    data: Values & { credentials: Values };
    languagesRead: string[];
  };

/**
 * For each call that changes something: the object it changes, and the values that empty fields
 * leave.
 */
const changes: Record<string, { make?: () => Promise<Subject>; emptied: Values }> = {
  // Its only field is the whole file.
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
  'profile/update-phone': { emptied: {} },
  'profile/update-message-consent': { emptied: {} },
  'notices/privacy': { emptied: {} },
  // Both of its fields are required.
  'profile/choose-channel': { emptied: {} },
  // Both of its fields are required.
  'system/alerts': { emptied: {} },
  // Its field is required.
  'system/registrations': { emptied: {} },
  // It changes no field of the key.
  'system/keys/:keyId': { emptied: {} },
  'system/webhooks/:webhookId': {
    make: async () => {
      const who = await an.admin();
      const webhookId = await aWebhookOf(who);
      const read = async () => {
        const { json } = await callApi(apiRoute('system/webhooks'), { token: who.token });
        return (json.data as Values[]).find(({ _id }) => _id === webhookId) ?? {};
      };
      const body = {
        url: 'https://hospital.example/hooks',
        events: 'report.deleted',
        isActive: true,
        password,
      };
      return { who, params: { webhookId }, body, read };
    },
    emptied: {},
  },
  'auth/passkeys/:passkeyId': {
    make: async () => {
      const who = await a.patient();
      const { id: passkeyId } = await addPasskeyTo(who);
      const read = async () => {
        const { json } = await callApi(apiRoute('auth/passkeys'), { token: who.token });
        return (json.data as Values[])[0] ?? {};
      };
      return { who, params: { passkeyId }, body: { name: 'My phone' }, read };
    },
    emptied: { name: null },
  },
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
      const read = async () => {
        const draft = (await draftOf(who, reportId)).json.data as Values | undefined;
        return { review: '', ...draft, nextStep: (draft?.nextStep as { step: string } | null)?.step ?? null };
      };
      return {
        who,
        params: { reportId },
        body: { review: 'Half of it', language: 'ta', nextStep: 'seeDoctor' },
        read,
      };
    },
    emptied: { review: '' },
  },
  'report/update-report/:reportId': {
    make: async () => {
      const who = await a.patient();
      const { _id: reportId } = await aReportOf(who, { file: 'rash.png' });
      const { _id: personId } = await aPersonOf(who);
      const read = async () => {
        const [report] = (await reportsOf(who.id, who)).json.data as Values[];
        const [row] = await db().select().from(reports).where(eq(reports.id, reportId));
        return { ...report, personId: row?.personId };
      };
      const body = { ...correctionFields({ description: 'Since Monday' }), personId };
      return { who, params: { reportId }, body, read };
    },
    emptied: { description: null },
  },
};

/** Fields that are not stored: they describe other fields or the call, or prove who sends it. */
const notKept = [
  ...[
    'same',
    'countryCode',
    'withinDays',
    'speciality',
    'specialist',
    'consent',
    'consentTo',
    'guardianName',
  ],
  ...['password', 'otp', 'credential'],
];

const changing = Object.entries<Call>(calls).flatMap(([path, { PUT }]) =>
  PUT ? [[path, PUT.input] as const] : [],
);
const schemas = new Map(changing);

/** Lists the optional fields of a call. */
function optionalFieldsOf(path: string) {
  const schema = schemas.get(path) ?? z.object({});
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.keys(properties).filter((name) => !required.includes(name) && !notKept.includes(name));
}

const send = (path: string, { who, params }: Subject, body: Values | URLSearchParams) =>
  callApi(apiRoute(path), { method: 'PUT', token: who.token, params, body });

/** Creates the object that a call changes, with every field filled in. */
async function subjectOf(path: string) {
  const subject = (await changes[path]?.make?.()) as Subject;
  expect((await send(path, subject, subject.body)).status).toBe(200);
  const before = await subject.read();
  for (const field of optionalFieldsOf(path)) expect(before[field], field).toBeTruthy();
  return { subject, before };
}

const withFields = changing.map(([path]) => path).filter((path) => changes[path]?.make);

test('has a case for each call that changes something', () => {
  expect(Object.keys(changes).sort()).toEqual(changing.map(([path]) => path).sort());
  for (const path of Object.keys(changes))
    expect([path, optionalFieldsOf(path).length > 0]).toEqual([path, withFields.includes(path)]);
});

describe('a call that changes something', () => {
  test.each(withFields)('%s keeps the values of missing and null fields', async (path) => {
    const { subject, before } = await subjectOf(path);
    const optional = optionalFieldsOf(path);
    for (const field of optional) {
      const { [field]: _left, ...remainingFields } = subject.body;
      for (const body of [remainingFields, { ...remainingFields, [field]: null }]) {
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

describe('a page, which sends all fields of its form,', () => {
  test('removes an empty last name, council and qualification', async () => {
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

  test('removes a language that is not ticked', async () => {
    const expert = await an.expert();
    await postSettings(expert, 'languages', { hi: 'on', ta: 'on' });
    await postSettings(expert, 'languages', { ta: 'on' });
    expect((await accountOf(expert)).languagesRead).toEqual(['ta']);
    await postSettings(expert, 'languages', {});
    expect((await accountOf(expert)).languagesRead).toEqual([]);
  });
});
