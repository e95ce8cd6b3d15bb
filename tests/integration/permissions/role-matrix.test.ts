import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { users } from '~/platform/db/core/tables/accounts.server';
import { reports, reviewDrafts } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import { claimFor, draftOf, releaseFor, saveDraftFor } from '../../support/claims';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import {
  type PageAnswers,
  type PageOutcome,
  pageAnswers,
  type Subject,
  type VisitorKind,
  visitorKinds,
} from '../../support/page-answers';
import { aPersonOf } from '../../support/people';
import { askAbout } from '../../support/questions';
import { accessPaths, secretsIn } from '../../support/report-access';
import { aReportOf, aReviewedReportOf, sendReview, withdrawConsentFor } from '../../support/reports';
import type { Params } from '../../support/requests';
import { addressOf, pages, visit, visitor } from '../../support/url-map';

let people: Record<VisitorKind, Somebody>;
let subjects: Record<Extract<Subject, string>, Params>;

clinicForFile();
beforeAll(async () => {
  const [patient, treated] = [await a.patient(), await a.patient()];
  people = {
    'signed out': visitor,
    Patient: patient,
    'another Patient': await a.patient(),
    suspended: await an.suspendedExpert(),
    unapproved: await an.unapprovedExpert(),
    Expert: await an.expert(),
    Admin: await an.admin(),
  };
  const { _id: reviewedId } = await aReviewedReportOf(treated, await an.expert());
  subjects = {
    waiting: { patientId: patient.id, reportId: (await aReportOf(patient))._id },
    unread: { reportId: (await aReportOf(patient))._id },
    reviewed: { patientId: treated.id, reportId: reviewedId },
    person: { personId: (await aPersonOf(patient))._id },
    unapproved: { expertId: people.unapproved.id },
  };
});

async function open({ page, of = {} }: PageAnswers, { cookie }: Somebody): Promise<PageOutcome> {
  const params = typeof of === 'string' ? subjects[of] : of;
  const { status, location, toast } = await visit(page, { cookie }, { params });
  if (status !== 302) return status;
  const address = addressOf(page, params);
  const to = location === `/login?next=${encodeURIComponent(address)}` ? '/login and back' : location;
  return `→ ${to}${toast ? `: ${toast.message}` : ''}`;
}

describe('the pages of each role', () => {
  test('are listed here for every page', () => {
    expect([...pages].sort()).toEqual([...new Set(pageAnswers.map(({ page }) => page))].sort());
    expect(pageAnswers.filter(({ answers }) => answers.length !== visitorKinds.length)).toEqual([]);
  });

  const named = pageAnswers.map((row) => [row.what ? `${row.page}, ${row.what}` : row.page, row] as const);
  test.each(named)('%s', async (_name, row) => {
    const found: Record<string, PageOutcome> = {};
    for (const kind of visitorKinds) found[kind] = await open(row, people[kind]);
    expect(found).toEqual(Object.fromEntries(visitorKinds.map((kind, at) => [kind, row.answers[at]])));
  });
});

const ownText = 'Words of the second doctor';
const theirReview = 'Words of the first doctor';

/** Creates a report of a new patient, and an expert with no other relation to that patient. */
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
  return { status, text };
};

async function reviewByAnother({ target }: Beaten) {
  const { token } = await an.expert();
  const { status } = await sendReview({ ...target, token, review: theirReview });
  expect(status).toBe(200);
}

const alreadyReviewed = '→ /dashboard/pending-report';
const closed: Record<string, PageOutcome> = {
  'the page to review it': alreadyReviewed,
  'the page to ask its patient': alreadyReviewed,
  'the list that waits': 200,
  'get-pending-reports': 200,
  'get-report-by-expertId': 200,
  claim: 409,
};

/** The expert's earlier actions, and the answers that then differ from those of a closed report. */
const histories: {
  what: string;
  prepare: (beaten: Beaten) => Promise<unknown>;
  open?: Record<string, PageOutcome>;
  /** Secrets that the review page reveals; none by default. */
  visibleFields?: string[];
  /** Status of saving a draft; by default that of a missing report. */
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
      const { status, text } = await sendSecond(beaten);
      expect([status, secretsIn(text, beaten.secrets)]).toEqual([409, []]);
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
    visibleFields: ['name', 'review'],
    draft: 200,
  },
];

describe('an expert’s view of a report that another expert has reviewed', () => {
  test.each(histories)(
    '$what',
    async ({ prepare, open = {}, visibleFields: expectedLeaks = [], draft = 404 }) => {
      const beaten = await aReportToBeat();
      const { stranger, target, secrets } = beaten;
      await prepare(beaten);
      const outcomes: Record<string, PageOutcome> = {};
      const leaks: Record<string, string[]> = {};
      for (const [path, ask] of Object.entries(accessPaths)) {
        const { status, location, text } = await ask(stranger, target);
        outcomes[path] = status === 302 ? `→ ${location}` : status;
        leaks[path] = secretsIn(text, secrets);
        if (open[path] === 200) expect(text, path).toContain(ownText);
      }
      const all = Object.fromEntries(Object.keys(accessPaths).map((path) => [path, 404]));
      expect(outcomes).toEqual({ ...all, ...closed, ...open });
      const none = Object.fromEntries(Object.keys(accessPaths).map((path) => [path, [] as string[]]));
      expect(leaks).toEqual({ ...none, 'the page to review it': expectedLeaks });
      const draftAnswer = await saveDraftFor(stranger, target.reportId, 'More words');
      const missing = await saveDraftFor(stranger, '01k2zq5v7m8n9p0q1r2s3t4v5w', 'More words');
      expect([draftAnswer.status, missing.status]).toEqual([draft, 404]);
      if (draft === 404) expect(draftAnswer.text).toBe(missing.text);
    },
  );

  test('is their own text with the type and the day, which they can discard', async () => {
    const beaten = await aReportToBeat();
    const { stranger, target } = beaten;
    await reviewByAnother(beaten);
    await sendSecond(beaten);
    const [row] = await db().select().from(reports).where(eq(reports.id, target.reportId));
    const report = { reportType: 'Blood Test', createdAt: row?.createdAt.toISOString() };
    const page = await visit('/dashboard/add-review/:reportId', stranger, { params: target });
    const {
      viewer: _viewer,
      required: _required,
      asOf: _asOf,
      uncheckedLanguages: _uncheckedLanguages,
      ...fieldsShown
    } = page.data as Record<string, unknown>;
    expect(fieldsShown).toEqual({
      state: 'beaten',
      data: { _id: target.reportId, ...report, isHeld: false, isOwn: false, firstReview: null },
      draft: { review: ownText, language: null, nextStep: null, updatedAt: expect.any(String), report },
      signs: [],
      undoable: [],
    });
    expect((await draftOf(stranger, target.reportId)).json.data).toMatchObject({ review: ownText, report });
    expect((await saveDraftFor(stranger, target.reportId, '')).status).toBe(200);
    expect((await draftOf(stranger, target.reportId)).status).toBe(404);
    expect((await saveDraftFor(stranger, target.reportId, '')).status).toBe(404);
  });

  test('is only their own text if the report is closed to them as another person’s', async () => {
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

  test('excludes a review that its author can still undo', async () => {
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
  ])('is empty once they are %s', async (_what, standing) => {
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

  test('is empty if the consent was withdrawn', async () => {
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
