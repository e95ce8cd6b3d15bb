import { z } from 'zod';
import { field } from '~/domain/reports/report-field';
import type { reports } from '~/platform/db/tables.server';
import { type PersonRelation, type PersonSex, personRelations, personSexes } from '~/platform/enums';
import { firstNameOf, yearOf } from './constants';

/** Whom a report is about, as was said when it was sent; the age is that of the year it came in. */
export const publicAbout = z
  .object({
    name: z.string(),
    birthYear: z.int().nullable(),
    age: z.int().min(0).nullable(),
    sex: z.enum(personSexes),
    relation: z.enum(personRelations),
  })
  .meta({ id: 'About' });

export type About = z.infer<typeof publicAbout>;

export const aboutExample: About = { name: 'Ravi', birthYear: 2019, age: 7, sex: 'male', relation: 'child' };

type AboutRow = Pick<
  typeof reports.$inferSelect,
  'aboutName' | 'aboutBirthYear' | 'aboutSex' | 'aboutRelation' | 'createdAt'
>;

/** Whom a report is about; null where nothing was said of it. */
export function aboutOf({
  aboutName,
  aboutBirthYear,
  aboutSex,
  aboutRelation,
  createdAt,
}: AboutRow): About | null {
  if (aboutName === null) return null;
  const birthYear = aboutBirthYear === null ? null : Number(aboutBirthYear);
  return {
    name: aboutName,
    birthYear,
    age: birthYear === null ? null : Math.max(0, yearOf(createdAt.getTime()) - birthYear),
    sex: (aboutSex ?? 'unsaid') as PersonSex,
    relation: (aboutRelation ?? 'other') as PersonRelation,
  };
}

/**
 * What an e-mail about a report says of whom it is about: a first name, and nothing where it is the
 * reader's own report or nothing was said.
 */
export const personInEmail = ({
  aboutName,
  aboutRelation,
}: Pick<AboutRow, 'aboutName' | 'aboutRelation'>): { person?: string } =>
  aboutName !== null && aboutRelation !== 'self' ? { person: firstNameOf(aboutName) } : {};

/** What a report says of whom it is about. */
export const aboutFields = {
  about: field({
    columns: ['aboutName', 'aboutBirthYear', 'aboutSex', 'aboutRelation', 'createdAt'],
    shape: publicAbout.nullable(),
    present: aboutOf,
    hiddenAs: null,
    example: aboutExample,
  }),
};
