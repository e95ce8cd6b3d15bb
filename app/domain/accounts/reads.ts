import { and, eq } from 'drizzle-orm';
import { atomically, db, requireChange } from '~/platform/db/db.server';
import { users } from '~/platform/db/tables';
import { auditEntry } from '../audit/record';
import { emptyOutput } from '../fields';
import { languageCodes } from '../languages';
import { operation } from '../operation';
import { Refusal } from '../refusal';
import { languagesRead } from './schemas';

/**
 * Saying which languages one reads and writes as an expert: reviews are asked to be translated into these. None at all is allowed.
 * Refusals: `signedOut` where the account has just been deleted.
 */
export const updateLanguages = operation({
  name: 'account.updateLanguages',
  input: languagesRead,
  output: emptyOutput,
  allow: 'expert.credentials',
  successMessage: 'reads.done',
  failureMessage: 'reads.failed',
  async run({ viewer, input }) {
    const reads = languageCodes.filter((code) => input[code]);
    const isThere = await atomically([
      requireChange(
        db()
          .update(users)
          .set({ reads, updatedAt: new Date() })
          .where(and(eq(users.id, viewer.id), eq(users.accountType, 'Expert'))),
      ),
      auditEntry({ action: 'account.languages', actorId: viewer.id, objectId: viewer.id }),
    ]);
    if (!isThere) throw new Refusal('signedOut', 'refused.signedOut');
    return {};
  },
});
