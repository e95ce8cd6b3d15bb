import type { CallContext } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import type { reports } from '~/platform/db/core/tables/reports.server';
import type { Step } from '~/platform/db/db.server';
import type { Said } from './about-schemas';
import { type ConsentKind, consentKindOf, nobody, yearOf } from './people-constants';
import { added, corrected } from './people-rows.server';
import { type Details, type PersonRow, saidOf } from './present-person';

/** What a report keeps of whom it is about. */
type AboutColumns = Pick<
  typeof reports.$inferSelect,
  'personId' | 'aboutName' | 'aboutBirthYear' | 'aboutSex' | 'aboutRelation' | 'guardianName'
>;

export type PersonOfReport = {
  columns: AboutColumns;
  /** What adds or corrects the person on the list, in the transaction of the report. */
  steps: Step[];
  /** Which consent it needs. */
  consentKind: ConsentKind;
};

/**
 * Whom a report that is sent is about. What says nothing of it is about oneself, as far as the list
 * has oneself; a new person comes to stand on the list. Takes the list as it was read.
 *
 * @throws Refusal: `notFound` for somebody who is not on the list; `conflict` as when a person is
 *   added; `invalid` beside `guardianName` on a page, for somebody who may be under 18, and beside
 *   `consent` where the page showed another sentence than the one that applies.
 */
export function personOfReport(
  viewer: Viewer,
  said: Said,
  { asksGuardian, known }: Pick<CallContext, 'asksGuardian'> & { known: PersonRow[] },
): PersonOfReport {
  const { row, steps } = find(viewer, said, known);
  const consentKind = consentKindOf(row ? saidOf(row) : null, yearOf(Date.now()));
  const needsGuardian = consentKind === 'guardian';
  const guardianName = needsGuardian ? (said.guardianName ?? null) : null;
  if (needsGuardian && !guardianName && asksGuardian)
    throw new Refusal('invalid', 'people.guardian', { field: 'guardianName' });
  if (said.consentTo && said.consentTo !== consentKind)
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

type Found = { row?: PersonRow; steps: Step[] };

function find(viewer: Viewer, said: Said, known: PersonRow[]): Found {
  const { personId, personName, birthYear, sex, relation, same } = said;
  if (personId === nobody) return { steps: [] };
  if (personId) {
    const row = known.find(({ id }) => id === personId);
    if (!row) throw new Refusal('notFound', 'people.notFound');
    return { row, steps: [] };
  }
  const isOneself = relation === 'self' || (!relation && !personName);
  const oneself = isOneself ? known.find((row) => row.relation === 'self') : undefined;
  const isSaid = [personName, birthYear, sex, relation].some((value) => value !== undefined);
  if (isOneself && (oneself || !isSaid)) {
    return oneself ? withDetails(viewer, oneself, said, known) : { steps: [] };
  }
  const details: Details = {
    name: personName ?? `${viewer.firstName} ${viewer.lastName}`.trim(),
    birthYear: birthYear ?? null,
    sex: sex ?? 'unsaid',
    relation: isOneself ? 'self' : (relation ?? 'other'),
  };
  return added(viewer.id, { details, same, known });
}

/** Oneself, with what is said now in place of what was known. */
function withDetails(viewer: Viewer, oneself: PersonRow, said: Said, known: PersonRow[]): Found {
  const before = saidOf(oneself);
  const details = {
    ...before,
    name: said.personName ?? before.name,
    birthYear: said.birthYear ?? before.birthYear,
    sex: said.sex ?? before.sex,
  };
  const isChanged = JSON.stringify(details) !== JSON.stringify(before);
  return isChanged
    ? corrected(viewer.id, oneself, { details, same: said.same, known })
    : { row: oneself, steps: [] };
}
