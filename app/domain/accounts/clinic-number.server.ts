import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { findWithMessages } from '~/domain/identity/message-consents.server';
import { requireOwnRow } from '~/domain/identity/own-row.server';
import { findSessionRefusal, requireOpenSession } from '~/domain/identity/sessions.server';
import { formatClinicNumber } from '~/domain/kernel/clinic-number';
import { emailAddress, emptyOutput, key, oneTimeCode } from '~/domain/kernel/fields';
import { isNoEmail } from '~/domain/kernel/no-email';
import { operation } from '~/domain/kernel/operation';
import { formatPhoneNumber } from '~/domain/kernel/phone';
import { Refusal } from '~/domain/kernel/refusal';
import { eventExample, listAccountEvents, publicEvent } from '~/domain/log-in/account-events.server';
import { requireOwnProof } from '~/domain/log-in/own-proof.server';
import { proofFields } from '~/domain/log-in/passkey-schemas';
import { users } from '~/platform/db/core/tables/accounts.server';
import { atomically, db, isDuplicate, requireChange } from '~/platform/db/db.server';
import { refund } from '~/platform/limits/limits.server';
import { consumeCodeAttempt, findWrongCodeRefusal, spendCode } from './one-time-code.server';
import { sendOtp } from './sign-up.server';

/**
 * Reads the user's clinic number, whether they have an e-mail address, and what was done
 * with the account: by the staff of the clinic, and to the ways into it.
 */
export const readOwnNumber = operation({
  name: 'account.readOwnNumber',
  api: {
    summary: 'Retrieve your clinic number',
    text: 'Returns the clinic number you log in with, and what was done with your account, newest first: by the staff of the clinic, by programs with a key, and in your own sessions to the ways into it.',
  },
  input: z.object({}),
  output: z.object({
    data: z
      .object({
        clinicNumber: z.string().nullable().meta({
          description: 'Clinic number. `null` for an account that was opened with an e-mail address.',
          example: 'K7QM-3XPD-5',
        }),
        mayWrite: z.boolean().describe('Whether the staff may write to your phone number.'),
        hasEmail: z.boolean().describe('Whether the account has an e-mail address.'),
        phoneNumber: z.string().meta({
          description: 'Phone number as the form shows it. Empty if none was given.',
          example: '9876543210',
        }),
        events: z.array(publicEvent).describe('What was done with the account, newest first, at most 61.'),
      })
      .meta({
        description: 'How you log in without e-mail.',
        example: {
          clinicNumber: 'K7QM-3XPD-5',
          mayWrite: true,
          hasEmail: false,
          phoneNumber: '9876543210',
          events: [eventExample],
        },
      }),
  }),
  allow: 'account.own',
  successMessage: 'ownNumber.title',
  failureMessage: 'ownNumber.failed',
  async run({ viewer }) {
    const account = await requireOwnRow(viewer);
    const { loginName, email, contactNumber } = account;
    const writable = await findWithMessages([{ id: viewer.id, contactNumber }]);
    return {
      data: {
        clinicNumber: loginName && formatClinicNumber(loginName),
        mayWrite: writable.has(viewer.id),
        hasEmail: !isNoEmail(email),
        phoneNumber: contactNumber ? formatPhoneNumber(contactNumber) : '',
        events: await listAccountEvents(account),
      },
    };
  },
});

const newAddress = z.object({
  email: emailAddress(key('signup.email')).meta({
    description: 'Your e-mail address. Not case-sensitive.',
    example: 'asha@example.com',
  }),
});

/**
 * Sends a code to the address that an account without e-mail is to get. The answer is the same
 * whether or not the address has an account.
 *
 * @returns the address, for the form that asks for the code.
 * @throws Refusal: `conflict` if the account has an address; `tooMany` as `sendOtp` does.
 */
export const sendAddressCode = operation({
  name: 'account.sendAddressCode',
  input: newAddress,
  refusals: ['conflict', 'tooMany'],
  allow: 'account.own',
  limits: ['codes'],
  successMessage: 'otp.sent',
  failureMessage: 'otp.failed',
  async run({ viewer, input, context }) {
    const account = await requireOwnRow(viewer);
    if (!isNoEmail(account.email)) throw new Refusal('conflict', 'addEmail.has');
    await sendOtp.run({ viewer, input, context });
    return { data: { email: input.email } };
  },
});

/**
 * Adds an e-mail address to an account without one, with the code that was sent there and the
 * password or a passkey. The clinic number goes on to work.
 *
 * @throws Refusal: `conflict` if the account has an address; as `requireOwnProof` does; `invalid`
 *   beside `otp`, also for an address that has an account; `signedOut` if the session has ended
 *   meanwhile.
 */
export const addEmail = operation({
  name: 'account.addEmail',
  api: {
    summary: 'Add an e-mail address',
    text: 'Adds an address to an account without one, with the code from `auth/send-otp` and the password or a passkey. You can then log in with either. Returns 409 if the account has an address.',
  },
  input: newAddress.extend({
    ...proofFields,
    otp: oneTimeCode.describe('6-digit code from the e-mail that `auth/send-otp` sent.'),
    token: z.string(),
  }),
  output: emptyOutput,
  refusals: ['conflict'],
  allow: 'account.own',
  limits: ['codes'],
  secretFields: ['password', 'credential'],
  successMessage: 'addEmail.done',
  failureMessage: 'addEmail.failed',
  async run({ viewer, input: { email, otp, token, ...proof }, context }) {
    const account = await requireOwnRow(viewer);
    if (!isNoEmail(account.email)) throw new Refusal('conflict', 'addEmail.has');
    await requireOwnProof({ viewer, proof, context }).catch(async (error: unknown) => {
      // A new slip ends the session and the password together.
      throw error instanceof Refusal ? await findSessionRefusal(token, error) : error;
    });
    await consumeCodeAttempt(email, context.client);
    const isWithout = and(eq(users.id, viewer.id), eq(users.email, account.email));
    const now = new Date();
    try {
      const isAdded = await atomically([
        ...requireOpenSession(viewer, token),
        requireChange(spendCode(email, otp)),
        requireChange(
          db()
            .update(users)
            .set({ email, emailAddedAt: now, emailConfirmedAt: null, updatedAt: now })
            .where(isWithout),
        ),
        auditEntry({ action: 'email.added', actorId: viewer.id, objectId: viewer.id }),
      ]);
      if (!isAdded) throw await findSessionRefusal(token, await findWrongCodeRefusal(email, context.client));
      await refund('codes', context.client);
      return {};
    } catch (error) {
      if (isDuplicate(error)) throw await findWrongCodeRefusal(email, context.client);
      throw error;
    }
  },
});
