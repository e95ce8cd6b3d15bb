// One of several processes that share a database, each with its own connection. Executes one action
// per message and sends back the result.

import { eq } from 'drizzle-orm';
import { makeFirstAdmin } from '~/domain/accounts/first-admin.server';
import { writeDigests } from '~/domain/alerts/digests.server';
import { climbLadders } from '~/domain/alerts/urgent-ladder.server';
import { verifyAudit } from '~/domain/audit/verify-chain.server';
import { sendWaiting, startEmailWorker } from '~/domain/notifications/email-worker.server';
import { enqueueEmail } from '~/domain/notifications/enqueue-email.server';
import { sendQueued } from '~/domain/notifications/lane-worker.server';
import { type Destination, enqueueText } from '~/domain/notifications/notify.server';
import { makeEmailComposer } from '~/i18n/notifications/compose-email';
import { takeLease } from '~/platform/db/cluster/leases.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { atomically, db, execute, requireChange, type Statement } from '~/platform/db/db.server';
import type { PhoneChannel } from '~/platform/enums';
import { startJobs } from '~/platform/health/jobs.server';
import { newId } from '~/platform/ids.server';
import { postGuarded } from '~/platform/senders/guarded-post.server';
import { openMail } from '~/platform/senders/mail.server';
import * as addReviewPage from '~/routes/dashboard/add-review';
import * as pendingPage from '~/routes/dashboard/pending-report';
import { deleteAccountOf, freshPassword } from '../../support/accounts';
import { passMinutes } from '../../support/alerts';
import { a, an, openClinic, origin, type Somebody } from '../../support/clinic';
import { readSql, runSql } from '../../support/raw';
import {
  amendReviewOf,
  aReportOf,
  correctReportOf,
  giveConsentFor,
  type Report,
  sendReview,
  withdrawConsentFor,
} from '../../support/reports';
import { apiRoute, callApi, type PageAnswer, postPage } from '../../support/requests';
import { codeFor } from '../../support/signups';
import { deleteByApi, judgeByApi, logInByApi, pendingFor } from '../../support/visits';

const [, , url = '', limitScale = '', clockMs = '', undoSeconds = ''] = process.argv;
if (Number(clockMs) !== 0) setClockWrong(Number(clockMs));
const clinic = await openClinic({
  ...{ DATABASE_URL: url, LIMIT_SCALE: limitScale, UNDO_SECONDS: undoSeconds },
});

/** Makes the clock of this process wrong by some milliseconds. */
function setClockWrong(ms: number) {
  const RightDate = Date;
  globalThis.Date = class extends RightDate {
    constructor(...parts: unknown[]) {
      super(...((parts.length === 0 ? [RightDate.now() + ms] : parts) as [number]));
    }
    static override now = () => RightDate.now() + ms;
  } as DateConstructor;
}

export type ListAnswer = {
  data: Report[];
  meta: { total: number };
  changes: { removed: string[]; cursor: string; hasMore: boolean };
};

const isDoneOnPage = async (answer: Promise<PageAnswer>) => (await answer).toast?.type === 'success';
const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status;
const askReset = apiRoute('auth/reset-password-token');
const reset = apiRoute('auth/reset-password');
const verifyOtp = apiRoute('auth/verify-otp');
const statement = (sql: string): Statement => ({ toSQL: () => ({ sql, params: [], needsLock: false }) });

const mailOf = (smtpUrl: string) =>
  openMail({
    smtpUrl,
    from: () => ({ name: 'SecondLook', address: 'clinic@clinic.test' }),
    dataDir: '',
  });
const compose = makeEmailComposer(() => ({ productName: 'SecondLook', publicUrl: origin }));

/**
 * Stores urgent reports as an older server does, without their alerts. Their patient is told that
 * nobody reads them only of every tenth; the answers of the others were taken back.
 */
async function putUrgent(patient: Somebody, many: number) {
  const { _id } = await aReportOf(patient);
  const [row] = await db().select().from(reports).where(eq(reports.id, _id));
  if (!row) throw new Error('The report is not stored');
  const marked = { ...row, urgentAt: new Date(), submissionKey: null, contentKey: null, thumbnailName: null };
  const copies = Array.from({ length: many - 1 }, (_, at) => ({
    ...{ ...marked, id: newId(), fileName: newId() },
    takenBackAt: (at + 1) % 10 === 0 ? null : marked.urgentAt,
  }));
  await atomically([
    db().update(reports).set({ urgentAt: marked.urgentAt }).where(eq(reports.id, _id)),
    ...copies.map((copy) => db().insert(reports).values(copy)),
  ]);
}

/** The actions a process can execute. */
export const actions = {
  patient: () => a.patient(),
  expert: () => an.expert(),
  admin: () => an.admin(),
  report: async (patient: Somebody) => (await aReportOf(patient, { description: `${Math.random()}` }))._id,
  upload: (patient: Somebody) =>
    aReportOf(patient, { description: `${Math.random()}` }).then(
      () => 200,
      (error: Error) => error.message,
    ),
  review: (token: string, reportId: string, review: string) =>
    statusOf(sendReview({ token, reportId, review })),
  correct: (patient: Somebody, reportId: string, description: string) =>
    statusOf(correctReportOf(patient, reportId, { description })),
  withdraw: (patient: Somebody, reportId: string) => statusOf(withdrawConsentFor(patient, reportId)),
  giveAgain: (patient: Somebody, reportId: string) => statusOf(giveConsentFor(patient, reportId)),
  remove: (patient: Somebody, reportId: string) => statusOf(deleteByApi(patient, reportId)),
  amend: (doctor: Somebody, reportId: string, text: string, version: number) =>
    statusOf(amendReviewOf(doctor, reportId, { text, version })),
  /** Sends a review on the page, where it can be undone. */
  reviewOnPage: (doctor: Somebody, reportId: string, review: string) =>
    isDoneOnPage(
      postPage(addReviewPage, {
        path: `/dashboard/add-review/${reportId}`,
        params: { reportId },
        cookie: doctor.cookie,
        fields: { review, language: 'en' },
      }),
    ),
  undo: (doctor: Somebody, reportId: string) =>
    isDoneOnPage(
      postPage(pendingPage, {
        path: '/dashboard/pending-report/undo',
        params: { part: 'undo' },
        cookie: doctor.cookie,
        fields: { reportId },
      }),
    ),
  /** Reads a list of reports through the API, or its changes. */
  async list(token: string, call: string, query: Record<string, string>, patientId?: string) {
    const { status, json } = await callApi(apiRoute(`report/${call}`), {
      path: `/?${new URLSearchParams(query)}`,
      params: patientId ? { patientId } : {},
      token,
    });
    return { status, ...(json as unknown as ListAnswer) };
  },
  /** Executes a statement in a transaction that stays open for a while. */
  executeSlowly: (sql: string) => atomically([statement(sql), statement('select pg_sleep(0.2)')]),
  logIn: (email: string, typed?: string) => statusOf(logInByApi(email, typed)),
  firstAdmin: () => makeFirstAdmin({}),
  auditFlaw: async () => (await verifyAudit()).flaw,
  async resetToken(email: string) {
    await callApi(askReset, { method: 'POST', body: { email } });
    return /update-password\/(\S+)/.exec((await clinic.emails(email)).at(-1)?.text ?? '')?.[1];
  },
  reset: (token: string) =>
    statusOf(
      callApi(reset, {
        method: 'POST',
        body: { token, password: freshPassword, confirmPassword: freshPassword },
      }),
    ),
  deleteAccount: (person: Somebody) => statusOf(deleteAccountOf(person)),
  suspend: (admin: Somebody, expertId: string) => statusOf(judgeByApi(admin, 'suspend', expertId)),
  totalPending: async (admin: Somebody) =>
    ((await pendingFor(admin)).json as { meta?: { total: number } }).meta?.total,
  codeFor: (email: string) => codeFor(clinic, email),
  guess: (email: string, otp: string) =>
    statusOf(callApi(verifyOtp, { method: 'POST', body: { email, otp } })),
  /** Requests the pending reports `often` times, eight at once, and returns the results. */
  async askOften(admin: Somebody, often: number) {
    const statuses: number[] = [];
    const lane = async () => {
      for (let at = 0; at < often / 8; at += 1) statuses.push((await pendingFor(admin)).status);
    };
    await Promise.all(Array.from({ length: 8 }, lane));
    return statuses;
  },
  async putEmails(many: number) {
    const to = { name: 'Asha', address: 'asha@village.test' };
    const put = () => enqueueEmail({ template: 'passwordChanged', to, params: {}, language: 'en' });
    await atomically(Array.from({ length: many }, put));
  },
  /** Sends the due e-mails, as a server's e-mail worker does. */
  async sendEmails(smtpUrl: string) {
    const mail = mailOf(smtpUrl);
    await sendWaiting(mail, compose);
    mail.close();
  },
  /** Queues texts to an account. */
  async putTexts({ id }: Somebody, channel: PhoneChannel, many: number) {
    const destination: Destination = channel === 'sms' ? { channel } : { channel, subscriptionId: 'phone' };
    const put = () => enqueueText({ account: { id, language: 'en' }, destination, name: 'answer' });
    await atomically(Array.from({ length: many }, put));
  },
  /** Sends the due texts of a channel, as a server's worker does. */
  sendTexts: (channel: PhoneChannel, gatewayUrl: string) =>
    sendQueued({
      channel,
      async send({ id }) {
        const { status, code } = await postGuarded(new URL(gatewayUrl), {
          headers: {},
          body: id,
          mayBePrivate: true,
        });
        return status === 200
          ? { kind: 'sent' }
          : { kind: 'retry', code: code ?? String(status), isReached: true };
      },
    }),
  putUrgent,
  passMinutes: (minutes: number) => passMinutes(minutes),
  /** Runs the job of alerts and the e-mail worker from now on, as a server does. */
  async runAlerts(smtpUrl: string) {
    startEmailWorker(mailOf(smtpUrl), compose, async () => undefined);
    startJobs([{ name: 'alerts', everyMs: 200, run: () => climbLadders(), isAlone: true }]);
  },
  writeDigests: () => writeDigests(),
  takeLease: (name: string, ms: number) => takeLease(name, ms),
  read: (sql: string) => readSql(sql),
  tamper: (sql: string) => runSql(sql),
  execute: (sql: string) => execute(statement(sql)),
  /** Executes a statement and rolls it back. */
  rollBack: (sql: string) =>
    atomically([statement(sql), requireChange(statement("update users set about = '' where id = 'nobody'"))]),
};

type Told = { id: number; act: keyof typeof actions; args: unknown[] };

process.on('message', async ({ id, act, args }: Told) => {
  try {
    const result = await (actions[act] as (...args: unknown[]) => Promise<unknown>)(...args);
    process.send?.({ id, result });
  } catch (error) {
    process.send?.({ id, error: String(error) });
  }
});
process.on('disconnect', () => void clinic.close().finally(() => process.exit()));
process.send?.({ ready: true });
