import { and, count, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { maxPasskeys } from '~/domain/identity/account-constants';
import { formatFullName } from '~/domain/identity/full-name';
import { requireOwnRow, toShownLoginName } from '~/domain/identity/own-row.server';
import { deviceNameOf, findSessionRefusal, requireOpenSession } from '~/domain/identity/sessions.server';
import { requireSlipInTime } from '~/domain/identity/slip-end.server';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { enqueueEmail, toAddressee } from '~/domain/notifications/enqueue-email.server';
import { wakeOutbox } from '~/domain/notifications/rounds.server';
import { passkeys, sessions, users } from '~/platform/db/core/tables/accounts.server';
import { atomically, db, isDuplicate, requireChange, type Step } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';
import { hashPassword } from '~/platform/secrets/passwords.server';
import { hashToken, newToken } from '~/platform/secrets/tokens.server';
import { getSettings } from '~/platform/settings/env.server';
import { checkOwnPassword } from './change-password.server';
import { countSuccessfulLogin } from './log-in.server';
import { requireOwnFactor } from './own-factor.server';
import {
  algorithms,
  challengeMinutes,
  openChallenge,
  relyingParty,
  toUserHandle,
  verifyNewPasskey,
} from './passkey-ceremony.server';
import { addPasskeyForm, beginPasskeyForm, publicPasskey, registrationOptions } from './passkey-schemas';
import { findPasskeys, presentPasskey } from './passkeys.server';
import { codeNeededRefusal, verifyAndConsumeFactor, wrongFactorCodeRefusal } from './verify-factor.server';

/**
 * Begins adding a passkey, after the password and, if a second factor is in force, its code.
 *
 * @returns the options for the browser, with a challenge that is valid for five minutes.
 * @throws Refusal: `invalid` beside `password` or `otp`, `tooMany`; `conflict` with ten passkeys.
 */
export const beginPasskey = operation({
  name: 'passkey.begin',
  api: {
    summary: 'Start adding a passkey',
    text: 'Returns the options with which a browser on this site makes a passkey. Send its answer to `auth/add-passkey` within 5 minutes.',
  },
  input: beginPasskeyForm,
  output: z.object({ data: registrationOptions.describe('Options for the browser.') }),
  refusals: ['conflict', 'forbidden'],
  allow: 'account.own',
  policy: { newPassword: 'optional', secondFactor: 'optional' },
  secretFields: ['password', 'otp'],
  successMessage: 'passkeys.begun',
  failureMessage: 'passkeys.failed',
  async run({ viewer, input: { password, otp }, context }) {
    await requireOwnFactor(viewer);
    const checked = await checkOwnPassword({ viewer, password, context, field: 'password' });
    const { account } = checked;
    const ownPasskeys = await findPasskeys(account.id);
    if (ownPasskeys.length >= maxPasskeys) throw tooManyPasskeys();
    return countSuccessfulLogin(account.id, context, async () => {
      if (account.totpSince) {
        if (!otp) throw codeNeededRefusal('invalid');
        if (!(await verifyAndConsumeFactor({ ...checked, code: otp, statements: [] })))
          throw wrongFactorCodeRefusal('invalid');
      }
      const challenge = await openChallenge(account.id);
      return { data: toRegistrationOptions(account, ownPasskeys, challenge) };
    });
  },
});

function toRegistrationOptions(
  account: typeof users.$inferSelect,
  ownPasskeys: (typeof passkeys.$inferSelect)[],
  challenge: string,
): z.infer<typeof registrationOptions> {
  const { id, firstName, lastName } = account;
  return {
    challenge,
    rp: { id: relyingParty().id, name: getSettings().PRODUCT_NAME },
    user: {
      id: toUserHandle(id),
      name: toShownLoginName(account),
      displayName: formatFullName({ firstName, lastName }),
    },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: challengeMinutes * 60_000,
    attestation: 'none',
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    excludeCredentials: ownPasskeys.map(({ credentialId, transports }) => ({
      type: 'public-key',
      id: credentialId,
      transports: transports ?? undefined,
    })),
  };
}

/**
 * Adds a passkey with the browser's answer to the options. The owner gets an e-mail. The session
 * counts as opened with it, so that it satisfies a demanded second factor.
 *
 * @throws Refusal: `invalid` beside `credential` if the answer is not right, late or was used;
 *   `conflict` with ten passkeys; `signedOut` if the session has ended meanwhile.
 */
export const addPasskey = operation({
  name: 'passkey.add',
  api: {
    summary: 'Add a passkey',
    text: 'Adds the passkey that a browser made with the options of `auth/begin-passkey`. Each challenge works once. The owner gets an e-mail.',
  },
  input: addPasskeyForm,
  output: z.object({ data: publicPasskey.describe('Passkey as stored.') }),
  refusals: ['conflict', 'forbidden'],
  allow: 'account.own',
  policy: { newPassword: 'optional', secondFactor: 'optional' },
  secretFields: ['credential'],
  successMessage: 'passkeys.added',
  failureMessage: 'passkeys.failed',
  async run({ viewer, input: { name, credential, token }, context }) {
    await requireOwnFactor(viewer);
    const newPasskey = await verifyNewPasskey(credential, viewer.id);
    if (!newPasskey) throw refusedPasskey();
    const account = await requireOwnRow(viewer);
    await requireSlipInTime(account);
    const row = {
      id: newId(),
      userId: viewer.id,
      credentialId: newPasskey.id,
      publicKey: Buffer.from(newPasskey.publicKey).toString('base64url'),
      counter: newPasskey.counter,
      transports: newPasskey.transports ?? null,
      name: name ?? deviceNameOf(context.userAgent) ?? null,
      createdAt: new Date(),
      usedAt: null,
    };
    const steps = account.mustChangePassword ? await endOneTimePassword(account) : [];
    const ownSession = and(eq(sessions.tokenHash, hashToken(token)), eq(sessions.userId, viewer.id));
    const hasRoom = sql`(${db().select({ rows: count() }).from(passkeys).where(eq(passkeys.userId, viewer.id))}) < ${maxPasskeys}`;
    const isAdded = await atomically([
      ...requireOpenSession(viewer, token),
      requireChange(
        db()
          .select({ id: users.id })
          .from(users)
          .where(and(eq(users.id, viewer.id), hasRoom)),
      ),
      ...steps,
      db().insert(passkeys).values(row),
      db().update(sessions).set({ withPasskey: true }).where(ownSession),
      auditEntry({ action: 'passkey.added', actorId: viewer.id, objectId: row.id }),
      enqueueEmail({ template: 'passkeyAdded', ...toAddressee(account), params: {} }),
    ]).catch((error: unknown) => {
      // A device makes a new ID for each passkey, so this one was sent before.
      if (isDuplicate(error)) return false;
      throw error;
    });
    if (!isAdded) {
      const isFull = (await findPasskeys(viewer.id)).length >= maxPasskeys;
      throw await findSessionRefusal(token, isFull ? tooManyPasskeys() : refusedPasskey());
    }
    wakeOutbox();
    return { data: presentPasskey(row) };
  },
});

/**
 * Builds the steps by which a passkey takes the place of a one-time password, which opens nothing
 * any more.
 */
async function endOneTimePassword({ id, passwordHash: before }: Account): Promise<Step[]> {
  const passwordHash = await hashPassword(newToken());
  return [
    requireChange(
      db()
        .update(users)
        .set({ passwordHash, mustChangePassword: false, updatedAt: new Date() })
        .where(and(eq(users.id, id), eq(users.passwordHash, before))),
    ),
    auditEntry({ action: 'password.changed', actorId: id, objectId: id }),
  ];
}

type Account = Awaited<ReturnType<typeof requireOwnRow>>;

const tooManyPasskeys = () => new Refusal('conflict', 'passkeys.full', { values: { most: maxPasskeys } });

const refusedPasskey = () =>
  new Refusal('invalid', 'passkeys.notAdded', { code: 'passkeyRefused', field: 'credential' });
