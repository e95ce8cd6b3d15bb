import { z } from 'zod';
import { maxPasskeyNameLength } from '~/domain/identity/account-constants';
import { optionalFactorCode } from '~/domain/identity/account-schemas';
import { existingPassword } from '~/domain/identity/password-schemas';
import { clearableLine, idSchema, key, optionalLine, publicMoment } from '~/domain/kernel/fields';

const maxCredentialLength = 20_000;
const hasNoNull = (text: string) => !text.includes('\0');

const passkeyId = idSchema.meta({
  description: 'ID of the passkey: `_id` in `auth/passkeys`.',
  example: '01k2zq5v7m8n9p0q1r2s3t4v5x',
});

const credential = z
  .string({ error: key('passkeys.refused') })
  .min(1, key('passkeys.refused'))
  .max(maxCredentialLength, key('form.tooLong'))
  .refine(hasNoNull, key('form.unseen'))
  .meta({
    description: 'Answer of the browser or device, as JSON text: `JSON.stringify(credential.toJSON())`.',
    example: '{"id":"q3Zk1m0aV7tY2hN8bXc5Ew","type":"public-key","response":{}}',
  });

/**
 * The fields of a change that needs a proof beside the session: the password, or the answer of a
 * passkey to the options of `auth/passkey-proof-options`.
 */
export const proofFields = {
  password: existingPassword(key('login.password'))
    .optional()
    .describe('Password of your account. This or `credential` is required.'),
  credential: z
    .string()
    .max(maxCredentialLength, key('form.tooLong'))
    .refine(hasNoNull, key('form.unseen'))
    .optional()
    .meta({
      description:
        'Answer of a passkey to the options of `auth/passkey-proof-options`, as JSON text, in place of `password`.',
      example: '{"id":"q3Zk1m0aV7tY2hN8bXc5Ew","type":"public-key","response":{}}',
    }),
};

export const beginPasskeyForm = z.object({
  password: existingPassword(key('login.password')),
  otp: optionalFactorCode.describe(
    'If two-step login is on: a code from the authenticator app, or a recovery code. Omit it otherwise.',
  ),
});

/** Input for adding a passkey, with the session's token, which the channel adds. */
export const addPasskeyForm = z.object({
  name: optionalLine(maxPasskeyNameLength).meta({
    description: 'Your name for the passkey. Defaults to the browser and operating system.',
    example: 'My phone',
  }),
  credential,
  token: z.string(),
});

export const passkeyIdOnly = z.object({ passkeyId });

/** Input for removing a passkey, which needs a proof beside the session. */
export const removePasskeyForm = passkeyIdOnly.extend(proofFields);

export const renamePasskeyForm = z.object({
  passkeyId,
  name: clearableLine(maxPasskeyNameLength).meta({
    description: 'Your name for the passkey. Unchanged if omitted; removed if empty.',
    example: 'My phone',
  }),
});

export const passkeyLogInCall = z.object({ credential });

/** Input of the page, whose script sends it. Anything else is a passkey that is not accepted. */
export const passkeyLogInForm = z.object({
  credential: z.string().max(maxCredentialLength).refine(hasNoNull).catch(''),
});

/** A passkey as its owner sees it. */
export const publicPasskey = z
  .object({
    _id: z.string().describe('ID of the passkey.'),
    name: z
      .string()
      .nullable()
      .describe('Name given by the owner, or the browser and operating system. `null` if there is none.'),
    createdAt: publicMoment.describe('Time it was added, in UTC.'),
    lastUsedAt: publicMoment
      .nullable()
      .describe('Time of the last log-in with it, in UTC. `null` if there was none.'),
  })
  .meta({
    id: 'Passkey',
    description: 'A passkey of an account.',
    example: {
      _id: '01k2zq5v7m8n9p0q1r2s3t4v5x',
      name: 'My phone',
      createdAt: '2026-03-05T08:30:00.000Z',
      lastUsedAt: null,
    },
  });
export type PublicPasskey = z.infer<typeof publicPasskey>;

const publicKeyType = z.literal('public-key').describe('Kind of credential.');
const challenge = z.string().describe('Value to be signed, in base64url. Valid for 5 minutes and one use.');
const timeout = z.int().describe('Milliseconds in which the user has to answer.');
const userVerification = z
  .literal('required')
  .describe('The device asks for a fingerprint, a face, a PIN or the like.');
const challengeExample = 'mXl0uW6nqkq0c0r6w1H2v3b4n5m6q7w8e9r0t1y2u3i';

/** The options with which a browser makes a passkey. */
export const registrationOptions = z
  .object({
    challenge,
    rp: z
      .object({
        id: z.string().describe('Host of the site.'),
        name: z.string().describe('Name of the site.'),
      })
      .describe('Site that the passkey belongs to.'),
    user: z
      .object({
        id: z.string().describe('ID of the account, in base64url.'),
        name: z.string().describe('E-mail address of the account.'),
        displayName: z.string().describe('Name of the account holder.'),
      })
      .describe('Account that the passkey opens.'),
    pubKeyCredParams: z
      .array(z.object({ type: publicKeyType, alg: z.int().describe('Number of a COSE algorithm.') }))
      .describe('Signatures accepted.'),
    timeout,
    attestation: z.literal('none').describe('No proof of the make of the device is asked for.'),
    authenticatorSelection: z
      .object({
        residentKey: z.literal('required').describe('The passkey is stored on the device with the account.'),
        requireResidentKey: z.literal(true).describe('The same, for older browsers.'),
        userVerification,
      })
      .describe('Requirements on the device.'),
    excludeCredentials: z
      .array(
        z.object({
          type: publicKeyType,
          id: z.string().describe('ID of a passkey of the account, in base64url.'),
          transports: z
            .array(z.string().describe('Way in which browsers reach the device.'))
            .optional()
            .describe('Ways in which browsers reach the device.'),
        }),
      )
      .describe('Passkeys of the account. A device that has one of them makes no second one.'),
  })
  .meta({
    id: 'PasskeyRegistration',
    description:
      '`PublicKeyCredentialCreationOptionsJSON` of Web Authentication, for `PublicKeyCredential.parseCreationOptionsFromJSON()`.',
    example: {
      challenge: challengeExample,
      rp: { id: 'clinic.example', name: 'SecondLook' },
      user: { id: 'MDFrMnpxNXY3bThu', name: 'asha@example.com', displayName: 'Asha Devi' },
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      timeout: 300_000,
      attestation: 'none',
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      excludeCredentials: [],
    },
  });

/** The options with which a browser logs in with a passkey. */
export const logInOptions = z
  .object({
    challenge,
    rpId: z.string().describe('Host of the site.'),
    timeout,
    userVerification,
  })
  .meta({
    id: 'PasskeyLogIn',
    description:
      '`PublicKeyCredentialRequestOptionsJSON` of Web Authentication, for `PublicKeyCredential.parseRequestOptionsFromJSON()`. It names no account: the device offers the passkeys it has for the site.',
    example: {
      challenge: challengeExample,
      rpId: 'clinic.example',
      timeout: 300_000,
      userVerification: 'required',
    },
  });

/** The options with which a browser signs with a passkey of one account. */
export const proofOptions = z
  .object({
    challenge,
    rpId: z.string().describe('Host of the site.'),
    timeout,
    userVerification,
    allowCredentials: z
      .array(
        z.object({
          type: publicKeyType,
          id: z.string().describe('ID of a passkey of the account, in base64url.'),
          transports: z
            .array(z.string().describe('Way in which browsers reach the device.'))
            .optional()
            .describe('Ways in which browsers reach the device.'),
        }),
      )
      .describe('Passkeys of the account.'),
  })
  .meta({
    id: 'PasskeyProof',
    description:
      '`PublicKeyCredentialRequestOptionsJSON` of Web Authentication, with the passkeys of your account.',
    example: {
      challenge: challengeExample,
      rpId: 'clinic.example',
      timeout: 300_000,
      userVerification: 'required',
      allowCredentials: [{ type: 'public-key', id: 'q3Zk1m0aV7tY2hN8bXc5Ew' }],
    },
  });
