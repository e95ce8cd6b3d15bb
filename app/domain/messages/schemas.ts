import { z } from 'zod';
import { optionalChoice } from '~/domain/kernel/fields/choices';
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
} from '~/domain/kernel/fields/fields';
import { toE164 } from '~/domain/kernel/fields/phone';
import { messageKinds } from '~/platform/enums';
import { maxNameLength, maxTextLength, messageStates } from './constants';

const maxAnswerBytes = 254;

/**
 * The contact page asks for nothing: whatever comes is taken, and cut where it is too long
 * (docs/requirements.md#screens).
 */
export const contactForm = z.object({
  name: anyName(maxNameLength),
  email: anyText(maxAnswerBytes),
  message: anyText(maxTextLength),
});

/**
 * One way to answer, as somebody types it: an e-mail address where it has an @, else a phone
 * number.
 */
const answerTo = requiredLine(key('query.answerTo'), maxAnswerBytes).transform((typed, context) => {
  const email = typed.includes('@') ? emailAddress(key('query.answerTo')).safeParse(typed).data : undefined;
  const phone = email ? undefined : toE164({ number: typed });
  if (!email && !phone) context.addIssue({ code: 'custom', message: key('query.answerToShape') });
  return { email, phone };
});

export const queryForm = z.object({
  name: personName(key('query.name'), maxNameLength),
  answerTo,
  question: requiredText(key('query.question'), maxTextLength),
});

export const callBackForm = z.object({
  name: personName(key('query.name'), maxNameLength),
  phoneNumber: requiredLine(key('upload.phoneNumber'), 24).transform((typed, context) => {
    const phone = toE164({ number: typed });
    if (!phone) context.addIssue({ code: 'custom', message: key('callBack.phoneNumberShape') });
    return phone ?? '';
  }),
  about: optionalText(maxTextLength),
});

export const messageList = z.object({
  ...listFields,
  state: optionalChoice(messageStates).transform((state) => state ?? 'open'),
  kind: optionalChoice(messageKinds),
});

export const messageIdOnly = z.object({ messageId: requiredId });
