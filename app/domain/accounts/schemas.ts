import { z } from 'zod';
import { anId, emailAddress, key, newPassword, oneTimeCode, requiredText } from '../fields';
import { dialCodePattern, toE164 } from '../phone';
import { accountTypes } from '../viewer';

const anyCase = (text: unknown) =>
  typeof text === 'string'
    ? accountTypes.find((type) => type.toLowerCase() === text.trim().toLowerCase())
    : undefined;

const signupFields = z.object({
  accountType: z.preprocess(anyCase, z.enum(['Patient', 'Expert'], { error: key('signup.accountType') })),
  firstName: requiredText(key('signup.firstName'), 60),
  lastName: requiredText(key('signup.lastName'), 60),
  email: emailAddress(key('signup.email')),
  countryCode: z.string().regex(dialCodePattern, key('signup.countryCode')).optional(),
  contactNumber: requiredText(key('signup.contactNumber'), 20).pipe(
    z.string().regex(/^\d{10}$/, key('signup.tenDigits')),
  ),
  password: newPassword(key('signup.password')),
  confirmPassword: z.string({ error: key('signup.confirmPassword') }).min(1, key('signup.confirmPassword')),
});

type PasswordPair = { password: string; confirmPassword: string };
type Phone = { contactNumber: string; countryCode?: string };

const passwordPair = signupFields.pick({ password: true, confirmPassword: true });
const phone = signupFields.pick({ contactNumber: true, countryCode: true });

const matchingPasswords = ({ password, confirmPassword }: PasswordPair) => password === confirmPassword;
const aRealNumber = ({ contactNumber, countryCode }: Phone) =>
  toE164({ number: contactNumber, dialCode: countryCode }) !== undefined;

// `when`: both rules speak as soon as their own fields are right, so that every mistake of the form is shown at once.
const mismatch = {
  path: ['confirmPassword'],
  error: key('signup.mismatch'),
  when: ({ value }: { value: unknown }) => passwordPair.safeParse(value).success,
};
const notANumber = {
  path: ['contactNumber'],
  error: key('phone.notInCountry'),
  when: ({ value }: { value: unknown }) => phone.safeParse(value).success,
};

/** What the sign-up page asks for (specification §2, §5). */
export const signupForm = signupFields.refine(matchingPasswords, mismatch).refine(aRealNumber, notANumber);

/** What `auth/signup` takes: the same and the code from the letter. */
export const signupCall = signupFields
  .extend({ otp: oneTimeCode })
  .refine(matchingPasswords, mismatch)
  .refine(aRealNumber, notANumber);

/** The code page: the code, and the key of what is held, which the door adds from the cookie. */
export const codeForm = z.object({ otp: oneTimeCode, heldKey: anId });

export const heldKeyOnly = z.object({ heldKey: anId });

export const sendOtpCall = z.object({
  email: emailAddress(key('signup.email')),
  checkUserPresent: z.unknown().optional(),
});

export const forgotPasswordForm = z.object({ email: emailAddress(key('login.email')) });

/** What the reset page asks for, and the token of its address (specification §5, §7). */
export const resetPasswordForm = z
  .object({
    token: z.string({ error: key('reset.over') }).max(100, key('reset.over')),
    password: newPassword(key('signup.password')),
    confirmPassword: z.string({ error: key('signup.confirmPassword') }).min(1, key('signup.confirmPassword')),
  })
  .refine(matchingPasswords, mismatch);

export const loginForm = z.object({
  email: requiredText(key('login.email'), 254).transform((text) => text.toLowerCase()),
  password: z
    .string({ error: key('login.password') })
    .min(1, key('login.password'))
    .max(1024, key('form.tooLong')),
});
