import { z } from 'zod';
import type { CallContext } from '~/domain/kernel/operation';
import type { users } from '~/platform/db/tables.server';
import { accountTypes, genders } from '~/platform/enums';

type Row = typeof users.$inferSelect;

/** A user as the outside sees them (docs/requirements.md#api). */
export const publicUser = z
  .object({
    _id: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    image: z.string().nullable(),
    accountType: z.enum(accountTypes),
    contactNumber: z.string().nullable(),
    approved: z.boolean(),
    credentials: z
      .object({
        registrationNumber: z.string().nullable(),
        council: z.string().nullable(),
        qualification: z.string().nullable(),
      })
      .nullable(),
    additionalDetails: z.object({
      about: z.string().nullable(),
      gender: z.enum(genders).nullable(),
      contactNumber: z.string().nullable(),
      dateOfBirth: z.string().nullable(),
    }),
  })
  .meta({ id: 'User' });

export type PublicUser = z.infer<typeof publicUser>;

/** The path of somebody's display picture; without a picture their initials are drawn there. */
export function picturePathOf({ id, pictureTag }: Pick<Row, 'id' | 'pictureTag'>) {
  return pictureTag ? `/files/picture/${id}/${pictureTag}` : `/files/picture/${id}`;
}

/**
 * Presents a user. The password's hash is not among it, whatever the row holds. Takes the row, and
 * the channel whose links it gets.
 *
 * @returns the public shape. `image` is null only on a page, for somebody without a picture: a page
 *   draws the initials itself and asks for nothing.
 */
export function presentUser(row: Row, context: Pick<CallContext, 'linksInitials' | 'linkTo'>): PublicUser {
  const image = row.pictureTag || context.linksInitials ? context.linkTo(picturePathOf(row)) : null;
  return {
    _id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    image,
    accountType: row.accountType,
    contactNumber: row.contactNumber,
    // An approval that is suspended is none for as long.
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

/** An expert's credentials; null where none were given, and for everybody else. */
function credentialsOf({ accountType, registrationNumber, council, qualification }: Row) {
  if (accountType !== 'Expert' || !(registrationNumber || council || qualification)) return null;
  return { registrationNumber, council, qualification };
}
