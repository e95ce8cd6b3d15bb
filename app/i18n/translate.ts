import { messagesByLanguage } from './catalogues';
import { type Language, languages } from './languages';
import type { MessageKey, MessageValues, ServerValues } from './message-keys';
import { fillPlaceholders, formatDay, formatMoment, readMessagesWith, toLocale } from './t';

readMessagesWith((language) => messagesByLanguage[language]);

/** Every sentence in English. */
export const sentences = messagesByLanguage.en;

/**
 * Returns any sentence in a language, for the channels; a page uses `translateOnPage`.
 *
 * @param values the values of the placeholders.
 * @returns the sentence; a placeholder without a value stays as it is.
 */
export function translate(language: Language, key: MessageKey, values: ServerValues = {}): string {
  return fillPlaceholders(language, messagesByLanguage[language][key], nameValues(language, values));
}

/** Replaces the codes of languages and scripts by their names, and writes days and moments out. */
function nameValues(language: Language, values: ServerValues): MessageValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value !== 'object' || 'seconds' in value) return [name, value];
      if ('language' in value) return [name, languages[value.language].name];
      if ('day' in value) return [name, formatDay(language, value.day)];
      if ('moment' in value) return [name, formatMoment(language, value.moment)];
      const scriptNames = new Intl.DisplayNames(toLocale(language), { type: 'script' });
      return [name, scriptNames.of(value.script) ?? value.script];
    }),
  );
}

/** Checks whether a text is the key of a sentence, as the messages of schemas are. */
export function isMessageKey(text: string): text is MessageKey {
  return Object.hasOwn(sentences, text);
}

/**
 * The groups of sentences that a few seldom opened pages carry in their data. No bundle has them.
 * The group is the part of a key before the dot.
 */
const ownGroups = [
  'adminsPage',
  'alertsPage',
  'audit',
  'auditPage',
  'breach',
  'changesSeen',
  'channelsPage',
  'checkPage',
  'checklist',
  'clinicPage',
  'codePage',
  'doctorPage',
  'dutyPage',
  'emailName',
  'emailPage',
  'extendPage',
  'keysPage',
  'morePage',
  'offlineForm',
  'ownDid',
  'passkeysPage',
  'privacyFields',
  'privacyPage',
  'pushPage',
  'registrationEnd',
  'registrationsPage',
  'secondFactorPage',
  'staffDid',
  'systemPage',
  'toDo',
  'whileWaiting',
] as const;
export type OwnGroup = (typeof ownGroups)[number];

/** Returns the group of a key whose sentence comes with the data of its pages, else undefined. */
export const findOwnGroup = (key: string) => ownGroups.find((group) => key.startsWith(`${group}.`));

/**
 * Returns the sentences that a page carries, for the data of its loader; `useOwnWords` in
 * `app/ui/sentence.tsx` registers them.
 *
 * @returns the unfilled sentences by their keys.
 */
export function ownWords(language: Language, ...groups: OwnGroup[]) {
  const isOwn = (key: string) => groups.some((group) => key.startsWith(`${group}.`));
  const entries = Object.entries(messagesByLanguage[language]).filter(([key]) => isOwn(key));
  return { ownWords: Object.fromEntries(entries) };
}
