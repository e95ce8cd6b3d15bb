import { and, eq, notExists, sql } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { listDeletions } from '~/domain/audit/deletion-list.server';
import { emptyOutput } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import {
  addToList,
  correctInList,
  countsByPerson,
  listPersonRows,
  samePersonRefusal,
} from '~/domain/report/people-rows.server';
import {
  changeCall,
  changeForm,
  personCall,
  personForm,
  personIdOnly,
  removalCall,
} from '~/domain/report/people-schemas';
import {
  type PersonDetails,
  type PersonRow,
  presentPerson,
  publicPerson,
  toPersonDetails,
} from '~/domain/report/present-person';
import { deleteOwnReport } from '~/domain/report-view/delete-report.server';
import { people, users } from '~/platform/db/core/tables/accounts.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { atomically, db, isDuplicate, lock, requireChange, type Step } from '~/platform/db/db.server';

/**
 * Removes a person from a viewer's list, optionally after deleting all their reports with their
 * files. If interrupted, the same call completes it.
 *
 * @throws Refusal: `notFound`.
 */
async function removeWithReports(viewer: Viewer, personId: string, withReports: boolean): Promise<void> {
  const person = and(eq(people.id, personId), eq(people.accountId, viewer.id));
  const isAboutPerson = and(eq(reports.patientId, viewer.id), eq(reports.personId, personId));
  for (;;) {
    const [row] = await db().select({ id: people.id }).from(people).where(person);
    if (!row) throw new Refusal('notFound', 'people.notFound');
    const ownReports = withReports
      ? await db().select({ id: reports.id }).from(reports).where(isAboutPerson)
      : [];
    for (const { id } of ownReports) await deleteUnlessGone(viewer, id);
    const left = db().select({ one: sql`1` }).from(reports).where(isAboutPerson);
    const isGone = await atomically([
      lock(users, eq(users.id, viewer.id)),
      // Reports sent for them in the meantime are deleted first.
      withReports &&
        requireChange(
          db()
            .select({ id: users.id })
            .from(users)
            .where(and(eq(users.id, viewer.id), notExists(left))),
        ),
      requireChange(db().delete(people).where(person)),
      auditEntry({ action: 'people.removed', actorId: viewer.id, objectId: personId }),
    ]);
    if (!isGone) continue;
    await listDeletions();
    return;
  }
}

async function deleteUnlessGone(viewer: Viewer, reportId: string) {
  try {
    await deleteOwnReport(viewer, reportId);
  } catch (error) {
    if (!(error instanceof Refusal && error.kind === 'notFound')) throw error;
  }
}

const onePerson = z.object({ data: publicPerson.describe('Person as stored on your list.') });

/** Lists the people that the user sends reports for, in the order they were added; at most 20. */
export const listPeople = operation({
  name: 'people.list',
  api: {
    summary: 'List the people you send reports for',
    text: 'Lists the people in the order you added them. There are at most 20.',
  },
  input: z.object({}),
  output: z.object({ data: z.array(publicPerson).describe('People you send reports for.') }),
  allow: 'people.own',
  successMessage: 'people.fetched',
  failureMessage: 'people.fetchFailed',
  async run({ viewer }) {
    const counts = await countsByPerson(viewer.id);
    const rows = await listPersonRows(viewer.id);
    return { data: rows.map((row) => presentPerson(row, counts.get(row.id) ?? 0)) };
  },
});

/**
 * Adds a person that the user sends reports for.
 *
 * @throws Refusal: `conflict` for the 21st, for the account holder a second time, and with the code
 *   `samePerson` for a name and year on the list. `same` allows two people with these.
 */
export const addPerson = operation({
  name: 'people.add',
  api: {
    summary: 'Add a person',
    text: 'Adds a person you send reports for. If your list already has the same name and year of birth, returns 409 with the code `same_person`. Send `same` as `yes` if it is a different person.',
  },
  input: personCall,
  inputOnPage: personForm,
  output: onePerson,
  refusals: ['conflict'],
  allow: 'people.own',
  successMessage: 'people.added',
  failureMessage: 'people.failed',
  async run({ viewer, input: { same, ...input } }) {
    return write(viewer, (known) =>
      addToList(viewer.id, { details: detailsIn(input), isConfirmed: same, knownPeople: known }),
    );
  },
});

/**
 * Corrects the details of a person; reports already sent keep the earlier ones.
 *
 * @throws Refusal: `notFound`, also for another account's person; `invalid` beside `relation` if
 *   the account holder would become another person, or vice versa; `conflict` as `addPerson`.
 */
export const changePerson = operation({
  name: 'people.change',
  api: {
    summary: 'Update a person',
    text: "Updates a person's details. Omitted fields are unchanged; empty ones are cleared. Reports that were already sent keep their details.",
  },
  input: changeCall,
  inputOnPage: changeForm,
  output: onePerson,
  refusals: ['notFound', 'conflict'],
  allow: 'people.own',
  clearableFields: ['birthYear', 'sex', 'relation'],
  successMessage: 'people.changed',
  failureMessage: 'people.failed',
  async run({ viewer, input: { personId, same, ...input } }) {
    return write(viewer, (knownPeople) => {
      const before = personAmong(knownPeople, personId);
      const details = detailsIn(input, toPersonDetails(before));
      if ((details.relation === 'self') !== (before.relation === 'self'))
        throw new Refusal('invalid', 'people.selfStays', { field: 'relation' });
      return correctInList(viewer.id, before, { details, isConfirmed: same, knownPeople });
    });
  },
});

/** Reads one person of the list, for the pages that ask for a decision about them. */
export const readPerson = operation({
  name: 'people.read',
  input: personIdOnly,
  allow: 'people.own',
  successMessage: 'people.fetched',
  failureMessage: 'people.fetchFailed',
  async run({ viewer, input: { personId } }) {
    const row = personAmong(await listPersonRows(viewer.id), personId);
    const counts = await countsByPerson(viewer.id);
    return { data: presentPerson(row, counts.get(row.id) ?? 0) };
  },
});

/**
 * Removes a person from the list. Their reports stay with the person's details, unless
 * `deleteReports` is set.
 *
 * @throws Refusal: `notFound`, also for another account's person.
 */
export const removePerson = operation({
  name: 'people.remove',
  api: {
    summary: 'Remove a person',
    text: 'Removes a person from your list. Their reports and the details in them are kept, unless `deleteReports` is true.',
  },
  input: removalCall,
  output: emptyOutput,
  refusals: ['notFound'],
  allow: 'people.own',
  successMessage: 'people.removed',
  failureMessage: 'people.removeFailed',
  async run({ viewer, input: { personId, deleteReports = false } }) {
    await removeWithReports(viewer, personId, deleteReports);
    return {};
  },
});

type Typed = Pick<z.output<typeof changeCall>, 'name' | 'birthYear' | 'sex' | 'relation'>;

const unsaid = { birthYear: null, sex: 'unsaid', relation: 'other' } as const;

/**
 * Returns the details of a person: an empty field is cleared, and a missing one stays as before.
 */
const detailsIn = (typed: Typed, before: Omit<PersonDetails, 'name'> = unsaid): PersonDetails => {
  const { name, birthYear = before.birthYear, sex = before.sex, relation = before.relation } = typed;
  return {
    name,
    birthYear: birthYear || unsaid.birthYear,
    sex: sex || unsaid.sex,
    relation: relation || unsaid.relation,
  };
};

/**
 * Finds a person in a list.
 *
 * @throws Refusal: `notFound`.
 */
function personAmong(known: PersonRow[], personId: string): PersonRow {
  const row = known.find(({ id }) => id === personId);
  if (!row) throw new Refusal('notFound', 'people.notFound');
  return row;
}

/**
 * Writes the result of a decision based on the list; if the list changed meanwhile, decides again.
 */
async function write(viewer: Viewer, decide: (known: PersonRow[]) => { row: PersonRow; steps: Step[] }) {
  for (;;) {
    const { row, steps } = decide(await listPersonRows(viewer.id));
    const isDone = await atomically(steps).catch((error: unknown) => {
      throw isDuplicate(error) ? samePersonRefusal() : error;
    });
    if (!isDone) continue;
    const counts = await countsByPerson(viewer.id);
    return { data: presentPerson(row, counts.get(row.id) ?? 0) };
  }
}
