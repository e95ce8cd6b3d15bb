import { z } from 'zod';
import { publicMoment } from '~/domain/kernel/fields/fields';
import type { CallContext } from '~/domain/kernel/operation';
import { languageCodes } from '~/i18n/language-codes';
import type { questions, reportFiles } from '~/platform/db/tables.server';
import { questionKinds, resourceTypes } from '~/platform/enums';

/** What an expert asked the patient of a report, and the answer where there is one. */
export const publicQuestion = z
  .object({
    _id: z.string(),
    kind: z.enum(questionKinds),
    pages: z.array(z.int().min(1)),
    text: z.string().nullable(),
    language: z.enum(languageCodes),
    expert: z.object({ _id: z.string(), firstName: z.string(), lastName: z.string() }),
    askedAt: publicMoment,
    answer: z.string().nullable(),
    answeredAt: publicMoment.nullable(),
    closedAt: publicMoment.nullable(),
    liftReason: z.string().nullable(),
  })
  .meta({ id: 'Question' });

export type PublicQuestion = z.infer<typeof publicQuestion>;

/** A file that was added to a report: number 2 and on; `url` is null where it is closed. */
export const publicFile = z
  .object({
    number: z.int().min(2),
    url: z.string().nullable(),
    resourceType: z.enum(resourceTypes),
    pages: z.int().min(1),
    addedAt: publicMoment,
  })
  .meta({ id: 'AddedFile' });

export type PublicFile = z.infer<typeof publicFile>;

const exampleMoment = '2026-03-06T08:30:00.000Z';

/** A question and a file as the API's document shows them. */
export const questionExample: PublicQuestion = {
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
};
export const fileExample: PublicFile = {
  number: 2,
  url: null,
  resourceType: 'image',
  pages: 1,
  addedAt: exampleMoment,
};

export type QuestionRow = typeof questions.$inferSelect;
export type FileRow = typeof reportFiles.$inferSelect;

/** Presents a question and its answer. */
export function presentQuestion(row: QuestionRow): PublicQuestion {
  return {
    _id: row.id,
    kind: questionKinds.find((kind) => kind === row.kind) ?? 'detail',
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

/** Presents a file that was added. */
export function presentFile(row: FileRow, { linkTo }: Pick<CallContext, 'linkTo'>): PublicFile {
  return {
    number: row.number,
    url: linkTo(`/files/${row.resourceType}/${row.reportId}/${row.number}`),
    resourceType: row.resourceType,
    pages: row.pages,
    addedAt: row.addedAt.toISOString(),
  };
}
