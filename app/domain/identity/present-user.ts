import { z } from 'zod';
import { toVisibleAddress } from '~/domain/kernel/no-email';
import type { CallContext } from '~/domain/kernel/operation';
import type { users } from '~/platform/db/core/tables/accounts.server';
import { accountTypes, genders } from '~/platform/enums';

type Row = typeof users.$inferSelect;

/** A user as the API document shows them. */
export const userExample = {
  _id: '01k2zq5v7m8n9p0q1r2s3t4v5x',
  firstName: 'Asha',
  lastName: 'Devi',
  email: 'asha@example.com',
  image: null,
  accountType: 'Patient',
  contactNumber: '+919876543210',
  approved: false,
  credentials: null,
  additionalDetails: { about: null, gender: null, contactNumber: '+919876543210', dateOfBirth: null },
};

/** A user as API responses show them (docs/requirements.md#api). */
export const publicUser = z
  .object({
    _id: z.string().describe('ID of the account.'),
    firstName: z.string().describe('First name.'),
    lastName: z.string().describe('Family name. Empty if there is none.'),
    email: z.string().describe('E-mail address, in lower case. Empty for an account without e-mail.'),
    image: z
      .string()
      .nullable()
      .describe('Address of the display picture, or of a picture of the initials. Valid for 15 minutes.'),
    accountType: z.enum(accountTypes).describe('Type of the account.'),
    contactNumber: z.string().nullable().describe('Phone number, in E.164. `null` if none was given.'),
    approved: z
      .boolean()
      .describe(
        'Whether the clinic has approved this expert. `false` during a suspension, and for other accounts.',
      ),
    credentials: z
      .object({
        registrationNumber: z
          .string()
          .nullable()
          .describe('Registration number with a medical council. `null` if none was given.'),
        council: z.string().nullable().describe('Medical council. `null` if none was given.'),
        qualification: z.string().nullable().describe('Degrees and specialty. `null` if none were given.'),
      })
      .nullable()
      .describe('Registration of an expert. `null` if none was given, and for other accounts.'),
    additionalDetails: z
      .object({
        about: z.string().nullable().describe('Text about the user. `null` if none was given.'),
        gender: z.enum(genders).nullable().describe('Gender. `null` if not given.'),
        contactNumber: z.string().nullable().describe('Same value as `contactNumber` of the account.'),
        dateOfBirth: z.string().nullable().describe('Date of birth, as YYYY-MM-DD. `null` if not given.'),
      })
      .describe('Additional profile details.'),
  })
  .meta({ id: 'User', description: 'An account.', example: userExample });

export type PublicUser = z.infer<typeof publicUser>;

/**
 * Returns the path of a user's display picture. For a user without a picture, initials are drawn
 * there.
 */
export function toPicturePath({ id, pictureTag }: Pick<Row, 'id' | 'pictureTag'>) {
  return pictureTag ? `/files/picture/${id}/${pictureTag}` : `/files/picture/${id}`;
}

/**
 * Presents a user, never with the password hash.
 *
 * @param context the channel whose links are used.
 * @returns the public shape. `image` is null only on a page, for a user without a picture, because
 *   the page draws the initials itself.
 */
export function presentUser(row: Row, context: Pick<CallContext, 'linksInitials' | 'linkTo'>): PublicUser {
  const image = row.pictureTag || context.linksInitials ? context.linkTo(toPicturePath(row)) : null;
  return {
    _id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    email: toVisibleAddress(row.email),
    image,
    accountType: row.accountType,
    contactNumber: row.contactNumber,
    // A suspended approval does not count.
    approved: row.approved && row.suspendedAt === null,
    credentials: credentialsOf(row),
    additionalDetails: {
      about: row.about,
      gender: row.gender,
      contactNumber: row.contactNumber,
      dateOfBirth: row.dateOfBirth,
    },
  };
}

/** Returns an expert's credentials, or null if there are none or the user is no expert. */
function credentialsOf({ accountType, registrationNumber, council, qualification }: Row) {
  if (accountType !== 'Expert' || !(registrationNumber || council || qualification)) return null;
  return { registrationNumber, council, qualification };
}
