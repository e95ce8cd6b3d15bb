import type { PublicReport } from '~/domain/reports/present-report';

/** The name of a report's patient. */
export const patientNameOf = ({ patient }: PublicReport) => `${patient.firstName} ${patient.lastName}`.trim();
