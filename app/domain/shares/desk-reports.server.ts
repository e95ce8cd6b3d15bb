import { and, desc, eq, ne } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { requireDeskAccount, requireIdentity } from '~/domain/front-desk/identity.server';
import { accountIdOnly, identityForm } from '~/domain/front-desk/schemas';
import { findSecondProofRule } from '~/domain/front-desk/second-proof.server';
import { visibleText } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import type { Viewer } from '~/domain/kernel/viewer';
import { toCaseNumber } from '~/domain/report/report-constants';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import { isPass, newPass } from '~/platform/secrets/tokens.server';

const maxListed = 20;

/** Minutes for which the answers of a patient that were checked open the list of their reports. */
const checkMinutes = 10;

export const checkPass = visibleText.max(100).default('').meta({ internal: true });

type Checked = { viewer: Viewer; userId: string };

/** Checks the pass of `checkForReports`. */
export const isCheckPass = (pass: string, { viewer, userId }: Checked): boolean =>
  isPass('desk check', [viewer.id, userId], pass);

/**
 * Checks the answers of a patient on the page, before it shows any case number.
 *
 * @returns the pass with which the page lists the reports for ten minutes.
 * @throws Refusal: as `requireIdentity` does.
 */
export const checkForReports = operation({
  name: 'frontDesk.checkForReports',
  input: identityForm,
  refusals: ['notFound', 'conflict', 'tooMany'],
  allow: 'report.issueSlip',
  secretFields: ['password'],
  successMessage: 'reportSlip.checked',
  failureMessage: 'reportSlip.failed',
  async run({ viewer, input }) {
    const account = await requireDeskAccount(input.userId, viewer);
    await requireIdentity(account, input, viewer);
    return { pass: newPass('desk check', [viewer.id, account.id], checkMinutes) };
  },
});

/**
 * Lists the newest reports of somebody at the front desk, once their answers were checked: case
 * number and day, and nothing else. Each look has an audit entry, which the patient can read.
 *
 * @returns `data` is null before that; `rule` says which second proof the viewer needs.
 */
export const listDeskReports = operation({
  name: 'frontDesk.listReports',
  input: accountIdOnly.extend({ pass: checkPass }),
  allow: 'report.issueSlip',
  successMessage: 'reportSlip.title',
  failureMessage: 'frontDesk.failed',
  async run({ viewer, input: { userId, pass } }) {
    const account = await requireDeskAccount(userId, viewer);
    const { firstName, language } = account;
    const rule = await findSecondProofRule(viewer, account);
    if (!isCheckPass(pass, { viewer, userId })) return { data: null, firstName, language, rule };
    const rows = await db()
      .select({ id: reports.id, createdAt: reports.createdAt })
      .from(reports)
      .where(and(eq(reports.patientId, account.id), ne(reports.status, 'Withdrawn')))
      .orderBy(desc(reports.createdAt), desc(reports.id))
      .limit(maxListed);
    await execute(auditEntry({ action: 'account.casesShown', actorId: viewer.id, objectId: userId }));
    const data = rows.map(({ id, createdAt }) => ({
      reportId: id,
      caseNumber: toCaseNumber(id),
      sentAt: createdAt.toISOString(),
    }));
    return { data, firstName, language, rule };
  },
});
