import { toLatinDigits } from '~/domain/kernel/digits';
import { cleanText } from '~/domain/kernel/text';

/** The fields that a doctor confirms together, as typed. */
type TypedStep = { text?: string; nextStep?: string; withinDays?: string | number };

/**
 * Computes the value of the tick that a text and its next step fit each other. Another text or step
 * has another value, so that the page asks again.
 */
export function markOf({ text = '', nextStep = '', withinDays = '' }: TypedStep): string {
  const typed = [cleanText(text), nextStep, toLatinDigits(String(withinDays)).trim().replace(/^0+/, '')].join(
    '\n',
  );
  // Two FNV-1a hashes, of the text and of the text backwards. They keep no secret.
  return [typed, [...typed].reverse().join('')].map(hashOf).join('-');
}

/** Checks whether the tick is for the text and step that were sent. */
export const confirmationOf = ({ stepConfirmed, ...typed }: TypedStep & { stepConfirmed: string }) => ({
  stepConfirmed: stepConfirmed === markOf(typed),
});

function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}
