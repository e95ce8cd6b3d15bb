import { and, eq, isNotNull, isNull, or } from 'drizzle-orm';
import { z } from 'zod';
import { requiredChoice } from '~/domain/kernel/choices';
import { requiredId, visibleText } from '~/domain/kernel/fields';
import { openOperation } from '~/domain/kernel/operation';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { db, execute } from '~/platform/db/db.server';
import { textDeliveries } from '~/platform/enums';
import { note } from '~/platform/observability/log.server';
import { sameText } from '~/platform/secrets/tokens.server';
import { getSettings } from '~/platform/settings/env.server';

const reportedText = z.object({
  id: requiredId.meta({
    description: 'The `{id}` of the text, as the gateway got it.',
    example: '01k2zq5v7m8n9p0q1r2s3t4v5x',
  }),
  status: requiredChoice(textDeliveries, 'form.choices').meta({
    description: 'Whether the text arrived.',
    example: 'delivered',
  }),
  secret: visibleText.optional(),
});

/**
 * Records whether a text arrived. Every well-formed report gets the same answer, so that nobody
 * learns which IDs exist or what the secret is; one with a wrong secret is logged.
 */
export const reportTextStatus = openOperation({
  name: 'notices.reportStatus',
  api: {
    summary: 'Report whether a text arrived',
    text: 'For the gateway of text messages, which sends the secret in `SMS_STATUS_SECRET` in the header `X-Status-Secret`. The response is the same for a wrong secret, an unknown text and a report that came before: a gateway would repeat a report that fails. A report is a note beside the text and changes nothing else.',
  },
  input: reportedText,
  limits: ['textReports'],
  successMessage: 'textStatus.done',
  failureMessage: 'textStatus.failed',
  async run({ input: { id, status, secret = '' } }) {
    const { SMS_STATUS_SECRET: expected } = getSettings();
    const isRight = sameText(secret, expected ?? '') && expected !== undefined;
    if (isRight) await noteDelivery(id, status);
    else note('text.statusRefused');
    return {};
  },
});

/** Sets the delivery of a text that was sent. A report of a failure never takes back one of arrival. */
async function noteDelivery(id: string, delivery: (typeof textDeliveries)[number]): Promise<void> {
  const isUnsettled = or(isNull(outbox.delivery), eq(outbox.delivery, 'failed'));
  await execute(
    db()
      .update(outbox)
      .set({ delivery })
      .where(and(eq(outbox.id, id), eq(outbox.channel, 'sms'), isNotNull(outbox.sentAt), isUnsettled)),
  );
}
