import { z } from 'zod';
import { publicMoment } from '~/domain/kernel/fields/fields';
import type { CallContext } from '~/domain/kernel/operation';
import type { reports } from '~/platform/db/tables.server';
import { pictureNotes, type reportProgress } from '~/platform/enums';
import type { ConsentRow } from './present-consent';
import type { FileRow, QuestionRow } from './present-question';
import type { TranslationRow } from './present-translation';
import type { VersionRow } from './present-version';

export type ReportColumn = keyof typeof reports.$inferSelect;
/** Some columns of a report. */
export type Columns<Column extends ReportColumn> = Pick<typeof reports.$inferSelect, Column>;

/**
 * What a report is presented with beside its row, as far as the viewer may see it: consents and
 * translations the newest first, versions, questions and files the oldest first.
 */
export type BesideRow = Pick<CallContext, 'linkTo'> & {
  patient: { id: string; firstName: string; lastName: string; email: string };
  consents: ConsentRow[];
  translations: TranslationRow[];
  queue: QueuePlace | null;
  versions: (VersionRow & { translations: TranslationRow[] })[];
  claim: Claim | null;
  progress: Progress;
  questions: QuestionRow[];
  files: FileRow[];
};

/** Who reads a report in order to review it, and until when it is theirs. */
export const publicClaim = z
  .object({
    expert: z.object({ _id: z.string(), firstName: z.string(), lastName: z.string() }),
    since: publicMoment,
    until: publicMoment,
  })
  .meta({ id: 'Claim' });

export type Claim = z.infer<typeof publicClaim>;
export type Progress = (typeof reportProgress)[number];

export const claimExample: Claim = {
  expert: { _id: '01k2zq5v7m8n9p0q1r2s3t4v5x', firstName: 'Meera', lastName: 'Nair' },
  since: '2026-03-05T08:30:00.000Z',
  until: '2026-03-05T09:00:00.000Z',
};

/**
 * How many reports were sent before one that waits, and how long an answer usually takes; null
 * where too few were given to tell.
 */
export const publicQueuePlace = z
  .object({ before: z.int().min(0), usualSeconds: z.int().min(0).nullable() })
  .meta({ id: 'QueuePlace' });

export type QueuePlace = z.infer<typeof publicQueuePlace>;

export const queuePlaceExample: QueuePlace = { before: 3, usualSeconds: 172_800 };

/** What may make a page hard to read. */
export const publicPageNote = z
  .object({ page: z.int().min(1), note: z.enum(pictureNotes) })
  .meta({ id: 'PageNote' });

type Field<Column extends ReportColumn, Shape extends z.ZodType> = {
  /** The columns it is presented from; no list reads any other. */
  columns: readonly Column[];
  /** What the API promises of it. */
  shape: Shape;
  present(row: Columns<Column>, beside: BesideRow): z.output<Shape>;
  /** What it is in the API's document. */
  example: z.output<Shape>;
};

/**
 * Declares a field of a report as the outside sees it. `hiddenAs` is what stands in its place for
 * an expert who is not approved.
 */
export const field = <
  const Column extends ReportColumn,
  Shape extends z.ZodType,
  Hidden extends z.output<Shape> = never,
>(
  declared: Field<Column, Shape> & { hiddenAs?: Hidden },
) => declared as Field<Column, Shape> & ([Hidden] extends [never] ? unknown : { hiddenAs: Hidden });
