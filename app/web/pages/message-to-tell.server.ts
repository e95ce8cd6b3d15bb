import type { PersonToTell } from '~/domain/help/person-to-tell';
import { translate } from '~/i18n/translate';
import { clinicWords, getSettings } from '~/platform/settings/env.server';
import { paths } from '~/urls/paths';

/**
 * Builds the links that write to a person that there is something to read, in the language of the
 * person. The message says nothing about anybody's health, and its link is always the log-in page.
 *
 * @returns null if the person did not agree to be written to on this number, or has to be called.
 */
export function messageLinks({ firstName, language, kind, phoneNumber, mayWrite }: PersonToTell) {
  if (!mayWrite || phoneNumber === null || kind === 'urgent' || kind === 'call') return null;
  const { senderName: product, helpline } = clinicWords();
  const address = `${getSettings().PUBLIC_URL}${paths.login}`;
  const sentences = [
    translate(language, kind === 'question' ? 'tellText.question' : 'tellText.answer', {
      product,
      firstName,
      address,
    }),
    ...(helpline ? [translate(language, 'tellText.orCall', { helpline })] : []),
  ];
  const text = encodeURIComponent(sentences.join(' '));
  return {
    whatsApp: `https://wa.me/${phoneNumber.replace(/\D/g, '')}?text=${text}`,
    sms: `sms:${phoneNumber}?body=${text}`,
  };
}
