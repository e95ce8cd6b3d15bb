import type { PageNote, ReportType } from '~/platform/enums';

const imagingTypes: readonly ReportType[] = ['X-Ray', 'MRI', 'CT Scan', 'Ultrasound'];

/** Whether reports of a type are pictures that a machine takes, and not papers. */
export const isImaging = (type: string) => imagingTypes.some((one) => one === type);

/** What there is to say of pages: what a machine takes is dark and soft by nature. */
export const notesFor = (type: string, notes: PageNote[]): PageNote[] =>
  notes.filter(({ note }) => note === 'small' || !isImaging(type));
