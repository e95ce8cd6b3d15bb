import { and, asc, eq, inArray, isNotNull, isNull, lte, not, or, type SQL, sql } from 'drizzle-orm';
import { formatFullName } from '~/domain/identity/full-name';
import type { Viewer } from '~/domain/kernel/viewer';
import { fold } from '~/platform/db/core/fold';
import { complaintSubjects, complaints } from '~/platform/db/core/tables/accountability.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { questions, reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';

/** Builds the condition that a complaint does not name an admin, who may therefore read it. */
export const isReadableBy = (adminId: string): SQL =>
  not(inArray(complaints.id, selectComplaintsAbout(adminId)));

/** Builds the condition that an audit entry is not about a complaint that names its reader. */
export const isAuditShownTo = (adminId: string): SQL | undefined =>
  or(isNull(audit.objectId), not(inArray(audit.objectId, selectComplaintsAbout(adminId))));

const selectComplaintsAbout = (userId: string) =>
  db()
    .select({ id: complaintSubjects.complaintId })
    .from(complaintSubjects)
    .where(eq(complaintSubjects.userId, userId));

/** A person whom a patient knows from their own reports. */
export type KnownPerson = { id: string; name: string };

/**
 * Lists the people whom a user may name by choosing them: doctors who answered or asked about their
 * reports, and whoever sent a report for them or opened their account. Sorted by name.
 */
export async function listKnownPeople(viewer: Viewer): Promise<KnownPerson[]> {
  const isOwn = eq(reports.patientId, viewer.id);
  const isShown = or(isNull(reports.hiddenUntil), lte(reports.hiddenUntil, new Date()));
  const answered = await db()
    .selectDistinct({
      id: reports.expertId,
      firstName: reports.expertFirstName,
      lastName: reports.expertLastName,
    })
    .from(reports)
    .where(and(isOwn, isShown, isNotNull(reports.expertId)))
    .orderBy(asc(reports.expertId));
  const asked = await db()
    .selectDistinct({
      id: questions.expertId,
      firstName: questions.expertFirstName,
      lastName: questions.expertLastName,
    })
    .from(questions)
    .innerJoin(reports, eq(reports.id, questions.reportId))
    .where(isOwn)
    .orderBy(asc(questions.expertId));
  const names = new Map([...answered, ...asked, ...(await listHelpersOf(viewer))].map(toEntry));
  names.delete(viewer.id);
  return [...names]
    .map(([id, name]) => ({ id, name }))
    .filter(({ id, name }) => id && name)
    .sort((one, other) => one.name.localeCompare(other.name) || one.id.localeCompare(other.id));
}

type NameRow = { id: string | null; firstName: string | null; lastName: string | null };

const toEntry = ({ id, firstName, lastName }: NameRow) =>
  [id ?? '', formatFullName({ firstName: firstName ?? '', lastName: lastName ?? '' })] as const;

/** Lists who sent reports for a user or opened their account, also once their help has ended. */
function listHelpersOf(viewer: Viewer): Promise<NameRow[]> {
  const senders = db()
    .select({ id: reports.sentBy })
    .from(reports)
    .where(and(eq(reports.patientId, viewer.id), isNotNull(reports.sentBy)));
  const openers = db()
    .select({ id: users.openedBy })
    .from(users)
    .where(and(eq(users.id, viewer.id), isNotNull(users.openedBy)));
  return db()
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(or(inArray(users.id, senders), inArray(users.id, openers)))
    .orderBy(asc(users.id));
}

/**
 * Finds the accounts from which a complaint is hidden: the chosen person, and every account of the
 * staff whose name the text may mean.
 */
export async function findComplaintSubjects(complaint: {
  personId?: string;
  about?: string;
  text: string;
}): Promise<string[]> {
  const { personId, about = '', text } = complaint;
  const isStaff = or(
    inArray(users.accountType, ['Admin', 'Expert']),
    isNotNull(users.helperSince),
    isNotNull(users.frontDeskSince),
    personId === undefined ? sql`1 = 0` : eq(users.id, personId),
  );
  const staff = await db()
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(isStaff)
    .orderBy(asc(users.id));
  return staff
    .filter(
      (person) =>
        person.id === personId || mayMean(about, person) || containsFullName(text, formatFullName(person)),
    )
    .map(({ id }) => id);
}

/** Titles that people put before a name, folded. They name nobody. */
const titles = new Set(
  ['dr', 'doctor', 'mr', 'mrs', 'ms', 'miss', 'prof', 'sri', 'shri', 'smt', 'डॉ', 'डॉक्टर'].map(fold),
);

const wordsOf = (text: string) =>
  fold(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '' && !titles.has(word));

/** Shorter parts of a name, such as initials, mean too many people. */
const minPartLength = 2;

/**
 * Checks whether what was typed may mean a person: it contains their full name, or one part of it as
 * a word of its own. It errs on the side of hiding.
 */
function mayMean(typed: string, person: { firstName: string; lastName: string }): boolean {
  const fullName = formatFullName(person);
  const typedWords = new Set(wordsOf(typed));
  return (
    containsFullName(typed, fullName) ||
    wordsOf(fullName).some((part) => [...part].length >= minPartLength && typedWords.has(part))
  );
}

/** Checks whether a text contains every part of a full name, in order, with or without spaces. */
function containsFullName(text: string, fullName: string): boolean {
  const parts = wordsOf(fullName);
  if (parts.length === 0) return false;
  const words = wordsOf(text);
  return (
    ` ${words.join(' ')} `.includes(` ${parts.join(' ')} `) ||
    (parts.length > 1 && words.join('').includes(parts.join('')))
  );
}
