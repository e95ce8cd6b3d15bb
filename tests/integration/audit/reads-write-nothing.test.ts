import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { findViewerById } from '~/domain/identity/sessions.server';
import { pageChannel } from '~/domain/kernel/channels';
import type { AnyOperation } from '~/domain/kernel/operation';
import type { LateFile, OpenFile } from '~/domain/report-view/open-file.server';
import { untilThumbnailsStored } from '~/domain/report-view/thumbnails.server';
import { openSlip } from '~/domain/shares/open-slip.server';
import { connection } from '~/platform/db/core/connection.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { db, execute } from '~/platform/db/db.server';
import { contextOf } from '~/web/pipeline/context.server';
import { postSettings } from '../../support/accounts';
import { aBreachOf } from '../../support/breaches';
import { calls } from '../../support/calls';
import { aClaimedReport, saveDraftFor } from '../../support/claims';
import { a, an, origin, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { aComplaint } from '../../support/complaints';
import { aReportSlip, slipFrom } from '../../support/desk';
import { addPasskeyTo } from '../../support/passkeys';
import { aReportAskedBy } from '../../support/questions';
import { aReportOf, aReviewedReportOf } from '../../support/reports';
import { aShareOf, openShareBy } from '../../support/shares';
import { codeOfSummary } from '../../support/summaries';
import { call } from '../../support/url-map';
import { aWebhookOf } from '../../support/webhooks';

const domain = import.meta.glob<Record<string, unknown>>([
  '../../../app/domain/**/*.server.ts',
  '!../../../app/**/*.test.ts',
]);
const routes = import.meta.glob<string>('../../../app/routes/**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Opening the page to review a report claims it, by an operation of its own. */
const writers: string[] = ['claimReportToReview'];

const readByRoutes = Object.values(routes).flatMap((source) =>
  [...source.matchAll(/\b(?:pageLoader|openPageLoader|listLoader|fileLoader)\((\w+)/g)].map(
    ([, name = '']) => name,
  ),
);

async function findReads(): Promise<Map<string, AnyOperation>> {
  const modules = await Promise.all(Object.values(domain).map((load) => load()));
  const exported = new Map(modules.flatMap((module) => Object.entries(module)));
  const gets = new Set<unknown>(Object.values(calls).flatMap((one) => ('GET' in one ? [one.GET] : [])));
  const ofCalls = [...exported].filter(([, value]) => gets.has(value)).map(([name]) => name);
  const names = [...new Set([...readByRoutes, ...ofCalls])].filter((name) => !writers.includes(name));
  return new Map(names.map((name) => [name, exported.get(name) as AnyOperation]));
}

let reads: Map<string, AnyOperation>;
let scene: Awaited<ReturnType<typeof aScene>>;
clinicForFile();
beforeAll(async () => {
  reads = await findReads();
  scene = await aScene();
  await untilThumbnailsStored();
});
afterEach(() => vi.restoreAllMocks());

/** Creates reports of one patient in each state, and an account of each kind. */
async function aScene() {
  const [patient, expert, otherExpert, admin, unapproved] = await Promise.all([
    a.patient(),
    an.expert(),
    an.expert(),
    an.admin(),
    an.unapprovedExpert(),
  ]);
  const { _id: waiting } = await aReportOf(patient, { file: 'rash.png' });
  const claimed = await aClaimedReport(expert);
  await saveDraftFor(expert, claimed, 'Half of it');
  const { _id: askedReport } = await aReportAskedBy(expert, patient, { kind: 'detail', text: 'Since when?' });
  const { _id: heldReport } = await aReportAskedBy(expert, patient, { kind: 'otherPerson' });
  const { _id: reviewed } = await aReviewedReportOf(patient, expert);
  await execute(db().update(users).set({ language: 'ta' }).where(eq(users.id, patient.id)));
  await postSettings(otherExpert, 'languages', { en: 'on', ta: 'on' });
  const added = await call('POST /profile/people', { token: patient.token, body: { name: 'Ravi' } });
  const { _id: personId } = added.json.data as { _id: string };
  const { id: passkeyId } = await addPasskeyTo(patient);
  const { _id: earlier } = await aReportOf(patient, { file: 'rash.png', personId, reportType: 'ECG' });
  const { _id: later } = await aReportOf(patient, { file: 'rash.png', personId, reportType: 'MRI' });
  const { token, passcode, _id: shareId } = await aShareOf(patient, [reviewed]);
  await openShareBy({ token, passcode });
  const slip = await slipFrom(admin);
  const newcomer: Somebody = { ...patient, id: slip.userId };
  const { data: _view, pass } = await openSlip.run({
    viewer: null,
    input: { token: (await aReportSlip(admin)).slip, birthYear: 1962 },
    context: await contextOf(new Request(origin), pageChannel),
  });
  return {
    pass,
    shareId,
    code: await codeOfSummary(patient, reviewed),
    newcomer,
    clinicNumber: slip.clinicNumber,
    patient,
    expert,
    otherExpert: otherExpert,
    admin,
    unapproved,
    waiting,
    claimed,
    asked: askedReport,
    held: heldReport,
    reviewed,
    personId,
    passkeyId,
    earlier,
    later,
    webhookId: await aWebhookOf(admin),
    complaintId: await aComplaint(),
    breachNumber: await aBreachOf(admin),
  };
}
type Scene = typeof scene;
type Ask = (scene: Scene) => [who: Somebody, input?: Record<string, unknown>];

const byPatient: Ask = ({ patient }) => [patient];
const byExpert: Ask = ({ expert }) => [expert];
const byAdmin: Ask = ({ admin }) => [admin];
const expertReads = (which: 'waiting' | 'claimed' | 'asked' | 'reviewed', more = {}): Ask => {
  return ({ expert, [which]: reportId }) => [expert, { reportId, ...more }];
};
const patientReads = (which: 'waiting' | 'asked' | 'reviewed'): Ask => {
  return ({ patient, [which]: reportId }) => [patient, { reportId }];
};

const asShareHolder = (more: Record<string, unknown>): Ask => {
  return ({ patient, shareId, reviewed: reportId }) => [
    patient,
    { shareId, openedId: shareId, reportId, ...more },
  ];
};

/** Every operation that only reads, called by the accounts for which it does most. */
const cases: Record<string, Ask[]> = {
  readOwnUser: [byPatient],
  readNotice: [byPatient],
  readOwnProfile: [byPatient],
  readOwnSettings: [byPatient],
  readOwnNumber: [byPatient],
  readFirstPassword: [({ newcomer }) => [newcomer]],
  readToOpen: [byAdmin],
  readFrontDesk: [byAdmin],
  listOwnHelpers: [byPatient],
  findAccounts: [({ admin, clinicNumber }) => [admin, { clinicNumber }]],
  readFoundAccount: [
    ({ admin, newcomer }) => [admin, { userId: newcomer.id }],
    ({ admin, newcomer }) => [admin, { userId: newcomer.id, only: 'number' }],
  ],
  listUnusedSlips: [byAdmin],
  listRemovals: [byAdmin],
  readDeskLists: [byAdmin],
  readRemoval: [({ admin, newcomer }) => [admin, { userId: newcomer.id }]],
  listDeskReports: [({ admin, newcomer }) => [admin, { userId: newcomer.id }]],
  readSlip: [({ patient, pass }) => [patient, { pass }]],
  listShares: [byPatient],
  readToShare: [patientReads('waiting')],
  readShare: [({ patient, shareId: openedId }) => [patient, { openedId }]],
  openSharedFile: [asShareHolder({})],
  openSharedPage: [asShareHolder({ page: '1' })],
  readSummary: [patientReads('reviewed'), expertReads('reviewed')],
  readSummaryCode: [patientReads('reviewed'), ({ admin, reviewed: reportId }) => [admin, { reportId }]],
  checkReview: [({ patient, code }) => [patient, { code }]],
  listDutyHolders: [byAdmin],
  listAdmins: [byAdmin],
  listPeopleToTell: [byAdmin],
  listKeys: [byAdmin],
  readKeys: [byAdmin],
  listPatients: [byAdmin],
  listHelpedPeople: [({ patient }) => [{ ...patient, isHelper: true }]],
  listSentReports: [({ patient }) => [{ ...patient, isHelper: true }]],
  readHelpedPerson: [({ patient, newcomer }) => [{ ...patient, isHelper: true }, { userId: newcomer.id }]],
  readSecondFactor: [byPatient],
  listSessions: [byPatient],
  listPasskeys: [byPatient],
  readPasskeys: [byPatient],
  readChannels: [byPatient, byAdmin],
  readPush: [({ patient }) => [patient, { token: 'nobody' }]],
  readPasskey: [({ patient, passkeyId }) => [patient, { passkeyId }]],
  listPeople: [byPatient],
  readPerson: [({ patient, personId }) => [patient, { personId }]],
  readDashboard: [byPatient, byExpert, byAdmin, ({ unapproved }) => [unapproved]],
  listPendingReports: [byExpert, ({ unapproved }) => [unapproved]],
  listDesk: [byExpert],
  listReviewedReports: [byExpert, byAdmin],
  listAllReviewedReports: [byAdmin],
  listReportsOfPatient: [({ expert, patient }) => [expert, { patientId: patient.id }]],
  listReportsForPage: [
    ({ patient }) => [patient, { patientId: patient.id }],
    ({ expert, patient }) => [expert, { patientId: patient.id }],
  ],
  listOpenings: [patientReads('reviewed')],
  readReport: [expertReads('waiting'), patientReads('waiting')],
  readReportNumbers: [expertReads('claimed'), expertReads('reviewed')],
  readReportOnPage: [patientReads('reviewed'), ({ admin, reviewed: reportId }) => [admin, { reportId }]],
  readReportToReview: [
    expertReads('waiting'),
    expertReads('claimed'),
    ({ otherExpert: other, claimed: reportId }) => [other, { reportId }],
    ({ otherExpert: other, later: reportId, earlier: beside }) => [other, { reportId, beside }],
  ],
  readDraft: [expertReads('claimed')],
  readReportToAsk: [expertReads('claimed')],
  readQuestionToClose: [expertReads('asked')],
  readQuestion: [patientReads('asked')],
  readHeldReport: [({ admin, held: reportId }) => [admin, { reportId }]],
  readReportToCorrect: [patientReads('waiting')],
  readReportToMark: [patientReads('waiting'), ({ admin, waiting: reportId }) => [admin, { reportId }]],
  readOwnReport: [patientReads('waiting')],
  readReviewToAmend: [expertReads('reviewed')],
  readReviewHistory: [({ admin, reviewed: reportId }) => [admin, { reportId }]],
  listReviewsToTranslate: [({ otherExpert: other }) => [other]],
  readReviewToTranslate: [({ otherExpert: other, reviewed: reportId }) => [other, { reportId }]],
  readTranslatePage: [({ otherExpert: other, reviewed: reportId }) => [other, { reportId }]],
  markReviewSeen: [patientReads('reviewed')],
  openReportFile: [expertReads('waiting'), patientReads('waiting')],
  openReportThumbnail: [expertReads('waiting')],
  openReportPage: [expertReads('waiting', { page: '1' })],
  openPicture: [({ otherExpert: other, expert }) => [other, { userId: expert.id }]],
  listPendingExperts: [byAdmin],
  listApprovedExperts: [byPatient, byAdmin],
  readDoctor: [({ admin, expert }) => [admin, { expertId: expert.id }]],
  readRegistrationRule: [byAdmin],
  readRegistrationsPage: [byAdmin],
  readExpertToApprove: [({ admin, unapproved }) => [admin, { expertId: unapproved.id }]],
  readExpertToJudge: [({ admin, expert }) => [admin, { expertId: expert.id, to: 'suspend' }]],
  listMessages: [byAdmin],
  listComplaints: [byAdmin],
  readComplaint: [({ admin, complaintId }) => [admin, { complaintId }]],
  listOwnComplaints: [byPatient],
  listGivenUpEmails: [byAdmin],
  listAudit: [byAdmin],
  readReportAccessPage: [byAdmin],
  listBreaches: [byAdmin],
  readBreach: [({ admin, breachNumber: number }) => [admin, { number }]],
  readBreachPage: [({ admin, breachNumber: number }) => [admin, { number }]],
  exportBreachPeople: [({ admin, breachNumber: number }) => [admin, { number }]],
  listBreachPeople: [({ admin, breachNumber: number }) => [admin, { number }]],
  readSystem: [byAdmin],
  listWebhooks: [byAdmin],
  readWebhooks: [byAdmin],
  readWebhook: [({ admin, webhookId }) => [admin, { webhookId }]],
  listDeliveries: [({ admin, webhookId }) => [admin, { webhookId }]],
  readSentences: [byAdmin],
  readAlertSettings: [byAdmin],
  readClinicParts: [byAdmin],
  readClinicDetails: [byAdmin],
  readEmailPage: [byAdmin],
  listPhrases: [byExpert],
  listDuty: [byExpert, byAdmin],
  readDutyPage: [byExpert, byAdmin],
  readPeopleToCall: [byAdmin],
  listIncompleteAnswers: [byAdmin],
};

/**
 * Reads as a channel does, including a file's content, and collects what is written to the
 * database.
 */
async function writesOf(operation: AnyOperation, [who, input = {}]: ReturnType<Ask>) {
  const { engine } = connection();
  const atomically = vi.spyOn(engine, 'atomically');
  const executed = vi.spyOn(engine, 'execute');
  const result = await operation.run({
    viewer: await findViewerById(who.id),
    input: operation.input.parse(input),
    context: await contextOf(new Request(origin), pageChannel),
  });
  const file = (result.data ?? {}) as Partial<OpenFile & LateFile>;
  const { read } = file.load ? await file.load() : file;
  for await (const _chunk of (await read?.()) ?? []);
  await file.noteOpened?.();
  const entries = atomically.mock.calls.filter(([plan]) => plan.entries.length > 0);
  return {
    writes: [
      ...atomically.mock.calls.flatMap(([plan]) => plan.writes.map(({ sql }) => sql)),
      ...executed.mock.calls.map(([{ sql }]) => sql),
    ],
    isWaitedFor: entries.every(([, { durable }]) => durable),
  };
}

describe('an operation that only reads', () => {
  test('has a case here', () => {
    expect(Object.keys(cases).sort()).toEqual([...reads.keys()].sort());
  });

  test.each(Object.keys(cases))(
    'writes nothing but its audit entry, and waits for that: %s',
    async (name) => {
      const operation = reads.get(name);
      if (!operation) throw new Error(`No reading operation is called ${name}.`);
      for (const ask of cases[name] ?? [])
        expect(await writesOf(operation, ask(scene))).toEqual({ writes: [], isWaitedFor: true });
    },
  );
});
