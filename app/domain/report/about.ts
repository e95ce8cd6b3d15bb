import { z } from 'zod';
import type { reports } from '~/platform/db/core/tables/reports.server';
import { type PersonRelation, type PersonSex, personRelations, personSexes } from '~/platform/enums';
import { toClinicYear, toFirstName } from './people-constants';
import { defineField } from './report-field';

const aboutExample = { name: 'Ravi', birthYear: 2019, age: 7, sex: 'male', relation: 'child' } as const;

/** The person a report is about, as stated when it was sent. The age is as of that year. */
export const publicAbout = z
  .object({
    name: z.string().describe('Name of the person.'),
    birthYear: z.int().nullable().describe('Year of birth. `null` if not given.'),
    age: z
      .int()
      .min(0)
      .nullable()
      .describe('Age in the year the report was sent. `null` if the year of birth was not given.'),
    sex: z.enum(personSexes).describe('Sex. `unsaid` if not given.'),
    relation: z.enum(personRelations).describe('Relation to the patient. `self` is the patient.'),
  })
  .meta({
    id: 'About',
    description: 'Person a report is about, as described when it was sent.',
    example: aboutExample,
  });

export type About = z.infer<typeof publicAbout>;

type AboutRow = Pick<
  typeof reports.$inferSelect,
  'aboutName' | 'aboutBirthYear' | 'aboutSex' | 'aboutRelation' | 'createdAt'
>;

/** Returns the person a report is about, or null if none was stated. */
export function toAbout({
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
    age: birthYear === null ? null : Math.max(0, toClinicYear(createdAt.getTime()) - birthYear),
    sex: (aboutSex ?? 'unsaid') as PersonSex,
    relation: (aboutRelation ?? 'other') as PersonRelation,
  };
}

/**
 * Returns the person's first name for an e-mail about a report. Returns nothing if the report is
 * the recipient's own or no person was stated.
 */
export const toPersonInEmail = ({
  aboutName,
  aboutRelation,
}: Pick<AboutRow, 'aboutName' | 'aboutRelation'>): { person?: string } =>
  aboutName !== null && aboutRelation !== 'self' ? { person: toFirstName(aboutName) } : {};

/** The report field that shows the person it is about. */
export const aboutFields = {
  about: defineField({
    columns: ['aboutName', 'aboutBirthYear', 'aboutSex', 'aboutRelation', 'createdAt'],
    shape: publicAbout
      .nullable()
      .describe(
        'Person the report is about, as described when it was sent. `null` if not described, or if hidden.',
      ),
    present: toAbout,
    hiddenAs: null,
    example: aboutExample,
  }),
};
