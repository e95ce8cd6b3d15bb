import { and, eq, lt } from 'drizzle-orm';
import { z } from 'zod';
import { type CallContext, operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { passkeys } from '~/platform/db/core/tables/accounts.server';
import { db, execute } from '~/platform/db/db.server';
import { checkOwnPassword } from './change-password.server';
import {
  challengeMinutes,
  openChallenge,
  readCredential,
  relyingParty,
  verifySignature,
} from './passkey-ceremony.server';
import { proofOptions } from './passkey-schemas';

/**
 * Gives the options with which one of the user's passkeys proves that they want a change.
 *
 * @returns the options for the browser, with a challenge that is valid for five minutes.
 */
export const beginProof = operation({
  name: 'passkey.beginProof',
  api: {
    summary: 'Start a proof with a passkey',
    text: 'Returns the options with which a browser on this site signs with a passkey of your account. Send its answer as `credential`, in place of `password`, to a call that asks for either.',
  },
  input: z.object({}),
  output: z.object({ data: proofOptions.describe('Options for the browser.') }),
  allow: 'account.own',
  limits: ['passkeyLogins'],
  successMessage: 'passkeys.begun',
  failureMessage: 'passkeys.failed',
  async run({ viewer }): Promise<{ data: z.infer<typeof proofOptions> }> {
    const rows = await db()
      .select({ id: passkeys.credentialId, transports: passkeys.transports })
      .from(passkeys)
      .where(eq(passkeys.userId, viewer.id));
    return {
      data: {
        challenge: await openChallenge(viewer.id),
        rpId: relyingParty().id,
        timeout: challengeMinutes * 60_000,
        userVerification: 'required',
        allowCredentials: rows.map(({ id, transports }) => ({
          type: 'public-key',
          id,
          transports: transports ?? undefined,
        })),
      },
    };
  },
});

type Proof = { password?: string; credential?: string };

/**
 * Requires the password or a passkey for a change of a way into the account. A session alone proves
 * nothing: somebody else may have the phone in hand, or the token.
 *
 * @throws Refusal: `invalid` beside `password`, also for a passkey that is not accepted; `tooMany`
 *   after wrong passwords.
 */
export async function requireOwnProof({
  viewer,
  proof: { password, credential },
  context,
}: {
  viewer: Viewer;
  proof: Proof;
  context: CallContext;
}): Promise<void> {
  if (password) await checkOwnPassword({ viewer, password, context, field: 'password' });
  else if (!credential) throw new Refusal('invalid', 'ownProof.needed', { field: 'password' });
  else if (!(await isOwnPasskey(viewer, credential)))
    throw new Refusal('invalid', 'ownProof.refused', { code: 'passkeyRefused', field: 'password' });
}

async function isOwnPasskey(viewer: Viewer, credential: string): Promise<boolean> {
  const sent = readCredential(credential);
  if (!sent) return false;
  const [passkey] = await db()
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.credentialId, sent.id), eq(passkeys.userId, viewer.id)));
  const signed = await verifySignature(sent, passkey, viewer.id);
  if (!passkey || !signed) return false;
  const { counter } = signed;
  const isHigher = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter);
  const changedRows = await execute(
    db()
      .update(passkeys)
      .set({ counter })
      .where(and(eq(passkeys.id, passkey.id), isHigher)),
  );
  return changedRows > 0;
}
