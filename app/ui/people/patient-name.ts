import type { PublicReport } from '~/domain/report/present-report';

/** The name of the account that sent a report. */
export const accountNameOf = ({ patient }: Pick<PublicReport, 'patient'>) =>
  `${patient.firstName} ${patient.lastName}`.trim();

/** The name of whom a report is about; where that was not said, of the account. */
export const patientNameOf = (report: Pick<PublicReport, 'patient' | 'about'>) =>
  report.about?.name ?? accountNameOf(report);
