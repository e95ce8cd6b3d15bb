import { and, eq, gt, or } from 'drizzle-orm';
import type { z } from 'zod';
import { announceReport } from '~/domain/alerts/digests.server';
import { raiseUrgent } from '~/domain/alerts/urgent-ladder.server';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { findIdempotentResult, rememberResult } from '~/domain/kernel/idempotency.server';
import type { CallContext, Idempotency, ReceivedFile, TakenFile } from '~/domain/kernel/operation';
import { toE164 } from '~/domain/kernel/phone';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { wakeOutbox } from '~/domain/notifications/rounds.server';
import { noClaim } from '~/domain/queue/claim-rules.server';
import { withoutAbout } from '~/domain/report/about-schemas';
import { listSignsOf } from '~/domain/report/danger-signs';
import { noReview } from '~/domain/report/not-reviewed';
import { requireOwnReport } from '~/domain/report/own-reports.server';
import { noPerson } from '~/domain/report/people-constants';
import { isListUnchanged, listPersonRows, samePersonRefusal } from '~/domain/report/people-rows.server';
import { type PersonOfReport, personOfReport } from '~/domain/report/person-of-report.server';
import type { presentReport } from '~/domain/report/present-report';
import { sameContentMinutes } from '~/domain/report/report-constants';
import type { uploadCall } from '~/domain/report/schemas';
import { checkDrawingLater } from '~/domain/report-view/check-drawings.server';
import { dropFiles, fileColumns, keepFiles } from '~/domain/report-view/keep-files.server';
import { keepThumbnailLater } from '~/domain/report-view/thumbnails.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import {
  atomically,
  db,
  isDuplicate,
  isForeignKeyError,
  isUncertain,
  lock,
  requireChange,
  type Step,
} from '~/platform/db/db.server';
import { sign } from '~/platform/secrets/secrets.server';
import { type HelpedConsent, noteConsent } from './consent.server';
import { quotaRefusal, requireQuota, withinQuota } from './quota.server';
import { isAnySlotTaken, listPieceNames, slotTakenRefusal, takeSlots } from './slots.server';

/** An upload: `owner` is the patient whose report it is. */
type Upload = {
  owner: Viewer;
  input: Input;
  context: CallContext;
  files?: ReceivedFile[];
  slotIds?: string[];
  takenFile?: TakenFile;
  idempotency?: Idempotency;
  /**
   * The helper who sends it, the consent that was given in front of them, and the steps to write
   * with the row.
   */
  helper?: { id: string; consent: HelpedConsent; steps: Step[] };
};

/**
 * Stores an uploaded report. A form or call that is sent again gets its first report.
 *
 * @returns the row.
 * @throws Refusal: as `uploadReport` does.
 */
export async function storeReport({
  owner,
  input,
  context,
  files: [file] = [],
  slotIds = [],
  takenFile,
  idempotency,
  helper,
}: Upload): Promise<Made> {
  const columns = toReportColumns(input);
  const sentFile = file ?? takenFile;
  if (!sentFile) throw new Refusal('invalid', 'upload.report', { field: 'report' });
  const keys = keysOf({ owner, file: sentFile, columns, input });
  const findEarlier = async () => {
    const madeId = await findIdempotentResult(idempotency);
    return madeId ? requireOwnReport(owner, madeId) : findSubmission(owner, keys);
  };
  const earlier = await findEarlier();
  if (earlier) {
    if (file) await dropFiles('report.upload', [file.pendingFile.name]);
    return earlier;
  }
  // The slots became another report.
  if (!file) throw slotTakenRefusal();
  await requireQuota(owner.id, file.pendingFile.bytes);
  await keepFiles('report.upload', [file]);
  let failure: unknown;
  const pieces = await listPieceNames(slotIds);
  const submission = { owner, input, context, file, slotIds, columns, keys, idempotency, helper };
  const row = await insertReport(submission).catch((error: unknown) => {
    failure = error;
    return undefined;
  });
  // From here on a row names the file, so the file stays whatever goes wrong.
  if (row) {
    keepThumbnailLater(row.id, file.decoded.thumbnail);
    // The first page was looked at with the upload.
    if (row.mediaType === 'application/pdf' && row.pages > 1) checkDrawingLater(row.id);
    await dropFiles('report.pieces', pieces);
    return row;
  }
  // If the row may have been written after all, the file stays: a repeated call finds both, and a
  // file without a row is swept at startup.
  if (!isUncertain(failure)) await dropFiles('report.upload', [file.pendingFile.name]);
  // The account was deleted during the upload.
  if (isForeignKeyError(failure)) throw new Refusal('signedOut', 'refused.signedOut');
  // If the same form or call was sent twice at the same moment, the first one stands, and both
  // get its result.
  const isTold = !failure || isDuplicate(failure) || failure instanceof Refusal;
  const first = isTold ? await findEarlier() : undefined;
  if (first) return first;
  if (!failure) throw (await isAnySlotTaken(slotIds)) ? slotTakenRefusal() : quotaRefusal();
  // A person with the same name and year of birth was added at the same moment.
  throw isDuplicate(failure) ? samePersonRefusal() : failure;
}

type Made = Parameters<typeof presentReport>[0];

type Input = z.output<typeof uploadCall>;

/**
 * Converts the patient's input to the columns of the report's row.
 *
 * @throws Refusal: `invalid` if the phone number is invalid.
 */
export function toReportColumns({
  reportType,
  description,
  phoneNumber: number,
  countryCode: dialCode,
  ...input
}: Partial<Input> & Pick<Input, 'reportType' | 'phoneNumber'>) {
  const phoneNumber = toE164({ number, dialCode });
  if (!phoneNumber) throw new Refusal('invalid', 'phone.notInCountry', { field: 'phoneNumber' });
  const {
    consent: _consent,
    submissionKey: _submissionKey,
    uploads: _uploads,
    urgent: _urgent,
    dangerSigns: _dangerSigns,
    ...columns
  } = withoutAbout(input);
  return { reportType, description: description || null, phoneNumber, ...columns };
}

type Submission = Pick<Upload, 'owner' | 'helper'> & {
  input: Input;
  context: CallContext;
  file: ReceivedFile;
  slotIds: string[];
  columns: ReturnType<typeof toReportColumns>;
  keys: ReturnType<typeof keysOf>;
  idempotency?: Idempotency;
};

/**
 * Returns the keys by which a form sent twice becomes one report. `submissionKey` covers the form's
 * own key and the whole content: one row in all. `contentKey` covers the content: one row within a
 * few minutes, for a browser that goes back, loads a new form and sends the same again. A different
 * file or text is a different report. An API client that sends no form key gets a report for each
 * call.
 */
function keysOf({
  owner,
  file,
  columns,
  input,
}: Pick<Submission, 'owner' | 'columns' | 'input'> & { file: Pick<ReceivedFile, 'fingerprint'> }) {
  const { submissionKey, personName, birthYear, sex, relation } = input;
  if (!submissionKey) return undefined;
  // The page says that the report names nobody, a call leaves the field out.
  const personId = input.personId === noPerson ? undefined : input.personId;
  const fields = { ...columns, personId, personName, birthYear, sex, relation };
  // Sent again with another sign, the same content is a report of its own, so that no sign is lost.
  const all = [...Object.values(fields), ...listSignsOf(input)];
  const values = [owner.id, file.fingerprint, ...all.map((value) => value ?? '')];
  return {
    submissionKey: sign('submission', JSON.stringify([submissionKey, ...values])),
    contentKey: sign('content', JSON.stringify(values)),
  };
}

/** The initial columns of a new report. */
const untouched = {
  ...noReview,
  ...noClaim,
  correctedAt: null,
  version: 0,
  amendedAt: null,
  doubtChangedAt: null,
  takenBackAt: null,
  waitsFor: null,
  askedAt: null,
  heldAt: null,
} as const;

/**
 * Inserts the row of a report with all its dependent rows.
 *
 * @returns the row, or undefined if another call with the same Idempotency-Key, or for the last
 *   room, was faster.
 */
async function insertReport(submission: Submission) {
  for (;;) {
    const { owner, input, context } = submission;
    const knownPeople = await listPersonRows(owner.id);
    const person = personOfReport(owner, input, { ...context, knownPeople });
    const row = await insertWith(submission, person);
    if (row || person.steps.length === 0 || isListUnchanged(knownPeople, await listPersonRows(owner.id)))
      return row;
  }
}

async function insertWith(submission: Submission, person: PersonOfReport) {
  const {
    owner,
    helper,
    input,
    context,
    file,
    slotIds,
    columns: reportColumns,
    keys,
    idempotency,
  } = submission;
  const now = new Date();
  const { columns, steps, consentKind } = person;
  // The consent for a child counts as missing if no parent or guardian has given it.
  const isGiven = consentKind === 'guardian' && !columns.guardianName ? null : (input.consent ?? null);
  const signs = listSignsOf(input);
  const alert = signs.length > 0 ? await raiseUrgent({ id: file.id, patientId: owner.id }) : undefined;
  const row = {
    id: file.id,
    patientId: owner.id,
    submissionKey: keys?.submissionKey ?? null,
    contentKey: keys?.contentKey ?? null,
    ...reportColumns,
    ...columns,
    countryCode: input.countryCode ?? null,
    ...fileColumns(file),
    pageNotes: file.decoded.notes.length > 0 ? file.decoded.notes : null,
    thumbnailName: null,
    pagesCounted: true,
    ...untouched,
    language: owner.language,
    sentBy: helper?.id ?? null,
    urgentAt: alert?.since ?? null,
    dangerSigns: signs.length > 0 ? JSON.stringify(signs) : null,
    createdAt: now,
    updatedAt: now,
  };
  const isFirst = await atomically([
    lock(users, eq(users.id, owner.id)),
    idempotency && requireChange(rememberResult(idempotency, row.id)),
    requireChange(withinQuota(owner.id, row.bytes)),
    ...steps,
    db().insert(reports).values(row),
    ...(helper?.steps ?? []),
    ...takeSlots(slotIds, { reportId: row.id, fingerprint: file.fingerprint }),
    noteConsent({
      reportId: row.id,
      viewer: owner,
      context,
      isGiven,
      kind: consentKind,
      at: now,
      helped: helper?.consent,
    }),
    auditEntry({ action: 'report.uploaded', actorId: helper?.id ?? owner.id, objectId: row.id }),
    announceReport({ exceptId: owner.id }),
    ...(alert?.steps ?? []),
  ]);
  if (isFirst && alert) wakeOutbox();
  return isFirst ? row : undefined;
}

async function findSubmission(owner: Viewer, keys: Submission['keys']) {
  if (!keys) return undefined;
  const recentSince = new Date(Date.now() - sameContentMinutes * 60_000);
  const isSame = or(
    eq(reports.submissionKey, keys.submissionKey),
    and(eq(reports.contentKey, keys.contentKey), gt(reports.createdAt, recentSince)),
  );
  const [row] = await db()
    .select()
    .from(reports)
    .where(and(eq(reports.patientId, owner.id), isSame));
  return row;
}
