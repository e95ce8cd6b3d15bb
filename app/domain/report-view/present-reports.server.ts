import { inArray } from 'drizzle-orm';
import { compareWithOriginal } from '~/domain/comparison/compare-translation.server';
import { hasAbility } from '~/domain/kernel/abilities';
import { clinicDay } from '~/domain/kernel/days';
import type { CallContext } from '~/domain/kernel/operation';
import { effectiveRole, type Viewer } from '~/domain/kernel/viewer';
import { findQueuePlaces } from '~/domain/queue/queue-place.server';
import { noReview } from '~/domain/report/not-reviewed';
import type { QuestionRow } from '~/domain/report/present-question';
import { type PublicReport, presentReport } from '~/domain/report/present-report';
import type { ComparedTranslation, TranslationRow } from '~/domain/report/present-translation';
import type { VersionRow } from '~/domain/report/present-version';
import type { BesideRow, Claim, Progress } from '~/domain/report/report-field';
import type { PresentedRow } from '~/domain/report/report-fields';
import {
  selectAddedFiles,
  selectOwnConsents,
  selectQuestions,
  selectSteps,
  selectTranslations,
  selectVersions,
} from '~/domain/report/rows-of-reports.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { db } from '~/platform/db/db.server';
import { describeDoubts, findBarredAuthors, withoutBarredTexts } from './barred-authors.server';
import { presentNextSteps, type StepContext } from './present-next-steps.server';
import { presentStepChecks } from './present-step-checks.server';
import { selectReviewers } from './reviewers.server';

/** The part of a call's context that presenting reports needs. */
export type PresentContext = Pick<CallContext, 'linkTo'> & StepContext;

type ReportWithPatient = { report: PresentedRow; patient: BesideRow['patient'] };

/**
 * Presents reports to a viewer, with all related data that the viewer may see. Rare data is read
 * only for rows that indicate they have some.
 */
export async function presentReports(
  viewer: Viewer,
  entries: ReportWithPatient[],
  context: PresentContext,
): Promise<PublicReport[]> {
  const now = Date.now();
  const rows = entries.map(({ report, patient }) => ({
    row: hideUndoableReview(viewer, report, now),
    patient,
  }));
  const idsWhere = (predicate: (row: PresentedRow) => boolean) =>
    rows.flatMap(({ row }) => (predicate(row) ? row.id : []));
  const ownRows = rows.filter(({ patient }) => patient.id === viewer.id).map(({ row }) => row);
  const role = effectiveRole(viewer);
  const isStaff = role === 'Expert' || role === 'Admin';
  const opensFiles = hasAbility(viewer, 'report.openFile');
  const [consents, places, reviewers, translations, versions, steps, questions, files, claims] =
    await Promise.all([
      selectOwnConsents(
        viewer,
        ownRows.map(({ id }) => id),
      ),
      findQueuePlaces(ownRows),
      selectReviewers(ownRows.flatMap(({ expertId }) => expertId ?? [])),
      selectTranslations(idsWhere(({ status, version }) => status === 'Reviewed' || version > 1)),
      selectVersions(idsWhere(({ version }) => version > 1)),
      selectSteps(idsWhere(({ status }) => status === 'Reviewed')),
      selectQuestions(idsWhere(({ askedAt }) => askedAt !== null)),
      selectAddedFiles(idsWhere(({ askedAt }) => askedAt !== null)),
      isStaff
        ? claimsOf(
            rows.map(({ row }) => row),
            now,
          )
        : new Map<string, Claim>(),
    ]);
  const barred = await findBarredAuthors([
    ...rows.map(({ row }) => row.expertId),
    ...[...translations.values()].flat().map(({ expertId }) => expertId),
  ]);
  const nextSteps = await presentNextSteps(
    rows.map(({ row }) => row),
    { steps, versions, barred },
    context,
  );
  const checks = await presentStepChecks(
    rows.filter(({ patient }) => isStaff || patient.id === viewer.id).map(({ row }) => row),
    { steps, versions },
    now,
  );
  const doubts = describeDoubts(barred, context);
  return rows.map(({ row, patient }) => {
    const { id } = row;
    const isAdmin = role === 'Admin';
    const seesAll = isAdmin || patient.id === viewer.id || row.expertId === viewer.id;
    const reportView = presentReport(row, {
      patient,
      now,
      linkTo: context.linkTo,
      consents: consents.get(id) ?? [],
      queue: places.get(id) ?? null,
      translations: doubts.ofTranslations(listCurrentTranslations(row, translations.get(id))),
      versions: seesAll
        ? withTranslations(row, hideTakenBack(versions.get(id) ?? [], isAdmin), translations.get(id))
        : [],
      ...doubts.ofReview(row),
      claim: claims.get(id) ?? null,
      // A borrowed phone must not show a patient's signs.
      seesSigns: isStaff && patient.id !== viewer.id,
      progress: progressOf(row, questions.get(id), now),
      questions: questions.get(id) ?? [],
      files: files.get(id) ?? [],
      reviewer: (patient.id === viewer.id && reviewers.get(row.expertId ?? '')) || null,
      nextStep: nextSteps.get(id) ?? null,
      stepCheck: checks.get(id) ?? null,
    });
    const isAskers = questions.get(id)?.at(-1)?.expertId === viewer.id;
    const isHeld =
      row.heldAt !== null && row.status !== 'Reviewed' && !isAdmin && !isAskers && patient.id !== viewer.id;
    const shown = viewer.keyReaches ? withoutBarredTexts(reportView, barred) : reportView;
    return isHeld || !opensFiles ? withoutFiles(shown) : shown;
  });
}

/** Removes the URLs of a report's files, for a viewer who may not open them. */
export const withoutFiles = (report: PublicReport): PublicReport => ({
  ...report,
  reportUrl: null,
  thumbnailUrl: null,
  files: report.files.map((file) => ({ ...file, url: null })),
});

/** Checks whether the files of a report are held for a key, which never asked whose it is. */
export const isHeldForKey = (viewer: Viewer, row: Pick<PresentedRow, 'heldAt'> & ReviewState): boolean =>
  row.heldAt !== null && toVisibleStatus(viewer, row) !== 'Reviewed';

/** Presents one report to a viewer. */
export async function presentReportTo(
  viewer: Viewer,
  report: PresentedRow,
  patient: BesideRow['patient'],
  context: PresentContext,
): Promise<PublicReport> {
  const [reportView] = await presentReports(viewer, [{ report, patient }], context);
  if (!reportView) throw new Error('one report is presented as one');
  return reportView;
}

/**
 * Returns the version of a review's text. A review from before versions were counted has version 1.
 */
export const toVersionNumber = ({ version }: Pick<PresentedRow, 'version'>) => Math.max(version, 1);

/** Checks whether a review is so recent that its author can still undo it. */
export const isUndoable = ({ hiddenUntil }: Pick<PresentedRow, 'hiddenUntil'>, now = Date.now()) =>
  hiddenUntil !== null && hiddenUntil.getTime() > now;

/** The columns that decide whether a viewer may know about the review of a report. */
type ReviewState = Pick<PresentedRow, 'status' | 'expertId' | 'hiddenUntil'>;

/**
 * Returns the status of a report for a viewer. While its review can still be undone, a report is
 * pending for everyone but the author and admins. `isReviewedFor` is the same rule as a condition.
 */
export const toVisibleStatus = (
  viewer: Viewer,
  row: ReviewState,
  now = Date.now(),
): PresentedRow['status'] =>
  isUndoable(row, now) && row.expertId !== viewer.id && viewer.accountType !== 'Admin'
    ? 'Pending'
    : row.status;

/**
 * Removes the review of a report while it can still be undone, except for its author and admins.
 */
export function hideUndoableReview<Row extends PresentedRow>(
  viewer: Viewer,
  row: Row,
  now = Date.now(),
): Row {
  if (toVisibleStatus(viewer, row, now) === row.status) return row;
  return {
    ...row,
    ...noReview,
    // `progressOf` needs it to determine the progress.
    hiddenUntil: row.hiddenUntil,
    version: row.version - 1,
    updatedAt: row.correctedAt ?? row.createdAt,
  };
}

/** Returns the translations of the current version of a review. */
export const listCurrentTranslations = (
  row: Pick<PresentedRow, 'status' | 'version' | 'review' | 'reviewLanguage'>,
  translations: TranslationRow[] = [],
): ComparedTranslation[] =>
  row.status === 'Reviewed'
    ? translations
        .filter(({ ofVersion }) => ofVersion === toVersionNumber(row))
        .map((translation) => compareWithOriginal(translation, row.review ?? '', row.reviewLanguage))
    : [];

/** Returns the number of the last version that was taken back, or 0 if none was. */
export const findLastTakenBack = (rows: VersionRow[] = []) =>
  Math.max(0, ...rows.filter(({ kind }) => kind === 'takenBack').map(({ number }) => number));

/**
 * Removes the texts of versions that were taken back, except for admins: they may be about another
 * person.
 */
export function hideTakenBack(rows: VersionRow[], isAdmin: boolean): VersionRow[] {
  const last = findLastTakenBack(rows);
  return rows.map((row) => (isAdmin || row.number > last ? row : { ...row, text: null, reason: null }));
}

/**
 * Adds the translations to each version whose text is shown. They translate the whole text at that
 * time, of which the line of an addition has the added part only.
 */
function withTranslations(
  report: Pick<PresentedRow, 'version' | 'review'>,
  rows: VersionRow[],
  translations: TranslationRow[] = [],
) {
  let whole = '';
  return rows.map((row) => {
    whole = row.kind === 'addition' ? appendAddition(whole, row.text ?? '', row.createdAt) : (row.text ?? '');
    const original = row.number === toVersionNumber(report) ? (report.review ?? '') : whole;
    return {
      ...row,
      translations:
        row.text === null
          ? []
          : translations
              .filter(({ ofVersion }) => ofVersion === row.number)
              .map((translation) => compareWithOriginal(translation, original, row.language)),
    };
  });
}

/** Appends an addition to a review, with its date. */
export const appendAddition = (review: string, text: string, at: Date) =>
  `${review}\n\n[${clinicDay(at.getTime())}] ${text}`;

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

/** Finds the current claims of some reports, by report ID. */
async function claimsOf(rows: PresentedRow[], now: number): Promise<Map<string, Claim>> {
  const claimedRows = rows.filter((row) => isClaimed(row, now));
  if (claimedRows.length === 0) return new Map();
  const { id, firstName, lastName } = users;
  const experts = await db()
    .select({ id, firstName, lastName })
    .from(users)
    .where(inArray(id, [...new Set(claimedRows.flatMap(({ claimedBy }) => claimedBy ?? []))]));
  const byId = new Map(experts.map((expert) => [expert.id, expert]));
  return new Map(
    claimedRows.flatMap(({ id: reportId, claimedBy, claimedAt, claimedUntil }) => {
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
