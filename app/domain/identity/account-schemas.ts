import { z } from 'zod';
import { booleanField, requiredChoice } from '~/domain/kernel/choices';
import { toClinicNumber, toLoginName } from '~/domain/kernel/clinic-number';
import { clinicDay, isRealDay } from '~/domain/kernel/days';
import { toLatinDigits } from '~/domain/kernel/digits';
import { toPlainAddress } from '~/domain/kernel/email';
import {
  clearableLine,
  clearableName,
  emailAddress,
  idSchema,
  key,
  newPassword,
  oneTimeCode,
  optionalLine,
  personName,
  requiredLine,
  requiredText,
} from '~/domain/kernel/fields';
import { isProfileLength } from '~/domain/kernel/phone';
import { type LanguageCode, languageCodes } from '~/i18n/language-codes';
import { genders } from '~/platform/enums';
import { maxCredentialLength, noGender, plainCode } from './account-constants';
import { existingPassword, passwordsDiffer } from './password-schemas';

/** Credentials of an expert, all optional. */
export const credentialFields = {
  registrationNumber: optionalLine(maxCredentialLength.registrationNumber).meta({
    description: 'For experts: your registration number with a medical council.',
    example: 'MMC/2011/04217',
  }),
  council: optionalLine(maxCredentialLength.council).meta({
    description: 'For experts: the medical council you are registered with.',
    example: 'Maharashtra Medical Council',
  }),
  qualification: optionalLine(maxCredentialLength.qualification).meta({
    description: 'For experts: your degrees and specialty.',
    example: 'MD (Radiology)',
  }),
};

/** The new password, typed again. */
export const repeatedPassword = z
  .string({ error: key('signup.confirmPassword') })
  .min(1, key('signup.confirmPassword'))
  .meta({ description: '`password` repeated.', example: 'a quiet river runs' });

/**
 * Checks a registration number as councils write them: letters and digits of any script, spaces,
 * and signs such as `/ - . : ( )`, with at least one letter or digit.
 */
export const isRegistrationNumber = (text: string) =>
  /^(?=.*[\p{L}\p{N}])(?:[\p{L}\p{M}\p{N}\p{Dash}/ .,:;()&#№'’_]|\p{Join_Control})+$/u.test(text);

type PasswordPair = { password: string; confirmPassword: string };

const passwordPair = z.object({
  password: newPassword(key('signup.password')),
  confirmPassword: repeatedPassword,
});

/** Checks whether both passwords are the same. */
export const matchingPasswords = ({ password, confirmPassword }: PasswordPair) =>
  password === confirmPassword;
/**
 * The options of the `matchingPasswords` rule. It is checked as soon as its own fields are valid,
 * so that every mistake of the form is shown at once.
 */
export const mismatch = {
  path: ['confirmPassword'],
  error: key('signup.mismatch'),
  params: passwordsDiffer,
  when: ({ value }: { value: unknown }) => passwordPair.safeParse(value).success,
};

const accountAddress = {
  description: 'E-mail address of your account. Not case-sensitive.',
  example: 'asha@example.com',
};

export const forgotPasswordForm = z.object({
  email: emailAddress(key('login.email')).meta(accountAddress),
});

/** Input of the forgot-password page: an address as in the API, or a clinic number. */
export const forgotPasswordPageForm = z.object({
  email: z.unknown().transform((typed, context): string => {
    const number = typeof typed === 'string' ? toClinicNumber(typed) : undefined;
    if (number) return number;
    const address = forgotPasswordForm.shape.email.safeParse(typed);
    for (const { message } of address.error?.issues ?? []) context.addIssue({ code: 'custom', message });
    return address.data ?? '';
  }),
});

/**
 * Input of the reset page, with the token of its URL (docs/requirements.md#validation,
 * docs/requirements.md#api).
 */
export const resetPasswordForm = z
  .object({
    token: z
      .string({ error: key('reset.over') })
      .max(100, key('reset.over'))
      .meta({
        description: 'Last part of the link in the e-mail.',
        example: 'k2fZ0n1p',
      }),
    password: newPassword(key('signup.password')).meta({
      description: 'New password: 8 to 128 characters of any kind.',
      example: 'a quiet river runs',
    }),
    confirmPassword: repeatedPassword,
  })
  .refine(matchingPasswords, mismatch);

// Six digits from the app, or a recovery code. An empty value counts as missing.
const factorCode = z
  .string({ error: key('otp.required') })
  .transform(plainCode)
  .pipe(z.string().regex(/^(|\d{6}|[\da-z]{16})$/, key('secondFactor.shape')))
  .transform((code) => code || undefined)
  .meta({ example: '123456' });
/** A code of the second factor, if there is one. */
export const optionalFactorCode = factorCode.optional();
/** The fields of a change by which an admin lets data go elsewhere. */
export const adminProofFields = {
  password: existingPassword(key('login.password')),
  otp: optionalFactorCode.describe(
    'If two-step login is on: a code from the authenticator app, or a recovery code. Omit it otherwise.',
  ),
};

const neededFactorCode = factorCode
  .pipe(z.string({ error: key('otp.required') }))
  .describe('Code from the authenticator app, or a recovery code.');

export const languageChoice = z.object({
  language: requiredChoice(languageCodes, key('language.failed')).meta({
    description: "Language of the account's pages and e-mails.",
    example: 'hi',
  }),
});

const ofEachLanguage = <Field extends z.ZodType>(fieldOf: (code: LanguageCode) => Field) =>
  z.object(
    Object.fromEntries(languageCodes.map((code) => [code, fieldOf(code)])) as Record<LanguageCode, Field>,
  );

/** The languages an expert reads. A missing language stays as it is. */
export const languagesRead = ofEachLanguage((code) =>
  booleanField.optional().meta({
    description: `Whether you read and write the language \`${code}\`. Unchanged if omitted.`,
    example: code === 'en' || code === 'hi',
  }),
);

/** The languages an expert reads, for the page, which does not send an unchecked box. */
export const languagesReadForm = ofEachLanguage(() => booleanField.default(false));

export const loginForm = z.object({
  email: requiredLine(key('login.email'), 254)
    .transform((typed) => toLoginName(typed, toPlainAddress))
    .meta({
      description: 'E-mail address of your account, or its clinic number. Not case-sensitive.',
      example: 'asha@example.com',
    }),
  password: existingPassword(key('login.password')),
  // Only if a second factor is active.
  otp: factorCode
    .optional()
    .describe(
      'With two-step login: a code from the authenticator app, or a recovery code. Omit it otherwise.',
    ),
});

/**
 * The second step of a login: the code, and the key of the first step, which the channel adds from
 * the cookie.
 */
export const secondStepForm = z.object({ otp: neededFactorCode, key: idSchema });

/** Input for setting up a second factor. Replacing an active factor needs one of its codes. */
export const beginFactorForm = z.object({
  token: z.string(),
  password: existingPassword(key('login.password')),
  otp: factorCode
    .optional()
    .describe('If two-step login is on: a code from the current app, or a recovery code. Omit it otherwise.'),
});

/** Input for activating a second factor, with the session's token, which the channel adds. */
export const confirmFactorForm = z.object({
  otp: oneTimeCode.describe('6-digit code from the authenticator app that was set up with the new secret.'),
  token: z.string(),
});

/** Input for changing an active second factor. */
export const heldFactorForm = z.object({
  password: existingPassword(key('login.password')),
  otp: neededFactorCode,
});

export const maxAboutLength = 1000;
const firstDayOfBirth = '1900-01-01';

// Only one rule reports an error: a day that does not exist is not also in the future.
const dayOfBirth = requiredLine(key('profile.dateOfBirth'), 40)
  .transform(toLatinDigits)
  .pipe(z.string().refine((day) => isRealDay(day) && day >= firstDayOfBirth, key('profile.noSuchDay')))
  .pipe(z.string().refine((day) => day <= clinicDay(Date.now()), key('profile.future')))
  .meta({
    minLength: 10,
    maxLength: 10,
    format: 'date',
    description: 'Your date of birth, as YYYY-MM-DD.',
    example: '1984-05-21',
  });

/**
 * Input of the profile form (docs/requirements.md#validation, docs/requirements.md#api). The number
 * itself is validated later, when the account's current one is known.
 */
export const profileForm = z.object({
  firstName: personName(key('profile.firstName'), 60).meta({
    description: 'Your first name.',
    example: 'Asha',
  }),
  lastName: clearableName(60).meta({
    description: 'Your family name. Unchanged if omitted; removed if empty.',
    example: 'Devi',
  }),
  dateOfBirth: dayOfBirth,
  // "Select" is the empty choice.
  gender: z
    .preprocess(
      (chosen) => (chosen === noGender ? undefined : chosen),
      requiredChoice(genders, key('profile.gender')),
    )
    .meta({ description: 'Your gender.', example: 'Female' }),
  contactNumber: requiredLine(key('profile.contactNumber'), 24)
    .pipe(z.string().refine(isProfileLength, key('profile.noNumber')))
    .meta({
      description:
        'Your phone number: 10 digits in the country of your current number, or 11 or 12 digits that begin with a dial code.',
      example: '9876543210',
    }),
  about: requiredText(key('profile.about'), maxAboutLength).meta({
    description: 'Text about yourself.',
    example: 'I live two hours from the next hospital.',
  }),
});

/** Input for changing credentials. The number is required, the rest optional. */
export const credentialsForm = z.object({
  council: clearableLine(maxCredentialLength.council).meta({
    description: 'Medical council you are registered with. Unchanged if omitted; removed if empty.',
    example: 'Maharashtra Medical Council',
  }),
  qualification: clearableLine(maxCredentialLength.qualification).meta({
    description: 'Your degrees and specialty. Unchanged if omitted; removed if empty.',
    example: 'MD (Radiology)',
  }),
  registrationNumber: requiredLine(key('credentials.number'), maxCredentialLength.registrationNumber)
    .pipe(z.string().refine(isRegistrationNumber, key('credentials.shape')))
    .meta({
      description: 'Your registration number with a medical council.',
      example: 'MMC/2011/04217',
    }),
});
