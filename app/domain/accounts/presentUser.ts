import { z } from 'zod';
import type { users } from '~/platform/db/tables';
import { listMeta } from '../fields';
import { accountTypes } from '../viewer';

type Row = typeof users.$inferSelect;

/** A user as the outside sees them (decisions: API). */
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
    additionalDetails: z.object({
      about: z.string().nullable(),
      gender: z.string().nullable(),
      contactNumber: z.string().nullable(),
      dateOfBirth: z.string().nullable(),
    }),
  })
  .meta({ id: 'User' });

export type PublicUser = z.infer<typeof publicUser>;

/** A list of users, as the answers carry it. */
export const userListAnswer = z.object({ data: z.array(publicUser), meta: listMeta });

/** Presents a user. The password's hash is not among it, whatever the row holds. */
export function presentUser(row: Row): PublicUser {
  return {
    _id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    image: null,
    accountType: row.accountType,
    contactNumber: row.contactNumber,
    approved: row.approved,
    additionalDetails: {
      about: row.about,
      gender: row.gender,
      contactNumber: row.contactNumber,
      dateOfBirth: row.dateOfBirth,
    },
  };
}
