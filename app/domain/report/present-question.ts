import { z } from 'zod';
import { publicMoment } from '~/domain/kernel/fields';
import type { CallContext } from '~/domain/kernel/operation';
import { languageCodes } from '~/i18n/language-codes';
import type { questions, reportFiles } from '~/platform/db/core/tables/reports.server';
import { questionKinds, resourceTypes } from '~/platform/enums';
import { publicDoctor } from './present-translation';

const exampleMoment = '2026-03-06T08:30:00.000Z';

/** A question of an expert to the patient of a report, and the answer if there is one. */
export const publicQuestion = z
  .object({
    _id: z.string().describe('ID of the question.'),
    kind: z.enum(questionKinds).describe('Kind of question.'),
    pages: z
      .array(z.int().min(1))
      .describe('Page numbers the question is about. Numbering continues through added files.'),
    text: z.string().nullable().describe('Text of the question. `null` if the kind needs no text.'),
    language: z.enum(languageCodes).describe("Language of the expert's text."),
    expert: publicDoctor
      .omit({ registrationNumber: true, qualification: true, council: true })
      .describe('Expert who asked, as they were at that time.'),
    askedAt: publicMoment.describe('Time of the question, in UTC.'),
    answer: z.string().nullable().describe("Text of the patient's answer. `null` if there is none."),
    answeredAt: publicMoment.nullable().describe('Time of the answer, in UTC. `null` until then.'),
    closedAt: publicMoment
      .nullable()
      .describe(
        'Time the question was closed without an answer, in UTC. `null` if it was answered or is still open.',
      ),
    liftReason: z
      .string()
      .nullable()
      .describe(
        "Admin's reason for lifting the hold that the question placed on the report. `null` if none was lifted.",
      ),
  })
  .meta({
    id: 'Question',
    description: "An expert's question to the patient of a report.",
    example: {
      _id: '01k2zq5v7m8n9p0q1r2s3t4v5y',
      kind: 'unreadable',
      pages: [2],
      text: null,
      language: 'en',
      expert: { _id: '01k2zq5v7m8n9p0q1r2s3t4v5x', firstName: 'Meera', lastName: 'Nair' },
      askedAt: exampleMoment,
      answer: null,
      answeredAt: null,
      closedAt: null,
      liftReason: null,
    },
  });

export type PublicQuestion = z.infer<typeof publicQuestion>;

/** Returns the kind of a stored question. An unknown one becomes `detail`. */
export const toQuestionKind = (stored: string): PublicQuestion['kind'] =>
  questionKinds.find((kind) => kind === stored) ?? 'detail';

/**
 * A file that was added to a report, numbered from 2. `url` is null if the viewer may not open it.
 */
export const publicFile = z
  .object({
    number: z.int().min(2).describe('Number of the file. The first file of a report is 1.'),
    url: z
      .string()
      .nullable()
      .describe('Address of the file, valid for 15 minutes. `null` if the file is closed.'),
    resourceType: z.enum(resourceTypes).describe('Whether the file is a PDF (`raw`) or an image.'),
    pages: z.int().min(1).describe('Number of pages in the file.'),
    addedAt: publicMoment.describe('Time the file was added, in UTC.'),
  })
  .meta({
    id: 'AddedFile',
    description: 'A file that was added to a report.',
    example: { number: 2, url: null, resourceType: 'image', pages: 1, addedAt: exampleMoment },
  });

type PublicFile = z.infer<typeof publicFile>;

export type QuestionRow = typeof questions.$inferSelect;
export type FileRow = typeof reportFiles.$inferSelect;

/** Presents a question and its answer. */
export function presentQuestion(row: QuestionRow): PublicQuestion {
  return {
    _id: row.id,
    kind: toQuestionKind(row.kind),
    pages: row.pages ?? [],
    text: row.text,
    language: row.language,
    expert: { _id: row.expertId, firstName: row.expertFirstName, lastName: row.expertLastName },
    askedAt: row.askedAt.toISOString(),
    answer: row.answer,
    answeredAt: row.answeredAt?.toISOString() ?? null,
    closedAt: row.closedAt?.toISOString() ?? null,
    liftReason: row.liftReason,
  };
}

export function presentFile(row: FileRow, { linkTo }: Pick<CallContext, 'linkTo'>): PublicFile {
  return {
    number: row.number,
    url: linkTo(`/files/${row.resourceType}/${row.reportId}/${row.number}`),
    resourceType: row.resourceType,
    pages: row.pages,
    addedAt: row.addedAt.toISOString(),
  };
}
