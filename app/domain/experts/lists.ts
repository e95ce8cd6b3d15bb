import { and, asc, count, desc, inArray, or, type SQL, sql } from 'drizzle-orm';
import { changed, db, readTogether } from '~/platform/db/db.server';
import { users } from '~/platform/db/tables';
import { type PublicUser, presentUser, userListAnswer } from '../accounts/presentUser';
import { record } from '../audit/record';
import { type Door, operation } from '../operation';
import { findPage, type PageAsked } from '../page';
import { contains, fullName } from '../search';
import { expertList } from './schemas';

// As text and not as parameters, so that SQLite knows the index of the experts holds every row.
const isPending = sql`${users.accountType} = 'Expert' and ${users.approved} = 0`;
const isApproved = sql`${users.accountType} = 'Expert' and ${users.approved} = 1`;

/** Experts who wait for approval, the longest waiting first (specification §2, §7). */
export const listPendingExperts = operation({
  name: 'expert.listPending',
  input: expertList,
  output: userListAnswer,
  allow: 'expert.listPending',
  done: 'expert.pendingFetched',
  failed: 'expert.pendingFailed',
  async run({ viewer, input, door }) {
    await changed(record({ action: 'expert.listed', actorId: viewer.id }));
    const { rows, meta } = readExpertPage(and(isPending, named(input.q)), input, door);
    return { data: rows.map((row) => presentUser(row, door)), meta };
  },
});

/** Approved experts, the longest serving first (specification §2, §7), as colleagues see each other. */
export const listApprovedExperts = operation({
  name: 'expert.listApproved',
  input: expertList,
  output: userListAnswer,
  allow: 'expert.listApproved',
  done: 'expert.approvedFetched',
  failed: 'expert.approvedFailed',
  async run({ input, door }) {
    const { rows, meta } = readExpertPage(and(isApproved, named(input.q)), input, door);
    return { data: rows.map((row) => presentColleague(row, door)), meta };
  },
});

/** How many experts wait for approval. */
export function countPendingExperts(): number {
  return countOf(isPending);
}

/** An expert without what is no colleague's business: gender and date of birth. */
function presentColleague(...[row, door]: Parameters<typeof presentUser>): PublicUser {
  const user = presentUser(row, door);
  return { ...user, additionalDetails: { ...user.additionalDetails, gender: null, dateOfBirth: null } };
}

const named = (q: string | undefined) =>
  q ? or(contains(fullName(users.firstName, users.lastName), q), contains(users.email, q)) : undefined;

const countOf = (where: SQL | undefined) =>
  db().select({ total: count() }).from(users).where(where).get()?.total ?? 0;

/** One page: first its ids, in the index alone and from the nearer end of the list, then its rows. */
function readExpertPage(where: SQL | undefined, asked: PageAsked, door: Door) {
  return readTogether(() => {
    const total = countOf(where);
    const { offset, rows, meta } = findPage(asked, total, door);
    const isFromEnd = offset > total / 2;
    const way = isFromEnd ? desc : asc;
    const ids = db()
      .select({ id: users.id })
      .from(users)
      .where(where)
      .orderBy(way(users.createdAt), way(users.id))
      .limit(rows)
      .offset(isFromEnd ? total - offset - rows : offset);
    const found = db()
      .select()
      .from(users)
      .where(inArray(users.id, ids))
      .orderBy(asc(users.createdAt), asc(users.id))
      .all();
    return { rows: found, meta };
  });
}
