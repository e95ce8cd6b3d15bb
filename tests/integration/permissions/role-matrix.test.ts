import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { db, execute } from '~/platform/db/db.server';
import { reports, reviewDrafts, users } from '~/platform/db/tables.server';
import { type Screen, screens } from '~/screens';
import { claimFor, draftOf, releaseFor, saveDraftFor } from '../../support/claims';
import { a, an, type Clinic, openClinic, type Somebody } from '../../support/clinic';
import { aPersonOf } from '../../support/people';
import { askAbout } from '../../support/questions';
import { accessPaths, secretsIn } from '../../support/report-access';
import { aReportOf, aReviewedReportOf, sendReview, withdrawConsentFor } from '../../support/reports';
import type { Params } from '../../support/requests';
import { accessTo, isPlain } from '../../support/screen-access';
import { addressOf, pages, visit, visitor } from '../../support/url-map';

const columns = ['signed out', 'Patient', 'suspended', 'unapproved', 'Expert', 'Admin'] as const;
type Column = (typeof columns)[number];

/** What a page answers: its status, or where it leads, with the message that comes along. */
type Answer = number | string;
type Row = { page: string; what?: string; params?: () => Params; answers: readonly Answer[] };

/** A signed-out visitor is led to the log-in page with a way back. */
const login = '→ /login and back';
const wrong = '→ /dashboard/home: Your account cannot open this page';
const notAnExpert = '→ /dashboard/home: Only experts can add reviews';
const notApproved =
  '→ /dashboard/home: You do not have access to add a review. Please wait for admin approval.';

const guests = [200, ...Array(5).fill('→ /dashboard/home')];
const members = [login, 200, 200, 200, 200, 200];
const taken = '→ /dashboard/home: An admin has blocked your access to this. Your dashboard says why.';
const admins = [login, wrong, taken, wrong, wrong, 200];
/** One's own report alone. */
const owners = [login, 200, 404, 404, 404, 404];

let clinic: Clinic;
let people: Record<Column, Somebody>;
let waiting: { patientId: string; reportId: string };
let unread: { reportId: string };
let reviewed: { patientId: string; reportId: string };
let onList: { personId: string };

/**
 * What each role gets on the pages that ask for more than their row in the table of screens says:
 * docs/requirements.md#screens and the table of docs/requirements.md#permissions. The columns are
 * signed out, Patient, suspended, unapproved, Expert, Admin.
 */
const special: Row[] = [
  { page: '/language', what: 'which is only for sending', answers: columns.map(() => '→ /') },
  { page: '/*', what: 'an address there is not', answers: columns.map(() => 404) },

  { page: '/update-password/:token', params: () => ({ token: 'x' }), answers: guests },
  { page: '/verify-email', what: 'without a sign-up', answers: ['→ /signup', ...guests.slice(1)] },
  { page: '/confirmation', what: 'without a reset', answers: ['→ /signup', ...guests.slice(1)] },
  { page: '/resend-code', what: 'which is only for sending', answers: columns.map(() => '→ /verify-email') },

  { page: '/logout', answers: ['→ /', 200, 200, 200, 200, 200] },
  { page: '/dashboard', what: 'which leads on', answers: columns.map(() => '→ /dashboard/home') },
  { page: '/dashboard/settings/:part?', answers: members },
  {
    page: '/dashboard/settings/:part?',
    what: 'a part there is',
    params: () => ({ part: 'password' }),
    answers: members,
  },
  {
    page: '/dashboard/settings/:part?',
    what: 'a part there is not',
    params: () => ({ part: 'nothing' }),
    answers: [login, 404, 404, 404, 404, 404],
  },
  {
    page: '/dashboard/upload-report',
    answers: [`${login}: Please login first to upload report`, ...members.slice(1)],
  },
  {
    page: '/dashboard/previous-report/:patientId',
    what: 'of the patient',
    params: () => waiting,
    answers: [login, 200, 404, 404, 200, 200],
  },
  {
    page: '/dashboard/previous-report/:patientId',
    what: 'of a patient another expert has reviewed',
    params: () => reviewed,
    answers: [login, 404, 404, 404, 404, 200],
  },
  {
    page: '/dashboard/previous-report/:patientId',
    what: 'of nobody',
    params: () => ({ patientId: 'nobody' }),
    answers: [login, 404, 404, 404, 404, 404],
  },
  {
    page: '/dashboard/delete-report/:reportId',
    what: 'of the patient',
    params: () => waiting,
    answers: [login, 200, 404, 404, 404, 404],
  },
  {
    page: '/dashboard/add-review/:reportId',
    what: 'of a report that waits',
    params: () => waiting,
    answers: [login, notAnExpert, taken, notApproved, 200, notAnExpert],
  },
  {
    page: '/dashboard/add-review/:reportId',
    what: 'of a report that is reviewed',
    params: () => reviewed,
    answers: [
      login,
      notAnExpert,
      taken,
      notApproved,
      '→ /dashboard/pending-report: This report has already been reviewed. Your review was not added.',
      notAnExpert,
    ],
  },
  {
    page: '/dashboard/add-review/:reportId',
    what: 'of no report',
    params: () => ({ reportId: 'none' }),
    answers: [login, notAnExpert, taken, notApproved, 404, notAnExpert],
  },
  {
    page: '/dashboard/amend-review/:reportId',
    what: 'of a review somebody else wrote',
    params: () => reviewed,
    answers: [login, wrong, taken, wrong, 404, wrong],
  },
  { page: '/dashboard/review-versions/:reportId', params: () => reviewed, answers: admins },
  {
    page: '/dashboard/review-versions/:reportId',
    what: 'of no report',
    params: () => ({ reportId: 'none' }),
    answers: [login, wrong, taken, wrong, wrong, 404],
  },
  {
    page: '/dashboard/translate',
    answers: [login, notAnExpert, taken, notApproved, 200, notAnExpert],
  },
  {
    page: '/dashboard/translate/:reportId',
    what: 'of a review that waits for none of the expert’s languages',
    params: () => reviewed,
    answers: [login, notAnExpert, taken, notApproved, 404, notAnExpert],
  },
  {
    page: '/dashboard/approve-expert/:expertId',
    params: () => ({ expertId: people.unapproved.id }),
    answers: admins,
  },
  {
    page: '/dashboard/judge-expert/:expertId',
    what: 'without saying what for',
    params: () => ({ expertId: people.unapproved.id }),
    answers: [login, 404, 404, 404, 404, 404],
  },
  { page: '/dashboard/correct-report/:reportId', params: () => waiting, answers: owners },
  { page: '/dashboard/answer-question/:reportId', params: () => waiting, answers: owners },
  {
    page: '/dashboard/ask-patient/:reportId',
    what: 'of a report that they read',
    params: () => waiting,
    answers: [login, wrong, taken, wrong, 200, wrong],
  },
  {
    page: '/dashboard/ask-patient/:reportId',
    what: 'of a report that nobody reads',
    params: () => unread,
    answers: [
      login,
      wrong,
      taken,
      wrong,
      '→ /dashboard/pending-report: Only the doctor who is reading this report can ask. Please open it first.',
      wrong,
    ],
  },
  {
    page: '/dashboard/close-question/:reportId',
    what: 'of a report without a question',
    params: () => waiting,
    answers: [
      login,
      wrong,
      taken,
      wrong,
      404,
      '→ /dashboard/pending-report: No question is open for this report.',
    ],
  },
  {
    page: '/dashboard/lift-hold/:reportId',
    what: 'of a report that is open',
    params: () => waiting,
    answers: [...admins.slice(0, 5), '→ /dashboard/pending-report: Doctors can already open this report.'],
  },
  { page: '/dashboard/change-person/:personId', params: () => onList, answers: owners },
  { page: '/dashboard/remove-person/:personId', params: () => onList, answers: owners },
  { page: '/dashboard/withdraw-consent/:reportId', params: () => waiting, answers: owners },
  { page: '/dashboard/give-consent/:reportId', params: () => waiting, answers: owners },
  {
    page: '/login/second-step',
    what: 'without a password before it',
    answers: ['→ /login', ...guests.slice(1)],
  },
];

const listed = new Set(special.map(({ page }) => page));

/** Everywhere else the table of screens says it. */
const rows: Row[] = [
  ...special,
  ...Object.values<Screen>(screens)
    .filter((screen) => isPlain(screen) && !listed.has(screen.path))
    .map((screen) => ({ page: screen.path, answers: columns.map((column) => answerOf(screen, column)) })),
];

function answerOf(screen: Screen, column: Column): Answer {
  const refused = column === 'suspended' ? taken : wrong;
  return { open: 200, home: '→ /dashboard/home', login, refused }[accessTo(screen, column)];
}

async function suspendedExpert() {
  const expert = await an.expert();
  await execute(db().update(users).set({ suspendedAt: new Date() }).where(eq(users.id, expert.id)));
  return expert;
}

beforeAll(async () => {
  clinic = await openClinic();
  const patient = await a.patient();
  const treated = await a.patient();
  people = {
    'signed out': visitor,
    Patient: patient,
    suspended: await suspendedExpert(),
    unapproved: await an.unapprovedExpert(),
    Expert: await an.expert(),
    Admin: await an.admin(),
  };
  waiting = { patientId: patient.id, reportId: (await aReportOf(patient))._id };
  unread = { reportId: (await aReportOf(patient))._id };
  onList = { personId: (await aPersonOf(patient))._id };
  const { _id } = await aReviewedReportOf(treated, await an.expert());
  reviewed = { patientId: treated.id, reportId: _id };
});
afterAll(() => clinic.close());

async function ask({ page, params }: Row, { cookie }: Somebody): Promise<Answer> {
  const address = addressOf(page, params?.());
  const { status, location, toast } = await visit(page, { cookie }, { params: params?.() });
  if (status !== 302) return status;
  const to = location === `/login?next=${encodeURIComponent(address)}` ? '/login and back' : location;
  return `→ ${to}${toast ? `: ${toast.message}` : ''}`;
}

describe('which page each role gets', () => {
  test('is written down here for every page there is', () => {
    expect([...pages].sort()).toEqual([...new Set(rows.map(({ page }) => page))].sort());
    expect(rows.filter(({ answers }) => answers.length !== columns.length)).toEqual([]);
  });

  const named = rows.map((row) => [row.what ? `${row.page}, ${row.what}` : row.page, row] as const);
  test.each(named)('%s', async (_name, row) => {
    const found: Record<string, Answer> = {};
    for (const column of columns) found[column] = await ask(row, people[column]);
    expect(found).toEqual(Object.fromEntries(columns.map((column, at) => [column, row.answers[at]])));
  });
});

const ownText = 'Words of the second doctor';
const theirReview = 'Words of the first doctor';

/** A report of a new patient, and an expert who has nothing else to do with them. */
async function aReportToBeat() {
  const [stranger, patient] = [await an.expert(), await a.patient({ firstName: 'Zubaida' })];
  const { _id: reportId } = await aReportOf(patient, {
    file: 'rash.png',
    description: 'Burning since the wedding',
    phoneNumber: '9812345670',
  });
  const secrets = {
    name: 'Zubaida',
    email: patient.email,
    phone: '9812345670',
    description: 'Burning since the wedding',
    review: theirReview,
  };
  return { stranger, target: { reportId, patientId: patient.id }, secrets, patient };
}

type Beaten = Awaited<ReturnType<typeof aReportToBeat>>;

const sendSecond = async ({ stranger, target }: Beaten) => {
  const { status, text } = await sendReview({ ...target, token: stranger.token, review: ownText });
  return { status, told: text };
};

async function reviewByAnother({ target }: Beaten) {
  const { token } = await an.expert();
  const { status } = await sendReview({ ...target, token, review: theirReview });
  expect(status).toBe(200);
}

const alreadyReviewed = '→ /dashboard/pending-report';
const closed: Record<string, Answer> = {
  'the page to review it': alreadyReviewed,
  'the page to ask its patient': alreadyReviewed,
  'the list that waits': 200,
  'get-pending-reports': 200,
  'get-report-by-expertId': 200,
  claim: 409,
};

/** Describes what an expert did before, and which answers then differ from a closed report's. */
const histories: {
  what: string;
  prepare: (beaten: Beaten) => Promise<unknown>;
  open?: Record<string, Answer>;
  /** Secrets that the page to review tells; none by default. */
  told?: string[];
  /** Status of keeping a draft; by default that of a missing report. */
  draft?: number;
}[] = [
  { what: 'nothing of the expert', prepare: reviewByAnother },
  {
    what: 'a draft, refused',
    prepare: async (beaten) => {
      await reviewByAnother(beaten);
      await saveDraftFor(beaten.stranger, beaten.target.reportId, ownText);
    },
  },
  {
    what: 'a draft that another version of the server kept',
    prepare: async (beaten) => {
      await reviewByAnother(beaten);
      await execute(
        db().insert(reviewDrafts).values({
          expertId: beaten.stranger.id,
          reportId: beaten.target.reportId,
          text: ownText,
          updatedAt: new Date(),
        }),
      );
    },
    open: { 'the page to review it': 200, 'review-draft': 200 },
  },
  {
    what: 'a draft from the time when it waited',
    prepare: async (beaten) => {
      expect((await saveDraftFor(beaten.stranger, beaten.target.reportId, ownText)).status).toBe(200);
      await reviewByAnother(beaten);
    },
    open: { 'the page to review it': 200, 'review-draft': 200 },
  },
  {
    what: 'a refused review',
    prepare: async (beaten) => {
      await reviewByAnother(beaten);
      const { status, told } = await sendSecond(beaten);
      expect([status, secretsIn(told, beaten.secrets)]).toEqual([409, []]);
    },
    open: { 'the page to review it': 200, 'review-draft': 200 },
  },
  {
    what: 'a claim that lapsed',
    prepare: async (beaten) => {
      await claimFor(beaten.stranger, beaten.target.reportId);
      await releaseFor(beaten.stranger, beaten.target.reportId);
      await reviewByAnother(beaten);
    },
    draft: 200,
  },
  {
    what: 'a claim that lapsed, and a draft',
    prepare: async (beaten) => {
      await claimFor(beaten.stranger, beaten.target.reportId);
      await releaseFor(beaten.stranger, beaten.target.reportId);
      await reviewByAnother(beaten);
      expect((await saveDraftFor(beaten.stranger, beaten.target.reportId, ownText)).status).toBe(200);
    },
    open: { 'the page to review it': 200, 'review-draft': 200 },
    told: ['name', 'review'],
    draft: 200,
  },
];

describe('what an expert gets of a report that another expert has reviewed', () => {
  test.each(histories)('$what', async ({ prepare, open = {}, told = [], draft = 404 }) => {
    const beaten = await aReportToBeat();
    const { stranger, target, secrets } = beaten;
    await prepare(beaten);
    const found: Record<string, Answer> = {};
    const leaks: Record<string, string[]> = {};
    for (const [path, ask] of Object.entries(accessPaths)) {
      const { status, location, text } = await ask(stranger, target);
      found[path] = status === 302 ? `→ ${location}` : status;
      leaks[path] = secretsIn(text, secrets);
      if (open[path] === 200) expect(text, path).toContain(ownText);
    }
    const all = Object.fromEntries(Object.keys(accessPaths).map((path) => [path, 404]));
    expect(found).toEqual({ ...all, ...closed, ...open });
    const none = Object.fromEntries(Object.keys(accessPaths).map((path) => [path, [] as string[]]));
    expect(leaks).toEqual({ ...none, 'the page to review it': told });
    const kept = await saveDraftFor(stranger, target.reportId, 'More words');
    const missing = await saveDraftFor(stranger, '01k2zq5v7m8n9p0q1r2s3t4v5w', 'More words');
    expect([kept.status, missing.status]).toEqual([draft, 404]);
    if (draft === 404) expect(kept.text).toBe(missing.text);
  });

  test('is their own text with the type and the day, which they can throw away', async () => {
    const beaten = await aReportToBeat();
    const { stranger, target } = beaten;
    await reviewByAnother(beaten);
    await sendSecond(beaten);
    const [row] = await db().select().from(reports).where(eq(reports.id, target.reportId));
    const report = { reportType: 'Blood Test', createdAt: row?.createdAt.toISOString() };
    const page = await visit('/dashboard/add-review/:reportId', stranger, { params: target });
    const { viewer: _viewer, missing: _missing, ...shown } = page.data as Record<string, unknown>;
    expect(shown).toEqual({
      state: 'beaten',
      data: { _id: target.reportId, ...report, isHeld: false, isOwn: false, firstReview: null },
      draft: { review: ownText, language: null, updatedAt: expect.any(String), report },
      undoable: [],
    });
    expect((await draftOf(stranger, target.reportId)).json.data).toMatchObject({ review: ownText, report });
    expect((await saveDraftFor(stranger, target.reportId, '')).status).toBe(200);
    expect((await draftOf(stranger, target.reportId)).status).toBe(404);
    expect((await saveDraftFor(stranger, target.reportId, '')).status).toBe(404);
  });

  test('is their own text alone while a report is closed to them as of another person', async () => {
    const { stranger, target, secrets } = await aReportToBeat();
    await claimFor(stranger, target.reportId);
    await saveDraftFor(stranger, target.reportId, ownText);
    await releaseFor(stranger, target.reportId);
    await askAbout(await an.expert(), target.reportId, { kind: 'otherPerson' });
    const page = await visit('/dashboard/add-review/:reportId', stranger, { params: target });
    expect(page.data).toMatchObject({
      data: { isHeld: true, firstReview: null },
      draft: { review: ownText },
    });
    expect(secretsIn(page.text, secrets)).toEqual([]);
    expect((await saveDraftFor(stranger, target.reportId, 'More words')).status).toBe(404);
    expect((await draftOf(stranger, target.reportId)).status).toBe(200);
  });

  test('is not yet a review that its author can still undo', async () => {
    const { stranger, target, secrets } = await aReportToBeat();
    await claimFor(stranger, target.reportId);
    await saveDraftFor(stranger, target.reportId, ownText);
    await releaseFor(stranger, target.reportId);
    await sendReview({ ...target, token: (await an.expert()).token, review: theirReview });
    const hiddenUntil = new Date(Date.now() + 60_000);
    await execute(db().update(reports).set({ hiddenUntil }).where(eq(reports.id, target.reportId)));
    const page = await visit('/dashboard/add-review/:reportId', stranger, { params: target });
    expect([page.status, secretsIn(page.text, secrets)]).toEqual([200, []]);
  });

  test.each([
    ['unapproved', { approved: false }],
    ['suspended', { suspendedAt: new Date() }],
  ])('is nothing once they are %s', async (_what, standing) => {
    const beaten = await aReportToBeat();
    const { stranger, target, secrets } = beaten;
    await reviewByAnother(beaten);
    await sendSecond(beaten);
    await execute(db().update(users).set(standing).where(eq(users.id, stranger.id)));
    for (const [path, ask] of Object.entries(accessPaths)) {
      const { text } = await ask(stranger, target);
      expect([path, ...secretsIn(text, { ...secrets, ownText })]).toEqual([path]);
    }
    expect((await saveDraftFor(stranger, target.reportId, 'More words')).status).toBe(403);
  });

  test('is nothing of one whose consent was taken back', async () => {
    const beaten = await aReportToBeat();
    const { stranger, target, patient } = beaten;
    await claimFor(stranger, target.reportId);
    await saveDraftFor(stranger, target.reportId, ownText);
    await withdrawConsentFor(patient, target.reportId);
    expect((await saveDraftFor(stranger, target.reportId, ownText)).status).toBe(404);
    const page = await visit('/dashboard/add-review/:reportId', stranger, { params: target });
    expect(page.status).toBe(404);
  });
});
