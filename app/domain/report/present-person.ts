import { z } from 'zod';
import type { people } from '~/platform/db/core/tables/accounts.server';
import { type PersonRelation, type PersonSex, personRelations, personSexes } from '~/platform/enums';
import { toClinicYear } from './people-constants';

/** A person an account sends reports for, as the account holder sees them. */
export const publicPerson = z
  .object({
    _id: z.string().describe('ID of the person.'),
    name: z.string().describe('Name of the person.'),
    birthYear: z.int().nullable().describe('Year of birth. `null` if not given.'),
    age: z
      .int()
      .min(0)
      .nullable()
      .describe('Age in the current year. `null` if the year of birth was not given.'),
    sex: z.enum(personSexes).describe('Sex. `unsaid` if not given.'),
    relation: z.enum(personRelations).describe('Relation to you. `self` is yourself.'),
    reports: z.int().min(0).describe('Number of reports you have sent for the person.'),
  })
  .meta({
    id: 'Person',
    description: 'A person you send reports for.',
    example: {
      _id: '01k2zq5v7m8n9p0q1r2s3t4v61',
      name: 'Ravi',
      birthYear: 2019,
      age: 7,
      sex: 'male',
      relation: 'child',
      reports: 2,
    },
  });

export type PublicPerson = z.infer<typeof publicPerson>;

export type PersonRow = typeof people.$inferSelect;

/** Converts a row to the details of a person that rules use. */
export const toPersonDetails = ({ name, birthYear, sex, relation }: PersonRow) => ({
  name,
  birthYear: birthYear === null ? null : Number(birthYear),
  sex: sex as PersonSex,
  relation: relation as PersonRelation,
});

export type PersonDetails = ReturnType<typeof toPersonDetails>;

/**
 * Presents a person.
 *
 * @param reports the number of reports about them.
 */
export function presentPerson(row: PersonRow, reports: number): PublicPerson {
  const details = toPersonDetails(row);
  const age = details.birthYear === null ? null : Math.max(0, toClinicYear(Date.now()) - details.birthYear);
  const { name, birthYear, sex, relation } = details;
  return { _id: row.id, name, birthYear, age, sex, relation, reports };
}

/** Returns the first letter of a name as people see it, with the signs that belong to it. */
export const toInitial = (name: string): string => {
  const [first] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name.trim());
  return first?.segment.toLocaleUpperCase() ?? '';
};
