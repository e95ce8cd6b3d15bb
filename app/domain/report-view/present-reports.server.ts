import { inArray } from 'drizzle-orm';
import type { CallContext } from '~/domain/kernel/operation';
import { effectiveRole, type Viewer } from '~/domain/kernel/viewer';
import type { QuestionRow } from '~/domain/report/present-question';
import { type PublicReport, presentReport } from '~/domain/report/present-report';
import type { TranslationRow } from '~/domain/report/present-translation';
import type { VersionRow } from '~/domain/report/present-version';
import type { BesideRow, Claim, Progress } from '~/domain/report/report-field';
import type { PresentedRow } from '~/domain/report/report-fields';
import { notReviewed } from '~/domain/report-rules/not-reviewed';
import { queuePlacesOf } from '~/domain/report-rules/queue-place.server';
import {
  addedFilesOf,
  ownConsents,
  questionsOf,
  translationsOf,
  versionsOf,
} from '~/domain/report-rules/rows-of-reports.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { db } from '~/platform/db/db.server';

type Found = { report: PresentedRow; patient: BesideRow['patient'] };

/**
 * Presents reports to a viewer, with all that stands beside their rows and that the viewer may see.
 * What is rare is looked for only where the row says that there is some.
 */
export async function presentReports(
  viewer: Viewer,
  found: Found[],
  context: Pick<CallContext, 'linkTo'>,
): Promise<PublicReport[]> {
  const now = Date.now();
  const rows = found.map(({ report, patient }) => ({ row: asSeenBy(viewer, report, now), patient }));
  const some = (is: (row: PresentedRow) => boolean) => rows.flatMap(({ row }) => (is(row) ? row.id : []));
  const own = rows.filter(({ patient }) => patient.id === viewer.id).map(({ row }) => row);
  const role = effectiveRole(viewer);
  const isStaff = role === 'Expert' || role === 'Admin';
  const [consents, places, translations, versions, questions, files, claims] = await Promise.all([
    ownConsents(
      viewer,
      own.map(({ id }) => id),
    ),
    queuePlacesOf(own),
    translationsOf(some(({ status, version }) => status === 'Reviewed' || version > 1)),
    versionsOf(some(({ version }) => version > 1)),
    questionsOf(some(({ askedAt }) => askedAt !== null)),
    addedFilesOf(some(({ askedAt }) => askedAt !== null)),
    isStaff
      ? claimsOf(
          rows.map(({ row }) => row),
          now,
        )
      : new Map<string, Claim>(),
  ]);
  return rows.map(({ row, patient }) => {
    const { id } = row;
    const isAdmin = role === 'Admin';
    const seesAll = isAdmin || patient.id === viewer.id || row.expertId === viewer.id;
    const shown = presentReport(row, {
      patient,
      linkTo: context.linkTo,
      consents: consents.get(id) ?? [],
      queue: places.get(id) ?? null,
      translations: translationsThatHold(row, translations.get(id)),
      versions: seesAll
        ? withTranslations(withoutTakenBack(versions.get(id) ?? [], isAdmin), translations.get(id))
        : [],
      claim: claims.get(id) ?? null,
      progress: progressOf(row, questions.get(id), now),
      questions: questions.get(id) ?? [],
      files: files.get(id) ?? [],
    });
    const isAskers = questions.get(id)?.at(-1)?.expertId === viewer.id;
    const isHeld =
      row.heldAt !== null && row.status !== 'Reviewed' && !isAdmin && !isAskers && patient.id !== viewer.id;
    return isHeld ? withoutFiles(shown) : shown;
  });
}

/** A report whose files are closed to the viewer. */
export const withoutFiles = (report: PublicReport): PublicReport => ({
  ...report,
  reportUrl: null,
  thumbnailUrl: null,
  files: report.files.map((file) => ({ ...file, url: null })),
});

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

/**
 * The version of a review that its text is. One from before versions were counted is the first.
 */
export const versionOf = ({ version }: Pick<PresentedRow, 'version'>) => Math.max(version, 1);

/** Whether a review was sent so short a time ago that its author can still undo it. */
export const isUndoable = ({ hiddenUntil }: Pick<PresentedRow, 'hiddenUntil'>, now = Date.now()) =>
  hiddenUntil !== null && hiddenUntil.getTime() > now;

/** The columns that decide whether a viewer may know of the review of a report. */
type ReviewState = Pick<PresentedRow, 'status' | 'expertId' | 'hiddenUntil'>;

/**
 * Returns the status of a report for a viewer: one whose review can still be undone is pending for
 * everyone but its author and admins. `isReviewedFor` is the same rule as a condition.
 */
export const statusSeenBy = (viewer: Viewer, row: ReviewState, now = Date.now()): PresentedRow['status'] =>
  isUndoable(row, now) && row.expertId !== viewer.id && viewer.accountType !== 'Admin'
    ? 'Pending'
    : row.status;

/** For everybody but its author and admins, a report whose review can still be undone has none. */
export function asSeenBy<Row extends PresentedRow>(viewer: Viewer, row: Row, now = Date.now()): Row {
  if (statusSeenBy(viewer, row, now) === row.status) return row;
  return {
    ...row,
    ...notReviewed,
    // How far it has come is read off that.
    hiddenUntil: row.hiddenUntil,
    version: row.version - 1,
    updatedAt: row.correctedAt ?? row.createdAt,
  };
}

/** The translations that say what a review says now. */
export const translationsThatHold = (
  row: Pick<PresentedRow, 'status' | 'version'>,
  translations: TranslationRow[] = [],
) => (row.status === 'Reviewed' ? translations.filter(({ ofVersion }) => ofVersion === versionOf(row)) : []);

/** The number of the last version of a review that was taken back; 0 where none was. */
export const lastTakenBack = (rows: VersionRow[] = []) =>
  Math.max(0, ...rows.filter(({ kind }) => kind === 'takenBack').map(({ number }) => number));

/** Of what was taken back only admins read the words: they may be about somebody else. */
export function withoutTakenBack(rows: VersionRow[], isAdmin: boolean): VersionRow[] {
  const last = lastTakenBack(rows);
  return rows.map((row) => (isAdmin || row.number > last ? row : { ...row, text: null, reason: null }));
}

/** Each version whose words are shown with its translations. */
const withTranslations = (rows: VersionRow[], translations: TranslationRow[] = []) =>
  rows.map((row) => ({
    ...row,
    translations: row.text === null ? [] : translations.filter(({ ofVersion }) => ofVersion === row.number),
  }));

const isClaimed = ({ status, claimedBy, claimedUntil }: PresentedRow, now: number) =>
  status === 'Pending' && claimedBy !== null && claimedUntil !== null && claimedUntil.getTime() > now;

function progressOf(row: PresentedRow, questions: QuestionRow[] | undefined, now: number): Progress {
  if (row.status !== 'Pending') return row.status === 'Reviewed' ? 'reviewed' : 'withdrawn';
  if (row.waitsFor === 'patient') return 'question';
  if (row.waitsFor === 'admin') return 'held';
  if (!isClaimed(row, now)) return isUndoable(row, now) ? 'claimed' : 'queued';
  const last = questions?.at(-1);
  return last?.answeredAt && last.expertId === row.claimedBy ? 'answered' : 'claimed';
}

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
