import type { Viewer } from '~/domain/kernel/viewer';
import type { users } from '~/platform/db/core/tables/accounts.server';
import { maxPeople, mayBeUnder18, noPerson, toClinicYear } from './people-constants';
import { listPersonRows } from './people-rows.server';
import { presentPerson } from './present-person';
import { toPersonSex } from './profile-facts';

type Profile = Pick<typeof users.$inferSelect, 'dateOfBirth' | 'gender'>;

/**
 * Reads the people that the upload page offers, and its prefilled values. The account holder is
 * preselected if nobody else is on the list; otherwise nobody is. Details from the profile are
 * prefilled for review, and only the submitted form counts.
 */
export async function peopleToChoose(viewer: Viewer, { dateOfBirth, gender }: Profile) {
  const thisYear = toClinicYear(Date.now());
  const people = (await listPersonRows(viewer.id)).map((row) => presentPerson(row, 0));
  const choices = people.map((person) => ({
    ...person,
    isMinor: mayBeUnder18(person, thisYear),
    isOneself: person.relation === 'self',
  }));
  // If the account holder's year of birth is missing, the form asks for it.
  const selectable = choices.filter(({ isOneself, birthYear }) => !isOneself || birthYear !== null);
  const oneself = selectable.find(({ isOneself }) => isOneself);
  const ownYear = oneself?.birthYear ?? (dateOfBirth ? Number(dateOfBirth.slice(0, 4)) : null);
  const isAdult = ownYear !== null && !mayBeUnder18({ birthYear: ownYear }, thisYear);
  const hasOthers = selectable.some(({ isOneself }) => !isOneself);
  return {
    choices: selectable,
    thisYear,
    isFull: people.length >= maxPeople,
    typed: {
      personId: hasOthers ? noPerson : (oneself?._id ?? 'self'),
      ownBirthYear: dateOfBirth?.slice(0, 4) ?? '',
      ownSex: toPersonSex(gender),
      // A person who may be under 18 cannot be a guardian.
      guardianName: isAdult ? `${viewer.firstName} ${viewer.lastName}`.trim() : '',
    },
  };
}
