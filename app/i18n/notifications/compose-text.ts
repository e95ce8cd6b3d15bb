import { emailTranslations } from '~/i18n/catalogues';
import type { Language } from '~/i18n/languages';
import { fillPlaceholders } from '~/i18n/t';
import { type TextName, type TextParams, textNames } from './text-names';
import { measureText } from './text-parts';

/** The most parts of a text: each costs money. */
const maxTextParts = 2;
/** The most UTF-16 units of the sender at the beginning of a text; a longer name is cut. */
export const maxSenderUnits = 40;

type ClinicSender = { senderName: string; publicUrl: string };
type TextToCompose = { name: TextName; params: TextParams; language: Language };

/**
 * Returns the function that writes the texts to phones: the sender, a sentence that says only that
 * something waits, and the address of the log-in. If the address would make a third part, it is left
 * out. `number` is the number of the text, from 1, under which an operator may have registered it.
 *
 * @param readSender called for each text, since admins change the name.
 */
export const makeTextComposer =
  (readSender: () => ClinicSender) =>
  ({ name, params: { count = 1 }, language }: TextToCompose) => {
    const { senderName, publicUrl } = readSender();
    const sentence = fillPlaceholders(language, emailTranslations[language][`sms.${name}`], { count });
    const bare = `${shortenSender(senderName)}: ${sentence}`;
    const withAddress = `${bare} ${publicUrl}/login`;
    const text = measureText(withAddress).parts > maxTextParts ? bare : withAddress;
    return { number: textNames.indexOf(name) + 1, text };
  };

/** Writes the sender in one line, and cuts it where a letter ends. */
function shortenSender(senderName: string): string {
  const letters = [...senderName.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()];
  while (letters.join('').length > maxSenderUnits) letters.pop();
  return letters.join('').trim();
}
