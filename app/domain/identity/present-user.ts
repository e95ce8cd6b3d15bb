import { z } from 'zod';
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
    _id: z.string().describe('The ID of the account.'),
    firstName: z.string().describe('The first name.'),
    lastName: z.string().describe('The family name; empty where someone has none.'),
    email: z.string().describe('The e-mail address, in lower case.'),
    image: z
      .string()
      .nullable()
      .describe('The address of the display picture, or of a drawing of the initials, good for 15 minutes.'),
    accountType: z.enum(accountTypes).describe('What kind of account it is.'),
    contactNumber: z.string().nullable().describe('The phone number, in E.164; null where none was given.'),
    approved: z
      .boolean()
      .describe('Whether the clinic has approved this expert; false while suspended, and for everyone else.'),
    credentials: z
      .object({
        registrationNumber: z
          .string()
          .nullable()
          .describe(
            'The number under which a medical council has registered the expert; null where none was given.',
          ),
        council: z.string().nullable().describe('The medical council; null where none was given.'),
        qualification: z
          .string()
          .nullable()
          .describe("The expert's degrees and specialty; null where none were given."),
      })
      .nullable()
      .describe('The registration of an expert; null where none was given, and for everyone else.'),
    additionalDetails: z
      .object({
        about: z.string().nullable().describe('What they say about themselves; null where nothing was said.'),
        gender: z.enum(genders).nullable().describe('Their gender; null where it was not said.'),
        contactNumber: z.string().nullable().describe('The same as `contactNumber` of the account.'),
        dateOfBirth: z
          .string()
          .nullable()
          .describe('The day of birth, as YYYY-MM-DD; null where it was not said.'),
      })
      .describe('What else the profile says.'),
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
    email: row.email,
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
