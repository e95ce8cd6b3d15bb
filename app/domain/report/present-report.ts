import { z } from 'zod';
import { listMeta } from '~/domain/kernel/fields';
import type { BesideRow } from './report-field';
import { type PresentedRow, type ReportFields, reportFields, shownUnapproved } from './report-fields';

type FieldName = keyof ReportFields;
type ShownName = (typeof shownUnapproved)[number];
type HiddenName = Exclude<FieldName, ShownName>;

const fieldNames = Object.keys(reportFields) as FieldName[];

/** Takes one thing of each field that is named, in that order. */
const fromEach = (names: readonly FieldName[], take: (name: FieldName) => unknown) =>
  Object.fromEntries(names.map((name) => [name, take(name)]));

/**
 * A report as the outside sees it (docs/requirements.md#api). A hidden or closed file has no
 * address; a masked report no person. `consent` is its owner's alone.
 */
export const publicReport = z
  .object(
    fromEach(fieldNames, (name) => reportFields[name].shape) as {
      [Name in FieldName]: ReportFields[Name]['shape'];
    },
  )
  .meta({
    id: 'Report',
    description: 'A report. To an expert who is not approved it shows nothing of its patient.',
    example: fromEach(fieldNames, (name) => reportFields[name].example),
  });

export type PublicReport = z.infer<typeof publicReport>;

/** One report, and a list of them, as the answers carry them. */
export const reportAnswer = z.object({ data: publicReport.describe('The report as it is now.') });
export const reportListAnswer = z.object({
  data: z.array(publicReport).describe('The reports of this page.'),
  meta: listMeta,
});

/**
 * Presents a report. Takes the row as the viewer sees it, and what stands beside it.
 *
 * @returns the public shape.
 */
export function presentReport(row: PresentedRow, beside: BesideRow): PublicReport {
  return fromEach(fieldNames, (name) => reportFields[name].present(row, beside)) as PublicReport;
}

// A field that is neither shown nor says what stands in its place does not compile.
const hiddenFields: { [Name in HiddenName]: { hiddenAs: PublicReport[Name] } } = reportFields;
const isShown = (name: string): name is ShownName => shownUnapproved.some((shown) => shown === name);
const hiddenNames = fieldNames.filter((name) => !isShown(name));

/**
 * A report as an expert who is not approved sees it: no name, phone, description, e-mail or file
 * (docs/requirements.md#permissions). What is hidden is not in the result.
 */
export function maskReport(report: PublicReport): PublicReport {
  return {
    ...fromEach(hiddenNames, (name) => hiddenFields[name as HiddenName].hiddenAs),
    ...fromEach(shownUnapproved, (name) => report[name]),
  } as PublicReport;
}

/**
 * Takes the filters of a list, by the names of fields. Who filters by a field learns what it says,
 * so an expert who is not approved filters by what is shown to them.
 *
 * @returns those that are left to them.
 */
export function maskFilters<Filters extends object>(filters: Filters): Partial<Filters> {
  return Object.fromEntries(Object.entries(filters).filter(([name]) => isShown(name))) as Partial<Filters>;
}
