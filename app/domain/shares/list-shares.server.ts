import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { endShares } from '~/domain/identity/share-endings.server';
import { emptyOutput, idSchema, key, publicMoment } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { toCaseNumber } from '~/domain/report/report-constants';
import { reports } from '~/platform/db/core/tables/reports.server';
import { shareOpenings, shareReports, shares } from '~/platform/db/core/tables/shares.server';
import { atomically, db, requireChange } from '~/platform/db/db.server';
import { reportTypes, shareEndings } from '~/platform/enums';
import { maxShareTries } from './share-constants';

const maxListed = 50;

const publicShare = z
  .object({
    _id: z.string().describe('ID of the share.'),
    label: z.string().nullable().describe('Your note. `null` if there is none.'),
    createdAt: publicMoment.describe('Time it was created, in UTC.'),
    expiresAt: publicMoment.describe('Time until which it opens, in UTC.'),
    isOpen: z.boolean().describe('Whether it opens now.'),
    endedAt: publicMoment
      .nullable()
      .describe('Time it ended, in UTC. `null` unless it ended before its time.'),
    endedBy: z
      .enum(shareEndings)
      .nullable()
      .describe(
        'Reason why it ended before its time: `owner`, `tries` (too many wrong passcodes), `slip` (a new slip of the account), `password` (a forgotten password), `restore` (a restored backup).',
      ),
    reports: z
      .array(
        z.object({
          _id: z.string().describe('ID of the report.'),
          reportType: z.enum(reportTypes).describe('Type of the report.'),
          caseNumber: z.string().describe('Case number.'),
          sentAt: publicMoment.describe('Time the report was sent, in UTC.'),
        }),
      )
      .describe('Reports that it shows, newest first. A report leaves it when its consent is withdrawn.'),
    openings: z
      .array(
        z.object({
          at: publicMoment.describe('Time it was opened, in UTC.'),
          name: z.string().describe('Name, as typed. Nobody has checked it.'),
          registrationNumber: z.string().describe('Registration number, as typed. Nobody has checked it.'),
        }),
      )
      .describe('Openings, newest first.'),
  })
  .meta({
    id: 'Share',
    description: 'A link with which another doctor reads some of your reports.',
    example: {
      _id: '01k2zq5v7m8n9p0q1r2s3t4v5y',
      label: 'Dr Rao, city hospital',
      createdAt: '2026-03-05T08:30:00.000Z',
      expiresAt: '2026-03-06T08:30:00.000Z',
      isOpen: true,
      endedAt: null,
      endedBy: null,
      reports: [
        {
          _id: '01k2zq5v7m8n9p0q1r2s3t4v5w',
          reportType: 'Blood Test',
          caseNumber: '47ER-K1H6',
          sentAt: '2026-03-05T08:00:00.000Z',
        },
      ],
      openings: [{ at: '2026-03-05T09:10:00.000Z', name: 'Anil Rao', registrationNumber: 'KMC 12345' }],
    },
  });

export type PublicShare = z.infer<typeof publicShare>;

/** Lists the viewer's links for other doctors, newest first, with who opened them. */
export const listShares = operation({
  name: 'share.list',
  api: {
    summary: 'List your links for other doctors',
    text: 'Returns your last 50 links, newest first, with their reports and who opened them, as they called themselves.',
  },
  input: z.object({}),
  output: z.object({ data: z.array(publicShare).describe('Your links.') }),
  allow: 'report.share',
  successMessage: 'shares.fetched',
  failureMessage: 'shares.failed',
  async run({ viewer }) {
    const rows = await db()
      .select()
      .from(shares)
      .where(eq(shares.userId, viewer.id))
      .orderBy(desc(shares.createdAt), desc(shares.id))
      .limit(maxListed);
    const ids = rows.map(({ id }) => id);
    const [reportsById, openingsById] = await Promise.all([listReportsOf(ids), listOpeningsOf(ids)]);
    return { data: rows.map((row) => presentShare(row, reportsById.get(row.id), openingsById.get(row.id))) };
  },
});

type ShareRow = typeof shares.$inferSelect;

function presentShare(
  row: ShareRow,
  shared: PublicShare['reports'] = [],
  openings: PublicShare['openings'] = [],
): PublicShare {
  // Without an end of its own: the server stopped before it wrote the end.
  const isGuessed = row.endedAt === null && row.tries >= maxShareTries;
  return {
    _id: row.id,
    label: row.label,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    isOpen: row.endedAt === null && !isGuessed && row.expiresAt.getTime() > Date.now() && shared.length > 0,
    endedAt: row.endedAt?.toISOString() ?? null,
    endedBy: isGuessed ? 'tries' : row.endedBy,
    reports: shared,
    openings,
  };
}

async function listReportsOf(shareIds: string[]): Promise<Map<string, PublicShare['reports']>> {
  const byShare = new Map<string, PublicShare['reports']>();
  if (shareIds.length === 0) return byShare;
  const rows = await db()
    .select({
      shareId: shareReports.shareId,
      id: reports.id,
      reportType: reports.reportType,
      createdAt: reports.createdAt,
    })
    .from(shareReports)
    .innerJoin(reports, eq(reports.id, shareReports.reportId))
    .where(inArray(shareReports.shareId, shareIds))
    .orderBy(desc(reports.createdAt), desc(reports.id));
  for (const { shareId, id, reportType, createdAt } of rows) {
    const shared = { _id: id, reportType, caseNumber: toCaseNumber(id), sentAt: createdAt.toISOString() };
    byShare.set(shareId, [...(byShare.get(shareId) ?? []), shared]);
  }
  return byShare;
}

/** Lists the openings of some shares, newest first; one that showed several reports counts once. */
async function listOpeningsOf(shareIds: string[]): Promise<Map<string, PublicShare['openings']>> {
  const byShare = new Map<string, PublicShare['openings']>();
  if (shareIds.length === 0) return byShare;
  const rows = await db()
    .select()
    .from(shareOpenings)
    .where(inArray(shareOpenings.shareId, shareIds))
    .orderBy(desc(shareOpenings.at), desc(shareOpenings.openingId), asc(shareOpenings.reportId));
  const seen = new Set<string>();
  for (const { openingId, shareId, at, name, registrationNumber } of rows) {
    if (seen.has(openingId)) continue;
    seen.add(openingId);
    const opening = { at: at.toISOString(), name, registrationNumber };
    byShare.set(shareId, [...(byShare.get(shareId) ?? []), opening]);
  }
  return byShare;
}

/**
 * Ends a link of the viewer at once, with every view and file link that was opened with it. Ending
 * one that is over already changes nothing.
 *
 * @throws Refusal: `notFound`, also for another account's link.
 */
export const endShare = operation({
  name: 'share.end',
  api: {
    summary: 'End a link for another doctor',
    text: 'Ends one of your links at once. Whoever is reading its reports cannot open another page of them.',
  },
  input: z.object({
    shareId: idSchema
      .min(1, key('form.id'))
      .meta({ description: 'ID of the share.', example: '01k2zq5v7m8n9p0q1r2s3t4v5y' }),
  }),
  output: emptyOutput,
  refusals: ['notFound'],
  allow: 'report.share',
  successMessage: 'shares.ended',
  failureMessage: 'shares.endFailed',
  async run({ viewer, input: { shareId } }) {
    const isOwn = and(eq(shares.id, shareId), eq(shares.userId, viewer.id));
    if ((await db().$count(shares, isOwn)) === 0) throw new Refusal('notFound', 'share.notFound');
    await atomically([
      requireChange(endShares('owner', isOwn)),
      auditEntry({ action: 'share.ended', actorId: viewer.id, objectId: shareId }),
    ]);
    return {};
  },
});
