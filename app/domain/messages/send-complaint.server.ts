import { and, count, eq, gt, notInArray } from 'drizzle-orm';
import type { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { formatFullName } from '~/domain/identity/full-name';
import { requireOwnRow } from '~/domain/identity/own-row.server';
import { clinicDay } from '~/domain/kernel/days';
import { findIdempotentResult, rememberResult } from '~/domain/kernel/idempotency.server';
import { toVisibleAddress } from '~/domain/kernel/no-email';
import { type CallContext, openOperation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { enqueueEmail, listAdminAccounts, toAddressee } from '~/domain/notifications/enqueue-email.server';
import { wakeOutbox } from '~/domain/notifications/rounds.server';
import { addDays } from '~/domain/report/step-check';
import { complaintSubjects, complaints } from '~/platform/db/core/tables/accountability.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { atomically, db, requireChange } from '~/platform/db/db.server';
import { minuteMs } from '~/platform/durations';
import { newId, randomSymbols } from '~/platform/ids.server';
import { sign } from '~/platform/secrets/secrets.server';
import { clinicWords } from '~/platform/settings/env.server';
import { complaintForm, complaintReceipt } from './complaint-schemas';
import { findComplaintSubjects, listKnownPeople } from './complaint-subjects.server';
import { complaintDays, formatComplaintNumber } from './constants';

type Input = z.infer<typeof complaintForm>;
type Complaint = typeof complaints.$inferInsert;

/**
 * Stores a complaint with its number and the day by which it is answered. Whoever it names never
 * sees it. The same complaint sent again within ten minutes is stored once, and returns the first
 * number.
 *
 * @throws Refusal: `invalid` for a visitor without an address, and for a person whom the viewer does
 *   not know.
 */
export const sendComplaint = openOperation({
  name: 'message.complain',
  api: {
    summary: 'Complain',
    text: 'Public. Returns the number of the complaint, and the day by which the clinic answers. Whoever it names never sees it. The same complaint within ten minutes is stored once.',
  },
  input: complaintForm,
  output: complaintReceipt,
  refusals: ['invalid'],
  limits: ['messages'],
  successMessage: 'complain.sent',
  failureMessage: 'complain.failed',
  async run({ viewer, input, context }) {
    const complaint = await toComplaint(viewer, input, context);
    const call = { bodyHash: '', windows: windowsOf(viewer, input) };
    const earlier = await findSent(call);
    if (earlier) return presentReceipt(earlier);
    const subjects = await findComplaintSubjects({ ...input, about: complaint.about ?? undefined });
    const isStored = await store(complaint, subjects, call.windows[0]);
    if (isStored) wakeOutbox();
    const stored = isStored ? complaint : await findSent(call);
    if (!stored) throw new Error('The same complaint is remembered and cannot be found.');
    return presentReceipt(stored);
  },
});

/** Fills in what the account knows: an address for the answer, and the name of the chosen person. */
async function toComplaint(viewer: Viewer | null, input: Input, { language }: CallContext) {
  const { topic, name, answerTo, personId, text } = input;
  if (!viewer && !answerTo.email && !answerTo.phone)
    throw new Refusal('invalid', 'query.answerTo', { field: 'answerTo' });
  const account = viewer ? await requireOwnRow(viewer) : undefined;
  const known = viewer && personId ? await listKnownPeople(viewer) : [];
  const person = known.find(({ id }) => id === personId);
  if (personId && !person) throw new Refusal('invalid', 'complain.person', { field: 'personId' });
  const now = Date.now();
  const isEmpty = !answerTo.email && !answerTo.phone;
  const ownEmail = account ? toVisibleAddress(account.email) : null;
  return {
    id: newId(),
    number: randomSymbols(8),
    userId: viewer?.id ?? null,
    topic,
    name,
    email: answerTo.email ?? (isEmpty ? ownEmail || null : null),
    phone: answerTo.phone ?? (isEmpty ? account?.contactNumber || null : null),
    about: [person?.name, input.about].filter(Boolean).join(', ') || null,
    text,
    language,
    createdAt: new Date(now),
    dueDay: addDays(clinicDay(now), complaintDays),
  } satisfies Complaint;
}

const sameComplaintMs = 10 * minuteMs;

/**
 * Returns the keyed hashes of a complaint for the ten minutes now and for those before: two servers
 * that get it at once write the same one.
 */
function windowsOf(viewer: Viewer | null, { topic, name, answerTo, personId, about, text }: Input) {
  const content = [viewer?.id, topic, name, answerTo.email, answerTo.phone, personId, about, text];
  const window = Math.floor(Date.now() / sameComplaintMs);
  const keyOf = (place: number) =>
    sign('same complaint', JSON.stringify([place, ...content.map((value) => value ?? null)]));
  return [keyOf(window), keyOf(window - 1)] as const;
}

async function findSent({ windows, bodyHash }: { windows: readonly string[]; bodyHash: string }) {
  for (const keyHash of windows) {
    const id = await findIdempotentResult({ keyHash, bodyHash });
    const isRecent = gt(complaints.createdAt, new Date(Date.now() - sameComplaintMs));
    const [row] = id
      ? await db()
          .select({ id: complaints.id, number: complaints.number, dueDay: complaints.dueDay })
          .from(complaints)
          .where(and(eq(complaints.id, id), isRecent))
      : [];
    if (row) return row;
  }
  return undefined;
}

/**
 * Writes a complaint with its subjects and e-mails.
 *
 * @returns false if the same complaint has just been stored.
 */
async function store(complaint: Complaint, subjects: string[], keyHash: string): Promise<boolean> {
  const { id, name, email, language, userId } = complaint;
  const params = { number: formatComplaintNumber(complaint.number), dueDay: complaint.dueDay };
  const readers = (await listAdminAccounts()).filter((admin) => !subjects.includes(admin.id));
  return atomically([
    requireChange(rememberResult({ keyHash, bodyHash: '' }, id)),
    db().insert(complaints).values(complaint),
    subjects.length > 0 &&
      db()
        .insert(complaintSubjects)
        .values(subjects.map((subject) => ({ complaintId: id, userId: subject }))),
    email
      ? enqueueEmail({ template: 'complaintReceived', params, to: { name, address: email }, language })
      : undefined,
    ...readers.map((admin) =>
      enqueueEmail({ template: 'complaintWaits', params: {}, ...toAddressee(admin) }),
    ),
    auditEntry({ action: 'complaint.sent', actorId: userId ?? undefined, objectId: id }),
  ]);
}

async function presentReceipt({ id, number, dueDay }: Pick<Complaint, 'id' | 'number' | 'dueDay'>) {
  return {
    number: formatComplaintNumber(number),
    dueDay,
    isReadable: await hasReader(id),
    office: findOutsideOffice(),
  };
}

/** Checks whether the clinic has an admin whom a complaint does not name. */
async function hasReader(id: string): Promise<boolean> {
  const subjects = db()
    .select({ userId: complaintSubjects.userId })
    .from(complaintSubjects)
    .where(eq(complaintSubjects.complaintId, id));
  const [row] = await db()
    .select({ readers: count() })
    .from(users)
    .where(and(eq(users.accountType, 'Admin'), notInArray(users.id, subjects)));
  return (row?.readers ?? 0) > 0;
}

/** Returns the office outside the clinic that takes complaints; null if the clinic has named none. */
function findOutsideOffice(): string | null {
  return clinicWords().complaintsOffice || null;
}

/**
 * Returns what the form of a user begins with.
 *
 * @returns empty for a visitor.
 */
export async function findComplaintDefaults(viewer: Viewer | null) {
  if (!viewer) return { isSignedIn: false, name: '', answerTo: '', people: [] };
  const { firstName, lastName, email, contactNumber } = await requireOwnRow(viewer);
  return {
    isSignedIn: true,
    name: formatFullName({ firstName, lastName }),
    answerTo: toVisibleAddress(email) || contactNumber || '',
    people: await listKnownPeople(viewer),
  };
}
