import { z } from 'zod';
import {
  credentialFields,
  isRegistrationNumber,
  matchingPasswords,
  mismatch,
  repeatedPassword,
} from '~/domain/identity/account-schemas';
import {
  emailAddress,
  idSchema,
  key,
  newPassword,
  oneTimeCode,
  personName,
  requiredLine,
} from '~/domain/kernel/fields';
import { dialCodePattern, toE164, toTenDigits } from '~/domain/kernel/phone';
import { accountTypes, signupTypes } from '~/platform/enums';

const anyCase = (text: unknown) =>
  typeof text === 'string'
    ? accountTypes.find((type) => type.toLowerCase() === text.trim().toLowerCase())
    : undefined;

const ownAddress = emailAddress(key('signup.email')).meta({
  description: 'Your e-mail address. Not case-sensitive.',
  example: 'asha@example.com',
});
const emailedCode = oneTimeCode.describe('6-digit code from the e-mail that `auth/send-otp` sent.');

const signupFields = z.object({
  accountType: z
    .preprocess(anyCase, z.enum(signupTypes, { error: key('signup.accountType') }))
    .meta({ description: 'Type of account to open.', example: 'Patient' }),
  firstName: personName(key('signup.firstName'), 60).meta({
    description: 'Your first name.',
    example: 'Asha',
  }),
  lastName: personName(key('signup.lastName'), 60).meta({
    description: 'Your family name. Send a dot or a dash if you have none.',
    example: 'Devi',
  }),
  email: ownAddress,
  countryCode: z.string().regex(dialCodePattern, key('signup.countryCode')).optional().meta({
    description: 'Dial code of the country of `contactNumber`. Defaults to +91.',
    example: '+91',
  }),
  contactNumber: requiredLine(key('signup.contactNumber'), 24).meta({
    description: 'Your phone number: 10 digits, with or without the dial code.',
    example: '9876543210',
  }),
  password: newPassword(key('signup.password')).meta({
    description: 'Your new password: 8 to 128 characters of any kind.',
    example: 'a quiet river runs',
  }),
  confirmPassword: repeatedPassword,
  ...credentialFields,
});

type Phone = { contactNumber: string; countryCode?: string };

const phone = signupFields.pick({ contactNumber: true, countryCode: true });
const registration = signupFields.pick({ accountType: true, registrationNumber: true });

const hasTenDigits = ({ contactNumber: number, countryCode: dialCode }: Phone) =>
  toTenDigits({ number, dialCode }) !== undefined;
const aRealNumber = (typed: Phone) => !hasTenDigits(typed) || signupNumber(typed) !== undefined;

/** Returns the phone number of a sign-up in E.164; undefined if it is invalid. */
export function signupNumber({ contactNumber: typed, countryCode: dialCode }: Phone): string | undefined {
  const number = toTenDigits({ number: typed, dialCode });
  return number && toE164({ number, dialCode });
}

type Registration = { accountType: string; registrationNumber?: string };

// A value that a patient left in a field they no longer see is no mistake: it is not stored.
const aRightRegistration = ({ accountType, registrationNumber }: Registration) =>
  accountType !== 'Expert' || !registrationNumber || isRegistrationNumber(registrationNumber);

/**
 * Checks a rule as soon as its own fields are valid, so that all mistakes of the form show at once.
 */
const onceRight = (fields: z.ZodType) => ({
  when: ({ value }: { value: unknown }) => fields.safeParse(value).success,
});
const notTenDigits = { path: ['contactNumber'], error: key('signup.tenDigits'), ...onceRight(phone) };
const notANumber = { path: ['contactNumber'], error: key('phone.notInCountry'), ...onceRight(phone) };
const notARegistration = {
  path: ['registrationNumber'],
  error: key('credentials.shape'),
  ...onceRight(registration),
};

const checked = <Schema extends typeof signupFields>(schema: Schema) =>
  schema
    .refine(matchingPasswords, mismatch)
    .refine(hasTenDigits, notTenDigits)
    .refine(aRealNumber, notANumber)
    .refine(aRightRegistration, notARegistration);

/**
 * The fields of the sign-up page (docs/requirements.md#screens, docs/requirements.md#validation),
 * with an expert's optional credentials.
 */
export const signupForm = checked(signupFields);

/** The input of `auth/signup`: the same with the code from the e-mail. */
export const signupCall = checked(signupFields.extend({ otp: emailedCode }));

/**
 * The code page: the code, and the key of the pending sign-up, which the channel adds from the
 * cookie.
 */
export const codeForm = z.object({ otp: oneTimeCode, heldKey: idSchema });

export const heldKeyOnly = z.object({ heldKey: idSchema });

export const sendOtpCall = z.object({
  email: ownAddress,
  checkUserPresent: z.unknown().optional().meta({
    type: 'boolean',
    description: 'Accepted and ignored. An address that already has an account gets an e-mail that says so.',
    example: true,
  }),
});

/** `auth/verify-otp` (docs/requirements.md#api). */
export const verifyOtpCall = z.object({ email: ownAddress, otp: emailedCode });
