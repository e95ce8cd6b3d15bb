import type { Viewer } from '~/domain/kernel/viewer';
import type { users } from '~/platform/db/core/tables/accounts.server';
import type { PersonSex } from '~/platform/enums';
import { maxPeople, mayBeUnder18, nobody, yearOf } from './people-constants';
import { peopleOf } from './people-rows.server';
import { presentPerson } from './present-person';

type Profile = Pick<typeof users.$inferSelect, 'dateOfBirth' | 'gender'>;

const sexOf: Partial<Record<NonNullable<Profile['gender']>, PersonSex>> = {
  Female: 'female',
  Male: 'male',
  'Non-Binary': 'other',
  Other: 'other',
};

/**
 * Reads whom the page to upload offers, and what it has filled in at first. Oneself is chosen
 * already where nobody else is on the list, and otherwise nobody. What the profile says of oneself
 * is filled in to be looked at; only the form says it.
 */
export async function peopleToChoose(viewer: Viewer, { dateOfBirth, gender }: Profile) {
  const thisYear = yearOf(Date.now());
  const people = (await peopleOf(viewer.id)).map((row) => presentPerson(row, 0));
  const choices = people.map((person) => ({
    ...person,
    isMinor: mayBeUnder18(person, thisYear),
    isOneself: person.relation === 'self',
  }));
  // Oneself without a year is asked for it.
  const known = choices.filter(({ isOneself, birthYear }) => !isOneself || birthYear !== null);
  const oneself = known.find(({ isOneself }) => isOneself);
  const ownYear = oneself?.birthYear ?? (dateOfBirth ? Number(dateOfBirth.slice(0, 4)) : null);
  const isAdult = ownYear !== null && !mayBeUnder18({ birthYear: ownYear }, thisYear);
  const hasOthers = known.some(({ isOneself }) => !isOneself);
  return {
    choices: known,
    thisYear,
    isFull: people.length >= maxPeople,
    typed: {
      personId: hasOthers ? nobody : (oneself?._id ?? 'self'),
      ownBirthYear: dateOfBirth?.slice(0, 4) ?? '',
      ownSex: (gender && sexOf[gender]) ?? '',
      // Whoever may be under 18 is nobody's guardian.
      guardianName: isAdult ? `${viewer.firstName} ${viewer.lastName}`.trim() : '',
    },
  };
}
