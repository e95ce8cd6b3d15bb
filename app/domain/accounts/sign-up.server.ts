import { and, eq, gt, lte } from 'drizzle-orm';
import type { z } from 'zod';
import { announceExpert } from '~/domain/alerts/digests.server';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { emptyOutput } from '~/domain/kernel/fields';
import { type CallContext, openOperation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { requireGoodPassword } from '~/domain/log-in/password-rule.server';
import { enqueueEmail } from '~/domain/notifications/enqueue-email.server';
import { wakeOutbox } from '~/domain/notifications/rounds.server';
import type { Language } from '~/i18n/languages';
import { heldSignups, users } from '~/platform/db/core/tables/accounts.server';
import { atomically, db, execute, isDuplicate, requireChange } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';
import { refund } from '~/platform/limits/limits.server';
import { hashPassword } from '~/platform/secrets/passwords.server';
import { hashToken, newToken } from '~/platform/secrets/tokens.server';
import {
  codeLifetimeMinutes,
  consumeCodeAttempt,
  findWrongCodeRefusal,
  issueCode,
  spendCode,
} from './one-time-code.server';
import { codeForm, heldKeyOnly, sendOtpCall, signupCall, signupForm, signupNumber } from './schemas';

const heldMinutes = 30;

/** The columns that an account is opened with. */
type Details = Omit<typeof heldSignups.$inferInsert, 'keyHash' | 'expiresAt'>;

/**
 * `auth/send-otp`: sends an e-mail with a code, or, if the address has an account, an e-mail that
 * says so (docs/requirements.md#api).
 */
export const sendOtp = openOperation({
  name: 'account.sendOtp',
  api: {
    summary: 'Send a code',
    text: 'Sends a 6-digit code to the address, valid for 10 minutes. The response is the same whether or not the address has an account.',
  },
  input: sendOtpCall,
  output: emptyOutput,
  limits: ['codes'],
  successMessage: 'otp.sent',
  failureMessage: 'otp.failed',
  async run({ input, context }) {
    await sendCode({ email: input.email, language: context.language });
    return {};
  },
});

/** Stores the sign-up form for 30 minutes and sends the code (docs/requirements.md#states). */
export const holdSignup = openOperation({
  name: 'account.holdSignup',
  policy: { formFor: 'guests' },
  input: signupForm,
  limits: ['signups', 'codes'],
  secretFields: ['password', 'confirmPassword'],
  successMessage: 'otp.sent',
  failureMessage: 'otp.failed',
  async run({ input, context }) {
    const details = await prepare(input);
    const heldKey = newToken();
    await execute(db().delete(heldSignups).where(lte(heldSignups.expiresAt, new Date())));
    await execute(
      db()
        .insert(heldSignups)
        .values({
          ...details,
          keyHash: hashToken(heldKey),
          expiresAt: new Date(Date.now() + heldMinutes * 60_000),
        }),
    );
    try {
      await sendCode({ email: details.email, language: context.language });
    } catch (error) {
      // A user who went back to correct a name keeps their code.
      if (!(error instanceof Refusal && error.kind === 'tooMany')) throw error;
    }
    return { heldKey };
  },
});

/** Sends another code for a pending sign-up, and invalidates the previous one. */
export const resendCode = openOperation({
  name: 'account.resendCode',
  policy: { formFor: 'guests' },
  input: heldKeyOnly,
  limits: ['codes'],
  successMessage: 'otp.sent',
  failureMessage: 'otp.failed',
  async run({ input, context }) {
    const { email } = await requireHeld(input.heldKey);
    await sendCode({ email, language: context.language });
    return {};
  },
});

/** Opens the account of a pending sign-up, from the code page. */
export const verifyHeldSignup = openOperation({
  name: 'account.verifyHeldSignup',
  policy: { formFor: 'guests' },
  input: codeForm,
  limits: ['codes'],
  successMessage: 'signup.done',
  failureMessage: 'signup.failed',
  async run({ input, context }) {
    const { keyHash: _key, expiresAt: _over, ...details } = await requireHeld(input.heldKey);
    await openAccount({ details, otp: input.otp, context });
    return { email: details.email };
  },
});

/**
 * `auth/signup`: opens an account in one call, with the code from `auth/send-otp`
 * (docs/requirements.md#api).
 */
export const signup = openOperation({
  name: 'account.signup',
  api: {
    summary: 'Sign up',
    text: 'Opens a Patient or Expert account with the code from the e-mail. An expert may add a registration number, council and qualification, and then waits for approval by an admin.',
  },
  input: signupCall,
  output: emptyOutput,
  limits: ['signups', 'codes'],
  secretFields: ['password', 'confirmPassword', 'otp'],
  successMessage: 'signup.done',
  failureMessage: 'signup.failed',
  async run({ input, context }) {
    await openAccount({ details: await prepare(input), otp: input.otp, context });
    return {};
  },
});

/**
 * Finds the pending sign-up of a key, for the code page.
 *
 * @param heldKey the key from the cookie.
 * @returns the stored details, or undefined if there are none or their 30 minutes are over.
 */
export async function findHeldSignup(heldKey: string | undefined) {
  if (!heldKey) return undefined;
  const [row] = await db()
    .select()
    .from(heldSignups)
    .where(and(eq(heldSignups.keyHash, hashToken(heldKey)), gt(heldSignups.expiresAt, new Date())));
  return row;
}

async function requireHeld(heldKey: string) {
  const signup = await findHeldSignup(heldKey);
  if (!signup) throw new Refusal('notFound', 'signup.nothingHeld');
  return signup;
}

async function prepare(input: z.output<typeof signupForm>): Promise<Details> {
  await requireGoodPassword(input.password, input, 'password');
  const { accountType, firstName, lastName, email, registrationNumber, council, qualification } = input;
  const contactNumber = signupNumber(input);
  if (!contactNumber) throw new Refusal('invalid', 'phone.notInCountry', { field: 'contactNumber' });
  return {
    accountType,
    firstName,
    lastName,
    email,
    contactNumber,
    passwordHash: await hashPassword(input.password),
    ...(accountType === 'Expert' && { registrationNumber, council, qualification }),
  };
}

/**
 * Sends a code, or, if the address has an account, the e-mail that says so. Both do the same work,
 * so that only the mailbox learns which it was (docs/requirements.md#identity). The address may not
 * belong to the caller, so the e-mail and its To line contain nothing else that they typed.
 */
async function sendCode({ email, language }: { email: string; language: Language }) {
  const code = await issueCode(email);
  const [account] = await db().select({ id: users.id }).from(users).where(eq(users.email, email));
  const to = { name: '', address: email };
  const usefulMinutes = codeLifetimeMinutes;
  await atomically([
    account
      ? enqueueEmail({ template: 'alreadyHaveAccount', to, params: {}, language, usefulMinutes })
      : enqueueEmail({
          template: 'code',
          to,
          params: { code, minutes: codeLifetimeMinutes },
          language,
          usefulMinutes,
        }),
  ]);
  wakeOutbox();
}

/**
 * Uses the code and opens the account in one transaction. If the address has an account, the code
 * is refused as wrong. Only wrong codes count against the network.
 */
async function openAccount({
  details,
  otp,
  context: { language, client },
}: {
  details: Details;
  otp: string;
  context: Pick<CallContext, 'language' | 'client'>;
}) {
  const { accountType, email } = details;
  await consumeCodeAttempt(email, client);
  const id = newId();
  const now = new Date();
  try {
    const isOpened = await atomically([
      requireChange(spendCode(email, otp)),
      db()
        .insert(users)
        .values({ ...details, id, language, createdAt: now, updatedAt: now }),
      db().delete(heldSignups).where(eq(heldSignups.email, email)),
      accountType === 'Expert' && announceExpert(),
      auditEntry({ action: 'account.opened', actorId: id, objectId: id }),
    ]);
    if (!isOpened) throw await findWrongCodeRefusal(email, client);
    await refund('codes', client);
    if (accountType === 'Expert') wakeOutbox();
  } catch (error) {
    if (isDuplicate(error)) throw await findWrongCodeRefusal(email, client);
    throw error;
  }
}
