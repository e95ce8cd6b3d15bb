import { desc, eq, gt } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { findViewerById } from '~/domain/identity/sessions.server';
import { type Ability, findScope } from '~/domain/kernel/abilities';
import { pageChannel } from '~/domain/kernel/channels';
import type { AnyOperation } from '~/domain/kernel/operation';
import { toCaseNumber } from '~/domain/report/report-constants';
import type { OpenFile } from '~/domain/report-view/open-file.server';
import { checkForReports } from '~/domain/shares/desk-reports.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit, auditSeen } from '~/platform/db/core/tables/clinic.server';
import { drawingChecks } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import { contextOf } from '~/web/pipeline/context.server';
import { pdfOf } from '../../fixtures/pdf.mjs';
import { postSettings } from '../../support/accounts';
import { anUndoableReview, claimFor, releaseFor, saveDraftFor } from '../../support/claims';
import { a, an, origin, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { aReportSlip, identityOf } from '../../support/desk';
import { toFile } from '../../support/pages';
import { askAbout } from '../../support/questions';
import { secretsIn } from '../../support/report-access';
import { amendReviewOf, aReportOf, sendReview } from '../../support/reports';

const modules = import.meta.glob<Record<string, unknown>>([
  '../../../app/domain/**/*.server.ts',
  '!../../../app/**/*.test.ts',
]);

let operations: Map<string, AnyOperation>;
clinicForFile();
beforeAll(async () => {
  const all = await Promise.all(Object.values(modules).map((load) => load()));
  operations = new Map(
    all.flatMap((module) =>
      Object.entries(module).flatMap(([name, value]) =>
        isOperation(value) && isOfOthers(value) ? [[name, value] as const] : [],
      ),
    ),
  );
});

const isOperation = (value: unknown): value is AnyOperation =>
  ['name', 'input', 'allow', 'run', 'successMessage'].every((part) => part in Object(value));

const accounts = (['Patient', 'Expert', 'Admin'] as const).map((accountType) => ({
  accountType,
  approved: true,
  suspended: false,
}));

/**
 * Tells whether an operation may show a report to anyone but its patient: an account has its
 * ability beyond its own data, and the ability or the output is about reports.
 */
function isOfOthers({ allow, output }: AnyOperation) {
  if (allow === 'anyone') return false;
  const scopes = accounts.map((account) => findScope(account, allow as Ability));
  if (scopes.every((scope) => scope === 'own')) return false;
  return /^(report|review|audit)\./.test(allow) || /"(Report|ReviewToTranslate)"/.test(shapeOf(output));
}

const shapeOf = (output: AnyOperation['output']) =>
  output ? JSON.stringify(z.toJSONSchema(output, { unrepresentable: 'any' })) : '';

let serial = 100;

/** Creates a report of a new patient, with secrets that appear nowhere else. */
async function aScene() {
  serial += 1;
  const [expert, otherExpert, admin] = [await an.expert(), await an.expert(), await an.admin()];
  const patient = await a.patient({ firstName: `Zubaida${serial}` });
  const secrets = {
    name: patient.firstName,
    email: patient.email,
    phone: `98123${10000 + serial}`,
    description: `Burning since day ${serial} of the wedding`,
    review: `Words about Zubaida${serial}`,
  };
  const { description, phone: phoneNumber } = secrets;
  const { _id: reportId } = await aReportOf(patient, { file: 'rash.png', description, phoneNumber });
  return { expert, otherExpert: otherExpert, admin, patient, secrets, reportId };
}
type Scene = Awaited<ReturnType<typeof aScene>>;
type CallBy = { who: Somebody; input?: Record<string, unknown> };
/** Prepares a report and returns the caller and the input. */
type Ask = (scene: Scene) => CallBy | Promise<CallBy>;

const afterClaim: (next: Ask) => Ask = (next) => async (scene) => {
  expect((await claimFor(scene.expert, scene.reportId)).status).toBe(200);
  return next(scene);
};
const afterReview: (next: Ask) => Ask = (next) => async (scene) => {
  const { reportId, expert, secrets } = scene;
  expect((await sendReview({ reportId, token: expert.token, review: secrets.review })).status).toBe(200);
  return next(scene);
};
const afterIncompleteReview: (next: Ask) => Ask = (next) =>
  afterReview(async (scene) => {
    const lackedNotes = [{ page: 1, note: 'missingFont' as const }];
    const { reportId } = scene;
    await execute(
      db()
        .insert(drawingChecks)
        .values({ reportId, checkedAt: new Date(), incompleteVersion: 1, lackedNotes }),
    );
    return next(scene);
  });
const afterQuestion: (kind: string, next: Ask) => Ask = (kind, next) => async (scene) => {
  const text = `Please ask ${scene.secrets.name} when it was`;
  expect((await askAbout(scene.expert, scene.reportId, { kind, text })).status).toBe(200);
  return next(scene);
};
const afterLanguages: (next: Ask) => Ask = (next) =>
  afterReview(async (scene) => {
    await execute(db().update(users).set({ language: 'ta' }).where(eq(users.id, scene.patient.id)));
    await postSettings(scene.otherExpert, 'languages', { en: 'on', ta: 'on' });
    return next(scene);
  });
const afterFasterReview: Ask = async (scene) => {
  const { otherExpert, reportId, expert, secrets } = scene;
  await claimFor(otherExpert, reportId);
  await releaseFor(otherExpert, reportId);
  await saveDraftFor(otherExpert, reportId, 'My own words');
  await sendReview({ reportId, token: expert.token, review: secrets.review });
  return { who: otherExpert, input: { reportId } };
};

const byExpert: Ask = ({ expert: who, reportId }) => ({ who, input: { reportId } });
const byOther: Ask = ({ otherExpert: who, reportId }) => ({ who, input: { reportId } });
const byAdmin: Ask = ({ admin: who, reportId }) => ({ who, input: { reportId } });
const listedBy: (role: 'expert' | 'admin') => Ask = (role) => (scene) => ({
  who: scene[role],
  input: { q: scene.secrets.name, limit: '100' },
});
const ofPatientBy: (role: 'expert' | 'admin') => Ask = (role) => (scene) => ({
  who: scene[role],
  input: { patientId: scene.patient.id },
});
const withReview: Ask = ({ expert: who, reportId, secrets: { review } }) => ({
  who,
  input: { reportId, review },
});
const withAddition: Ask = ({ expert: who, reportId }) => ({
  who,
  input: { reportId, version: '1', kind: 'addition', text: 'And more', reasonCode: 'newFinding' },
});

/**
 * Every operation that may show a report to anyone but its patient, with the cases it is called in.
 */
const showing: Record<string, Record<string, Ask>> = {
  claimReport: { '': byExpert, 'once more': afterClaim(byExpert) },
  releaseReport: { '': afterClaim(byExpert) },
  freeClaim: { '': afterClaim(byAdmin) },
  markUrgent: { 'by an admin': byAdmin },
  nextReport: { '': ({ expert: who, secrets: { name: q } }) => ({ who, input: { q } }) },
  askPatient: {
    '': afterClaim(({ expert: who, reportId }) => ({
      who,
      input: { reportId, kind: 'detail', text: 'When was it?' },
    })),
  },
  readReportToAsk: { '': afterClaim(byExpert) },
  closeQuestion: {
    'by its expert': afterQuestion('detail', byExpert),
    'by an admin': afterQuestion('detail', byAdmin),
  },
  readQuestionToClose: {
    'by its expert': afterQuestion('detail', byExpert),
    'by an admin': afterQuestion('detail', byAdmin),
  },
  readHeldReport: { '': afterQuestion('otherPerson', byAdmin) },
  liftHold: {
    '': afterQuestion('otherPerson', ({ admin: who, reportId }) => ({
      who,
      input: { reportId, reason: 'It is hers' },
    })),
  },
  readReport: { 'by an expert': byExpert, 'by an admin': byAdmin },
  readReportOnPage: { '': byAdmin },
  listPendingReports: { 'by an expert': listedBy('expert'), 'by an admin': listedBy('admin') },
  listDesk: {
    'by an expert': listedBy('expert'),
    'by an expert, with what is on their desk': afterClaim(({ expert: who }) => ({
      who,
      input: { q: 'nobody' },
    })),
  },
  listReviewedReports: {
    'by its author': afterReview(listedBy('expert')),
    'by an admin': afterReview(listedBy('admin')),
  },
  listAllReviewedReports: { '': afterReview(listedBy('admin')) },
  listIncompleteAnswers: { '': afterIncompleteReview(({ admin: who }) => ({ who })) },
  listReportsOfPatient: { 'by an expert': ofPatientBy('expert'), 'by an admin': ofPatientBy('admin') },
  listReportsForPage: { 'by an expert': ofPatientBy('expert'), 'by an admin': ofPatientBy('admin') },
  addReview: { '': withReview, 'sent again': afterReview(withReview) },
  readReportToReview: {
    '': byExpert,
    'which another reads': afterClaim(byOther),
    'which another was faster at': afterFasterReview,
  },
  amendReview: {
    '': afterReview(withAddition),
    'sent again': afterReview(async (scene) => {
      await amendReviewOf(scene.expert, scene.reportId, {
        kind: 'addition',
        text: 'And more',
        reasonCode: 'newFinding',
      });
      return withAddition(scene);
    }),
  },
  readReviewToAmend: { '': afterReview(byExpert) },
  takeBackReview: {
    '': afterReview(({ admin: who, reportId }) => ({
      who,
      input: { reportId, version: '1', reasonCode: 'wrongReport', reason: 'Mixed up' },
    })),
  },
  readSummary: { 'by an expert': afterReview(byExpert), 'by an admin': afterReview(byAdmin) },
  readReviewHistory: { '': afterReview(byAdmin) },
  readReviewToTranslate: { '': afterLanguages(byOther) },
  readTranslatePage: { '': afterLanguages(byOther) },
  openReportFile: { 'by an expert': byExpert, 'by an admin': byAdmin },
  openReportThumbnail: { 'by an expert': byExpert, 'by an admin': byAdmin },
  readReportNumbers: {
    '': async (scene) => {
      const { expert: who, patient, secrets } = scene;
      const file = toFile(pdfOf(['BT /F1 14 Tf 60 760 Td (Haemoglobin 6.1875) Tj ET']), 'report.pdf');
      const { _id: reportId } = await aReportOf(patient, { file });
      Object.assign(secrets, { number: '6.1875' });
      scene.reportId = reportId;
      return { who, input: { reportId } };
    },
  },
  openReportPage: {
    'by an expert': ({ expert: who, reportId }) => ({ who, input: { reportId, page: '1' } }),
  },
  listAudit: { '': ({ admin: who }) => ({ who }) },
};

/** The operations that reveal neither a report's patient nor its contents. */
const showingNothing: Record<string, Record<string, Ask>> = {
  claimReportToReview: { '': byExpert },
  readReportToMark: { 'by an admin': byAdmin },
  saveDraft: { '': ({ expert: who, reportId }) => ({ who, input: { reportId, review: 'My own words' } }) },
  readDraft: {
    '': async (scene) => {
      await saveDraftFor(scene.expert, scene.reportId, 'My own words');
      return byExpert(scene);
    },
  },
  extendUndo: { '': async ({ expert: who }) => ({ who, input: { reportId: await anUndoableReview(who) } }) },
  undoReview: { '': async ({ expert: who }) => ({ who, input: { reportId: await anUndoableReview(who) } }) },
  listReviewsToTranslate: {
    '': afterLanguages(({ otherExpert: who }) => ({ who, input: { limit: '100' } })),
  },
  addTranslation: {
    '': afterLanguages(({ otherExpert: who, reportId }) => ({
      who,
      input: { reportId, review: 'நலம்', version: '1' },
    })),
  },
  decideIncomplete: {
    '': afterIncompleteReview(({ admin: who, reportId }) => ({
      who,
      input: { reportId, version: '1', decision: 'requeue' },
    })),
  },
  listOpenings: { '': afterReview(byAdmin) },
  readReportAccess: {
    '': afterReview(({ admin: who, reportId }) => ({ who, input: { caseNumber: toCaseNumber(reportId) } })),
  },
  readReportAccessPage: { '': ({ admin: who }) => ({ who }) },
  readSummaryCode: { '': afterReview(byAdmin) },
  createSummaryCode: { '': afterReview(({ patient: who, reportId }) => ({ who, input: { reportId } })) },
  issueReportSlip: {
    '': async ({ admin: who }) => {
      const { account, reportId } = await aReportSlip(who);
      return { who, input: { ...identityOf(account.userId), reportId } };
    },
  },
  checkForReports: {
    '': async ({ admin: who }) => ({ who, input: identityOf((await aReportSlip(who)).account.userId) }),
  },
  issueChosenSlip: {
    '': async ({ admin: who }) => {
      const { account, reportId } = await aReportSlip(who);
      const viewer = await findViewerById(who.id);
      const input = checkForReports.input.parse(identityOf(account.userId));
      const context = {} as Parameters<typeof checkForReports.run>[0]['context'];
      if (!viewer) throw new Error('The admin is gone');
      const { pass } = await checkForReports.run({ viewer, input, context });
      return { who, input: { userId: account.userId, reportId, pass } };
    },
  },
  listDeskReports: {
    '': async ({ admin: who }) => ({
      who,
      input: { userId: (await aReportSlip(who)).account.userId },
    }),
  },
  listPendingReports: {
    'by an unapproved expert': async () => ({ who: await an.unapprovedExpert(), input: { limit: '100' } }),
  },
};

/** Runs an operation and returns the secrets it reveals and the audit entries it writes. */
async function outcomeOf(name: string, ask: Ask) {
  const operation = operations.get(name);
  if (!operation) throw new Error(`No operation ${name} shows a report to anyone but its patient.`);
  const scene = await aScene();
  const { who, input = {} } = await ask(scene);
  const viewer = await findViewerById(who.id);
  const [last] = await db().select().from(audit).orderBy(desc(audit.id)).limit(1);
  const result = await operation.run({
    viewer,
    input: operation.input.parse(input),
    context: { ...(await contextOf(new Request(origin), pageChannel)), undoMs: 0 },
  });
  const { noteOpened } = Object(result.data) as Partial<OpenFile>;
  // The channel calls this before any byte goes out: tests/integration/reports/file-views.test.ts.
  await noteOpened?.();
  const lines = await db()
    .select()
    .from(audit)
    .where(gt(audit.id, last?.id ?? 0))
    .orderBy(audit.id);
  const seen = await db()
    .select()
    .from(auditSeen)
    .where(gt(auditSeen.line, last?.id ?? 0));
  const of = new Set([scene.reportId, scene.patient.id]);
  const entries = lines.filter(
    ({ id, actorId, objectId, action }) =>
      actorId === who.id &&
      (of.has(objectId ?? '') ||
        action === 'audit.read' ||
        seen.some(({ line, patientId }) => line === id && of.has(patientId))),
  );
  const revealedSecrets = noteOpened ? ['file'] : secretsIn(JSON.stringify(result), scene.secrets);
  return { secrets: revealedSecrets, entries: entries.map(({ action }) => action) };
}

const casesOf = (table: typeof showing) =>
  Object.entries(table).flatMap(([name, cases]) =>
    Object.entries(cases).map(([what, ask]) => [what ? `${name}, ${what}` : name, name, ask] as const),
  );

describe('an operation that may show a report to anyone but its patient', () => {
  test('has a case here', () => {
    const listed = new Set([...Object.keys(showing), ...Object.keys(showingNothing)]);
    expect([...listed].sort()).toEqual([...operations.keys()].sort());
  });

  test.each(casesOf(showing))('writes an audit entry: %s', async (_what, name, ask) => {
    const { secrets, entries } = await outcomeOf(name, ask);
    expect(secrets).not.toEqual([]);
    expect(entries).not.toEqual([]);
  });

  test.each(casesOf(showingNothing))('reveals nothing: %s', async (_what, name, ask) => {
    expect((await outcomeOf(name, ask)).secrets).toEqual([]);
  });
});
