import { and, desc, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { findScope } from '~/domain/kernel/abilities';
import { publicMoment } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { isAnswered } from '~/domain/queue/report-list.server';
import { reportIdOnly } from '~/domain/report/schemas';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { apiKeys } from '~/platform/db/core/tables/keys.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { shareOpenings } from '~/platform/db/core/tables/shares.server';
import { db } from '~/platform/db/db.server';
import { accountTypes } from '~/platform/enums';

const shownActions = [
  'report.opened',
  'report.claimed',
  'report.reviewed',
  'review.added',
  'review.corrected',
  'review.takenBack',
  'reportSlip.issued',
  'reportSlip.opened',
] as const;
/** Openings by other doctors are rows of their own, with what the reader typed. */
const publicActions = [...shownActions, 'share.opened'] as const;
const togetherMs = 3_600_000;

/**
 * An entry for a user other than the patient who opened or reviewed a report, or changed its
 * review. For a deleted account the role is unknown, and so is the name unless it signed the
 * review.
 */
export const publicOpening = z
  .object({
    action: z.enum(publicActions).describe('Action on the report or its review.'),
    name: z
      .string()
      .nullable()
      .describe(
        'Name of the person, or of the program with a key. `null` once the account is deleted, unless it signed the review, and for `reportSlip.opened`. For `share.opened` as the reader typed it: nobody has checked it.',
      ),
    isKey: z.boolean().describe('Whether a program with a key did this.'),
    accountType: z
      .enum(accountTypes)
      .nullable()
      .describe(
        'Type of the account. `null` once it is deleted, for a key, and for `reportSlip.opened` and `share.opened`.',
      ),
    registrationNumber: z
      .string()
      .nullable()
      .describe(
        'Registration number for `share.opened`, as the reader typed it. `null` for every other action.',
      ),
    at: publicMoment.describe('Time of the action, in UTC.'),
  })
  .meta({
    id: 'Opening',
    description: 'An opening or review of a report by a person other than its patient.',
    example: {
      action: 'report.opened',
      name: 'Meera Nair',
      isKey: false,
      accountType: 'Expert',
      registrationNumber: null,
      at: '2026-03-05T09:10:00.000Z',
    },
  });

export type PublicOpening = z.infer<typeof publicOpening>;

/**
 * Lists the users other than the patient who opened or reviewed a report, newest first. Repeated
 * actions of one user within an hour are one entry.
 *
 * @throws Refusal: `notFound`, also for another account's report.
 */
export const listOpenings = operation({
  name: 'report.listOpenings',
  api: {
    summary: "List a report's openings",
    text: "For the report's patient and for admins. Lists who opened or reviewed the report, newest first, except the patient, with the programs that read it with a key, when its paper slip was issued and opened, and which doctor opened it with a link of the patient. What one person did within an hour is one entry.",
  },
  input: reportIdOnly,
  output: z.object({ data: z.array(publicOpening).describe('Openings and reviews, newest first.') }),
  refusals: ['notFound'],
  allow: 'report.listOpenings',
  successMessage: 'openings.fetched',
  failureMessage: 'openings.failed',
  async run({ viewer, input: { reportId } }) {
    const isAll = findScope(viewer, 'report.listOpenings') === 'all';
    const isShown = and(eq(reports.id, reportId), isAll ? undefined : eq(reports.patientId, viewer.id));
    if ((await db().$count(reports, isShown)) === 0) throw new Refusal('notFound', 'report.notFound');
    return { data: (await listOpeningsByReport([reportId]))[reportId] ?? [] };
  },
});

/**
 * Finds the users other than the patient who opened or reviewed some reports, in one query.
 *
 * @param reportIds at most a page of IDs.
 * @returns the entries by report ID, newest first.
 */
export async function listOpeningsByReport(reportIds: string[]): Promise<Record<string, PublicOpening[]>> {
  const rows = await db()
    .select({
      reportId: reports.id,
      action: sql<(typeof shownActions)[number]>`${audit.action}`,
      at: sql<number>`max(${audit.at})`,
      actorId: audit.actorId,
      accountType: users.accountType,
      keyName: apiKeys.name,
      firstName: sql<string | null>`coalesce(${users.firstName}, ${signedName(reports.expertFirstName)})`,
      lastName: sql<string | null>`coalesce(${users.lastName}, ${signedName(reports.expertLastName)})`,
    })
    .from(audit)
    .innerJoin(reports, eq(reports.id, audit.objectId))
    .leftJoin(users, eq(users.id, audit.actorId))
    .leftJoin(apiKeys, eq(apiKeys.id, audit.actorId))
    .where(
      and(
        inArray(audit.objectId, reportIds),
        inArray(audit.action, shownActions),
        // An opening with a paper slip has no account.
        or(
          eq(audit.action, 'reportSlip.opened'),
          and(isNotNull(audit.actorId), ne(audit.actorId, reports.patientId)),
        ),
        // Hides reviews that can still be undone, or were undone.
        or(ne(audit.action, 'report.reviewed'), isAnswered()),
      ),
    )
    // At most one row per hour of the clock, however often a user opened the report.
    .groupBy(
      reports.id,
      users.id,
      apiKeys.id,
      audit.actorId,
      audit.action,
      sql`${audit.at} / ${sql.raw(String(togetherMs))}`,
    )
    .orderBy(desc(sql`max(${audit.id})`));
  const openings: Record<string, PublicOpening[]> = Object.fromEntries(reportIds.map((id) => [id, []]));
  const latestVisits = new Map<string, number>();
  for (const { reportId, actorId, action, at, accountType, keyName, firstName, lastName } of rows) {
    const visit = `${reportId} ${actorId} ${action}`;
    if ((latestVisits.get(visit) ?? Number.POSITIVE_INFINITY) - at < togetherMs) continue;
    latestVisits.set(visit, at);
    const name = keyName ?? ([firstName, lastName].filter(Boolean).join(' ') || null);
    openings[reportId]?.push({
      action,
      name,
      isKey: keyName !== null,
      accountType,
      registrationNumber: null,
      at: new Date(at).toISOString(),
    });
  }
  for (const [reportId, opening] of await listShareOpenings(reportIds)) openings[reportId]?.push(opening);
  for (const list of Object.values(openings)) list.sort((a, b) => b.at.localeCompare(a.at));
  return openings;
}

/** Lists the openings of some reports by other doctors, newest first, each with its report. */
async function listShareOpenings(reportIds: string[]): Promise<[string, PublicOpening][]> {
  const rows = await db()
    .select()
    .from(shareOpenings)
    .where(inArray(shareOpenings.reportId, reportIds))
    .orderBy(desc(shareOpenings.at), desc(shareOpenings.openingId));
  return rows.map(({ reportId, at, name, registrationNumber }) => [
    reportId,
    {
      action: 'share.opened',
      name,
      isKey: false,
      accountType: null,
      registrationNumber,
      at: at.toISOString(),
    },
  ]);
}

/** Selects the name that a review was signed with, if its author is the actor of the entry. */
const signedName = (name: typeof reports.expertFirstName | typeof reports.expertLastName) =>
  sql`case when ${reports.expertId} = ${audit.actorId} then ${name} end`;
