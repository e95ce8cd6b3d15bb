import { z } from 'zod';
import { booleanField, requiredChoice } from '~/domain/kernel/choices';
import { toClinicNumber } from '~/domain/kernel/clinic-number';
import { idSchema, key, optionalLine, requiredId, requiredLine } from '~/domain/kernel/fields';
import { mayBeUnder18, toClinicYear } from '~/domain/report/people-constants';
import { birthYearField } from '~/domain/report/people-schemas';
import { uploadCall, uploadFields } from '~/domain/report/schemas';
import { helpedModes } from '~/platform/enums';

const namedPerson = {
  userId: idSchema
    .optional()
    .transform((id) => id || undefined)
    .meta({
      description: 'ID of one of the people you help: `userId` in `account/people`.',
      example: '01k2zq5v7m8n9p0q1r2s3t4v5x',
    }),
  clinicNumber: optionalLine(20)
    .transform((typed) => typed && (toClinicNumber(typed) ?? 'unknown'))
    .meta({ description: 'Clinic number of anybody else, in any spelling.', example: 'K7QM-3XPD-5' }),
  birthYear: birthYearField.pipe(z.number({ error: key('people.birthYear') })).meta({
    description: 'Year of birth of the patient, to make sure that it is the right one.',
    example: 1962,
  }),
};

export type PersonNamed = { userId?: string; clinicNumber?: string; birthYear: number };

/** Input for finding a person by clinic number and year of birth. */
export const findPersonForm = z.object({
  clinicNumber: requiredLine(key('help.clinicNumber'), 20)
    .transform((typed) => toClinicNumber(typed) ?? 'unknown')
    .meta({ description: 'Clinic number, in any spelling.', example: 'K7QM-3XPD-5' }),
  birthYear: namedPerson.birthYear,
});

const isNamed = ({ userId, clinicNumber }: Partial<PersonNamed>) => Boolean(userId || clinicNumber);

/** Every field of an upload, and how the patient agreed. */
const uploadForFields = z.object({
  ...namedPerson,
  ...uploadFields.shape,
  guardianName: uploadCall.shape.guardianName,
  mode: requiredChoice(helpedModes, key('help.mode')).meta({
    description: 'How the patient agreed: by word, by a thumb print, or on paper.',
    example: 'spoken',
  }),
  witness: optionalLine(120).meta({
    description: 'Name of a witness. Required for a spoken consent.',
    example: 'Sunita Rao',
  }),
  mayRead: booleanField.optional().meta({
    description: 'Whether the patient lets you read the review. Defaults to `false`.',
    example: false,
  }),
});

const withPersonRules = <Schema extends z.ZodType<z.output<typeof uploadForFields>>>(schema: Schema) =>
  schema
    .refine(isNamed, { path: ['clinicNumber'], error: key('help.clinicNumber') })
    .refine(({ mode, witness }) => mode !== 'spoken' || witness !== undefined, {
      path: ['witness'],
      error: key('help.witness'),
    });

/** Input of `report/upload-for`, besides the file. */
export const uploadForCall = withPersonRules(uploadForFields);

/** Input of the page, which also requires country code, consent, and a guardian for a minor. */
export const uploadForPage = withPersonRules(
  uploadForFields.extend({
    countryCode: uploadFields.shape.countryCode.unwrap(),
    consent: z.preprocess((given) => given ?? false, uploadFields.shape.consent.unwrap()),
  }),
).refine(({ birthYear, guardianName }) => !isMinor(birthYear) || Boolean(guardianName), {
  path: ['guardianName'],
  error: key('people.guardian'),
});

const isMinor = (birthYear: number) => mayBeUnder18({ birthYear }, toClinicYear(Date.now()));

/** Input of the page for sending: one's own person by ID, anybody else also by number and year. */
export const readPersonQuery = z.object({
  userId: requiredId,
  clinicNumber: z
    .string()
    .optional()
    .transform((typed) => typed && toClinicNumber(typed)),
  birthYear: namedPerson.birthYear.optional(),
});

export type PersonRead = z.output<typeof readPersonQuery>;
