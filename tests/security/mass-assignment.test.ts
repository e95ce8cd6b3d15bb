import type { ActionFunctionArgs } from '@remix-run/node';
import { eq, or } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { approveExpert } from '~/domain/experts/approve-expert.server';
import type { AnyOperation } from '~/domain/kernel/operation';
import { resetPassword } from '~/domain/log-in/reset-password.server';
import { readNoticeVersion } from '~/domain/own-data/notice-content.server';
import { translate } from '~/i18n/translate';
import { users } from '~/platform/db/core/tables/accounts.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import * as loginPage from '~/routes/guest/login';
import * as signupPage from '~/routes/guest/signup';
import * as updatePassword from '~/routes/guest/update-password';
import type { Call } from '~/web/api/calls.server';
import { serveCall } from '~/web/api/serve-calls.server';
import { logInByForm } from '~/web/session/authenticator.server';
import { aBreachOf } from '../support/breaches';
import { calls } from '../support/calls';
import { aClaimedReport } from '../support/claims';
import { a, an, password, type Somebody } from '../support/clinic';
import { clinicForFile } from '../support/clinic-for-file';
import { aReportSlip, identityOf } from '../support/desk';
import { forms, type PageForm } from '../support/every-form';
import { exampleOf, somebodyFor } from '../support/examples';
import { beginByApi, codeOf, switchOnByApi } from '../support/factors';
import { aKey } from '../support/keys';
import { addPasskeyTo, logInOptions } from '../support/passkeys';
import { aReviewedReportOf } from '../support/reports';
import { callApi, type Fields, type Params, postPage, type RouteModule } from '../support/requests';
import { codeFor, enterCode, newAddress, signupFields } from '../support/signups';
import { anAskedStep } from '../support/steps';
import { addressOf, moduleOf } from '../support/url-map';

/** The account whose data the attacker wants to get or change. */
let victim: Somebody;
let reviewer: Somebody;
let victimsReport: string;
const clinic = clinicForFile();
beforeAll(async () => {
  victim = await a.patient();
  reviewer = await an.expert();
  victimsReport = (await aReviewedReportOf(victim, reviewer))._id;
});

/** Builds fields that no form and no call accepts. */
const wishes = (): Record<string, unknown> => ({
  ...{ approved: true, approvedAt: 1, approvedBy: victim.id, role: 'Admin', isAdmin: true },
  ...{ accountType: 'Admin', _id: victim.id, id: victim.id, userId: victim.id, user: { _id: victim.id } },
  ...{ patient: victim.id, patientId: victim.id, expert: victim.id, expertId: victim.id },
  ...{ reportId: victimsReport, status: 'Reviewed', review: 'forged', reviewedAt: 1, resourceType: 'image' },
  ...{ suspended: false, suspendedAt: null, rejectedAt: null, totpSince: 1, totpSecret: 'x' },
  ...{ passwordHash: 'x', pictureName: 'x', pictureTag: 'x', createdAt: 1, viewer: { id: victim.id } },
  ...{
    email: victim.email,
    loginName: 'K7QM3XPD5',
    helperSince: 1,
    frontDeskSince: 1,
    mustChangePassword: false,
    emailConfirmedAt: 1,
    provenNumber: '+919000000000',
    openedBy: victim.id,
    sentBy: victim.id,
    toldBy: victim.id,
    fileName: 'x',
    bytes: 1,
    pages: 99,
    mediaType: 'text/html',
    once: { keyHash: 'x' },
  },
});

/** Picks the wishes that are not legitimate fields of the request. */
const besides = (sent: Iterable<string>) => {
  const honest = new Set(sent);
  return Object.entries(wishes()).filter(([name]) => !honest.has(name));
};

const poison =
  '"__proto__":{"approved":true,"accountType":"Admin"},"constructor":{"prototype":{"approved":true}}';
const asJson = (body: Record<string, unknown>) => {
  const text = JSON.stringify({ ...Object.fromEntries(besides(Object.keys(body))), ...body });
  return `{${poison},${text.slice(1)}`;
};

/**
 * Builds a form with all wishes after its legitimate fields, under plain names and under those that
 * form libraries parse.
 */
function asForm(fields: Iterable<[string, FormDataEntryValue]>) {
  const form = new FormData();
  const honest = [...fields];
  for (const [name, value] of honest) form.append(name, value);
  for (const [name, value] of besides(honest.map(([name]) => name))) form.append(name, String(value));
  for (const name of ['__proto__', '__proto__[approved]', 'constructor', 'constructor.prototype.approved'])
    form.append(name, 'true');
  return form;
}

/** An account about to do something legitimate, and how to find its rows afterwards. */
type Act = {
  who?: Somebody;
  body?: Record<string, unknown>;
  form?: FormData;
  params?: Params;
  /** Status of the refusal if it cannot be done here. */
  refusedWith?: number;
  /** Finds the account whose rows show the effect; by default the one that acts. */
  of?: () => Promise<string | undefined>;
};

async function resetTokenOf({ email }: Somebody) {
  const ask = doorOf('auth/reset-password-token');
  await callApi(ask, { method: 'POST', body: { email } });
  const text = (await clinic.emails(email)).at(-1)?.text ?? '';
  return /update-password\/(\S+)/.exec(text)?.[1] ?? '';
}

const idOf = async (email: string) => {
  const [row] = await db().select({ id: users.id }).from(users).where(eq(users.email, email));
  return row?.id;
};
const chosen = { password: 'two tall trees stand', confirmPassword: 'two tall trees stand' };

/**
 * Operations that need more preparation than an API example and a page's form, by name. Each uses a
 * new account.
 */
const acts: Record<string, () => Promise<Act>> = {
  'account.sendOtp': async () => ({ body: { email: newAddress() } }),
  'account.verifyOtp': async () => {
    const email = newAddress();
    return { body: { email, otp: await codeFor(clinic, email) } };
  },
  'account.signup': async () => {
    const email = newAddress();
    const otp = await codeFor(clinic, email);
    return { body: { ...signupFields({ email, accountType: 'Expert' }), otp }, of: () => idOf(email) };
  },
  'report.issueSlip': async () => {
    const who = await an.admin();
    const { account, reportId } = await aReportSlip(who);
    return { who, body: { ...identityOf(account.userId), reportId } };
  },
  'account.logIn': async () => {
    const who = await a.patient();
    return { body: { email: who.email, password }, of: async () => who.id };
  },
  'account.logInWithPasskey': async () => {
    const who = await a.patient();
    const { device } = await addPasskeyTo(who);
    return { body: { credential: device.sign(await logInOptions()) }, of: async () => who.id };
  },
  'account.askForReset': async () => ({ body: { email: (await a.patient()).email } }),
  'account.resetPassword': async () => {
    const who = await a.patient();
    return { body: { ...chosen, token: await resetTokenOf(who) }, of: async () => who.id };
  },
  'privacy.noteSeen': async () => {
    const who = await a.patient();
    return { who, body: { version: readNoticeVersion({ sentenceIn: translate }) } };
  },
  'review.markSeen': async () => {
    const who = await a.patient();
    const { _id: reportId } = await aReviewedReportOf(who, reviewer);
    return { who, body: { version: 1 }, params: { reportId } };
  },
  'review.answerStep': async () => {
    const who = await a.patient();
    const reportId = await anAskedStep(who, reviewer);
    return { who, body: { version: 1, answer: 'done' }, params: { reportId } };
  },
  'report.claim': async () => {
    const who = await an.expert();
    return { who, params: { reportId: await aClaimedReport(who) } };
  },
  'patient.export': async () => {
    const { id: userId } = await a.patient();
    return { who: await aKey(await an.admin(), ['export']), body: { userId }, of: async () => userId };
  },
  'breach.note': async () => ({
    who: await an.admin(),
    body: { foundAt: new Date().toISOString(), what: 'A telephone was stolen' },
  }),
  'breach.told': () => onABreach({ how: 'By post' }),
  'breach.boardTold': () => onABreach({ reference: 'DPB/1' }),
  'breach.close': () => onABreach({}),
  // The messages are quiet already: the second of two calls would be refused, the first not.
  'alerts.quieten': async () => {
    const who = await an.admin();
    await callApi(doorOf('system/quieten-alerts'), { method: 'POST', token: who.token, body: {} });
    return { who, refusedWith: 409 };
  },
  // Only the session that has begun the set-up can confirm it.
  'secondFactor.confirm': async () => {
    const who = await a.patient();
    return { who, body: { otp: codeOf(await beginByApi(who)) } };
  },
  // On the page, activating it would end the API session.
  'secondFactor.renew': () => aFactorInForce(),
  'secondFactor.remove': () => aFactorInForce(),
};

/** Operations that are refused in a clinic without a mail server, and without a running server. */
const refusals: Record<string, number> = { 'system.sendTestEmail': 409, 'system.makeBackup': 409 };

async function onABreach(fields: Record<string, string>): Promise<Act> {
  const who = await an.admin();
  const params = { number: await aBreachOf(who) };
  return { who, params, body: { at: new Date().toISOString(), ...fields } };
}

async function aFactorInForce(): Promise<Act> {
  const who = await a.patient();
  const { codes } = await switchOnByApi(who);
  return { who, body: { password, otp: codes[0] } };
}

async function actOf({ name, ...operation }: AnyOperation, path = ''): Promise<Act> {
  const make = acts[name];
  if (make) return make();
  const form = forms.find((one) => one.operation === name);
  if (form) return { ...(await actOfForm(form, path)), refusedWith: refusals[name] };
  const body = exampleOf({ name, ...operation });
  if (!body) throw new Error(`Add a case for ${name}: the examples of its call do not perform it`);
  return { who: await somebodyFor({ name, ...operation }), body };
}

/** Prepares the act of a page's form for an API call at a path. */
async function actOfForm({ draw }: PageForm, path: string): Promise<Act> {
  const { owner, fields = {}, params = {} } = await draw();
  if (fields instanceof FormData) return { who: owner, form: fields };
  const all = { ...fields, ...params };
  const isInPath = ([name]: [string, string]) => path.includes(`:${name}`);
  const body = Object.fromEntries(Object.entries(all).filter((one) => !isInPath(one)));
  return {
    who: owner,
    body,
    params: Object.fromEntries(Object.entries(all).filter(isInPath)),
    of: async () => all.expertId ?? all.userId ?? owner.id,
  };
}

const doorOf = (path: string): RouteModule => {
  const serve = ({ request, params }: Pick<ActionFunctionArgs, 'request' | 'params'>) =>
    serveCall(calls[path] ?? {}, request, params);
  return { loader: serve, action: serve };
};

/** Reads an account's rows without the values that differ between accounts. */
async function expertStatusOf(id: string | undefined) {
  if (!id) return undefined;
  const people = await db().select().from(users).where(eq(users.id, id));
  const reportRows = await db()
    .select()
    .from(reports)
    .where(or(eq(reports.patientId, id), eq(reports.expertId, id)));
  return {
    people: people.map(({ id, email, lastName, passwordHash, createdAt, updatedAt, ...row }) => ({
      ...row,
      loginName: row.loginName?.length,
      deskKey: typeof row.deskKey,
      provenKey: typeof row.provenKey,
      numberChangedAt: row.numberChangedAt !== null,
      emailAddedAt: row.emailAddedAt !== null,
      emailConfirmedAt: row.emailConfirmedAt !== null,
      helperSince: row.helperSince !== null,
      frontDeskSince: row.frontDeskSince !== null,
      openedBy: row.openedBy === victim.id ? 'forged' : typeof row.openedBy,
      helperBy: row.helperBy === victim.id ? 'forged' : typeof row.helperBy,
      frontDeskBy: row.frontDeskBy === victim.id ? 'forged' : typeof row.frontDeskBy,
      suspendedAt: row.suspendedAt !== null,
      doubtDecidedAt: row.doubtDecidedAt !== null,
      rejectedAt: row.rejectedAt !== null,
      pictureName: row.pictureName?.length,
      pictureTag: row.pictureTag?.length,
      approvedAt: row.approvedAt !== null,
      totpSecret: typeof row.totpSecret,
      totpSince: row.totpSince !== null,
      totpLastStep: typeof row.totpLastStep,
      approvedBy: row.approvedBy === victim.id ? 'forged' : typeof row.approvedBy,
    })),
    reports: reportRows.map(({ fileName, thumbnailName, createdAt, updatedAt, ...row }) => ({
      ...row,
      id: row.id.length,
      patientId: row.patientId === id ? 'own' : typeof row.patientId,
      personId: typeof row.personId,
      expertId: row.expertId === id ? 'own' : typeof row.expertId,
      expertLastName: typeof row.expertLastName,
      expertCredentials: row.expertCredentials && { ...row.expertCredentials, expertId: 'string' },
      reviewedAt: row.reviewedAt !== null,
      urgentAt: row.urgentAt !== null,
      claimedBy: typeof row.claimedBy,
      claimedAt: row.claimedAt !== null,
      claimedUntil: row.claimedUntil !== null,
      askedAt: row.askedAt !== null,
      heldAt: row.heldAt !== null,
      correctedAt: row.correctedAt !== null,
      amendedAt: row.amendedAt !== null,
    })),
  };
}

const admins = () => db().select({ id: users.id }).from(users).where(eq(users.accountType, 'Admin'));
const untouched = async () => JSON.stringify([await expertStatusOf(victim.id), victimsReport]);

async function expectNoEffect<Made extends Act>(
  act: () => Promise<Made>,
  send: (act: Made, isGreedy: boolean) => Promise<number>,
  newAdmins = 0,
) {
  const [honest, greedy] = [await act(), await act()];
  const [before, masters] = [await untouched(), (await admins()).length];
  const [first, second] = [await send(honest, false), await send(greedy, true)];
  expect(second).toBe(first);
  if (honest.refusedWith) expect(first).toBe(honest.refusedWith);
  else expect(first, 'the call without extra fields succeeds').toBeLessThan(400);
  const stand = ({ of, who }: Act) => (of ? of() : Promise.resolve(who?.id)).then(expertStatusOf);
  expect(await stand(greedy)).toEqual(await stand(honest));
  expect(await untouched()).toBe(before);
  expect((await admins()).length).toBe(masters + newAdmins);
  expect(({} as { approved?: boolean }).approved).toBeUndefined();
}

describe('a call with extra fields has no more effect', () => {
  const writing = Object.entries<Call>(calls).flatMap(([path, { POST, PUT, DELETE }]) =>
    Object.entries({ POST, PUT, DELETE }).flatMap(([method, operation]) =>
      operation ? [[method, path, operation] as const] : [],
    ),
  );

  test('is tried for every operation listed here', () => {
    const names = writing.map(([, , { name }]) => name);
    expect(names).toEqual(expect.arrayContaining([...Object.keys(acts), ...Object.keys(refusals)]));
  });

  test.each(writing)('%s %s', async (method, path, operation) => {
    const act = () => actOf(operation, path);
    await expectNoEffect(act, async ({ who, body = {}, form, params }, isGreedy) => {
      const plain = form ?? JSON.stringify(body);
      const greedyBody = form ? asForm(form) : asJson(body);
      const query =
        isGreedy && method === 'DELETE'
          ? `?${new URLSearchParams({ _id: victim.id, userId: victim.id })}`
          : '';
      const call = { method, token: who?.token, body: isGreedy ? greedyBody : plain, params };
      const { status } = await callApi(doorOf(path), { ...call, path: `/api/v1/${path}${query}` });
      return status;
    });
  });

  test('has an effect where the fields belong', async () => {
    const { who, body } = await actOf(approveExpert);
    const of = () => expertStatusOf(String(body?.expertId));
    expect((await of())?.people[0]?.approved).toBe(false);
    await callApi(doorOf('expert/approve-expert'), { method: 'POST', token: who?.token, body });
    expect((await of())?.people[0]?.approved).toBe(true);
  });
});

/** The admins that the two forms of a test add or take back. */
const newAdminsOf: Record<string, number> = { 'admins.add': 2, 'admins.takeBack': -2 };

describe('a form with extra fields has no more effect', () => {
  // A download is not a page; the calls above cover it.
  const drawn = forms.filter(({ operation }) => operation !== 'account.exportData');
  test.each(drawn)('$operation', async ({ operation, route, draw }) => {
    const module = await moduleOf(route);
    const act = async (): Promise<Act & { path: string }> => {
      const { owner, fields = {}, params, query = '' } = await draw();
      const form = fields instanceof FormData ? fields : formOf(fields);
      const expertId = params?.expertId ?? String(form.get('expertId') ?? owner.id);
      const path = `${addressOf(route, params)}${query}`;
      return { who: owner, form, params, path, of: async () => expertId };
    };
    await expectNoEffect(
      act,
      async ({ who, form = new FormData(), params, path }, isGreedy) => {
        const fields = isGreedy ? asForm(form) : form;
        const { status } = await postPage(module, { path, cookie: who?.cookie, params, fields });
        expect([operation, status]).not.toEqual([operation, 409]);
        return status;
      },
      newAdminsOf[operation],
    );
  });

  type Sent = (act: Act, fields: FormData) => ReturnType<typeof postPage>;
  const onPage =
    (module: RouteModule): Sent =>
    ({ params }, fields) =>
      postPage(module, { path: '/x', params, fields });
  const ofGuests: [name: string, act: () => Promise<Act>, send: Sent][] = [
    [
      'the log-in',
      async () => {
        const { body, of } = await actOf(logInByForm);
        return { of, form: formOf(body as Fields) };
      },
      onPage(loginPage),
    ],
    [
      'a new password',
      async () => {
        const { body, of } = await actOf(resetPassword);
        return { of, params: { token: String(body?.token) }, form: formOf(chosen) };
      },
      onPage(updatePassword),
    ],
    [
      'a sign-up, up to its code',
      async () => {
        const email = newAddress();
        return { form: formOf(signupFields({ email, accountType: 'Expert' })), of: () => idOf(email) };
      },
      async (act, fields) => {
        const answer = await onPage(signupPage)(act, fields);
        const code = await clinic.code(String(fields.get('email')));
        expect((await enterCode(answer.cookies, code)).location).toBe('/login');
        return answer;
      },
    ],
  ];
  test.each(ofGuests)('%s', async (_name, act, send) => {
    await expectNoEffect(act, async (made, isGreedy) => {
      const fields = made.form ?? new FormData();
      return (await send(made, isGreedy ? asForm(fields) : fields)).status;
    });
  });
});

function formOf(fields: Fields) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
