import { and, eq, ne, type SQL } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { listDeletions } from '~/domain/audit/deletion-list.server';
import { signatureOf } from '~/domain/identity/own-row.server';
import { rememberResult } from '~/domain/kernel/idempotency.server';
import type { Idempotency } from '~/domain/kernel/operation';
import type { Viewer } from '~/domain/kernel/viewer';
import {
  dropHeldEmails,
  enqueueBoundedEmail,
  hasHeldEmail,
} from '~/domain/notifications/bounded-emails.server';
import { addresseeColumns, toAddressee } from '~/domain/notifications/enqueue-email.server';
import { notify } from '~/domain/notifications/notify.server';
import { wakeOutbox } from '~/domain/notifications/rounds.server';
import { toPersonInEmail } from '~/domain/report/about';
import type { ChosenStep } from '~/domain/report/next-step';
import type { VersionRow } from '~/domain/report/present-version';
import { toCaseNumber } from '~/domain/report/report-constants';
import { isToReadToday } from '~/domain/report/step-schemas';
import { dropFollowUp, findStepOf, writeStep } from '~/domain/report/step-writes.server';
import { isUndoable, toVersionNumber } from '~/domain/report-view/present-reports.server';
import { noReviewAtAll, toFirstVersion } from '~/domain/report-view/taken-back.server';
import type { LanguageCode } from '~/i18n/language-codes';
import { users } from '~/platform/db/core/tables/accounts.server';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { reports, reviewVersions } from '~/platform/db/core/tables/reports.server';
import { atomically, db, lock, requireChange, type Step } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';

type Report = typeof reports.$inferSelect;
type Patient = typeof users.$inferSelect;

const actions = {
  addition: 'review.added',
  correction: 'review.corrected',
  takenBack: 'review.takenBack',
} as const;

/**
 * Changes a review, or takes it back: the report, its version line, the audit log and the e-mails
 * in one transaction. `currentText` is the text from now on with its language, null if there is none; `step` the next step that the author chose, if any.
 * `isAllowed` is a condition on the report or the caller at the moment of the write.
 *
 * @returns the report after the change; undefined, with nothing written, if it was changed
 *   meanwhile.
 */
export async function changeReview({
  viewer,
  report,
  patient,
  line,
  currentText,
  step,
  isAllowed,
  idempotency,
}: {
  viewer: Viewer;
  report: Report;
  patient: Patient;
  line: Pick<VersionRow, 'text' | 'reasonCode' | 'reason'> & { kind: keyof typeof actions };
  currentText: { review: string; reviewLanguage: LanguageCode } | null;
  step?: ChosenStep | null;
  isAllowed?: SQL;
  idempotency?: Idempotency;
}): Promise<Report | undefined> {
  const signature = await signatureOf(viewer);
  const now = new Date();
  const number = toVersionNumber(report) + 1;
  const next = {
    ...(currentText ? { ...currentText, amendedAt: now } : { ...noReviewAtAll, takenBackAt: now }),
    version: number,
    hiddenUntil: null,
    noticeId: null,
    updatedAt: now,
  };
  const admins = currentText === null ? await otherAdmins(viewer) : [];
  const ofStep = await stepOfChange({ report, kind: line.kind, step, number, at: now });
  const isSoon = line.kind !== 'takenBack' && isToReadToday(step ?? (await stepToCarry(report, line.kind)));
  const emails = await emailsOfChange({ report, patient, isTakenBack: currentText === null, isSoon, admins });
  const isDone = await atomically([
    lock(users, eq(users.id, viewer.id)),
    requireChange(
      db()
        .update(reports)
        .set(next)
        .where(
          and(
            eq(reports.id, report.id),
            eq(reports.status, 'Reviewed'),
            eq(reports.version, report.version),
            isAllowed,
          ),
        ),
    ),
    idempotency && requireChange(rememberResult(idempotency, report.id)),
    // From its first change on, the original text has a line of its own.
    db().insert(reviewVersions).values(toFirstVersion(report)).onConflictDoNothing(),
    db()
      .insert(reviewVersions)
      .values({
        ...line,
        id: newId(),
        reportId: report.id,
        number,
        language: currentText?.reviewLanguage ?? null,
        ...signature,
        createdAt: now,
      }),
    ...ofStep,
    auditEntry({ action: actions[line.kind], actorId: viewer.id, objectId: report.id }),
    // They announce a text that no longer holds.
    dropHeldEmails(report.id, ['translation']),
    ...emails,
  ]);
  if (!isDone) return undefined;
  if (currentText === null) await listDeletions();
  wakeOutbox();
  return { ...report, ...next };
}

/**
 * Builds the statements for the next step of a changed review. A review that is taken back has
 * none. Without a choice an addition keeps the step, and a correction ends it, but carries `goToday`
 * on. A step that is uncertain already stays so.
 */
async function stepOfChange({
  report,
  kind,
  step,
  number,
  at,
}: {
  report: Report;
  kind: keyof typeof actions;
  step?: ChosenStep | null;
  number: number;
  at: Date;
}): Promise<Step[]> {
  const reportId = report.id;
  if (kind === 'takenBack') return [dropFollowUp(reportId)];
  if (step) return writeStep({ reportId, version: number, at }, step);
  const carried = kind === 'correction' && (await stepToCarry(report, kind));
  return carried && !carried.isUncertain ? writeStep({ reportId, version: number, at }, carried) : [];
}

/** Finds the step that holds on after a change without a choice; null if there is none. */
async function stepToCarry(report: Report, kind: keyof typeof actions) {
  const current = await findStepOf(report);
  return kind === 'addition' || current?.step === 'goToday' ? current : null;
}

/**
 * Builds the e-mails about a change: to the patient, and to admins if a review is taken back, as
 * the wrong person may have read it. A patient does not know of the review yet if it can be
 * undone or its e-mail is held. Then an amendment causes no e-mail. Patients who know of a review
 * learn at once that it was taken back.
 */
async function emailsOfChange({
  report,
  patient,
  isTakenBack,
  isSoon,
  admins,
}: {
  report: Report;
  patient: Patient;
  isTakenBack: boolean;
  /** True if the patient has to read the answer today. */
  isSoon: boolean;
  admins: Pick<Patient, 'id' | 'firstName' | 'email' | 'language' | 'accountType'>[];
}): Promise<Step[]> {
  const isUndone = isUndoable(report) && report.noticeId !== null;
  const isUntold = isUndone || (await hasHeldEmail('review', report.id));
  if (!isTakenBack && isUntold) return [];
  const toPatient = await notify(patient, {
    bound: {
      topic: isTakenBack ? 'withdrawal' : 'change',
      about: report.id,
      isUrgent: isTakenBack && !isUntold,
    },
    template: 'reviewChanged',
    params: {
      patientId: patient.id,
      reportId: report.id,
      isTakenBack,
      caseNumber: toCaseNumber(report.id),
      ...toPersonInEmail(report),
      ...(isSoon && { isSoon }),
    },
  });
  const toAdmins = admins.map(({ id, ...admin }) =>
    enqueueBoundedEmail({
      topic: 'withdrawalForAdmin',
      about: `${report.id} ${id}`,
      template: 'reviewTakenBack',
      ...toAddressee(admin),
      params: { caseNumber: toCaseNumber(report.id) },
    }),
  );
  const notice = db()
    .delete(outbox)
    .where(eq(outbox.id, report.noticeId ?? ''));
  return [
    isTakenBack && dropHeldEmails(report.id, ['review', 'change']),
    ...(isUndone ? [notice, dropHeldEmails(report.id, ['review'])] : toPatient),
    ...(await Promise.all(toAdmins)).flat(),
  ];
}

function otherAdmins({ id }: Viewer) {
  return db()
    .select(addresseeColumns)
    .from(users)
    .where(and(eq(users.accountType, 'Admin'), ne(users.id, id)));
}
