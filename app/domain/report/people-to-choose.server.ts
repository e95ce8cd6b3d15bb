import { desc, eq } from 'drizzle-orm';
import { formatFullName } from '~/domain/identity/full-name';
import type { Viewer } from '~/domain/kernel/viewer';
import type { users } from '~/platform/db/core/tables/accounts.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import { maxPeople, mayBeUnder18, toClinicYear } from './people-constants';
import { listPersonRows } from './people-rows.server';
import { type PublicPerson, presentPerson } from './present-person';
import { toBirthYear, toPersonSex } from './profile-facts';

type Account = Pick<typeof users.$inferSelect, 'birthYear' | 'dateOfBirth' | 'gender'>;

/**
 * Reads the people of the list that a report may be about: the person of the last report first,
 * then the account holder.
 */
export async function peopleToChoose(viewer: Viewer, account: Account) {
  const thisYear = toClinicYear(Date.now());
  const people = (await listPersonRows(viewer.id)).map((row) => presentPerson(row, 0));
  const choices = people
    .map((person) => toChoice(person, thisYear))
    // Without the account holder's year of birth nobody can tell who has to agree.
    .filter(({ isOneself, birthYear }) => !isOneself || birthYear !== null);
  const oneself = choices.find(({ isOneself }) => isOneself);
  const ownYear = oneself?.birthYear ?? toBirthYear(account);
  const isAdult = ownYear !== null && !mayBeUnder18({ birthYear: ownYear }, thisYear);
  const lastId = choices.length > 0 ? await findLastPerson(viewer.id) : null;
  const rank = ({ _id, isOneself }: (typeof choices)[number]) => (_id === lastId ? 0 : isOneself ? 1 : 2);
  return {
    choices: choices.sort((one, other) => rank(one) - rank(other)),
    isLastFirst: choices.some(({ _id }) => _id === lastId),
    thisYear,
    isFull: people.length >= maxPeople,
    // A person who may be under 18 cannot be a guardian.
    guardianName: isAdult ? formatFullName(viewer) : '',
  };
}

/**
 * Reads the people that the upload page offers, and its prefilled values. The account holder is
 * always among them, as `self`, and preselected if nobody else is; otherwise nothing is, not even the
 * person of the last report, who only stands first. The account holder's details come from the list
 * or, before the first report, from the profile; only the submitted form counts.
 */
export async function peopleToUploadFor(viewer: Viewer, account: Account) {
  const { isLastFirst, guardianName, ...people } = await peopleToChoose(viewer, account);
  const listedAt = people.choices.findIndex(({ isOneself }) => isOneself);
  const listed = people.choices[listedAt];
  const birthYear = listed?.birthYear ?? toBirthYear(account);
  const sex = listed?.sex ?? toPersonSex(account.gender);
  const age = birthYear === null ? null : Math.max(0, people.thisYear - birthYear);
  const name = listed?.name ?? formatFullName(viewer);
  const oneself = toChoice(
    { _id: 'self', name, birthYear, age, sex, relation: 'self', reports: 0 },
    people.thisYear,
  );
  const others = people.choices.filter(({ isOneself }) => !isOneself);
  return {
    ...people,
    choices: others.toSpliced(listed ? listedAt : Number(isLastFirst), 0, oneself),
    /** True if the account holder was asked for year of birth and sex before. */
    isOneselfKnown: birthYear !== null && (listed !== undefined || account.gender !== null),
    typed: {
      personId: others.length > 0 ? '' : 'self',
      ownBirthYear: String(birthYear ?? ''),
      // An answer that was never given is not preset.
      ownSex: listed || account.gender ? sex : '',
      guardianName,
    },
  };
}

const toChoice = (person: PublicPerson, thisYear: number) => ({
  ...person,
  isMinor: mayBeUnder18(person, thisYear),
  isOneself: person.relation === 'self',
});

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
