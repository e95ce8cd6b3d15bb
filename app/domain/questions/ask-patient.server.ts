import { and, eq, gt, isNull, ne } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { requireScriptOf } from '~/domain/comparison/text-script';
import { findWritingLanguage } from '~/domain/desk/writing-language.server';
import { isApprovedNow } from '~/domain/identity/expert-status.server';
import { requireRegistration } from '~/domain/identity/registration-rule.server';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { enqueueEmail, listAdminAccounts, toAddressee } from '~/domain/notifications/enqueue-email.server';
import { notify } from '~/domain/notifications/notify.server';
import { wakeOutbox } from '~/domain/notifications/rounds.server';
import { holdsClaim, noClaim } from '~/domain/queue/claim-rules.server';
import { findWithPatient, isNotClosedTo } from '~/domain/queue/question-state.server';
import { toPersonInEmail } from '~/domain/report/about';
import { reportAnswer } from '~/domain/report/present-report';
import { askCall, askForm } from '~/domain/report/question-schemas';
import { toCaseNumber } from '~/domain/report/report-constants';
import { selectAddedFiles } from '~/domain/report/rows-of-reports.server';
import { reportIdOnly } from '~/domain/report/schemas';
import { presentOpened } from '~/domain/report-view/open-file.server';
import { presentReportTo } from '~/domain/report-view/present-reports.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { questions, reports } from '~/platform/db/core/tables/reports.server';
import { atomically, db, lock, requireChange } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';

/**
 * Sends a report back to its patient with a question before the review
 * (docs/requirements.md#states). It leaves the queue, and the expert's claim ends. A report that
 * seems to be another person's is closed to all other experts until an admin opens it again.
 *
 * @throws Refusal: `notFound`; `conflict` if it is reviewed, or waits for someone already;
 *   `forbidden` without a claim, and for one's own; `invalid` beside `pages` and `text`, and as
 *   `requireScriptOf`.
 */
export const askPatient = operation({
  name: 'report.askPatient',
  api: {
    summary: 'Ask the patient a question',
    text: 'For the approved expert who has claimed the report. The patient reads the kind of question in their own language, with your text. The report stays `Pending` and leaves the queue until the answer. Returns 409 if a question is already open. With `otherPerson`, the file is closed to other experts until an admin lifts the hold.',
  },
  input: askCall,
  inputOnPage: askForm,
  lists: ['pages'],
  output: reportAnswer,
  refusals: ['forbidden', 'notFound', 'conflict'],
  allow: 'report.askPatient',
  successMessage: 'ask.done',
  failureMessage: 'ask.failed',
  async run({ viewer, input, context }) {
    const { reportId, kind, pages, text, language = context.language } = input;
    requireScriptOf(language, text ?? '', input.sendAsIs);
    const { report, patient } = await requireAskable(viewer, reportId);
    await requirePages(report, pages);
    const now = new Date(Math.max(Date.now(), (report.askedAt?.getTime() ?? 0) + 1));
    const isHeld = kind === 'otherPerson';
    const next = {
      waitsFor: 'patient' as const,
      askedAt: now,
      ...noClaim,
      ...(isHeld && { heldAt: now }),
      updatedAt: now,
    };
    const admins = isHeld ? await listAdminAccounts() : [];
    const toPatient = await notify(patient, {
      bound: { topic: 'question', about: reportId },
      template: 'questionWaits',
      params: { reportId, caseNumber: toCaseNumber(reportId), ...toPersonInEmail(report) },
    });
    const isAsked = await atomically([
      lock(users, eq(users.id, viewer.id)),
      requireChange(
        db()
          .update(reports)
          .set(next)
          .where(
            and(
              eq(reports.id, reportId),
              eq(reports.status, 'Pending'),
              isNull(reports.waitsFor),
              eq(reports.claimedBy, viewer.id),
              gt(reports.claimedUntil, new Date()),
              ne(reports.patientId, viewer.id),
              isApprovedNow(viewer.id),
            ),
          ),
      ),
      db()
        .insert(questions)
        .values({
          id: newId(),
          reportId,
          expertId: viewer.id,
          expertFirstName: viewer.firstName,
          expertLastName: viewer.lastName,
          kind,
          pages: pages.length > 0 ? pages : null,
          text: text ?? null,
          language,
          askedAt: now,
          told: 1,
        }),
      auditEntry({ action: 'report.asked', actorId: viewer.id, objectId: reportId }),
      ...toPatient,
      ...admins.map((admin) =>
        enqueueEmail({ template: 'reportHeld', ...toAddressee(admin), params: { reportId } }),
      ),
    ]);
    if (!isAsked) {
      await requireAskable(viewer, reportId);
      throw new Refusal('forbidden', 'standing.taken');
    }
    wakeOutbox();
    return { data: await presentReportTo(viewer, { ...report, ...next }, patient, context) };
  },
});

/**
 * Reads the report of a new question, for the question page.
 *
 * @throws Refusal: as `askPatient`.
 */
export const readReportToAsk = operation({
  name: 'report.readToAsk',
  input: reportIdOnly,
  allow: 'report.askPatient',
  successMessage: 'report.fetched',
  failureMessage: 'report.fetchFailed',
  async run({ viewer, input: { reportId }, context }) {
    const found = await requireAskable(viewer, reportId);
    const patientLanguage = found.report.language;
    return {
      data: await presentOpened(viewer, found, context),
      writingLanguage: await findWritingLanguage(viewer, patientLanguage, context.language),
    };
  },
});

async function requireAskable(viewer: Viewer, reportId: string) {
  const match = await findWithPatient(reportId, isNotClosedTo(viewer.id));
  if (!match || match.report.status === 'Withdrawn') throw new Refusal('notFound', 'report.notFound');
  const { status, waitsFor } = match.report;
  if (match.patient.id === viewer.id) throw new Refusal('forbidden', 'review.own');
  if (status === 'Reviewed') throw new Refusal('conflict', 'review.already');
  if (waitsFor) throw new Refusal('conflict', waitsFor === 'patient' ? 'ask.open' : 'ask.held');
  if (holdsClaim(viewer.id, match.report)) return match;
  await requireRegistration(viewer);
  throw new Refusal('forbidden', 'ask.noClaim');
}

async function requirePages(report: typeof reports.$inferSelect, askedPages: number[]) {
  if (askedPages.length === 0) return;
  const added = (await selectAddedFiles([report.id])).get(report.id) ?? [];
  const pages = added.reduce((sum, file) => sum + file.pages, report.pages);
  if (Math.max(...askedPages) <= pages) return;
  throw new Refusal('invalid', 'ask.noSuchPage', { field: 'pages', values: { pages } });
}
