import { and, asc, count, or, type SQL } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { approvedList, expertList } from '~/domain/identity/expert-schemas';
import { whereStatus } from '~/domain/identity/expert-status.server';
import { hasAbility } from '~/domain/kernel/abilities';
import type { PageRequest } from '~/domain/kernel/list-page';
import { type CallContext, operation } from '~/domain/kernel/operation';
import { paginate } from '~/domain/kernel/paginate.server';
import { Refusal } from '~/domain/kernel/refusal';
import { containsWords, fullName } from '~/domain/kernel/search.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { db, execute } from '~/platform/db/db.server';
import { expertListAnswer, type PublicExpert, presentExpert } from './present-expert.server';
import { findRegistrationRecords } from './registration-checks.server';

/**
 * Lists the experts who wait for approval, the longest waiting first (docs/requirements.md#screens,
 * docs/requirements.md#api).
 */
export const listPendingExperts = operation({
  name: 'expert.listPending',
  api: {
    summary: 'List waiting experts',
    text: 'For admins. Lists experts waiting for approval, longest-waiting first.',
  },
  input: expertList,
  output: expertListAnswer,
  allow: 'expert.listPending',
  successMessage: 'expert.pendingFetched',
  failureMessage: 'expert.pendingFailed',
  async run({ viewer, input, context }) {
    await execute(auditEntry({ action: 'expert.listed', actorId: viewer.id }));
    const { rows, meta } = await readExpertPage(and(whereStatus.pending, named(input.q)), input, context);
    const records = await findRegistrationRecords(rows.map(({ id }) => id));
    const data = rows.map((row) => presentExpert(row, { viewer, context, record: records.get(row.id) }));
    return { data, meta };
  },
});

/**
 * Lists the approved experts as colleagues see each other, the longest serving first
 * (docs/requirements.md#screens, docs/requirements.md#api). Admins can ask for the suspended or the
 * rejected ones instead, and see the reasons.
 *
 * @throws Refusal: `forbidden` if a caller other than an admin asks for those.
 */
export const listApprovedExperts = operation({
  name: 'expert.listApproved',
  api: {
    summary: 'List approved experts',
    text: 'For experts and admins. Admins can list suspended or rejected experts with `standing`.',
  },
  input: approvedList,
  output: expertListAnswer,
  allow: 'expert.listApproved',
  successMessage: 'expert.approvedFetched',
  failureMessage: 'expert.approvedFailed',
  async run({ viewer, input: { standing = 'approved', ...input }, context }) {
    const isJudge = hasAbility(viewer, 'expert.judge');
    if (standing !== 'approved' && !isJudge) throw new Refusal('forbidden', 'role.wrong');
    const { rows, meta } = await readExpertPage(and(whereStatus[standing], named(input.q)), input, context);
    const records = isJudge ? await findRegistrationRecords(rows.map(({ id }) => id)) : undefined;
    const data = rows.map((row) => presentColleague(row, { viewer, context, record: records?.get(row.id) }));
    return { data, meta };
  },
});

/** Counts the experts who wait for approval. */
export const countPendingExperts = (): Promise<number> => db().$count(users, whereStatus.pending);

/** Presents an expert without the fields that colleagues may not see: gender and date of birth. */
function presentColleague(...expert: Parameters<typeof presentExpert>): PublicExpert {
  const shown = presentExpert(...expert);
  const { about, contactNumber } = shown.additionalDetails;
  return { ...shown, additionalDetails: { about, contactNumber, gender: null, dateOfBirth: null } };
}

const named = (q: string | undefined) =>
  q
    ? or(containsWords(fullName(users.firstName, users.lastName), q), containsWords(users.email, q))
    : undefined;

function readExpertPage(where: SQL | undefined, query: PageRequest, context: CallContext) {
  return paginate(query, context, {
    count: (queries) => queries.select({ total: count() }).from(users).where(where),
    read: ({ offset, rows }, queries) =>
      queries
        .select()
        .from(users)
        .where(where)
        .orderBy(asc(users.createdAt), asc(users.id))
        .limit(rows)
        .offset(offset),
  });
}
