import { z } from 'zod';
import { publicMoment } from '~/domain/kernel/fields';
import type { CallContext } from '~/domain/kernel/operation';
import type { users } from '~/platform/db/core/tables/accounts.server';
import type { reports } from '~/platform/db/core/tables/reports.server';
import { pageNoteKinds, type reportProgress } from '~/platform/enums';
import type { PublicNextStep } from './next-step';
import type { ConsentRow } from './present-consent';
import type { FileRow, QuestionRow } from './present-question';
import { type ComparedTranslation, type PublicDoubt, publicDoctor } from './present-translation';
import type { VersionRow } from './present-version';
import type { PublicStepCheck } from './step-check';

export type ReportColumn = keyof typeof reports.$inferSelect;
/** A selection of a report's columns. */
export type Columns<Column extends ReportColumn> = Pick<typeof reports.$inferSelect, Column>;

/** The details of a reviewing doctor that the patient sees besides the signature. */
export type Reviewer = Pick<typeof users.$inferSelect, 'pictureTag'>;

/**
 * The data that is presented with a report's row, as far as the viewer may see it. Consents and
 * translations are newest first; versions, questions and files are oldest first.
 */
export type BesideRow = Pick<CallContext, 'linkTo'> & {
  patient: { id: string; firstName: string; lastName: string; email: string };
  consents: ConsentRow[];
  translations: ComparedTranslation[];
  queue: QueuePlace | null;
  versions: (VersionRow & { translations: ComparedTranslation[] })[];
  claim: Claim | null;
  /** True for approved experts and admins, unless the report is their own. */
  seesSigns: boolean;
  progress: Progress;
  questions: QuestionRow[];
  files: FileRow[];
  /** The time of reading, in milliseconds since 1970. */
  now: number;
  /** Null unless the viewer is the patient and the clinic still approves the doctor. */
  reviewer: Reviewer | null;
  nextStep: PublicNextStep | null;
  /** Null unless the patient is asked about the step, and the viewer is the patient or staff. */
  stepCheck: PublicStepCheck | null;
  /** Set if an admin doubts the answers of the review's author. */
  doubtNote: PublicDoubt | null;
  /** Says that such a doubt is over. */
  doubtOver: string | null;
};

/** The expert who has claimed a report for review, and when the claim began and ends. */
export const publicClaim = z
  .object({
    expert: publicDoctor
      .omit({ registrationNumber: true, qualification: true, council: true })
      .describe('Expert who claimed the report.'),
    since: publicMoment.describe('Start of the claim, in UTC.'),
    until: publicMoment.describe('End of the claim, in UTC.'),
  })
  .meta({
    id: 'Claim',
    description: "An expert's claim on a report under review.",
    example: {
      expert: { _id: '01k2zq5v7m8n9p0q1r2s3t4v5x', firstName: 'Meera', lastName: 'Nair' },
      since: '2026-03-05T08:30:00.000Z',
      until: '2026-03-05T09:00:00.000Z',
    },
  });

export type Claim = z.infer<typeof publicClaim>;
export type Progress = (typeof reportProgress)[number];

export const queuePlaceExample = { before: 3, usualSeconds: 172_800 };

/**
 * The number of waiting reports that were sent earlier, and the usual time to an answer. The time
 * is null if there are too few answers to tell.
 */
export const publicQueuePlace = z
  .object({
    before: z.int().min(0).describe('Number of waiting reports that were sent earlier.'),
    usualSeconds: z
      .int()
      .min(0)
      .nullable()
      .describe(
        'Usual maximum waiting time, in seconds. Four of five reviews in the last 30 days were within it, rounded up to whole hours or days. `null` with fewer than 20 reviews or 5 days of them.',
      ),
  })
  .meta({
    id: 'QueuePlace',
    description: 'Place of a waiting report in the queue.',
    example: queuePlaceExample,
  });

export type QueuePlace = z.infer<typeof publicQueuePlace>;

/** The patient of a report, as far as the viewer may know them. */
export const publicPatient = z.object({
  _id: z.string().nullable().describe('ID of the patient: `_id` of a user. `null` if hidden.'),
  firstName: z.string().describe('First name of the patient. Asterisks if hidden.'),
  lastName: z.string().describe('Family name of the patient. Empty if there is none, or if hidden.'),
  email: z.string().nullable().describe('E-mail address of the patient. `null` if hidden.'),
});

/** A reason why a page may be hard to read, or what its drawing may lack. */
export const publicPageNote = z
  .object({
    page: z.int().min(1).describe('Page number, starting at 1, counted across the files of the report.'),
    note: z
      .enum(pageNoteKinds)
      .describe(
        'Problem found on the page. Of a picture: dark, blurred, or small (under 800 pixels). Of a PDF, what the drawn page may lack: characters of a font that is not in the file, a picture, or marks; the page shows nothing although it has content; it cannot be drawn; or the PDF has files inside it, which are not shown. Then compare with the file itself.',
      ),
  })
  .meta({
    id: 'PageNote',
    description: 'A problem that may make a page hard to read, or what the drawn page may lack.',
    example: { page: 2, note: 'blurred' },
  });

type Field<Column extends ReportColumn, Shape extends z.ZodType> = {
  /** The columns the field is presented from. Lists read no other columns. */
  columns: readonly Column[];
  /** The schema the API documents. */
  shape: Shape;
  present(row: Columns<Column>, beside: BesideRow): z.output<Shape>;
  /** The field's example in the API document. */
  example: z.output<Shape>;
};

/**
 * Declares a field of a report in API responses. `hiddenAs` replaces its value for an expert who is
 * not approved.
 */
export const defineField = <
  const Column extends ReportColumn,
  Shape extends z.ZodType,
  Hidden extends z.output<Shape> = never,
>(
  declared: Field<Column, Shape> & { hiddenAs?: Hidden },
) => declared as Field<Column, Shape> & ([Hidden] extends [never] ? unknown : { hiddenAs: Hidden });
