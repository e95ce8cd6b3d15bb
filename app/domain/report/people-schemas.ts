import { z } from 'zod';
import { booleanField, clearableChoice, optionalChoice, typedNumber } from '~/domain/kernel/choices';
import { idSchema, key, personName } from '~/domain/kernel/fields';
import { personRelations, personSexes } from '~/platform/enums';
import { firstBirthYear, maxPersonName, yearOf } from './people-constants';

const left = z.literal('').meta({ internal: true });
/** What a form sends of a field that was left empty counts as not said. */
const orNothing = <Said>(said: Said | '' | undefined): Said | undefined => (said === '' ? undefined : said);

const wrongYear = key('people.birthYear');
const year = typedNumber(
  z.coerce
    .number(wrongYear)
    .int(wrongYear)
    .min(firstBirthYear, wrongYear)
    .refine((typed) => typed <= yearOf(Date.now()), wrongYear)
    .meta({ minimum: firstBirthYear, maximum: undefined }),
);
const yearOrEmpty = z.union([year, left], { error: wrongYear }).optional();
const aboutBirthYear = { description: 'Their year of birth.', example: 2019 };
export const birthYear = yearOrEmpty.transform(orNothing).meta(aboutBirthYear);
const aboutSex = {
  description: 'Their sex; `unsaid` is the same as leaving it out.',
  example: 'male',
};
export const sex = optionalChoice(personSexes).meta(aboutSex);
const aboutRelation = {
  description: 'What they are to you: `self` is yourself, and `other` the same as leaving it out.',
  example: 'child',
};
export const relation = optionalChoice(personRelations).meta(aboutRelation);
/** That it is somebody else with the name and year of birth of a person of the list. */
export const same = z
  .preprocess(
    (input) => (/^(?:yes|true|1|on)$/i.test(String(input)) ? 'yes' : input),
    z.literal('yes', { error: key('form.choices') }),
  )
  .optional()
  .meta({
    description:
      '`yes` where this is someone else than the person of your list with the same name and year of birth.',
    example: 'yes',
  });

/** What `profile/people` takes of a person; all but the name may be left out. */
export const personCall = z.object({
  name: personName(key('people.name'), maxPersonName).meta({
    description: 'Their name.',
    example: 'Asha Devi',
  }),
  birthYear,
  sex,
  relation,
  same,
});

/** What the page asks for: year of birth, sex and relation too. */
export const personForm = personCall.extend({
  birthYear: birthYear.pipe(z.number({ error: key('people.birthYear') })),
  sex: sex.pipe(z.enum(personSexes, { error: key('people.sex') })),
  relation: relation.pipe(z.enum(personRelations, { error: key('people.relation') })),
});

export const personIdOnly = z.object({
  personId: idSchema.meta({
    description: 'The ID of the person: `_id` in `profile/people`.',
    example: '01k2zq5v7m8n9p0q1r2s3t4v61',
  }),
});

/** Removing a person, and whether the reports that were sent of them go too. */
export const removalCall = personIdOnly.extend({
  deleteReports: booleanField.optional().meta({
    description: 'Whether every report of the person is deleted too; false where it is left out.',
    example: false,
  }),
});

/** The same of a person on the list: what is left out stays, and what is empty is removed. */
export const changeCall = personCall.extend({
  ...personIdOnly.shape,
  birthYear: yearOrEmpty.meta(aboutBirthYear),
  sex: clearableChoice(personSexes).meta({ ...aboutSex, description: 'Their sex.' }),
  relation: clearableChoice(personRelations).meta({
    ...aboutRelation,
    description: 'What they are to you: `self` is yourself.',
  }),
});
export const changeForm = personForm.extend(personIdOnly.shape);
