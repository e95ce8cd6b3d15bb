import { and, eq, isNull } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { listDeletions } from '~/domain/audit/deletion-list.server';
import { emptyOutput } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { messages } from '~/platform/db/core/tables/clinic.server';
import { atomically, db, requireChange } from '~/platform/db/db.server';
import { messageIdOnly } from './schemas';

/**
 * Closes a message that has been dealt with (docs/requirements.md#pages).
 *
 * @throws Refusal: `notFound` if there is no such message; `conflict` if it is closed already.
 */
export const closeMessage = operation({
  name: 'message.close',
  api: {
    summary: 'Close a message',
    text: 'For admins. Closes a message that has been dealt with. Returns 409 if it is already closed.',
  },
  input: messageIdOnly,
  output: emptyOutput,
  refusals: ['notFound', 'conflict'],
  allow: 'message.close',
  successMessage: 'closeMessage.done',
  failureMessage: 'closeMessage.failed',
  async run({ viewer, input: { messageId } }) {
    const isFirst = await atomically([
      requireChange(
        db()
          .update(messages)
          .set({ closedAt: new Date(), closedBy: viewer.id })
          .where(and(eq(messages.id, messageId), isNull(messages.closedAt))),
      ),
      auditEntry({ action: 'message.closed', actorId: viewer.id, objectId: messageId }),
    ]);
    if (isFirst) {
      await listDeletions();
      return {};
    }
    if ((await db().$count(messages, eq(messages.id, messageId))) === 0)
      throw new Refusal('notFound', 'message.notFound');
    throw new Refusal('conflict', 'closeMessage.already');
  },
});
