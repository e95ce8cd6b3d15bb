import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { ownToken } from '~/domain/identity/open-sessions.server';
import { demandsSecondFactor, requireOwnRow, toShownLoginName } from '~/domain/identity/own-row.server';
import { publicMoment } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import type { Viewer } from '~/domain/kernel/viewer';
import { recoveryCodes } from '~/platform/db/core/tables/accounts.server';
import { db } from '~/platform/db/db.server';
import { drawQrCode } from '~/platform/qr.server';
import { getSettings } from '~/platform/settings/env.server';
import { countPasskeys, hasBegunSetUp } from './own-factor.server';
import { formatInGroups, toOtpLink } from './totp.server';

/** The state of a second factor as its owner sees it. */
const publicFactor = z
  .object({
    isDemanded: z.boolean().describe('Whether the clinic requires two-step login for this account type.'),
    since: publicMoment
      .nullable()
      .describe('Time two-step login was switched on, in UTC. `null` if it is off.'),
    recoveryCodesLeft: z.int().min(0).describe('Number of unused recovery codes.'),
    passkeys: z.int().min(0).describe('Number of passkeys. A log-in with one asks for no code.'),
    setUp: z
      .object({
        secret: z.string().describe('Secret to type into the app.'),
        link: z.string().describe('Secret as a link that opens the app.'),
        picture: z.string().describe('QR code of the link, as a `data:` URL of an SVG.'),
      })
      .nullable()
      .describe(
        'Set-up data for the authenticator app, in the session that has started the set-up, for an hour and until it is confirmed. `null` otherwise.',
      ),
  })
  .meta({
    id: 'SecondFactor',
    description: 'Two-step login of an account.',
    example: {
      isDemanded: false,
      since: null,
      recoveryCodesLeft: 0,
      passkeys: 0,
      setUp: {
        secret: 'JBSW Y3DP EHPK 3PXP',
        link: 'otpauth://totp/SecondLook:asha%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=SecondLook',
        picture: 'data:image/svg+xml,…',
      },
    },
  });

export const secondFactorAnswer = z.object({
  data: publicFactor.describe('Current state of your two-step login.'),
});

/**
 * Reads the state of the user's own second factor.
 *
 * @returns the time since which it is in force and the number of recovery codes left. During setup
 *   also the data for the authenticator app: the secret in groups of four, its link, and a picture
 *   of that link.
 */
export const readSecondFactor = operation({
  name: 'secondFactor.read',
  api: {
    summary: 'Retrieve the state of your second factor',
    text: 'Returns when the second factor was switched on and how many recovery codes are left. For an hour after your session has started a set-up, `setUp` has what the authenticator app needs: the secret, its `otpauth:` link, and a QR code of that link.',
  },
  input: z.object({ token: ownToken }),
  output: secondFactorAnswer,
  allow: 'account.own',
  policy: { secondFactor: 'optional' },
  successMessage: 'secondFactor.title',
  failureMessage: 'secondFactor.failed',
  run: async ({ viewer, input: { token = '' } }) => ({ data: await presentSecondFactor(viewer, token) }),
});

/**
 * Reads the state of a viewer's second factor.
 *
 * @param token the token of the session, which sees the secret of a set-up that it has begun.
 */
export async function presentSecondFactor(
  viewer: Viewer,
  token: string,
): Promise<z.infer<typeof publicFactor>> {
  const account = await requireOwnRow(viewer);
  const { totpSecret, totpSince } = account;
  const label = toShownLoginName(account);
  const link = totpSecret && toOtpLink({ secret: totpSecret, issuer: getSettings().PRODUCT_NAME, label });
  return {
    isDemanded: demandsSecondFactor(account),
    since: totpSince?.toISOString() ?? null,
    recoveryCodesLeft: await db().$count(recoveryCodes, eq(recoveryCodes.userId, viewer.id)),
    passkeys: await countPasskeys(viewer.id),
    setUp:
      totpSecret && link && !totpSince && (await hasBegunSetUp(viewer.id, token))
        ? { secret: formatInGroups(totpSecret), link, picture: await drawQrCode(link) }
        : null,
  };
}
