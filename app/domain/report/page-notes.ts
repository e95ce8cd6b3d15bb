import { drawingNotes, type PageNote, type ReportType } from '~/platform/enums';

const imagingTypes: readonly ReportType[] = ['X-Ray', 'MRI', 'CT Scan', 'Ultrasound'];

/** Checks whether reports of a type are images taken by a machine, not papers. */
export const isImaging = (type: string) => imagingTypes.some((imagingType) => imagingType === type);

/** Types whose pages may be papers, but often are images taken by a machine. */
const oftenImagingTypes: readonly ReportType[] = ['Dental Checkup', 'Eye Exam'];

const isDarkByNature = (type: string) =>
  isImaging(type) || oftenImagingTypes.some((imagingType) => imagingType === type);

/** Returns the notes to show for pages. Images taken by a machine are naturally dark and soft. */
export const listNotesOfType = <Note extends PageNote>(type: string, notes: Note[]): Note[] =>
  notes.filter(({ note }) => !(isDarkByNature(type) && (note === 'dark' || note === 'blurred')));

/** Returns the notes that say what the drawing of a page may lack. */
export const listDrawingNotes = (notes: PageNote[]): PageNote[] =>
  notes.filter(({ note }) => drawingNotes.some((drawingNote) => drawingNote === note));
