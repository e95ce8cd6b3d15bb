import { and, eq, isNull } from 'drizzle-orm';
import { judgeTry } from '~/domain/accounts/tries.server';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { isRemovalReady } from '~/domain/identity/address-dispute.server';
import { toPhoneEnd } from '~/domain/identity/desk-key.server';
import { findProvenNumber } from '~/domain/identity/proven-number.server';
import { isNoEmail } from '~/domain/kernel/no-email';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { toIdPrefix } from '~/domain/report/report-constants';
import { users } from '~/platform/db/core/tables/accounts.server';
import { messages } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { slips } from '~/platform/db/core/tables/slips.server';
import { db, execute } from '~/platform/db/db.server';
import { findSecondProofRule, isSecondProofRight, listGiven, type SecondProof } from './second-proof.server';

type Account = typeof users.$inferSelect;

/** The answers of a patient at the front desk, as the staff member typed them. */
export type Told = SecondProof & {
  fullName: string;
  birthYear: number;
  contactNumber?: string;
  caseNumber?: string;
};

/**
 * Reads an account without e-mail whose owner stands at the front desk.
 *
 * @throws Refusal: `notFound`; `forbidden` for the viewer's own account and for accounts of staff;
 *   `conflict` for an account with an e-mail address, unless the next slip takes it off.
 */
export async function requireDeskAccount(userId: string, viewer: Viewer): Promise<Account> {
  const [account] = await db().select().from(users).where(eq(users.id, userId));
  if (!account) throw new Refusal('notFound', 'frontDesk.notFound');
  const isStaff = account.accountType !== 'Patient' || account.helperSince || account.frontDeskSince;
  if (isStaff || account.id === viewer.id) throw new Refusal('forbidden', 'slip.staff');
  const hasAddress = !isNoEmail(account.email) && !(await isRemovalReady(account.id));
  if (hasAddress || !account.loginName) throw new Refusal('conflict', 'slip.hasEmail');
  return account;
}

/**
 * Checks what somebody at the front desk tells of themselves: full name, year of birth, and the
 * phone number or the case number of a report. If the viewer can look these up, a second proof is
 * asked for first, whatever the answers are. The refusal does not say what was wrong.
 *
 * @throws Refusal: `invalid`, with the code `secondProofNeeded` if one is missing; `tooMany`.
 */
export async function requireIdentity(account: Account, answers: Told, viewer: Viewer): Promise<void> {
  const told = viewer.accountType === 'Admin' ? answers : { ...answers, vouchFor: undefined };
  const rule = await findSecondProofRule(viewer, account);
  const given = rule ? listGiven(told) : [];
  if (rule && !given.some((kind) => rule.kinds.includes(kind)))
    throw new Refusal('invalid', `secondProof.${rule.reason}`, { code: 'secondProofNeeded' });
  const isVouchedFor = given.includes('vouch');
  const asked = { accountId: account.id, isVouchedFor, hasQuestion: given.includes('question') };
  const isRight = await judgeTry(viewer, asked, async () => {
    const isSecondRight = rule ? await isSecondProofRight(viewer, account, { given: told, rule }) : true;
    return (await isTheirs(account, told)) && isSecondRight;
  });
  if (!isRight) throw new Refusal('invalid', 'identity.wrong');
  if (isVouchedFor && told.vouchFor)
    await execute(
      auditEntry({ action: `vouched.${told.vouchFor}`, actorId: viewer.id, objectId: account.id }),
    );
}

const comparable = (name: string) =>
  name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

const digitsOnly = (number: string) => number.replace(/\D/g, '');

async function isTheirs(account: Account, { fullName, birthYear, contactNumber, caseNumber }: Told) {
  const isName = comparable(`${account.firstName} ${account.lastName}`) === comparable(fullName);
  const isYear = account.birthYear === String(birthYear);
  const proven = await findProvenNumber(account);
  const isPhone =
    contactNumber !== undefined &&
    proven !== null &&
    digitsOnly(contactNumber).length >= 10 &&
    toPhoneEnd(proven) === toPhoneEnd(contactNumber) &&
    digitsOnly(proven).endsWith(digitsOnly(contactNumber).slice(-10));
  const isCase = caseNumber !== undefined && (await isOwnCase(account.id, caseNumber));
  return isName && isYear && (isPhone || isCase);
}

/**
 * Checks whether a case number is that of a report of the account. One that stands on a slip of
 * paper, or in a message to the clinic that is kept, proves nothing.
 */
async function isOwnCase(accountId: string, typed: string): Promise<boolean> {
  const prefix = toIdPrefix(typed);
  if (!prefix) return false;
  const rows = await db()
    .select({ id: reports.id })
    .from(reports)
    .leftJoin(slips, eq(slips.reportId, reports.id))
    .where(and(eq(reports.patientId, accountId), isNull(slips.reportId)));
  return rows.some(({ id }) => id.startsWith(prefix)) && !(await isInMessage(prefix));
}

/** Checks whether a case number stands in a message, such as a request for a call about the case. */
async function isInMessage(prefix: string): Promise<boolean> {
  const storedMessages = await db().select({ text: messages.text }).from(messages);
  return storedMessages.some(({ text }) =>
    // Each place of the text, because the word before the number may have four letters too.
    [...text.matchAll(/(?=([\da-z]{4}[-\s]?[\da-z]{4}))/gi)].some(
      ([, word = '']) => toIdPrefix(word) === prefix,
    ),
  );
}
