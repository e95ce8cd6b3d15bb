import { inArray } from 'drizzle-orm';
import type { CallContext } from '~/domain/kernel/operation';
import { effectiveRole, type Viewer } from '~/domain/kernel/viewer';
import { db } from '~/platform/db/db.server';
import { users } from '~/platform/db/tables.server';
import { type PublicReport, presentReport } from './present-report';
import { queuePlacesOf } from './queue/queue-place.server';
import type { BesideRow, Claim } from './report-field';
import type { PresentedRow } from './report-fields';
import { translationsOf } from './review/translations-of.server';
import { ownConsents } from './submit/own-reports.server';

type Found = { report: PresentedRow; patient: BesideRow['patient'] };

/** Presents reports to a viewer, with what stands beside their rows and the viewer may see. */
export async function presentReports(
  viewer: Viewer,
  found: Found[],
  context: Pick<CallContext, 'linkTo'>,
): Promise<PublicReport[]> {
  const now = Date.now();
  const rows = found.map(({ report, patient }) => ({ row: asSeenBy(viewer, report, now), patient }));
  const own = rows.filter(({ patient }) => patient.id === viewer.id).map(({ row }) => row);
  const role = effectiveRole(viewer);
  const isStaff = role === 'Expert' || role === 'Admin';
  const [consents, places, translations, claims] = await Promise.all([
    ownConsents(
      viewer,
      own.map(({ id }) => id),
    ),
    queuePlacesOf(own),
    translationsOf(rows.flatMap(({ row }) => (row.status === 'Reviewed' ? row.id : []))),
    isStaff
      ? claimsOf(
          rows.map(({ row }) => row),
          now,
        )
      : new Map<string, Claim>(),
  ]);
  return rows.map(({ row, patient }) =>
    presentReport(row, {
      patient,
      linkTo: context.linkTo,
      consents: consents.get(row.id) ?? [],
      queue: places.get(row.id) ?? null,
      translations: translations.get(row.id) ?? [],
      claim: claims.get(row.id) ?? null,
    }),
  );
}

/** The same for one report. */
export async function presentOne(
  viewer: Viewer,
  report: PresentedRow,
  patient: BesideRow['patient'],
  context: Pick<CallContext, 'linkTo'>,
): Promise<PublicReport> {
  const [shown] = await presentReports(viewer, [{ report, patient }], context);
  if (!shown) throw new Error('one report is presented as one');
  return shown;
}

/** Whether a review was sent so short a time ago that its author can still undo it. */
export const isUndoable = ({ hiddenUntil }: Pick<PresentedRow, 'hiddenUntil'>, now = Date.now()) =>
  hiddenUntil !== null && hiddenUntil.getTime() > now;

/** For everybody but its author and admins, a report whose review can still be undone has none. */
export function asSeenBy<Row extends PresentedRow>(viewer: Viewer, row: Row, now = Date.now()): Row {
  if (!isUndoable(row, now) || row.expertId === viewer.id || viewer.accountType === 'Admin') return row;
  return {
    ...row,
    status: 'Pending',
    review: null,
    reviewLanguage: null,
    expertId: null,
    expertFirstName: null,
    expertLastName: null,
    expertRegistration: null,
    reviewedAt: null,
  };
}

const isClaimed = ({ status, claimedBy, claimedUntil }: PresentedRow, now: number) =>
  status === 'Pending' && claimedBy !== null && claimedUntil !== null && claimedUntil.getTime() > now;

/** Who reads each of some reports right now, by the report's id. */
async function claimsOf(rows: PresentedRow[], now: number): Promise<Map<string, Claim>> {
  const claimed = rows.filter((row) => isClaimed(row, now));
  if (claimed.length === 0) return new Map();
  const { id, firstName, lastName } = users;
  const experts = await db()
    .select({ id, firstName, lastName })
    .from(users)
    .where(inArray(id, [...new Set(claimed.flatMap(({ claimedBy }) => claimedBy ?? []))]));
  const byId = new Map(experts.map((expert) => [expert.id, expert]));
  return new Map(
    claimed.flatMap(({ id: reportId, claimedBy, claimedAt, claimedUntil }) => {
      const expert = byId.get(claimedBy ?? '');
      if (!expert || !claimedAt || !claimedUntil) return [];
      const claim: Claim = {
        expert: { _id: expert.id, firstName: expert.firstName, lastName: expert.lastName },
        since: claimedAt.toISOString(),
        until: claimedUntil.toISOString(),
      };
      return [[reportId, claim] as const];
    }),
  );
}
