import { parsePhoneNumberFromString } from 'libphonenumber-js';
import type { Language } from '~/i18n/languages';
import type { TextName, TextParams } from '~/i18n/notifications/text-names';
import { postSms } from '~/platform/senders/post-sms.server';
import { getSettings } from '~/platform/settings/env.server';
import type { SendSms } from './lane-senders';

/** Writes the words of a text, and names its number from 1. Passed in at the start. */
type ComposeText = (text: { name: TextName; params: TextParams; language: Language }) => {
  number: number;
  text: string;
};

/**
 * Builds the function that hands texts to the clinic's gateway. A number of a country that
 * `SMS_COUNTRIES` does not name is refused with the code `ECOUNTRY`, and nothing is sent.
 *
 * @param compose writes the words of a text.
 */
export const createSmsSender =
  (compose: ComposeText): SendSms =>
  async ({ id, to, name, params, language }) => {
    if (!isNumberOfClinic(to)) return { kind: 'refused', code: 'ECOUNTRY' };
    const { number, text } = compose({ name, params, language });
    return postSms({ id, to, text, template: findTemplate(number, language) });
  };

/** Checks whether a number in E.164 belongs to one of the countries that get text messages. */
export function isNumberOfClinic(number: string): boolean {
  return getSettings().SMS_COUNTRIES.some((country) =>
    country.startsWith('+')
      ? number.startsWith(country)
      : parsePhoneNumberFromString(number)?.country === country,
  );
}

/** Finds the registered ID of a text in a language; otherwise returns the text's number. */
function findTemplate(number: number, language: Language): string {
  const { SMS_TEMPLATES } = getSettings();
  return SMS_TEMPLATES.get(`${number}-${language}`) ?? SMS_TEMPLATES.get(`${number}`) ?? `${number}`;
}
