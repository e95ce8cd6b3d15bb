import { and, desc, eq, inArray, isNotNull, or } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { listDeletions } from '~/domain/audit/deletion-list.server';
import { toPhoneEnd } from '~/domain/identity/desk-key.server';
import { formatFullName } from '~/domain/identity/full-name';
import { endBond, findTypedNumbers, isHelpedBy, isSeenByHelper } from '~/domain/identity/helper-bonds.server';
import { emptyOutput, requiredId } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { users } from '~/platform/db/core/tables/accounts.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { atomically, db } from '~/platform/db/db.server';
import { findReadable } from './sent-reports.server';

/** A helper as the patient whom they help sees them. */
const ownHelper = z
  .object({
    helperId: z.string().describe('ID of the helper.'),
    name: z.string().describe('First and family name of the helper.'),
    sentReports: z.int().min(0).describe('Number of reports they sent for you, whose state they see.'),
    readableReports: z.int().min(0).describe('Number of these whose review you let them read.'),
    phoneEnd: z
      .string()
      .describe('Last four digits of the phone number that they typed for you and still see. Empty if none.'),
  })
  .meta({
    id: 'OwnHelper',
    description: 'Somebody who sends reports for you.',
    example: {
      helperId: '01k2zq5v7m8n9p0q1r2s3t4v5y',
      name: 'Sunita Rao',
      sentReports: 2,
      readableReports: 1,
      phoneEnd: '5678',
    },
  });

export type OwnHelper = z.infer<typeof ownHelper>;

/** Selects the helpers who see something of an account. A key for programs is no helper. */
async function selectHelpers(accountId: string) {
  const senders = db()
    .select({ id: reports.sentBy })
    .from(reports)
    .where(and(eq(reports.patientId, accountId), isNotNull(reports.sentBy)));
  const opener = db().select({ id: users.openedBy }).from(users).where(eq(users.id, accountId));
  const candidates = await db()
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(and(isNotNull(users.helperSince), or(inArray(users.id, senders), inArray(users.id, opener))))
    .orderBy(desc(users.helperSince), desc(users.id));
  const counts = await Promise.all(
    candidates.map(({ id }) => db().$count(users, and(eq(users.id, accountId), isHelpedBy(id)))),
  );
  return candidates.filter((_, at) => counts[at]);
}

/** Lists who helps the user, with what each of them sees. */
export const listOwnHelpers = operation({
  name: 'help.listOwnHelpers',
  api: {
    summary: 'List the people who help you',
    text: 'Lists the helpers who opened your account or sent reports for you, and what each of them sees. They see nothing after a year without a report.',
  },
  input: z.object({}),
  output: z.object({ data: z.array(ownHelper).describe('Your helpers.') }),
  allow: 'account.own',
  successMessage: 'ownHelpers.title',
  failureMessage: 'ownHelpers.failed',
  async run({ viewer }) {
    const helpers = await selectHelpers(viewer.id);
    return { data: await Promise.all(helpers.map((helper) => presentHelper(viewer.id, helper))) };
  },
});

type Helper = Awaited<ReturnType<typeof selectHelpers>>[number];

async function presentHelper(accountId: string, { id, firstName, lastName }: Helper): Promise<OwnHelper> {
  const sent = await db()
    .select({ id: reports.id })
    .from(reports)
    .where(and(eq(reports.patientId, accountId), isSeenByHelper(id)));
  const readable = await findReadable(
    id,
    sent.map((report) => report.id),
  );
  return {
    helperId: id,
    name: formatFullName({ firstName, lastName }),
    sentReports: sent.length,
    readableReports: readable.size,
    phoneEnd: toPhoneEnd((await findTypedNumbers(id)).get(accountId) ?? ''),
  };
}

/**
 * Ends the help of somebody for the user. The helper is told nothing, and finds what they find after
 * a year without a report. A restore repeats it.
 *
 * @throws Refusal: `notFound` for anybody who does not help the user.
 */
export const endOwnHelper = operation({
  name: 'help.endOwnHelper',
  api: {
    summary: 'End the help of somebody',
    text: 'From then on the helper sees nothing of you: no number, no report, no review. Nothing is sent to them. They can send for you again only with your clinic number and year of birth.',
  },
  input: z.object({
    helperId: requiredId.meta({ description: 'ID of the helper.', example: '01k2zq5v7m8n9p0q1r2s3t4v5y' }),
  }),
  output: emptyOutput,
  refusals: ['notFound'],
  allow: 'account.own',
  successMessage: 'ownHelpers.ended',
  failureMessage: 'ownHelpers.failed',
  async run({ viewer, input: { helperId } }) {
    const helpers = (await selectHelpers(viewer.id)).filter(({ id }) => id === helperId);
    if (helpers.length === 0) throw new Refusal('notFound', 'ownHelpers.notFound');
    await writeEnd(viewer.id, helpers, viewer.id);
    await listDeletions();
    return {};
  },
});

/** Ends all help of a patient again, in a restored database: the list does not name the helper. */
export async function repeatEndOfHelp(patientId: string): Promise<void> {
  const helpers = await selectHelpers(patientId);
  if (helpers.length > 0) await writeEnd(patientId, helpers);
}

const writeEnd = (userId: string, helpers: Pick<Helper, 'id'>[], actorId?: string) =>
  atomically([
    ...helpers.map(({ id }) => endBond({ userId, helperId: id }, new Date())),
    auditEntry({ action: 'helping.ended', actorId, objectId: userId }),
  ]);
