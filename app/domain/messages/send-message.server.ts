import { gt } from 'drizzle-orm';
import { z } from 'zod';
import { emptyOutput } from '~/domain/kernel/fields';
import { type CallContext, openOperation } from '~/domain/kernel/operation';
import { enqueueEmail } from '~/domain/notifications/enqueue-email.server';
import { wakeOutbox } from '~/domain/notifications/rounds.server';
import type { Language } from '~/i18n/languages';
import type { EmailParams, EmailTemplate } from '~/i18n/notifications/compose-email';
import { messages } from '~/platform/db/core/tables/clinic.server';
import { atomically, db } from '~/platform/db/db.server';
import type { MessageKind } from '~/platform/enums';
import { newId } from '~/platform/ids.server';
import { consume } from '~/platform/limits/limits.server';
import { getSettings } from '~/platform/settings/env.server';
import { callBackForm, contactForm, queryForm } from './schemas';

/** The language of e-mails to the clinic itself. */
const clinicLanguage: Language = 'en';

/**
 * Sends a message from the contact page (docs/requirements.md#screens): nothing is enforced and the
 * answer is always the thanks. A message with content is stored and mailed to the clinic, up to the
 * limit of one client; beyond it nothing is stored (docs/requirements.md#pages).
 */
export const sendContact = openOperation({
  name: 'message.contact',
  api: {
    summary: 'Write to the clinic',
    text: 'Public. Validates nothing and always returns the same response. Messages that are not empty are stored, up to ten an hour per network.',
  },
  input: contactForm,
  output: emptyOutput,
  policy: { refusalsSay: 'success' },
  successMessage: 'contact.done',
  failureMessage: 'contact.failed',
  async run({ input: { name, email, message }, context }) {
    if (!message || (await consume('messages', context.client)) > 0) return {};
    const row = { kind: 'contact', name, email: email || null, text: message } as const;
    await keep(row, context, { template: 'contactMessage', params: { name, email, message } });
    return {};
  },
});

/**
 * Sends a query or concern from the home page (docs/requirements.md#purpose,
 * docs/requirements.md#pages).
 */
export const sendQuery = openOperation({
  name: 'message.query',
  api: {
    summary: 'Ask the clinic a question',
    text: 'Public. `answerTo` is an e-mail address or a phone number.',
  },
  input: queryForm,
  output: emptyOutput,
  limits: ['messages'],
  successMessage: 'query.done',
  failureMessage: 'contact.failed',
  async run({ input: { name, answerTo, question }, context }) {
    const row = { kind: 'query', name, ...answerTo, text: question } as const;
    await keep(row, context, { template: 'messageWaits', params: { kind: 'query' } });
    return {};
  },
});

/**
 * Asks an expert to call about a medical question (docs/requirements.md#purpose,
 * docs/requirements.md#pages).
 */
export const askForCallBack = openOperation({
  name: 'message.callBack',
  api: {
    summary: 'Request a call back',
    text: 'Public. An expert calls about a medical question.',
  },
  input: callBackForm,
  output: z.object({
    phoneNumber: z
      .string()
      .meta({ description: 'Phone number that will be called, in E.164.', example: '+919876543210' }),
  }),
  limits: ['messages'],
  successMessage: 'callBack.done',
  failureMessage: 'contact.failed',
  async run({ input: { name, phoneNumber, about = '' }, context }) {
    const row = { kind: 'callback', name, phone: phoneNumber, text: about } as const;
    await keep(row, context, { template: 'messageWaits', params: { kind: 'callback' } });
    return { phoneNumber };
  },
});

type Written = {
  kind: MessageKind;
  name: string;
  email?: string | null;
  phone?: string | null;
  text: string;
};

const sameMessageMinutes = 10;

/**
 * Checks whether the same message was stored a few minutes ago: a browser that got no answer sends
 * its form again.
 */
async function isKept(message: Written) {
  const since = new Date(Date.now() - sameMessageMinutes * 60_000);
  const latest = await db().select().from(messages).where(gt(messages.createdAt, since));
  const columns = ['kind', 'name', 'email', 'phone', 'text'] as const;
  return latest.some((row) => columns.every((column) => row[column] === (message[column] ?? null)));
}

/**
 * Stores a message, once. If the clinic has a mailbox, it gets an e-mail: the text for the contact
 * page, only the fact that a message waits for the others.
 */
async function keep<Name extends EmailTemplate>(
  message: Written,
  context: CallContext,
  template: { template: Name; params: EmailParams[Name] },
) {
  if (await isKept(message)) return;
  const { SUPPORT_EMAIL, PRODUCT_NAME } = getSettings();
  const to = SUPPORT_EMAIL ? { name: PRODUCT_NAME, address: SUPPORT_EMAIL } : undefined;
  await atomically([
    db()
      .insert(messages)
      .values({ id: newId(), ...message, language: context.language, createdAt: new Date() }),
    to && enqueueEmail({ ...template, to, language: clinicLanguage }),
  ]);
  if (to) wakeOutbox();
}
