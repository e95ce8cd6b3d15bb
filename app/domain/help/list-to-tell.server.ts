import { z } from 'zod';
import { auditListAccess } from '~/domain/audit/audit-entry.server';
import { listOpenFollowUps } from '~/domain/desk/follow-ups.server';
import { findTypedNumbers } from '~/domain/identity/helper-bonds.server';
import { findWithMessages } from '~/domain/identity/message-consents.server';
import { findScope, hasAbility } from '~/domain/kernel/abilities';
import { optionalChoice } from '~/domain/kernel/choices';
import { operation } from '~/domain/kernel/operation';
import type { Viewer } from '~/domain/kernel/viewer';
import type { users } from '~/platform/db/core/tables/accounts.server';
import type { toTell } from '~/platform/db/core/tables/to-tell.server';
import { reachOutcomes, type TellKind, tellOutcomes, urgentFilter } from '~/platform/enums';
import { listReached } from './list-reached.server';
import { type PersonToTell, personToTell } from './person-to-tell';
import {
  countRows,
  selectAnswers,
  selectQuestions,
  selectSteps,
  selectTriedAnswers,
  selectUrgent,
} from './select-to-call.server';
import { findReadable } from './sent-reports.server';

const maxRows = 100;

/**
 * Lists everybody who has to go to a doctor today and has not seen it, then the people without
 * e-mail who have an unread answer or an open question, the longest waiting first. Somebody who was
 * told stands here again after three days without reading. With `all`, urgent reports stand among
 * the first, and whoever needs a call or a reminder about an answer among the others.
 */
export const listPeopleToTell = operation({
  name: 'people.listToTell',
  api: {
    summary: 'List the people to tell',
    text: 'For admins, the front desk and helpers, who see the reports they sent and the numbers they typed. Lists at most 100 patients: first those who have to go to a doctor today, with e-mail or without, until they have read the answer or were reached; then those without e-mail who have an unread answer or an open question, the longest waiting first. Whoever was told stands here again after three days without reading; after no answer, the next day. With `all`, urgent reports that nobody reads, or that wait for an answer of their patient, are among the first; calls and reminders about answers are among the others.',
  },
  input: z.object({
    all: optionalChoice(urgentFilter).meta({
      description: '`yes` lists everybody to call, not only for an answer or a question.',
      example: 'yes',
    }),
  }),
  output: z.object({
    data: z.array(personToTell).describe('People to tell, the most urgent first.'),
    total: z.int().min(0).meta({ description: 'Number of all people to tell.', example: 1 }),
  }),
  allow: 'people.tell',
  successMessage: 'toTell.title',
  failureMessage: 'toTell.failed',
  async run({ viewer, input: { all } }) {
    const { first, others } = await selectRows(viewer, all === 'yes');
    const rows = [...first, ...others];
    const shown = await withVisibleNumbers(viewer, rows.slice(0, maxRows));
    // The front desk asks for this entry: a number that stood here proves nothing to whoever saw it.
    await auditListAccess(viewer.id, new Set(shown.map(({ user }) => user.id)));
    const writable = await findWithMessages(shown.map(({ user }) => user));
    const data = shown.map((row, place) =>
      present(row, { isFirst: place < first.length, mayWrite: writable.has(row.user.id) }),
    );
    return { data, total: rows.length };
  },
});

type Way = {
  outcomes: readonly ((typeof tellOutcomes)[number] | (typeof reachOutcomes)[number])[];
  /** True if the form asks for the person who was reached. */
  asksWhom: boolean;
  /** True if the report opens from the row. */
  opensReport: boolean;
};

/** Returns what a viewer can do with those who go before all others, and with the others. */
function waysOf(viewer: Viewer): { first: Way; others: Way } {
  const followsUp = hasAbility(viewer, 'followUp.work');
  return {
    first: {
      outcomes: followsUp ? [...reachOutcomes, 'wrongNumber'] : tellOutcomes,
      asksWhom: followsUp,
      opensReport: findScope(viewer, 'report.listOfPatient') === 'all',
    },
    others: { outcomes: tellOutcomes, asksWhom: false, opensReport: false },
  };
}

/** Lists everybody to call for the page, with those who were reached lately. */
export const readPeopleToCall = operation({
  ...listPeopleToTell,
  name: 'people.readToCall',
  api: undefined,
  input: z.object({}),
  inputOnPage: undefined,
  output: undefined,
  async run(call) {
    const { viewer } = call;
    const list = await listPeopleToTell.run({ ...call, input: { all: 'yes' } });
    const reached = hasAbility(viewer, 'followUp.work') ? await listReached() : [];
    await auditListAccess(viewer.id, new Set(reached.map(({ patientId }) => patientId)));
    return { ...list, counts: await countPeopleToCall(viewer), reached, ways: waysOf(viewer) };
  },
});

type Row = {
  kind: TellKind;
  subject: string;
  reportId: string;
  at: Date | null;
  goToday?: boolean;
  /** Overrides when the next try is due. */
  dueAt?: Date;
  user: Pick<typeof users.$inferSelect, 'id' | 'firstName' | 'language' | 'contactNumber'>;
  tried: Pick<typeof toTell.$inferSelect, 'outcome' | 'toldAt' | 'dueAt'> | null;
};

/** Reads the rows of everybody to tell; only with `isAll` those with new reasons for a call. */
async function selectRows(viewer: Viewer, isAll: boolean): Promise<{ first: Row[]; others: Row[] }> {
  const goToday = await selectGoToday(viewer);
  const ids = goToday.map(({ reportId }) => reportId);
  const answers: Row[] = await selectAnswers(viewer, ids);
  const questions: Row[] = await selectQuestions(viewer, isAll ? 'others' : 'withoutEmail');
  if (!isAll) return { first: goToday.toSorted(byDue), others: [...answers, ...questions].toSorted(bySince) };
  const urgent = [...(await selectUrgent(viewer)), ...(await selectQuestions(viewer, 'urgent'))].map(
    withNumberOfReport,
  );
  const calls = (await selectSteps(viewer, 'call')).map(withNumberOfReport);
  const reminders: Row[] = await selectSteps(viewer, 'reminder');
  return {
    first: [...goToday, ...urgent].toSorted(byDue),
    others: [...[...answers, ...questions, ...calls].toSorted(bySince), ...reminders.toSorted(bySince)],
  };
}

/** Falls back to the number of the report, for an account that has none. */
const withNumberOfReport = (row: Row & { phoneNumber: string }): Row => ({
  ...row,
  user: { ...row.user, contactNumber: row.user.contactNumber ?? row.phoneNumber },
});

const bySince = (one: Row, other: Row) => Number(one.at ?? 0) - Number(other.at ?? 0);
const byDue = (one: Row, other: Row) =>
  Number(findNextTry(one) ?? 0) - Number(findNextTry(other) ?? 0) || bySince(one, other);

/** Finds when the next try is due for somebody who was not reached; null if it is now. */
function findNextTry({ dueAt, tried }: Row): Date | null {
  const next = dueAt ?? tried?.dueAt;
  return next && next > new Date() ? next : null;
}

/** The numbers of the people whom a viewer has to call. */
export type CallCounts = Awaited<ReturnType<typeof countPeopleToCall>>;

/**
 * Counts the people to call of a viewer: those who go before all others, and the others. Every count
 * begins with an index of those to call.
 */
export async function countPeopleToCall(viewer: Viewer) {
  const goToday = await listGoToday(viewer);
  const ids = goToday.map(({ reportId }) => reportId);
  const [urgent = 0, urgentQuestions = 0, ...others] = await Promise.all(
    [
      selectUrgent(viewer),
      selectQuestions(viewer, 'urgent'),
      selectAnswers(viewer, ids),
      selectQuestions(viewer, 'others'),
      selectSteps(viewer, 'call'),
      selectSteps(viewer, 'reminder'),
    ].map(countRows),
  );
  return {
    first: goToday.length + urgent + urgentQuestions,
    others: others.reduce((sum, counted) => sum + counted, 0),
  };
}

/**
 * Lists the answers that send their patient to a doctor today, while the patient has not seen them
 * and was not reached: of every account, with e-mail or without. A helper only has those of their own
 * reports whose patient lets them read the review.
 */
async function listGoToday(viewer: Viewer) {
  const open = await listOpenFollowUps();
  if (findScope(viewer, 'people.tell') === 'all') return open;
  const sent = open.filter(({ sentBy }) => sentBy === viewer.id);
  const readable = await findReadable(
    viewer.id,
    sent.map(({ reportId }) => reportId),
  );
  return sent.filter(({ reportId }) => readable.has(reportId));
}

/** Checks whether a report sends its patient to a doctor today, for a viewer who may know. */
export const isGoToday = async (viewer: Viewer, reportId: string): Promise<boolean> =>
  (await listGoToday(viewer)).some((row) => row.reportId === reportId);

/** Reads the rows of the people who have to go to a doctor today, with the outcomes of telling them. */
async function selectGoToday(viewer: Viewer): Promise<Row[]> {
  const open = await listGoToday(viewer);
  const outcomes = await selectTriedAnswers(open.map(({ reportId }) => reportId));
  const followsUp = hasAbility(viewer, 'followUp.work');
  return open.map(({ reportId, version, patientId, accountLanguage, phoneNumber, followUp, ...row }) => {
    const subject = String(Math.max(version, 1));
    const last = outcomes.find((tried) => tried.reportId === reportId && tried.subject === subject);
    return {
      kind: 'answer',
      subject,
      reportId,
      at: followUp.since,
      goToday: true,
      dueAt: followsUp ? followUp.dueAt : (last?.dueAt ?? followUp.dueAt),
      user: {
        id: patientId,
        firstName: row.firstName,
        language: accountLanguage,
        contactNumber: row.contactNumber ?? phoneNumber,
      },
      tried: last ?? null,
    };
  });
}

/** Replaces the numbers of the accounts by those that a helper typed, who sees no others. */
async function withVisibleNumbers(viewer: Viewer, rows: Row[]): Promise<Row[]> {
  if (findScope(viewer, 'people.tell') === 'all') return rows;
  const numbers = await findTypedNumbers(viewer.id);
  return rows.map((row) => ({
    ...row,
    user: { ...row.user, contactNumber: numbers.get(row.user.id) ?? null },
  }));
}

function present(row: Row, { isFirst, mayWrite }: { isFirst: boolean; mayWrite: boolean }): PersonToTell {
  const { firstName, language, contactNumber } = row.user;
  return {
    reportId: row.reportId,
    kind: row.kind,
    subject: row.subject,
    firstName,
    language,
    since: (row.at ?? new Date(0)).toISOString(),
    goToday: row.goToday ?? false,
    isFirst,
    dueAt: isFirst ? (findNextTry(row)?.toISOString() ?? null) : null,
    phoneNumber: contactNumber,
    mayWrite: mayWrite && row.tried?.outcome !== 'wrongNumber',
    outcome: row.tried?.outcome ?? null,
    toldAt: row.tried?.toldAt?.toISOString() ?? null,
  };
}
