import { z } from 'zod';
import { booleanField, optionalChoice, requiredChoice } from '~/domain/kernel/choices';
import { toClinicNumber } from '~/domain/kernel/clinic-number';
import { toLatinDigits } from '~/domain/kernel/digits';
import {
  idSchema,
  key,
  optionalLine,
  optionalName,
  personName,
  requiredId,
  requiredLine,
} from '~/domain/kernel/fields';
import { dialCodePattern } from '~/domain/kernel/phone';
import { birthYearField, personSexField, samePersonField } from '~/domain/report/people-schemas';
import { toIdPrefix } from '~/domain/report/report-constants';
import { languageCodes } from '~/i18n/language-codes';
import { personSexes, reportTypes, slipReasons, vouchReasons } from '~/platform/enums';
import { toSearchField } from './search-text';

const birthYear = birthYearField
  .pipe(z.number({ error: key('people.birthYear') }))
  .meta({ description: 'Year of birth.', example: 1962 });

const phoneFields = {
  countryCode: z.string().regex(dialCodePattern, key('signup.countryCode')).optional().meta({
    description: 'Dial code of the country of `contactNumber`. Defaults to +91.',
    example: '+91',
  }),
  contactNumber: optionalLine(24).meta({
    description: 'Phone number, with or without the dial code.',
    example: '9876543210',
  }),
};

const mayWrite = booleanField.optional().meta({
  description:
    'Whether the clinic may write to `contactNumber` that there is an answer. Defaults to `false`.',
  example: false,
});

/** Input for opening an account without e-mail. */
export const openAccountForm = z.object({
  firstName: personName(key('signup.firstName'), 60).meta({ description: 'First name.', example: 'Lakshmi' }),
  lastName: optionalName(60).meta({ description: 'Family name.', example: 'Devi' }),
  birthYear,
  sex: personSexField
    .pipe(z.enum(personSexes, { error: key('people.sex') }))
    .meta({ description: 'Sex.', example: 'female' }),
  ...phoneFields,
  mayWrite,
  language: requiredChoice(languageCodes, key('language.failed')).meta({
    description: 'Language of the pages, and of the slip.',
    example: 'te',
  }),
  same: samePersonField.meta({
    description: 'Set to `yes` if this is another person than the one whose account looks like it.',
    example: 'yes',
  }),
});

export const accountIdOnly = z.object({
  userId: requiredId.meta({ description: 'ID of the account.', example: '01k2zq5v7m8n9p0q1r2s3t4v5x' }),
});

/** Input of the pages about a found account: `only=number` asks for the whole clinic number. */
export const readFoundQuery = accountIdOnly.extend({ only: z.literal('number').optional() });

/** The answers of a patient at the front desk. */
const identityFields = {
  fullName: requiredLine(key('identity.fullName'), 121).meta({
    description: 'First and family name, as the account has them. Letter case does not matter.',
    example: 'Lakshmi Devi',
  }),
  birthYear,
  contactNumber: phoneFields.contactNumber.describe(
    'Phone number of the account. This or `caseNumber` is required.',
  ),
  caseNumber: optionalLine(20).meta({
    description: 'Case number of one of the reports. This or `contactNumber` is required.',
    example: '47ER-K1H6',
  }),
  password: optionalLine(128).meta({
    description:
      'Second proof: the password of the patient, or the one-time password of the slip. A second proof is needed if you have seen details of the patient in a list or on a page within 30 days, for patients with a single name, and always for admins. Without one the answer is 422 with the code `second_proof_needed`.',
    example: 'k2fz-0n1p-7m8n',
  }),
  clinicNumber: optionalLine(20).meta({
    description: 'Second proof: the clinic number on the old slip.',
    example: 'K7QM-3XPD-5',
  }),
  reportType: optionalChoice(reportTypes).meta({
    description: 'Second proof, with `reportMonth`: the type of a report that the patient has sent.',
    example: 'Blood Test',
  }),
  reportMonth: optionalLine(7)
    .refine(
      (typed) => typed === undefined || /^\d{4}-(?:0[1-9]|1[0-2])$/.test(typed),
      key('secondProof.month'),
    )
    .meta({ description: 'Month in which that report was sent, as YYYY-MM.', example: '2026-03' }),
  vouchFor: optionalChoice(vouchReasons).meta({
    description:
      'Second proof, for admins: how you know who it is. Its owner can see that. It is also accepted while too many wrong answers about the account have closed it to others.',
    example: 'card',
  }),
};

/** Confirms a second slip within ten minutes of the last one. */
const confirmation = z
  .preprocess(
    (input) => (/^(?:yes|true|1|on)$/i.test(String(input)) ? 'yes' : input),
    z.literal('yes', { error: key('form.choices') }),
  )
  .optional()
  .meta({ description: 'Set to `yes` to issue another slip within ten minutes.', example: 'yes' });

const oneProof = {
  path: ['contactNumber'],
  error: key('identity.oneOf'),
};
const hasProof = (told: { contactNumber?: string; caseNumber?: string }) =>
  Boolean(told.contactNumber || told.caseNumber);

/** Input for checking who stands at the front desk. */
export const identityForm = z
  .object({ ...accountIdOnly.shape, ...identityFields })
  .refine(hasProof, oneProof);

/** Input for a new slip. */
export const issueSlipForm = z
  .object({
    ...accountIdOnly.shape,
    ...identityFields,
    reason: requiredChoice(slipReasons, key('slip.reason')).meta({
      description: 'Reason for the new slip.',
      example: 'lost',
    }),
    confirmed: confirmation,
  })
  .refine(hasProof, oneProof);

/** Input for asking that an address comes off an account. */
export const askRemovalForm = z
  .object({ ...accountIdOnly.shape, ...identityFields })
  .refine(hasProof, oneProof);

/** Input for an admin's decision after an objection. */
export const decideRemovalForm = accountIdOnly.extend({
  decision: requiredChoice(['allow', 'refuse'] as const, key('form.choices')).meta({
    description: '`allow` lets the removal go on, `refuse` ends it.',
    example: 'allow',
  }),
  reason: requiredLine(key('changePhone.reason'), 200).meta({
    description: 'Reason of the decision, which the owner finds in the archive of their data.',
    example: 'I know the patient in person',
  }),
});

/** Input for changing the phone number of somebody at the front desk. */
export const changePhoneForm = z
  .object({
    ...accountIdOnly.shape,
    ...identityFields,
    newNumber: requiredLine(key('profile.contactNumber'), 24).meta({
      description: 'New phone number, with the dial code of another country.',
      example: '9876543211',
    }),
    reason: requiredLine(key('changePhone.reason'), 200).meta({
      description: 'Reason for the change, for the audit log of the clinic.',
      example: 'Lost phone',
    }),
  })
  .refine(hasProof, oneProof);

/** Input of the front desk's search: one of three ways to find an account. */
export const findAccountQuery = z.object({
  clinicNumber: optionalLine(20)
    .transform((typed) => typed && (toClinicNumber(typed) ?? 'unknown'))
    .meta({ description: 'Clinic number, in any spelling.', example: 'K7QM-3XPD-5' }),
  caseNumber: optionalLine(20)
    .transform((typed) => typed && (toIdPrefix(typed) ?? 'unknown'))
    .meta({ description: 'Case number of a report, in any spelling.', example: '47ER-K1H6' }),
  phoneEnd: optionalLine(24)
    .transform((typed) => typed && toLatinDigits(typed).replace(/\D/g, ''))
    .meta({ description: 'Last four digits of the phone number.', example: '3210' }),
  birthYear: birthYearField.catch(undefined).meta({
    description: 'No longer compared: older programs may go on sending it.',
    deprecated: true,
  }),
});

/**
 * Input of the front desk's search on its page: one text whose form says what it is, or one of the
 * fields of `findAccountQuery`.
 */
export const findAccountForm = findAccountQuery
  .extend({ text: optionalLine(40) })
  .transform(({ text, ...fields }, { addIssue }) => {
    if (!text) return fields;
    const field = toSearchField(text);
    if (field) return findAccountQuery.parse(field);
    addIssue({ code: 'custom', path: ['text'], message: key('frontDesk.unclear') });
    return z.NEVER;
  });

/** Input for granting or withdrawing a duty. */
export const dutyForm = z.object({
  name: requiredLine(key('login.email'), 254).meta({
    description: 'E-mail address or clinic number of a Patient account.',
    example: 'asha@example.com',
  }),
});

export const dutyChange = z.object({
  userId: idSchema.min(1, key('form.id')).meta({
    description: 'ID of the account.',
    example: '01k2zq5v7m8n9p0q1r2s3t4v5x',
  }),
});
