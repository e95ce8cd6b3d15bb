export const accountTypes = ['Patient', 'Expert', 'Admin'] as const;
export type AccountType = (typeof accountTypes)[number];

/** Who is asking, read from the database on every request (decisions: Identity). */
export type Viewer = {
  id: string;
  accountType: AccountType;
  approved: boolean;
  firstName: string;
  lastName: string;
  email: string;
  /** Part of the address of the display picture; null where initials stand for it. */
  pictureTag: string | null;
};

/** The columns of the table "Who may do what" of the decisions. */
export type Rank = 'Patient' | 'unapproved' | 'Expert' | 'Admin';

/** A viewer's column in the permission table: an expert counts as one only once approved. */
export function rankOf({ accountType, approved }: Pick<Viewer, 'accountType' | 'approved'>): Rank {
  return accountType === 'Expert' && !approved ? 'unapproved' : accountType;
}
