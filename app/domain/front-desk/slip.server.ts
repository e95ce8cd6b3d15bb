import { z } from 'zod';
import { presentUser, publicUser, userExample } from '~/domain/identity/present-user';
import { findCheckSymbol, formatClinicNumber } from '~/domain/kernel/clinic-number';
import type { CallContext } from '~/domain/kernel/operation';
import { languageCodes } from '~/i18n/language-codes';
import type { users } from '~/platform/db/core/tables/accounts.server';
import { randomSymbols } from '~/platform/ids.server';
import { getSettings } from '~/platform/settings/env.server';

const passwordSymbols = 12;

/** Creates a clinic number as it is stored: eight random symbols and their check symbol. */
export function newClinicNumber(): string {
  for (;;) {
    const symbols = randomSymbols(8).toUpperCase();
    const check = findCheckSymbol(symbols);
    if (check) return symbols + check;
  }
}

/** Creates a one-time password of 12 symbols (60 random bits), in lower case. */
export const newOneTimePassword = (): string => randomSymbols(passwordSymbols);

/** The output of the operations that make a slip. */
export const slipAnswer = z.object({
  data: z
    .object({
      user: publicUser.describe('The account.'),
      clinicNumber: z.string().meta({
        description: 'Clinic number, with which its owner logs in.',
        example: 'K7QM-3XPD-5',
      }),
      password: z.string().nullable().meta({
        description:
          'One-time password, which its owner replaces at the first log-in. It is not shown again: `null` if the call repeats an earlier one, and for helpers.',
        example: 'k2fz-0n1p-7m8n',
      }),
      language: z.enum(languageCodes).meta({
        description: 'Language of the account, in which the slip is printed.',
        example: 'te',
      }),
      slipUrl: z.string().meta({
        description: 'Address of the page that prints the slip without the password.',
        example: 'https://clinic.example/dashboard/front-desk/slip/01k2zq5v7m8n9p0q1r2s3t4v5x',
      }),
    })
    .meta({
      description: 'What stands on the slip.',
      example: {
        user: userExample,
        clinicNumber: 'K7QM-3XPD-5',
        password: 'k2fz-0n1p-7m8n',
        language: 'te',
        slipUrl: 'https://clinic.example/dashboard/front-desk/slip/01k2zq5v7m8n9p0q1r2s3t4v5x',
      },
    }),
});

type AccountSlip = z.infer<typeof slipAnswer>['data'];

/** The details of an account that nobody has asked for who sees its slip. */
export const withoutDetails = { about: null, dateOfBirth: null } as const;

/**
 * Presents the slip of an account.
 *
 * @param password the one-time password; null if it was shown before.
 */
export function presentSlip(
  row: typeof users.$inferSelect,
  password: string | null,
  context: CallContext,
): AccountSlip {
  return {
    user: presentUser(row, context),
    clinicNumber: formatClinicNumber(row.loginName ?? ''),
    password: password && (password.match(/.{4}/g) ?? []).join('-'),
    language: row.language,
    slipUrl: `${getSettings().PUBLIC_URL}/dashboard/front-desk/slip/${row.id}`,
  };
}
