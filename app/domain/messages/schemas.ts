import { z } from 'zod';
import { optionalChoice } from '~/domain/kernel/choices';
import {
  anyName,
  anyText,
  emailAddress,
  key,
  listFields,
  optionalText,
  personName,
  requiredId,
  requiredLine,
  requiredText,
} from '~/domain/kernel/fields';
import { toE164 } from '~/domain/kernel/phone';
import { messageKinds } from '~/platform/enums';
import { maxNameLength, maxTextLength, messageStates } from './constants';

export const maxAnswerBytes = 254;

/**
 * The contact page enforces nothing: any input is accepted, and cut if it is too long
 * (docs/requirements.md#screens).
 */
export const contactForm = z.object({
  name: anyName(maxNameLength).meta({
    type: 'string',
    description: `Your name. Truncated after ${maxNameLength} characters.`,
    example: 'Asha Devi',
  }),
  email: anyText(maxAnswerBytes).meta({
    type: 'string',
    description: `Your e-mail address. Truncated after ${maxAnswerBytes} characters, and not validated.`,
    example: 'asha@example.com',
  }),
  message: anyText(maxTextLength).meta({
    type: 'string',
    description: `Your message to the clinic. Truncated after ${maxTextLength} characters.`,
    example: 'When are you open on Saturday?',
  }),
});

/**
 * The visitor's address for a reply, as typed: an e-mail address if it has an @, else a phone
 * number.
 */
const answerTo = requiredLine(key('query.answerTo'), maxAnswerBytes).transform(readAnswerTo);

/** Splits an address for a reply into an e-mail address or a phone number; anything else is an issue. */
export function readAnswerTo(typed: string, context: z.RefinementCtx) {
  const email = typed.includes('@') ? emailAddress(key('query.answerTo')).safeParse(typed).data : undefined;
  const phone = email ? undefined : toE164({ number: typed });
  if (!email && !phone) context.addIssue({ code: 'custom', message: key('query.answerToShape') });
  return { email, phone };
}

export const ownName = personName(key('query.name'), maxNameLength).meta({
  description: 'Your name.',
  example: 'Asha Devi',
});

export const queryForm = z.object({
  name: ownName,
  answerTo: answerTo.meta({
    description: 'E-mail address or phone number for the answer.',
    example: 'asha@example.com',
  }),
  question: requiredText(key('query.question'), maxTextLength).meta({
    description: 'Your question to the clinic.',
    example: 'Do you also read old X-rays?',
  }),
});

export const callBackForm = z.object({
  name: ownName,
  phoneNumber: requiredLine(key('upload.phoneNumber'), 24)
    .transform((typed, context) => {
      const phone = toE164({ number: typed });
      if (!phone) context.addIssue({ code: 'custom', message: key('callBack.phoneNumberShape') });
      return phone ?? '';
    })
    .meta({ description: 'Phone number to call.', example: '9876543210' }),
  about: optionalText(maxTextLength).meta({
    description: 'Topic of the call.',
    example: 'I do not understand my blood test.',
  }),
});

export const messageList = z.object({
  ...listFields,
  state: optionalChoice(messageStates)
    .transform((state) => state ?? 'open')
    .describe('Set to `closed` to list closed messages. Open messages are listed by default.'),
  kind: optionalChoice(messageKinds).describe(
    'Only messages from this form: the contact page, a question, or a call-back request.',
  ),
});

export const messageIdOnly = z.object({
  messageId: requiredId.meta({
    description: 'ID of the message: `_id` in `message/get-messages`.',
    example: '01k2zq5v7m8n9p0q1r2s3t4v5z',
  }),
});
