import { and, desc, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { requireOwnRow } from '~/domain/identity/own-row.server';
import { typedNumber } from '~/domain/kernel/choices';
import { idSchema, key, optionalLine, publicMoment } from '~/domain/kernel/fields';
import { findIdempotentResult, rememberResult, untilCallsStored } from '~/domain/kernel/idempotency.server';
import { operation } from '~/domain/kernel/operation';
import { Refusal, tooManyRefusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { countPasskeys } from '~/domain/log-in/own-factor.server';
import { requireOwnProof } from '~/domain/log-in/own-proof.server';
import { proofFields } from '~/domain/log-in/passkey-schemas';
import { enqueueEmail, toAddressee } from '~/domain/notifications/enqueue-email.server';
import { wakeOutbox } from '~/domain/notifications/rounds.server';
import { isUnchangedSince } from '~/domain/queue/person-change.server';
import { toCaseNumber } from '~/domain/report/report-constants';
import { reportIdOnly } from '~/domain/report/schemas';
import { reports } from '~/platform/db/core/tables/reports.server';
import { shareReports, shares } from '~/platform/db/core/tables/shares.server';
import { atomically, db, lock, requireChange } from '~/platform/db/db.server';
import { newId, randomSymbols } from '~/platform/ids.server';
import { consume, refund } from '~/platform/limits/limits.server';
import { hashToken, newToken } from '~/platform/secrets/tokens.server';
import { getSettings } from '~/platform/settings/env.server';
import { isShareable } from './live-shares.server';
import {
  maxHoursWithoutProof,
  maxShareHours,
  maxShareLabel,
  maxShareReports,
  minShareHours,
} from './share-constants';
import { hashPasscode } from './share-pass.server';

const passcodeSymbols = 8;

const hoursField = typedNumber(
  z.coerce
    .number({ error: key('share.wrongHours') })
    .int(key('share.wrongHours'))
    .min(minShareHours, key('share.wrongHours'))
    .max(maxShareHours, key('share.wrongHours')),
).meta({ description: 'Hours until it ends, 1 to 720.', example: 24 });

/** Accepts IDs joined with commas, as the ticked boxes of a form arrive. */
const listOfIds = z.preprocess(
  (sent) => (typeof sent === 'string' && sent !== '' ? sent.split(',') : sent),
  z
    .array(idSchema.min(1, key('share.reports')), { error: key('share.reports') })
    .min(1, key('share.reports'))
    .max(maxShareReports, key('share.tooManyReports')),
);

const shareForm = z.object({
  reportIds: listOfIds.meta({
    description: 'IDs of your own reports, 1 to 20.',
    example: ['01k2zq5v7m8n9p0q1r2s3t4v5w'],
  }),
  hours: hoursField,
  label: optionalLine(maxShareLabel).meta({
    description: 'A note for yourself, such as the name of the doctor. The doctor does not see it.',
    example: 'Dr Rao, city hospital',
  }),
  password: proofFields.password.describe(
    'Password of your account. This or `credential` is required above 24 hours.',
  ),
  credential: proofFields.credential,
});

const shareExample = {
  _id: '01k2zq5v7m8n9p0q1r2s3t4v5y',
  token: 'k2fZ0n1p',
  url: 'https://clinic.example/s/k2fZ0n1p',
  passcode: 'K7QM-3XPD',
  expiresAt: '2026-03-06T08:30:00.000Z',
};

const newShare = z
  .object({
    _id: z.string().describe('ID of the share.'),
    token: z
      .string()
      .nullable()
      .describe('Last part of the address. `null` if the call repeats an earlier one.'),
    url: z
      .string()
      .nullable()
      .describe('Address for the other doctor. `null` if the call repeats an earlier one.'),
    passcode: z
      .string()
      .nullable()
      .describe(
        'Passcode, to be told apart from the address. It is not shown again: `null` if the call repeats an earlier one.',
      ),
    expiresAt: publicMoment.describe('Time until which it opens, in UTC.'),
  })
  .meta({ id: 'NewShare', description: 'A link for another doctor.', example: shareExample });

type NewShare = z.infer<typeof newShare>;

/**
 * Creates a link with which another doctor reads chosen reports of the viewer, together with a
 * passcode. Both are stored as hashes and shown once; a call that is repeated under its
 * Idempotency-Key answers without them (docs/requirements.md#links-for-another-doctor). Its owner
 * gets an e-mail, and a link of more than 24 hours needs the password or a passkey.
 *
 * @throws Refusal: `notFound` for a report that is not the viewer's; `conflict` for one whose consent
 *   is withdrawn, or that is held; as `requireOwnProof` does; `tooMany` after 50 in a day.
 */
export const createShare = operation({
  name: 'share.create',
  api: {
    summary: 'Show reports to another doctor',
    text: 'Creates a link to some of your own reports for 1 hour to 30 days. It opens together with the passcode, without an account. Above 24 hours, the password or a passkey is required. The owner gets an e-mail. A repeated call with the same `Idempotency-Key` returns the share without address and passcode. Returns 409 for a report whose consent is withdrawn.',
  },
  input: shareForm,
  output: z.object({ data: newShare.describe('The new share.') }),
  refusals: ['notFound', 'conflict', 'tooMany'],
  lists: ['reportIds'],
  allow: 'report.share',
  policy: { idempotencyKey: 'honoured' },
  secretFields: ['password', 'credential'],
  successMessage: 'share.done',
  failureMessage: 'share.failed',
  async run({ viewer, input, context, idempotency }): Promise<{ data: NewShare }> {
    const earlierId = await findIdempotentResult(idempotency);
    if (earlierId) return repeatAnswer(viewer, earlierId);
    const rows = await requireShareable(viewer, [...new Set(input.reportIds)]);
    if (input.hours > maxHoursWithoutProof) await requireOwnProof({ viewer, proof: input, context });
    const owner = await requireOwnRow(viewer);
    const wait = await consume('sharesMade', viewer.id);
    if (wait > 0) throw tooManyRefusal(wait);
    const [id, token, passcode] = [newId(), newToken(), randomSymbols(passcodeSymbols).toUpperCase()];
    const createdAt = new Date();
    const expiresAt = new Date(createdAt.getTime() + input.hours * 3_600_000);
    const isCreated = await atomically([
      lock(
        reports,
        inArray(
          reports.id,
          rows.map((row) => row.id),
        ),
      ),
      ...rows.map((row) => requireChange(selectUnchanged(row))),
      idempotency && requireChange(rememberResult(idempotency, id)),
      db()
        .insert(shares)
        .values({
          id,
          userId: viewer.id,
          label: input.label ?? null,
          createdAt,
          expiresAt,
          tokenHash: hashToken(token),
          passcodeHash: hashPasscode(id, passcode),
        }),
      db()
        .insert(shareReports)
        .values(rows.map((row) => ({ shareId: id, reportId: row.id }))),
      ...rows.map((row) => auditEntry({ action: 'share.created', actorId: viewer.id, objectId: row.id })),
      enqueueEmail({ template: 'shareCreated', ...toAddressee(owner), params: {} }),
    ]);
    if (!isCreated) {
      await refund('sharesMade', viewer.id);
      const repeatedId = await findIdempotentResult(idempotency);
      if (repeatedId) return repeatAnswer(viewer, repeatedId);
      throw new Refusal('conflict', 'refused.busy');
    }
    wakeOutbox();
    return {
      data: {
        _id: id,
        token,
        url: `${getSettings().PUBLIC_URL}/s/${token}`,
        passcode: `${passcode.slice(0, 4)}-${passcode.slice(4)}`,
        expiresAt: expiresAt.toISOString(),
      },
    };
  },
});

/**
 * Requires that reports are the viewer's own and may be shown.
 *
 * @throws Refusal: `notFound`, `conflict`.
 */
async function requireShareable(viewer: Viewer, reportIds: string[]) {
  const isOwn = and(inArray(reports.id, reportIds), eq(reports.patientId, viewer.id));
  if ((await db().$count(reports, isOwn)) < reportIds.length)
    throw new Refusal('notFound', 'report.notFound');
  const rows = await db()
    .select({ id: reports.id, correctedAt: reports.correctedAt })
    .from(reports)
    .where(and(isOwn, isShareable()));
  if (rows.length < reportIds.length) throw new Refusal('conflict', 'share.notShareable');
  return rows;
}

/** Builds the select that finds a report if it can still be shown and was not corrected since. */
const selectUnchanged = ({ id, correctedAt }: { id: string; correctedAt: Date | null }) =>
  db()
    .select({ id: reports.id })
    .from(reports)
    .where(and(eq(reports.id, id), isShareable(), isUnchangedSince(correctedAt)));

async function repeatAnswer(viewer: Viewer, id: string): Promise<{ data: NewShare }> {
  const [row] = await db()
    .select({ expiresAt: shares.expiresAt })
    .from(shares)
    .where(and(eq(shares.id, id), eq(shares.userId, viewer.id)));
  if (!row) throw new Refusal('notFound', 'share.notFound');
  await untilCallsStored();
  return {
    data: { _id: id, token: null, url: null, passcode: null, expiresAt: row.expiresAt.toISOString() },
  };
}

const maxChoices = 50;

/**
 * Lists the newest reports that the viewer can show to another doctor, for the form, with the one
 * that it was opened for.
 *
 * @throws Refusal: `notFound`, also for another account's report.
 */
export const readToShare = operation({
  name: 'share.readToCreate',
  input: reportIdOnly,
  allow: 'report.share',
  successMessage: 'share.title',
  failureMessage: 'share.failed',
  async run({ viewer, input: { reportId } }) {
    const columns = {
      id: reports.id,
      reportType: reports.reportType,
      createdAt: reports.createdAt,
      aboutName: reports.aboutName,
      status: reports.status,
    };
    const isOwn = and(eq(reports.patientId, viewer.id), isShareable());
    const [chosen] = await db()
      .select(columns)
      .from(reports)
      .where(and(isOwn, eq(reports.id, reportId)));
    if (!chosen) throw new Refusal('notFound', 'report.notFound');
    const rows = await db()
      .select(columns)
      .from(reports)
      .where(isOwn)
      .orderBy(desc(reports.createdAt), desc(reports.id))
      .limit(maxChoices);
    const choices = rows.some((row) => row.id === reportId) ? rows : [chosen, ...rows];
    return {
      hasPasskeys: (await countPasskeys(viewer.id)) > 0,
      data: choices.map((row) => ({
        reportId: row.id,
        reportType: row.reportType,
        caseNumber: toCaseNumber(row.id),
        sentAt: row.createdAt.toISOString(),
        person: row.aboutName,
      })),
      chosenId: reportId,
    };
  },
});
