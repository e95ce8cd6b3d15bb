/** How long the same content sent again from a new form is the same report. */
export const sameContentMinutes = 15;

/** The 13 report types, spelled and ordered as docs/requirements.md#entities lists them. */
export const reportTypes = [
  'Blood Test',
  'X-Ray',
  'MRI',
  'CT Scan',
  'Urine Test',
  'ECG',
  'Ultrasound',
  'Biopsy',
  'Allergy Test',
  'Eye Exam',
  'Hearing Test',
  'Dental Checkup',
  'COVID-19 Test',
] as const;

export type ReportType = (typeof reportTypes)[number];

/** Where a report stands (docs/requirements.md#states). */
export const reportStatuses = ['Pending', 'Reviewed'] as const;

/** Which version of the consent wording stands beside the check box; the text is in `app/i18n/`. */
export const consentWordingVersion = '2025-1';

/** The case number people read to each other: eight characters of the report's id. */
export function caseNumberOf(reportId: string): string {
  const short = reportId.slice(0, 8).toUpperCase();
  return `${short.slice(0, 4)}-${short.slice(4)}`;
}

/** The id that the file of a report's small picture is bound to. */
export const thumbnailBoundTo = (reportId: string) => `${reportId}/thumbnail`;
