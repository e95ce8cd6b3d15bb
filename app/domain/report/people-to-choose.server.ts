import { desc, eq } from 'drizzle-orm';
import type { Viewer } from '~/domain/kernel/viewer';
import type { users } from '~/platform/db/core/tables/accounts.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import { maxPeople, mayBeUnder18, toClinicYear } from './people-constants';
import { listPersonRows } from './people-rows.server';
import { presentPerson } from './present-person';
import { toPersonSex } from './profile-facts';

type Profile = Pick<typeof users.$inferSelect, 'dateOfBirth' | 'gender'>;

/**
 * Reads the people that the upload page offers, and its prefilled values. The account holder is
 * preselected if nobody else is on the list; otherwise nothing is, not even the person of the last
 * report, who only stands first. Details from the profile are
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
  const lastId = hasOthers ? await findLastPerson(viewer.id) : null;
  const rank = ({ _id, isOneself }: (typeof selectable)[number]) => (_id === lastId ? 0 : isOneself ? 1 : 2);
  return {
    choices: selectable.sort((one, other) => rank(one) - rank(other)),
    /** The place of the account holder who is not among the choices. */
    placeOfSelf: selectable.some(({ _id }) => _id === lastId) ? 1 : 0,
    hasOthers,
    thisYear,
    isFull: people.length >= maxPeople,
    typed: {
      personId: hasOthers ? '' : (oneself?._id ?? 'self'),
      ownBirthYear: dateOfBirth?.slice(0, 4) ?? '',
      ownSex: toPersonSex(gender),
      // A person who may be under 18 cannot be a guardian.
      guardianName: isAdult ? `${viewer.firstName} ${viewer.lastName}`.trim() : '',
    },
  };
}

/** Finds the person of the newest report of an account; null if it names nobody. */
async function findLastPerson(accountId: string): Promise<string | null> {
  const [last] = await db()
    .select({ personId: reports.personId })
    .from(reports)
    .where(eq(reports.patientId, accountId))
    .orderBy(desc(reports.createdAt), desc(reports.id))
    .limit(1);
  return last?.personId ?? null;
}
