import type { LanguageCode } from '~/i18n/language-codes';
import type { PostOutcome } from '~/platform/senders/guarded-post.server';
import { type PostPush, postPush } from '~/platform/senders/push-request.server';
import type { LaneOutcome, SendPush } from './lane-senders';

type PushSettings = {
  /** The sentence of every push message, which names the clinic's sender and nothing else. */
  compose(language: LanguageCode): string;
  /** The path of the page that a message opens. */
  path: string;
  /** An https or mailto address, at which push services reach the clinic. */
  subject: string;
  post?: PostPush;
};

/**
 * Creates the function that hands a text to the push service of a browser. The message has the
 * sentence, the path to open, and the ID of the text, by which a doubled one replaces the first.
 */
export function createPushSender({ compose, path, subject, post }: PushSettings): SendPush {
  return async ({ id, language, to }) => {
    const text = JSON.stringify({ text: compose(language), path, tag: id });
    return toLaneOutcome(await postPush(to, { text, subject, topic: id }, post));
  };
}

const neverRight = new Set(['ESHAPE', 'EPRIVATE']);

function toLaneOutcome({ status, code }: PostOutcome): LaneOutcome {
  if (status === undefined)
    return neverRight.has(code) ? { kind: 'refused', code } : { kind: 'retry', code, isReached: false };
  if (status >= 200 && status < 300) return { kind: 'sent' };
  const answer = { code: String(status) };
  if (status === 404 || status === 410) return { kind: 'ended', ...answer };
  if (status === 429 || status >= 500) return { kind: 'retry', ...answer, isReached: true };
  return { kind: 'refused', ...answer };
}
