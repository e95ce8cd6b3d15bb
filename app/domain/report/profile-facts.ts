import type { users } from '~/platform/db/core/tables/accounts.server';
import type { PersonSex } from '~/platform/enums';

type Profile = Pick<typeof users.$inferSelect, 'birthYear' | 'dateOfBirth' | 'gender'>;

const sexOf: Partial<Record<NonNullable<Profile['gender']>, PersonSex>> = {
  Female: 'female',
  Male: 'male',
  'Non-Binary': 'other',
  Other: 'other',
};

/** Returns the sex that the gender of a profile states, or `unsaid`. */
export const toPersonSex = (gender: Profile['gender']): PersonSex => (gender && sexOf[gender]) || 'unsaid';

/** Returns the year of birth of an account, from either field that may hold it; null without one. */
export function toBirthYear({ birthYear, dateOfBirth }: Omit<Profile, 'gender'>): number | null {
  const year = birthYear ?? dateOfBirth?.slice(0, 4);
  return year ? Number(year) : null;
}
