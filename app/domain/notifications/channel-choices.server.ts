import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { listDeletions } from '~/domain/audit/deletion-list.server';
import { allowMessages } from '~/domain/identity/message-consents.server';
import { requireOwnRow } from '~/domain/identity/own-row.server';
import { booleanField, requiredChoice } from '~/domain/kernel/choices';
import { emptyOutput } from '~/domain/kernel/fields';
import { isNoEmail } from '~/domain/kernel/no-email';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { channelChoices } from '~/platform/db/core/tables/notifications.server';
import { atomically, db, execute, type Statement } from '~/platform/db/db.server';
import { findPhoneTargets, findSmsRules } from './phone-targets.server';

/** The channels that an account switches on and off; push messages belong to a browser. */
const chosenChannels = ['mail', 'sms'] as const;
type ChosenChannel = (typeof chosenChannels)[number];

const setChoice = (userId: string, channel: ChosenChannel, isOn: boolean): Statement => {
  const row = { userId, channel, isOn, at: new Date() };
  return db()
    .insert(channelChoices)
    .values(row)
    .onConflictDoUpdate({ target: [channelChoices.userId, channelChoices.channel], set: row });
};

/**
 * Switches the e-mails or texts about reports on or off. Switching texts on gives leave for the present
 * number. E-mails go on while nothing else reaches the account; those about the account always do.
 *
 * @throws Refusal: `conflict` for texts without a number that the clinic's gateway serves.
 */
export const chooseChannel = operation({
  name: 'account.chooseChannel',
  api: {
    summary: 'Switch a channel of notifications on or off',
    text: 'Switches the e-mails (`mail`) or texts (`sms`) about reports on or off. Switching texts on gives leave to write to the present phone number. E-mails go on while nothing else reaches the account. Returns 409 for texts without a phone number that the clinic serves.',
  },
  input: z.object({
    channel: requiredChoice(chosenChannels, 'form.choices').meta({
      description: 'The channel.',
      example: 'mail',
    }),
    isOn: booleanField.meta({ description: 'Whether it is on.', example: true }),
  }),
  output: emptyOutput,
  refusals: ['conflict'],
  allow: 'account.own',
  successMessage: 'messageConsent.done',
  failureMessage: 'messageConsent.failed',
  async run({ viewer, input: { channel, isOn } }) {
    const { contactNumber } = await requireOwnRow(viewer);
    const isServed = contactNumber !== null && findSmsRules()?.isServed(contactNumber) === true;
    if (channel === 'sms' && isOn && !isServed) throw new Refusal('conflict', 'messageConsent.noNumber');
    const action = isOn ? 'channel.on' : 'channel.off';
    await atomically([
      setChoice(viewer.id, channel, isOn),
      channel === 'sms' && isOn && contactNumber ? allowMessages(viewer.id, contactNumber) : undefined,
      auditEntry({ action, actorId: viewer.id, objectId: `${viewer.id}_${channel}` }),
    ]);
    await listDeletions();
    return {};
  },
});

/** Reads the channels of the viewer, for the page that shows them. `sms` is null without a gateway. */
export const readChannels = operation({
  name: 'account.readChannels',
  input: z.object({}),
  allow: 'account.own',
  successMessage: 'channels.title',
  failureMessage: 'messageConsent.failed',
  async run({ viewer }) {
    const { contactNumber, email } = await requireOwnRow(viewer);
    const targets = (await findPhoneTargets([viewer.id])).get(viewer.id);
    const rules = findSmsRules();
    const sms = rules && {
      number: contactNumber,
      isServed: contactNumber !== null && rules.isServed(contactNumber),
      isOn: targets?.hasSms === true,
    };
    const browsers = targets?.subscriptionIds.length ?? 0;
    return {
      data: {
        mail: isNoEmail(email)
          ? null
          : { address: email, isOn: targets?.isMailOn !== false, isOnly: !sms?.isOn && browsers === 0 },
        sms: sms ?? null,
        browsers,
      },
    };
  },
});

/**
 * Switches a channel off again in a restored database.
 *
 * @param name the account and the channel, as the audit entry names them.
 */
export async function repeatChannelOff(name: string): Promise<void> {
  const [userId = '', channel] = name.split('_');
  const match = chosenChannels.find((known) => known === channel);
  const exists = (await findPhoneTargets([userId])).has(userId);
  if (match && exists) await execute(setChoice(userId, match, false));
}
