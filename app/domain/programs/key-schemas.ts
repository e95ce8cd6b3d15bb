import { z } from 'zod';
import { adminProofFields } from '~/domain/identity/account-schemas';
import { typedNumber } from '~/domain/kernel/choices';
import { toClinicNumber } from '~/domain/kernel/clinic-number';
import {
  idSchema,
  key,
  listFields,
  optionalLine,
  publicMoment,
  requiredId,
  requiredLine,
  searchText,
} from '~/domain/kernel/fields';
import { languageCodes } from '~/i18n/language-codes';
import { keyScopes, personSexes } from '~/platform/enums';
import { defaultKeyDays, keyStatuses, maxKeyDays, maxKeyNameLength } from './key-constants';

const days = typedNumber(
  z.coerce
    .number({ error: key('form.wholeNumber') })
    .int(key('form.wholeNumber'))
    .min(1, key('key.days'))
    .max(maxKeyDays, key('key.days')),
);

const scopes = z
  .preprocess(
    (input) => (typeof input === 'string' ? input.split(',').map((scope) => scope.trim()) : input),
    z
      .array(z.enum(keyScopes, { error: key('form.choices') }), { error: key('key.scopes') })
      .min(1, key('key.scopes'))
      .max(keyScopes.length, key('form.choices')),
  )
  .transform((chosen) => keyScopes.filter((scope) => chosen.includes(scope)))
  .meta({ description: 'What the key may do.', example: ['reports.read'] });

/** Input for making a key. The password, and the code of a second factor, prove who makes it. */
export const makeKeyForm = z.object({
  name: requiredLine(key('key.name'), maxKeyNameLength).meta({
    description:
      'Name of the program. Patients read it in the list of who opened their report. It cannot be changed.',
    example: 'City Hospital records',
  }),
  scopes,
  days: days.default(defaultKeyDays).meta({
    description: `Days until the key expires, at most ${maxKeyDays}. Defaults to ${defaultKeyDays}.`,
    example: defaultKeyDays,
  }),
  ...adminProofFields,
});

export const keyIdOnly = z.object({
  keyId: idSchema.min(1, key('form.id')).meta({
    description: 'ID of the key: `_id` in `system/keys`.',
    example: '01k2zq5v7m8n9p0q1r2s3t4v63',
  }),
});

/** Input for taking a key over. */
export const takeOverForm = z.object({ keyId: keyIdOnly.shape.keyId, ...adminProofFields });

/** A key in the API's document. */
export const keyExample = {
  _id: '01k2zq5v7m8n9p0q1r2s3t4v63',
  name: 'City Hospital records',
  scopes: ['reports.read'],
  status: 'active',
  madeBy: 'Ravi Kumar',
  isOwn: true,
  madeAt: '2026-03-05T08:30:00.000Z',
  lastUsedAt: null,
  expiresAt: '2026-06-03T08:30:00.000Z',
  revokedAt: null,
};

/** A key as admins see it, without its secret. */
export const publicKey = z
  .object({
    _id: z.string().describe('ID of the key, which the audit log names.'),
    name: z.string().describe('Name of the program that uses it.'),
    scopes: z.array(z.enum(keyScopes).describe('Scope of a key.')).describe('What it may do.'),
    status: z
      .enum(keyStatuses)
      .describe('Whether it works, was revoked, has expired, or has ended with the admin who made it.'),
    madeBy: z
      .string()
      .nullable()
      .describe('Name of the admin who made it or took it over. `null` once the account is deleted.'),
    isOwn: z.boolean().describe('Whether you made it or took it over.'),
    madeAt: publicMoment.describe('Time it was made, in UTC.'),
    lastUsedAt: publicMoment
      .nullable()
      .describe('Time of its last use, in UTC, accurate to about an hour. `null` before the first.'),
    expiresAt: publicMoment.describe('Time it expires, in UTC.'),
    revokedAt: publicMoment.nullable().describe('Time it was revoked, in UTC. `null` if it was not.'),
  })
  .meta({
    id: 'ApiKey',
    description: 'A key with which a program calls the API.',
    example: keyExample,
  });

export type PublicKey = z.infer<typeof publicKey>;

/** Filters of the list of patients. */
export const patientsQuery = z.object({
  ...listFields,
  q: searchText.meta({
    description: 'Only patients whose name contains this text, in any spelling.',
    example: 'lakshmi',
  }),
  clinicNumber: optionalLine(20)
    .transform((typed) => typed && (toClinicNumber(typed) ?? 'unknown'))
    .meta({
      description: 'Only the patient with this clinic number, in any spelling.',
      example: 'K7QM-3XPD-5',
    }),
});

/** A patient as programs match them with their own records. */
export const listedPatient = z
  .object({
    _id: z.string().describe('ID of the account: `userId` and `patientId` of other calls.'),
    firstName: z.string().describe('First name.'),
    lastName: z.string().describe('Family name. Empty if there is none.'),
    birthYear: z.int().nullable().describe('Year of birth. `null` if not given.'),
    sex: z.enum(personSexes).describe('Sex. `unsaid` if not given.'),
    language: z.enum(languageCodes).describe('Language of the account.'),
    clinicNumber: z
      .string()
      .nullable()
      .describe('Clinic number. `null` for an account that was opened with an e-mail address.'),
  })
  .meta({
    id: 'ListedPatient',
    description: 'A patient of the clinic.',
    example: {
      _id: '01k2zq5v7m8n9p0q1r2s3t4v5x',
      firstName: 'Lakshmi',
      lastName: 'Devi',
      birthYear: 1962,
      sex: 'female',
      language: 'te',
      clinicNumber: 'K7QM-3XPD-5',
    },
  });

export const patientIdOnly = z.object({
  userId: requiredId.meta({
    description: 'ID of the patient: `_id` in `account/patients`.',
    example: '01k2zq5v7m8n9p0q1r2s3t4v5x',
  }),
});
