import { formatFullName } from '~/domain/identity/full-name';
import type { CallContext } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import type { reports } from '~/platform/db/core/tables/reports.server';
import type { Step } from '~/platform/db/db.server';
import type { AboutFieldsSent } from './about-schemas';
import { type ConsentKind, findConsentKind, noPerson, toClinicYear } from './people-constants';
import { addToList, correctInList } from './people-rows.server';
import { type PersonDetails, type PersonRow, toPersonDetails } from './present-person';

/** The columns of a report about its person. */
type AboutColumns = Pick<
  typeof reports.$inferSelect,
  'personId' | 'aboutName' | 'aboutBirthYear' | 'aboutSex' | 'aboutRelation' | 'guardianName'
>;

export type PersonOfReport = {
  columns: AboutColumns;
  /** The steps that add or correct the person on the list, in the transaction of the report. */
  steps: Step[];
  /** The consent that the report needs. */
  consentKind: ConsentKind;
};

/**
 * Finds the person of a new report. A report that names nobody has none, even if the account holder
 * is on the list. A new person is added to the list.
 *
 * @param input the fields sent about the person.
 * @throws Refusal: `notFound` for a person who is not on the list; `conflict` as for adding a
 *   person; `invalid` beside `guardianName` on a page, for a person who may be under 18; `invalid`
 *   beside `consent` if the page showed a sentence that does not apply.
 */
export function personOfReport(
  viewer: Viewer,
  input: AboutFieldsSent,
  { asksGuardian, knownPeople }: Pick<CallContext, 'asksGuardian'> & { knownPeople: PersonRow[] },
): PersonOfReport {
  const { row, steps } = findPerson(viewer, input, knownPeople);
  const consentKind = findConsentKind(row ? toPersonDetails(row) : null, toClinicYear(Date.now()));
  const needsGuardian = consentKind === 'guardian';
  const guardianName = needsGuardian ? (input.guardianName ?? null) : null;
  if (needsGuardian && !guardianName && asksGuardian)
    throw new Refusal('invalid', 'people.guardian', { field: 'guardianName' });
  if (input.consentTo && input.consentTo !== consentKind)
    throw new Refusal('invalid', 'consent.changed', { field: 'consent' });
  const columns = {
    personId: row?.id ?? null,
    aboutName: row?.name ?? null,
    aboutBirthYear: row?.birthYear ?? null,
    aboutSex: row?.sex ?? null,
    aboutRelation: row?.relation ?? null,
    guardianName,
  };
  return { columns, steps, consentKind };
}

type PersonMatch = { row?: PersonRow; steps: Step[] };

function findPerson(viewer: Viewer, input: AboutFieldsSent, knownPeople: PersonRow[]): PersonMatch {
  const { personId, personName, birthYear, sex, relation, same } = input;
  if (personId === noPerson) return { steps: [] };
  if (personId) {
    const row = knownPeople.find(({ id }) => id === personId);
    if (!row) throw new Refusal('notFound', 'people.notFound');
    return { row, steps: [] };
  }
  const isOneself = relation === 'self';
  if (!isOneself && personName === undefined) return { steps: [] };
  const oneself = isOneself ? knownPeople.find((row) => row.relation === 'self') : undefined;
  if (oneself) return updateOneself(viewer, oneself, input, knownPeople);
  const details: PersonDetails = {
    name: personName ?? formatFullName(viewer),
    birthYear: birthYear ?? null,
    sex: sex ?? 'unsaid',
    relation: relation ?? 'other',
  };
  return addToList(viewer.id, { details, isConfirmed: same, knownPeople });
}

/** Updates the account holder's details with the fields that were sent. */
function updateOneself(
  viewer: Viewer,
  oneself: PersonRow,
  input: AboutFieldsSent,
  knownPeople: PersonRow[],
): PersonMatch {
  const before = toPersonDetails(oneself);
  const details = {
    ...before,
    name: input.personName ?? before.name,
    birthYear: input.birthYear ?? before.birthYear,
    sex: input.sex ?? before.sex,
  };
  const isChanged = JSON.stringify(details) !== JSON.stringify(before);
  return isChanged
    ? correctInList(viewer.id, oneself, { details, isConfirmed: input.same, knownPeople })
    : { row: oneself, steps: [] };
}
