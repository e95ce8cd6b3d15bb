import { type LanguageCode, languageCodes } from '~/i18n/language-codes';
import type { Language, MessageKey } from '~/i18n/messages/en';
import { sayLanguage } from '~/i18n/t';
import { isMessageKey, translate } from '~/i18n/translate';

/**
 * A field of a form as a page can show what was typed into it. `label` is null for what nobody types:
 * an id, a tick, the key of a form. `text` is the value in the reader's words.
 */
export type TypedField = { name: string; value: string; label: string | null; text: string };

const labels: Record<string, MessageKey> = {
  firstName: 'signup.firstNameLabel',
  lastName: 'signup.lastNameLabel',
  email: 'signup.emailLabel',
  contactNumber: 'signup.contactNumberLabel',
  gender: 'profile.genderLabel',
  dateOfBirth: 'profile.dateOfBirthLabel',
  confirmation: 'deleteAccount.confirmationLabel',
  registrationNumber: 'credentials.numberLabel',
  council: 'credentials.councilLabel',
  qualification: 'credentials.qualificationLabel',
  name: 'people.nameLabel',
  personName: 'people.nameLabel',
  birthYear: 'people.birthYearLabel',
  ownBirthYear: 'people.birthYearLabel',
  sex: 'people.sexLabel',
  ownSex: 'people.sexLabel',
  relation: 'people.relationLabel',
  guardianName: 'about.guardianLabel',
  reportType: 'upload.reportTypeLabel',
  countryCode: 'upload.countryCodeLabel',
  phoneNumber: 'upload.phoneNumberLabel',
  description: 'upload.descriptionLabel',
  review: 'review.label',
  language: 'review.languageLabel',
  text: 'amend.text',
  reasonCode: 'amend.reasonCode',
  reason: 'standing.reason',
  pages: 'ask.pagesLabel',
  answer: 'answer.textLabel',
  answerTo: 'query.answerToLabel',
  question: 'query.questionLabel',
  message: 'contact.messageLabel',
  about: 'profile.aboutLabel',
  kind: 'ask.kindLabel',
};

/** The labels of fields that are called otherwise in one form; null where a button chooses. */
const ownLabels: Record<string, Record<string, MessageKey | null>> = {
  'message.callBack': { about: 'callBack.aboutLabel' },
  'review.amend': { kind: 'amend.kind', reason: 'amend.reasonLabel', language: 'amend.languageLabel' },
  'review.takeBackFor': { reason: 'amend.reasonLabel' },
  'report.askPatient': { text: 'ask.textLabel', language: 'ask.languageLabel' },
  'account.chooseLanguage': { language: null },
};

const sexWords: Record<string, MessageKey> = {
  female: 'gender.Female',
  male: 'gender.Male',
  other: 'gender.Other',
  unsaid: 'gender.Prefer not to say',
};

/** What the key of a choice begins with, by the field it is made in. */
const choiceKeys: Record<string, string[]> = {
  reportType: ['type.'],
  relation: ['relation.'],
  gender: ['gender.'],
  kind: ['amend.kind.', 'ask.choose.'],
  reasonCode: ['amend.reason.'],
};

/** Presents what was sent with a form, without its secrets, so that it can be read and copied. */
export function presentTypedFields(
  operation: string,
  sent: Record<string, unknown>,
  language: Language,
): TypedField[] {
  return Object.entries(sent).map(([name, sentValue]) => {
    const value = String(sentValue);
    const own = ownLabels[operation]?.[name];
    const key = own === undefined ? labels[name] : own;
    const label = key && value !== '' ? translate(language, key, { word: value }) : null;
    return { name, value, label, text: wordsOfChoice(name, value, language) };
  });
}

/** Returns the words of a choice; anything else as it was typed. */
function wordsOfChoice(name: string, value: string, language: Language): string {
  if (name === 'language' && isLanguageCode(value)) return sayLanguage(language, value);
  const ofSex = ['sex', 'ownSex'].includes(name) ? sexWords[value] : undefined;
  const key = ofSex ?? choiceKeys[name]?.map((start) => `${start}${value}`).find(isMessageKey);
  return key ? translate(language, key as MessageKey) : value;
}

const isLanguageCode = (value: string): value is LanguageCode => languageCodes.some((code) => code === value);
