import { z } from 'zod';
import { booleanField, choiceOf } from '~/domain/kernel/fields/choices';
import { clinicDay, isRealDay } from '~/domain/kernel/fields/days';
import { toLatinDigits } from '~/domain/kernel/fields/digits';
import { toPlainAddress } from '~/domain/kernel/fields/email';
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
} from '~/domain/kernel/fields/fields';
import { dialCodePattern, isProfileLength, tenDigitsOf, toE164 } from '~/domain/kernel/fields/phone';
import type { RefusalCode } from '~/domain/kernel/refusal';
import { type LanguageCode, languageCodes } from '~/i18n/language-codes';
import type { MessageKey } from '~/i18n/messages/en';
import { accountTypes, genders, signupTypes } from '~/platform/enums';
import { deletionWord, maxCredentialLength, noGender, plainCode } from './constants';

const anyCase = (text: unknown) =>
  typeof text === 'string'
    ? accountTypes.find((type) => type.toLowerCase() === text.trim().toLowerCase())
    : undefined;

const credentialFields = {
  registrationNumber: optionalLine(maxCredentialLength.registrationNumber),
  council: optionalLine(maxCredentialLength.council),
  qualification: optionalLine(maxCredentialLength.qualification),
};

/**
 * A registration number as councils write them: letters and digits of any script, spaces, and signs
 * such as `/ - . : ( )`; at least one letter or digit.
 */
const isRegistrationNumber = (text: string) =>
  /^(?=.*[\p{L}\p{N}])(?:[\p{L}\p{M}\p{N}\p{Dash}/ .,:;()&#№'’_]|\p{Join_Control})+$/u.test(text);

const signupFields = z.object({
  accountType: z.preprocess(anyCase, z.enum(signupTypes, { error: key('signup.accountType') })),
  firstName: personName(key('signup.firstName'), 60),
  lastName: personName(key('signup.lastName'), 60),
  email: emailAddress(key('signup.email')),
  countryCode: z.string().regex(dialCodePattern, key('signup.countryCode')).optional(),
  contactNumber: requiredLine(key('signup.contactNumber'), 24),
  password: newPassword(key('signup.password')),
  confirmPassword: z.string({ error: key('signup.confirmPassword') }).min(1, key('signup.confirmPassword')),
  ...credentialFields,
});

type PasswordPair = { password: string; confirmPassword: string };
type Phone = { contactNumber: string; countryCode?: string };

const passwordPair = signupFields.pick({ password: true, confirmPassword: true });
const phone = signupFields.pick({ contactNumber: true, countryCode: true });
const registration = signupFields.pick({ accountType: true, registrationNumber: true });

const matchingPasswords = ({ password, confirmPassword }: PasswordPair) => password === confirmPassword;
const hasTenDigits = ({ contactNumber: number, countryCode: dialCode }: Phone) =>
  tenDigitsOf({ number, dialCode }) !== undefined;
const aRealNumber = (typed: Phone) => !hasTenDigits(typed) || signupNumber(typed) !== undefined;

/** The number of a sign-up in E.164; undefined where it is none. */
export function signupNumber({ contactNumber: typed, countryCode: dialCode }: Phone): string | undefined {
  const number = tenDigitsOf({ number: typed, dialCode });
  return number && toE164({ number, dialCode });
}

type Registration = { accountType: string; registrationNumber?: string };

// What a patient left in a field they no longer see is no mistake: nothing is kept of it.
const aRightRegistration = ({ accountType, registrationNumber }: Registration) =>
  accountType !== 'Expert' || !registrationNumber || isRegistrationNumber(registrationNumber);

const passwordsDiffer = { code: 'passwordsDiffer' satisfies RefusalCode };

// `when`: the rules speak as soon as their own fields are right, so that every mistake of the form
// is shown at once.
const mismatch = {
  path: ['confirmPassword'],
  error: key('signup.mismatch'),
  params: passwordsDiffer,
  when: ({ value }: { value: unknown }) => passwordPair.safeParse(value).success,
};
const notTenDigits = {
  path: ['contactNumber'],
  error: key('signup.tenDigits'),
  when: ({ value }: { value: unknown }) => phone.safeParse(value).success,
};
const notANumber = {
  path: ['contactNumber'],
  error: key('phone.notInCountry'),
  when: ({ value }: { value: unknown }) => phone.safeParse(value).success,
};
const notARegistration = {
  path: ['registrationNumber'],
  error: key('credentials.shape'),
  when: ({ value }: { value: unknown }) => registration.safeParse(value).success,
};

/**
 * What the sign-up page asks for (docs/requirements.md#screens, docs/requirements.md#validation),
 * and an expert's credentials where they give them.
 */
export const signupForm = signupFields
  .refine(matchingPasswords, mismatch)
  .refine(hasTenDigits, notTenDigits)
  .refine(aRealNumber, notANumber)
  .refine(aRightRegistration, notARegistration);

/** What `auth/signup` takes: the same and the code from the e-mail. */
export const signupCall = signupFields
  .extend({ otp: oneTimeCode })
  .refine(matchingPasswords, mismatch)
  .refine(hasTenDigits, notTenDigits)
  .refine(aRealNumber, notANumber)
  .refine(aRightRegistration, notARegistration);

/** The code page: the code, and the key of what is held, which the channel adds from the cookie. */
export const codeForm = z.object({ otp: oneTimeCode, heldKey: idSchema });

export const heldKeyOnly = z.object({ heldKey: idSchema });

export const sendOtpCall = z.object({
  email: emailAddress(key('signup.email')),
  checkUserPresent: z.unknown().optional(),
});

export const forgotPasswordForm = z.object({ email: emailAddress(key('login.email')) });

/**
 * What the reset page asks for, and the token of its address (docs/requirements.md#validation,
 * docs/requirements.md#api).
 */
export const resetPasswordForm = z
  .object({
    token: z.string({ error: key('reset.over') }).max(100, key('reset.over')),
    password: newPassword(key('signup.password')),
    confirmPassword: z.string({ error: key('signup.confirmPassword') }).min(1, key('signup.confirmPassword')),
  })
  .refine(matchingPasswords, mismatch);

/** A password that somebody has: whatever was right when it was chosen. */
const heldPassword = (missing: MessageKey) =>
  z.string({ error: missing }).min(1, missing).max(1024, key('form.tooLong'));

// Six digits of the app, or a recovery code; an empty one counts as not said.
const factorCode = z
  .string({ error: key('otp.required') })
  .transform(plainCode)
  .pipe(z.string().regex(/^(|\d{6}|[\da-z]{16})$/, key('secondFactor.shape')))
  .transform((code) => code || undefined)
  .meta({ examples: ['123456'] });
const neededFactorCode = factorCode.pipe(z.string({ error: key('otp.required') }));

export const languageChoice = z.object({ language: choiceOf(languageCodes, key('language.failed')) });

const ofEachLanguage = <Field extends z.ZodType>(field: Field) =>
  z.object(Object.fromEntries(languageCodes.map((code) => [code, field])) as Record<LanguageCode, Field>);

/** Which languages an expert reads; one that is left out stays as it is. */
export const languagesRead = ofEachLanguage(booleanField.optional());

/** The same on the page, which sends nothing of a check box that is not ticked. */
export const languagesReadForm = ofEachLanguage(booleanField.default(false));

export const loginForm = z.object({
  email: requiredLine(key('login.email'), 254).transform(toPlainAddress),
  password: heldPassword(key('login.password')),
  // Only where a second factor is in force.
  otp: factorCode.optional(),
});

/**
 * The second step of a log-in: the code, and the key of the first step, which the channel adds from
 * the cookie.
 */
export const secondStepForm = z.object({ otp: neededFactorCode, key: idSchema });

/** Beginning with a second factor; in place of one that is in force, with a code of that. */
export const beginFactorForm = z.object({
  password: heldPassword(key('login.password')),
  otp: factorCode.optional(),
});

/** Putting a second factor in force, and the session's token, which the channel adds. */
export const confirmFactorForm = z.object({ otp: oneTimeCode, token: z.string() });

/** What a second factor that is in force asks for before it is changed. */
export const heldFactorForm = z.object({
  password: heldPassword(key('login.password')),
  otp: neededFactorCode,
});

/** `auth/verify-otp` (docs/requirements.md#api). */
export const verifyOtpCall = z.object({ email: emailAddress(key('signup.email')), otp: oneTimeCode });

export const maxAboutLength = 1000;
const firstDayOfBirth = '1900-01-01';

// Each rule speaks alone: a day that is none is not also in the future.
const dayOfBirth = requiredLine(key('profile.dateOfBirth'), 40)
  .transform(toLatinDigits)
  .pipe(z.string().refine((day) => isRealDay(day) && day >= firstDayOfBirth, key('profile.noSuchDay')))
  .pipe(z.string().refine((day) => day <= clinicDay(Date.now()), key('profile.future')))
  .meta({ minLength: 10, maxLength: 10, format: 'date' });

/**
 * The profile form (docs/requirements.md#validation, docs/requirements.md#api). Whether the number
 * is one is asked when the account's own is known.
 */
export const profileForm = z.object({
  firstName: personName(key('profile.firstName'), 60),
  lastName: clearableName(60),
  dateOfBirth: dayOfBirth,
  // "Select" is the empty choice.
  gender: z.preprocess(
    (chosen) => (chosen === noGender ? undefined : chosen),
    choiceOf(genders, key('profile.gender')),
  ),
  contactNumber: requiredLine(key('profile.contactNumber'), 24).pipe(
    z.string().refine(isProfileLength, key('profile.noNumber')),
  ),
  about: requiredText(key('profile.about'), maxAboutLength),
});

/** Changing one's credentials: the number is what they are about, the rest may be left out. */
export const credentialsForm = z.object({
  council: clearableLine(maxCredentialLength.council),
  qualification: clearableLine(maxCredentialLength.qualification),
  registrationNumber: requiredLine(key('credentials.number'), maxCredentialLength.registrationNumber).pipe(
    z.string().refine(isRegistrationNumber, key('credentials.shape')),
  ),
});

const passwordChange = z.object({
  oldPassword: heldPassword(key('changePassword.old')),
  newPassword: newPassword(key('changePassword.new')),
  confirmNewPassword: z
    .string({ error: key('changePassword.confirm') })
    .min(1, key('changePassword.confirm')),
});
const newPair = passwordChange.pick({ newPassword: true, confirmNewPassword: true });

/** Changing one's password (docs/requirements.md#validation, docs/requirements.md#api). */
export const changePasswordForm = passwordChange.refine(
  ({ newPassword: chosen, confirmNewPassword }) => chosen === confirmNewPassword,
  {
    path: ['confirmNewPassword'],
    error: key('signup.mismatch'),
    params: passwordsDiffer,
    when: ({ value }: { value: unknown }) => newPair.safeParse(value).success,
  },
);

/** Asking for everything that is kept: with the password, on pages and through the API. */
export const exportDataForm = z.object({ password: heldPassword(key('login.password')) });

/** `profile/delete-profile` takes nothing; a password that is sent all the same has to be right. */
export const deleteAccountCall = z.object({ password: heldPassword(key('login.password')).optional() });

/** The page asks for the word and the password: one click does not delete an account. */
export const deleteAccountForm = z.object({
  confirmation: z
    .string({ error: key('deleteAccount.confirmation') })
    .refine((word) => word.trim() === deletionWord, key('deleteAccount.confirmation')),
  password: heldPassword(key('login.password')),
});
