/** How long the same content sent again from a new form is the same report. */
export const sameContentMinutes = 15;

/** Which version of the consent wording stands beside the check box; the text is in `app/i18n/`. */
export const consentWordingVersion = '2025-1';

/** The case number people read to each other: eight characters of the report's id. */
export function caseNumberOf(reportId: string): string {
  const short = reportId.slice(0, 8).toUpperCase();
  return `${short.slice(0, 4)}-${short.slice(4)}`;
}

/** The id that the file of a report's small picture is bound to. */
export const thumbnailBoundTo = (reportId: string) => `${reportId}/thumbnail`;
