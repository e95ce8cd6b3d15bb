import type { ActionFunctionArgs } from '@remix-run/node';
import { eq, or } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnyOperation } from '~/domain/kernel/operation';
import { db } from '~/platform/db/db.server';
import { reports, users } from '~/platform/db/tables.server';
import * as addReviewPage from '~/routes/dashboard/add-review';
import * as approveExpertPage from '~/routes/dashboard/admin/approve-expert';
import * as judgeExpertPage from '~/routes/dashboard/admin/change-expert-status';
import * as deletePage from '~/routes/dashboard/delete-report';
import * as giveConsentPage from '~/routes/dashboard/give-consent';
import * as uploadPage from '~/routes/dashboard/upload-report';
import * as withdrawConsentPage from '~/routes/dashboard/withdraw-consent';
import * as loginPage from '~/routes/guest/login';
import * as signupPage from '~/routes/guest/signup';
import * as updatePassword from '~/routes/guest/update-password';
import { serveCall } from '~/web/api/serve-calls.server';
import { credentialFields, passwordFields, pictureForm, postSettings } from '../support/accounts';
import { calls } from '../support/calls';
import { aClaimedReport } from '../support/claims';
import { a, an, type Clinic, fixture, openClinic, password, type Somebody } from '../support/clinic';
import { forms } from '../support/every-form';
import { exampleOf, somebodyFor } from '../support/examples';
import { switchOnByApi } from '../support/factors';
import { anotherSessionOf } from '../support/open-sessions';
import { aPersonOf, childFields } from '../support/people';
import {
  aReportOf,
  aReviewedReportOf,
  correctionFields,
  uploadFields,
  withdrawConsentFor,
} from '../support/reports';
import { callApi, type Fields, type Params, postPage, type RouteModule } from '../support/requests';
import { codeFor, enterCode, newAddress, signupFields } from '../support/signups';

let clinic: Clinic;
/** Whose things the attacker would like to have or to change. */
let victim: Somebody;
let reviewer: Somebody;
let victimsReport: string;
beforeAll(async () => {
  clinic = await openClinic();
  victim = await a.patient();
  reviewer = await an.expert();
  victimsReport = (await aReviewedReportOf(victim, reviewer))._id;
});
afterAll(() => clinic.close());

/** What no form and no call asks for. */
const wishes = (): Record<string, unknown> => ({
  ...{ approved: true, approvedAt: 1, approvedBy: victim.id, role: 'Admin', isAdmin: true },
  ...{ accountType: 'Admin', _id: victim.id, id: victim.id, userId: victim.id, user: { _id: victim.id } },
  ...{ patient: victim.id, patientId: victim.id, expert: victim.id, expertId: victim.id },
  ...{ reportId: victimsReport, status: 'Reviewed', review: 'forged', reviewedAt: 1, resourceType: 'image' },
  ...{ suspended: false, suspendedAt: null, rejectedAt: null, totpSince: 1, totpSecret: 'x' },
  ...{ passwordHash: 'x', pictureName: 'x', pictureTag: 'x', createdAt: 1, viewer: { id: victim.id } },
  ...{
    email: victim.email,
    fileName: 'x',
    bytes: 1,
    pages: 99,
    mediaType: 'text/html',
    once: { keyHash: 'x' },
  },
});

/** The wishes that are no honest part of what is sent. */
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
 * A form with everything that is wished for behind what belongs in it, under plain names and under
 * those form libraries read.
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

/** Somebody about to do something rightly, and how to find them again. */
type Act = {
  who?: Somebody;
  body?: Record<string, unknown>;
  form?: FormData;
  params?: Params;
  /** What it is answered with where it cannot be done here. */
  refusedWith?: number;
  /** Whose rows show what was done: the one who acts, unless it is said. */
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
const aPatients = async (body?: Record<string, unknown>): Promise<Act> => ({ who: await a.patient(), body });
const chosen = { password: 'two tall trees stand', confirmPassword: 'two tall trees stand' };

/**
 * What takes more than the API's examples, or what a page's form of the same needs, to do rightly,
 * by somebody new each time.
 */
const acts: Record<string, () => Promise<Act>> = {
  'auth/send-otp': async () => ({ body: { email: newAddress() } }),
  'auth/verify-otp': async () => {
    const email = newAddress();
    return { body: { email, otp: await codeFor(clinic, email) } };
  },
  'auth/signup': async () => {
    const email = newAddress();
    const otp = await codeFor(clinic, email);
    return { body: { ...signupFields({ email, accountType: 'Expert' }), otp }, of: () => idOf(email) };
  },
  'auth/login': async () => {
    const who = await a.patient();
    return { body: { email: who.email, password }, of: async () => who.id };
  },
  'auth/logout': () => aPatients({}),
  'auth/reset-password-token': async () => ({ body: { email: (await a.patient()).email } }),
  'auth/reset-password': async () => {
    const who = await a.patient();
    return { body: { ...chosen, token: await resetTokenOf(who) }, of: async () => who.id };
  },
  'auth/change-password': () => aPatients(passwordFields()),
  'profile/update-display-picture': async () => ({
    who: await an.unapprovedExpert(),
    form: await pictureForm(),
  }),
  'profile/people': () => aPatients(childFields()),
  'profile/people/:personId': async () => {
    const who = await a.patient();
    const { _id: personId } = await aPersonOf(who);
    return { who, body: childFields({ name: 'Gita' }), params: { personId } };
  },
  'profile/delete-profile': () => aPatients({}),
  'report/upload-report': async () => ({
    who: await a.patient(),
    form: uploadFields(await fixture('rash.png')),
  }),
  'report/add-review/:reportId': async () => {
    const reportId = (await aReportOf(await a.patient(), { file: 'rash.png' }))._id;
    return { who: await an.expert(), body: { review: 'Rest' }, params: { reportId } };
  },
  'report/review-seen/:reportId': async () => {
    const who = await a.patient();
    const { _id: reportId } = await aReviewedReportOf(who, reviewer);
    return { who, body: { version: 1 }, params: { reportId } };
  },
  'report/claim/:reportId': async () => {
    const who = await an.expert();
    return { who, params: { reportId: await aClaimedReport(who) } };
  },
  'report/review-draft/:reportId': async () => {
    const who = await an.expert();
    return { who, body: { review: 'Half of it' }, params: { reportId: await aClaimedReport(who) } };
  },
  'report/delete-report/:reportId?': async () => {
    const who = await a.patient();
    return { who, body: { reportId: (await aReportOf(who, { file: 'rash.png' }))._id } };
  },
  'report/update-report/:reportId': async () => {
    const who = await a.patient();
    const { _id: reportId } = await aReportOf(who, { file: 'rash.png' });
    return { who, body: correctionFields({ description: 'Since Monday' }), params: { reportId } };
  },
  'auth/sessions/:sessionId': async () => {
    const who = await a.patient();
    return { who, params: { sessionId: await anotherSessionOf(who) } };
  },
  'report/withdraw-consent/:reportId': () => aConsentOf(),
  'report/give-consent/:reportId': () => aConsentOf({ isWithdrawn: true }),
  'profile/update-credentials': async () => ({ who: await an.unapprovedExpert(), body: credentialFields() }),
  'profile/export-data': () => aPatients({ password }),
  'auth/renew-recovery-codes': () => aFactorInForce(),
  'auth/remove-second-factor': () => aFactorInForce(),
  // No mail server is there.
  'system/send-test-email': async () => ({ who: await an.admin(), body: {}, refusedWith: 409 }),
  'expert/approve-expert': async () => anExpertToJudge(await an.unapprovedExpert()),
  'expert/reject-expert': async () => anExpertToJudge(await an.unapprovedExpert(), { reason: 'No number' }),
  'expert/suspend-expert': async () => anExpertToJudge(await an.expert(), { reason: 'On leave' }),
  'expert/restore-expert': async () => anExpertToJudge(await an.suspendedExpert()),
};

// On the page, switching it on would end the program's session.
async function aFactorInForce(): Promise<Act> {
  const who = await a.patient();
  const { codes } = await switchOnByApi(who);
  return { who, body: { password, otp: codes[0] } };
}

async function aConsentOf({ isWithdrawn = false } = {}): Promise<Act> {
  const who = await a.patient();
  const reportId = (await aReportOf(who, { file: 'rash.png' }))._id;
  if (isWithdrawn) await withdrawConsentFor(who, reportId);
  return { who, body: {}, params: { reportId } };
}

async function anExpertToJudge({ id }: Somebody, more: Record<string, unknown> = {}): Promise<Act> {
  return { who: await an.admin(), body: { expertId: id, ...more }, of: async () => id };
}

async function actOf(name: string): Promise<Act> {
  const make = acts[name];
  if (make) return make();
  const operation = Object.values(calls[name] ?? {})[0] as AnyOperation;
  const form = forms.find((one) => one.operation === operation.name);
  if (form) return actOfForm(name, form);
  const body = exampleOf(operation);
  if (!body) throw new Error(`Nobody does ${name} here, and its examples alone do not do it`);
  return { who: await somebodyFor(operation), body };
}

/** Does by a call what somebody is about to do with a form of a page. */
async function actOfForm(name: string, { draw }: (typeof forms)[number]): Promise<Act> {
  const { owner, fields = {}, params = {} } = await draw();
  const inPath = Object.entries(params).filter(([param]) => name.includes(`:${param}`));
  const body = Object.fromEntries(fields instanceof FormData ? fields : Object.entries(fields));
  return { who: owner, body, params: Object.fromEntries(inPath) };
}

const doorOf = (path: string): RouteModule => {
  const serve = ({ request, params }: Pick<ActionFunctionArgs, 'request' | 'params'>) =>
    serveCall(calls[path] ?? {}, request, params);
  return { loader: serve, action: serve };
};

/** What somebody's rows say, without what differs from one to the next. */
async function expertStatusOf(id: string | undefined) {
  if (!id) return undefined;
  const people = await db().select().from(users).where(eq(users.id, id));
  const theirs = await db()
    .select()
    .from(reports)
    .where(or(eq(reports.patientId, id), eq(reports.expertId, id)));
  return {
    people: people.map(({ id, email, lastName, passwordHash, createdAt, updatedAt, ...row }) => ({
      ...row,
      suspendedAt: row.suspendedAt !== null,
      rejectedAt: row.rejectedAt !== null,
      pictureName: row.pictureName?.length,
      pictureTag: row.pictureTag?.length,
      approvedAt: row.approvedAt !== null,
      totpSecret: typeof row.totpSecret,
      totpSince: row.totpSince !== null,
      totpLastStep: typeof row.totpLastStep,
      approvedBy: row.approvedBy === victim.id ? 'forged' : typeof row.approvedBy,
    })),
    reports: theirs.map(({ fileName, thumbnailName, createdAt, updatedAt, ...row }) => ({
      ...row,
      id: row.id.length,
      patientId: row.patientId === id ? 'own' : typeof row.patientId,
      expertId: row.expertId === id ? 'own' : row.expertId,
      expertLastName: typeof row.expertLastName,
      reviewedAt: row.reviewedAt !== null,
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

async function expectNoEffect(
  act: () => Promise<Act>,
  send: (act: Act, isGreedy: boolean) => Promise<number>,
) {
  const [honest, greedy] = [await act(), await act()];
  const [before, masters] = [await untouched(), (await admins()).length];
  const [first, second] = [await send(honest, false), await send(greedy, true)];
  expect(second).toBe(first);
  if (honest.refusedWith) expect(first).toBe(honest.refusedWith);
  else expect(first, 'what is done rightly is done').toBeLessThan(400);
  const stand = ({ of, who }: Act) => (of ? of() : Promise.resolve(who?.id)).then(expertStatusOf);
  expect(await stand(greedy)).toEqual(await stand(honest));
  expect(await untouched()).toBe(before);
  expect((await admins()).length).toBe(masters);
  expect(({} as { approved?: boolean }).approved).toBeUndefined();
}

describe('a call that says more than it is asked has no more effect', () => {
  const writing = Object.entries(calls).flatMap(([path, call]) =>
    Object.keys(call)
      .filter((method) => /^(?:POST|PUT|DELETE)$/.test(method))
      .map((method) => [method, path] as const),
  );

  test('there is a call for every act', () => {
    expect(writing.map(([, path]) => path)).toEqual(expect.arrayContaining(Object.keys(acts)));
  });

  test.each(writing)('%s %s', async (method, path) => {
    const act = () => actOf(path);
    await expectNoEffect(act, async ({ who, body = {}, form, params }, isGreedy) => {
      const plain = form ?? JSON.stringify(body);
      const more = form ? asForm(form) : asJson(body);
      const query =
        isGreedy && method === 'DELETE'
          ? `?${new URLSearchParams({ _id: victim.id, userId: victim.id })}`
          : '';
      const call = { method, token: who?.token, body: isGreedy ? more : plain, params };
      const { status } = await callApi(doorOf(path), { ...call, path: `/api/v1/${path}${query}` });
      return status;
    });
  });

  test('while the same words where they belong do have one', async () => {
    const { who, body } = await actOf('expert/approve-expert');
    const of = () => expertStatusOf(String(body?.expertId));
    expect((await of())?.people[0]?.approved).toBe(false);
    await callApi(doorOf('expert/approve-expert'), { method: 'POST', token: who?.token, body });
    expect((await of())?.people[0]?.approved).toBe(true);
  });
});

describe('a form that says more than it asks has no more effect', () => {
  type Sent = (act: Act, fields: FormData) => ReturnType<typeof postPage>;
  const onPage =
    (module: RouteModule): Sent =>
    ({ who, params }, fields) =>
      postPage(module, { path: '/x', cookie: who?.cookie, params, fields });
  const onSettings =
    (part: string): Sent =>
    ({ who }, fields) =>
      postSettings({ cookie: who?.cookie ?? '' }, part, fields);
  const formOf = (fields: Fields) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return form;
  };
  const with_ = async (act: string, fields?: Fields): Promise<Act> => {
    const made = await actOf(act);
    return { ...made, form: made.form ?? formOf(fields ?? (made.body as Fields)) };
  };

  const approval = async (): Promise<Act> => {
    const { body, ...made } = await with_('expert/approve-expert', { isChecked: 'on' });
    return { ...made, params: { expertId: String(body?.expertId) } };
  };
  type Judged = 'reject' | 'suspend';
  const judgement = async (to: Judged): Promise<Act> => {
    const { body, ...made } = await with_(`expert/${to}-expert`);
    return { ...made, params: { expertId: String(body?.expertId) } };
  };
  const onJudge =
    (to: Judged): Sent =>
    ({ who, params }, fields) =>
      postPage(judgeExpertPage, { path: `/x?to=${to}`, cookie: who?.cookie, params, fields });

  const drawn: [name: string, act: () => Promise<Act>, send: Sent][] = [
    ['the profile', () => with_('profile/update-profile'), onSettings('profile')],
    ['the picture', () => with_('profile/update-display-picture'), onSettings('picture')],
    ['the password', () => with_('auth/change-password'), onSettings('password')],
    [
      'the deletion',
      () => with_('profile/delete-profile', { confirmation: 'DELETE', password }),
      onSettings('delete'),
    ],
    ['the credentials', () => with_('profile/update-credentials'), onSettings('credentials')],
    ['a withdrawal', () => with_('report/withdraw-consent/:reportId'), onPage(withdrawConsentPage)],
    ['a consent', () => with_('report/give-consent/:reportId'), onPage(giveConsentPage)],
    ['a rejection', () => judgement('reject'), onJudge('reject')],
    ['a suspension', () => judgement('suspend'), onJudge('suspend')],
    ['the log-in', () => with_('auth/login'), onPage(loginPage)],
    ['an upload', () => with_('report/upload-report'), onPage(uploadPage)],
    ['a review', () => with_('report/add-review/:reportId'), onPage(addReviewPage)],
    [
      'deleting a report',
      async () => {
        const { who, body } = await actOf('report/delete-report/:reportId?');
        return { who, params: body as Params, form: formOf({}) };
      },
      onPage(deletePage),
    ],
    ['an approval', approval, onPage(approveExpertPage)],
    [
      'a new password',
      async () => {
        const { body, of } = await actOf('auth/reset-password');
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
  test.each(drawn)('%s', async (_name, act, send) => {
    await expectNoEffect(act, async (made, isGreedy) => {
      const fields = made.form ?? new FormData();
      return (await send(made, isGreedy ? asForm(fields) : fields)).status;
    });
  });
});
