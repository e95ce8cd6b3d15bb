import { z } from 'zod';
import { booleanField, clearableChoice, optionalChoice, typedNumber } from '~/domain/kernel/choices';
import { idSchema, key, personName } from '~/domain/kernel/fields';
import { personRelations, personSexes } from '~/platform/enums';
import { firstBirthYear, maxPersonName, toClinicYear } from './people-constants';

const emptyText = z.literal('').meta({ internal: true });
/** Turns the empty value of a form field into undefined. */
const emptyToUndefined = <Value>(value: Value | '' | undefined): Value | undefined =>
  value === '' ? undefined : value;

const wrongYear = key('people.birthYear');
const year = typedNumber(
  z.coerce
    .number(wrongYear)
    .int(wrongYear)
    .min(firstBirthYear, wrongYear)
    .refine((typed) => typed <= toClinicYear(Date.now()), wrongYear)
    .meta({ minimum: firstBirthYear, maximum: undefined }),
);
const yearOrEmpty = z.union([year, emptyText], { error: wrongYear }).optional();
const aboutBirthYear = { description: 'Their year of birth.', example: 2019 };
export const birthYearField = yearOrEmpty.transform(emptyToUndefined).meta(aboutBirthYear);
const aboutSex = {
  description: 'Their sex. `unsaid` has the same effect as omitting it.',
  example: 'male',
};
export const personSexField = optionalChoice(personSexes).meta(aboutSex);
const aboutRelation = {
  description: 'Their relation to you. `self` is yourself; `other` has the same effect as omitting it.',
  example: 'child',
};
export const personRelationField = optionalChoice(personRelations).meta(aboutRelation);
/**
 * Confirms that this is a different person than the one on the list with the same name and year of
 * birth.
 */
export const samePersonField = z
  .preprocess(
    (input) => (/^(?:yes|true|1|on)$/i.test(String(input)) ? 'yes' : input),
    z.literal('yes', { error: key('form.choices') }),
  )
  .optional()
  .meta({
    description:
      'Set to `yes` if this is a different person from the one on your list with the same name and year of birth.',
    example: 'yes',
  });

/** Input of `profile/people`. Everything but the name is optional. */
export const personCall = z.object({
  name: personName(key('people.name'), maxPersonName).meta({
    description: 'Their name.',
    example: 'Asha Devi',
  }),
  birthYear: birthYearField,
  sex: personSexField,
  relation: personRelationField,
  same: samePersonField,
});

/** Input of the page, which also requires year of birth, sex and relation. */
export const personForm = personCall.extend({
  birthYear: birthYearField.pipe(z.number({ error: key('people.birthYear') })),
  sex: personSexField.pipe(z.enum(personSexes, { error: key('people.sex') })),
  relation: personRelationField.pipe(z.enum(personRelations, { error: key('people.relation') })),
});

export const personIdOnly = z.object({
  personId: idSchema.meta({
    description: 'ID of the person: `_id` in `profile/people`.',
    example: '01k2zq5v7m8n9p0q1r2s3t4v61',
  }),
});

/** Input for removing a person, with or without the reports about them. */
export const removalCall = personIdOnly.extend({
  deleteReports: booleanField.optional().meta({
    description: 'Whether to delete every report of the person as well. Defaults to `false`.',
    example: false,
  }),
});

/**
 * Input for changing a person on the list. A missing field stays as it is, and an empty one is
 * removed.
 */
export const changeCall = personCall.extend({
  ...personIdOnly.shape,
  birthYear: yearOrEmpty.meta(aboutBirthYear),
  sex: clearableChoice(personSexes).meta({ ...aboutSex, description: 'Their sex.' }),
  relation: clearableChoice(personRelations).meta({
    ...aboutRelation,
    description: 'Their relation to you. `self` is yourself.',
  }),
});
export const changeForm = personForm.extend(personIdOnly.shape);
