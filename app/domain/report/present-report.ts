import { z } from 'zod';
import { listMeta } from '~/domain/kernel/fields';
import type { BesideRow } from './report-field';
import { fieldsForUnapproved, type PresentedRow, type ReportFields, reportFields } from './report-fields';

type FieldName = keyof ReportFields;
type ShownName = (typeof fieldsForUnapproved)[number];
type HiddenName = Exclude<FieldName, ShownName>;

const fieldNames = Object.keys(reportFields) as FieldName[];

/** Builds an object with one value for each named field, in that order. */
const fromEach = (names: readonly FieldName[], take: (name: FieldName) => unknown) =>
  Object.fromEntries(names.map((name) => [name, take(name)]));

/**
 * A report as the API shows it (docs/requirements.md#api). A hidden or closed file has no URL, and
 * a masked report has no person. Only the owner sees `consent`.
 */
export const publicReport = z
  .object(
    fromEach(fieldNames, (name) => reportFields[name].shape) as {
      [Name in FieldName]: ReportFields[Name]['shape'];
    },
  )
  .meta({
    id: 'Report',
    description: "A report. The patient's data is hidden from experts who are not approved.",
    example: fromEach(fieldNames, (name) => reportFields[name].example),
  });

export type PublicReport = z.infer<typeof publicReport>;

/** Responses with one report, and with a list of reports. */
export const reportAnswer = z.object({ data: publicReport.describe('Current state of the report.') });
/** Response of an upload: the report, with its ID also under the name that other calls take it by. */
export const uploadAnswer = z.object({
  data: publicReport
    .extend({ reportId: z.string().describe('ID of the report, as `_id`.') })
    .meta({
      id: 'UploadedReport',
      description: 'The report that was sent.',
      example: { ...(publicReport.meta()?.example as object), reportId: reportFields._id.example },
    })
    .describe('The new report.'),
});
export const reportListAnswer = z.object({
  data: z.array(publicReport).describe('Reports of this page.'),
  meta: listMeta,
});

/**
 * Presents a report.
 *
 * @param row the row as the viewer may see it.
 * @param beside the data that belongs to it.
 * @returns the public shape.
 */
export function presentReport(row: PresentedRow, beside: BesideRow): PublicReport {
  return fromEach(fieldNames, (name) => reportFields[name].present(row, beside)) as PublicReport;
}

// A field that is neither shown nor has `hiddenAs` does not compile.
const hiddenFields: { [Name in HiddenName]: { hiddenAs: PublicReport[Name] } } = reportFields;
const isShown = (name: string): name is ShownName => fieldsForUnapproved.some((shown) => shown === name);
const hiddenNames = fieldNames.filter((name) => !isShown(name));

/**
 * Masks a report for an expert who is not approved: without name, phone, description, e-mail or
 * file (docs/requirements.md#permissions). The result contains no hidden value.
 */
export function maskReport(report: PublicReport): PublicReport {
  return {
    ...fromEach(hiddenNames, (name) => hiddenFields[name as HiddenName].hiddenAs),
    ...fromEach(fieldsForUnapproved, (name) => report[name]),
  } as PublicReport;
}

/**
 * Drops the filters that a viewer without approval may not use. Filtering by a field reveals its
 * value, so only the fields shown to them remain.
 *
 * @param filters the filters of a list, by field name.
 */
export function maskFilters<Filters extends object>(filters: Filters): Partial<Filters> {
  return Object.fromEntries(Object.entries(filters).filter(([name]) => isShown(name))) as Partial<Filters>;
}
