import type { PageNote, ReportType } from '~/platform/enums';

const imagingTypes: readonly ReportType[] = ['X-Ray', 'MRI', 'CT Scan', 'Ultrasound'];

/** Whether reports of a type are pictures that a machine takes, and not papers. */
export const isImaging = (type: string) => imagingTypes.some((one) => one === type);

/** Types whose pages may be papers, but often are pictures that a machine takes. */
const oftenImagingTypes: readonly ReportType[] = ['Dental Checkup', 'Eye Exam'];

const isDarkByNature = (type: string) => isImaging(type) || oftenImagingTypes.some((one) => one === type);

/** Returns the notes to show for pages: what a machine takes is dark and soft by nature. */
export const notesFor = (type: string, notes: PageNote[]): PageNote[] =>
  notes.filter(({ note }) => note === 'small' || !isDarkByNature(type));
