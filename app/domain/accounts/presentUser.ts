import type { users } from '~/platform/db/tables';

type Row = typeof users.$inferSelect;

/** A user as the outside sees them (decisions: API). The password's hash is not among it, whatever the row holds. */
export function presentUser(row: Row) {
  return {
    _id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    image: null as string | null,
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
