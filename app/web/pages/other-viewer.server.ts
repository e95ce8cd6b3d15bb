import { data } from '@remix-run/node';
import type { AnyOperation } from '~/domain/kernel/operation';
import { type LanguageCode, languageCodes } from '~/i18n/language-codes';
import type { Language } from '~/i18n/languages';
import type { MessageKey } from '~/i18n/message-keys';
import { formatLanguage } from '~/i18n/t';
import { isMessageKey, translate } from '~/i18n/translate';
import { formTokenField } from '~/web/pipeline/form-token.server';
import type { FailedResult, Failure } from '~/web/pipeline/respond.server';
import { isAskedAsData } from '~/web/request/exchange.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { formAnswer } from './form-answer.server';
import { rootLoader } from './root-data.server';

/** Checks whether a form was refused because it was rendered for another account. */
export const isOtherViewer = (result: FailedResult) =>
  result.status === 'refused' && result.refusal.kind === 'otherViewer';

/**
 * Builds the answer to a form that was rendered for another account; undefined for any other
 * result. With script, the page stays and shows the sentence. Without script, the answer is a
 * separate page, so that no loader of the form's page can redirect away from it. It shows the input
 * and the name of the account that the form was for.
 */
export async function otherViewerAnswer(operation: AnyOperation, failure: Failure, request: Request) {
  const { result } = failure;
  if (result.status !== 'refused' || !isOtherViewer(result)) return undefined;
  const { messageKey, values } = result.refusal;
  const { data: answer, init } = await formAnswer(operation, failure);
  const details = {
    message: translate(requestLanguage(), messageKey, values),
    hint: values && translate(requestLanguage(), 'otherViewer.hint', values),
    operation: operation.name,
    token: values && String(result.fields?.get(formTokenField)),
  };
  const answerWithoutMessage = { ...answer, message: undefined };
  if (isAskedAsData()) return data({ ...answerWithoutMessage, otherViewer: details }, init ?? {});
  const { pathname, search } = new URL(request.url);
  const page = {
    path: `${pathname}${search}`,
    typedLabel: translate(requestLanguage(), 'otherViewer.typed'),
    typed: presentTypedFields(operation.name, answer.lastResult.initialValue ?? {}, requestLanguage()),
    root: (await rootLoader({ request, params: {}, context: {} })).data,
  };
  throw data({ ...answerWithoutMessage, otherViewer: { ...details, page } }, init ?? {});
}

/**
 * A field of a form with its input, as a page shows it. `label` is null for fields that users do
 * not type: an id, a checkbox, the key of a form. `text` is the value in the reader's language.
 */
type TypedField = { name: string; value: string; label: string | null; text: string };

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
  code: 'check.label',
  reason: 'standing.reason',
  answersInDoubt: 'doubt.question',
  pages: 'ask.pagesLabel',
  answer: 'answer.textLabel',
  answerTo: 'query.answerToLabel',
  question: 'query.questionLabel',
  message: 'contact.messageLabel',
  about: 'profile.aboutLabel',
  kind: 'ask.kindLabel',
  otp: 'otp.label',
  fullName: 'identity.nameLabel',
  caseNumber: 'report.caseNumber',
  newNumber: 'changePhone.newLabel',
  phoneEnd: 'frontDesk.phoneEnd',
  vouchFor: 'secondProof.vouch',
  reportMonth: 'secondProof.monthLabel',
  clinicNumber: 'ownNumber.label',
  mode: 'uploadFor.modeLabel',
  witness: 'uploadFor.witnessLabel',
  whom: 'goToday.whom',
  url: 'webhooks.urlLabel',
  hours: 'share.howLong',
  label: 'share.labelLabel',
  clinicName: 'clinicPage.name',
  senderName: 'clinicPage.sender',
  helpline: 'contact.helpline',
  officeHours: 'contact.hours',
  supportEmail: 'contact.emailLabel',
  officeAddress: 'contact.office',
  outreachAddress: 'contact.outreach',
  socialPhotos: 'clinicPage.footer',
  socialNetwork: 'clinicPage.footer',
  socialMicroblog: 'clinicPage.footer',
  socialVideo: 'clinicPage.footer',
  offeredLanguages: 'clinicPage.languages',
  method: 'checkPage.method',
  validUntil: 'checkPage.validUntil',
};

/** Labels that differ in one form; null if a button sets the value. */
const ownLabels: Record<string, Record<string, MessageKey | null>> = {
  'message.callBack': { about: 'callBack.aboutLabel' },
  'message.complain': {
    topic: 'complain.topicLabel',
    name: 'query.nameLabel',
    about: 'complain.aboutLabel',
    text: 'complain.textLabel',
  },
  'message.answerComplaint': { answer: 'complaint.answerLabel' },
  'frontDesk.find': { text: 'frontDesk.searchLabel' },
  'review.amend': { kind: 'amend.kind', reason: 'amend.reasonLabel', language: 'amend.languageLabel' },
  'review.takeBackFor': { reason: 'amend.reasonLabel' },
  'report.askPatient': { text: 'ask.textLabel', language: 'ask.languageLabel' },
  'account.chooseLanguage': { language: null },
  'account.open': { language: 'nav.language' },
  'account.decideRemoval': { decision: 'removal.decision' },
  'account.issueSlip': { reason: 'slip.reasonLabel' },
  'share.open': { name: 'share.nameLabel', registrationNumber: 'share.registrationLabel' },
  'key.make': {
    name: 'keysPage.nameLabel',
    scopes: 'keysPage.scopesLabel',
    days: 'keysPage.daysLabel',
  },
  'breach.note': {
    foundAt: 'breach.foundLabel',
    what: 'breach.whatLabel',
    actor: 'breach.actorLabel',
    fromAt: 'breach.fromLabel',
    toAt: 'breach.toLabel',
  },
  'breach.told': { at: 'breach.toldLabel', how: 'breach.howLabel' },
  'breach.boardTold': { at: 'breach.boardLabel', reference: 'breach.referenceLabel' },
  'duty.add': {
    day: 'dutyPage.day',
    from: 'dutyPage.from',
    to: 'dutyPage.to',
    weeks: 'dutyPage.weeksLabel',
  },
  'duty.addAway': { fromDay: 'dutyPage.firstDay', toDay: 'dutyPage.lastDay' },
  'duty.remove': { kind: null },
  'registration.require': { fromDay: 'registrationsPage.firstDay' },
  'alerts.changeTarget': { hours: 'alerts.hours' },
  'duties.grant.helper': { name: 'duties.nameLabel' },
  'duties.grant.frontDesk': { name: 'duties.nameLabel' },
};

/** The gender that corresponds to a sex in a form. */
const genderOfSex: Record<string, string> = {
  female: 'Female',
  male: 'Male',
  other: 'Other',
  unsaid: 'Prefer not to say',
};

/** Prefixes of the message keys of a choice, by field. */
const choiceKeys: Record<string, string[]> = {
  reportType: ['type.'],
  relation: ['relation.'],
  gender: ['gender.'],
  kind: ['amend.kind.', 'ask.choose.'],
  mode: ['uploadFor.mode.'],
  reasonCode: ['amend.reason.'],
  hours: ['share.hours.'],
  vouchFor: ['vouch.'],
  decision: ['removal.'],
  method: ['checkPage.by.'],
  topic: ['complaintTopic.'],
};

/** Presents the input of a form, without its secrets, so that it can be read and copied. */
function presentTypedFields(
  operation: string,
  sentFields: Record<string, unknown>,
  language: Language,
): TypedField[] {
  return Object.entries(sentFields).map(([name, sentValue]) => {
    const value = String(sentValue);
    const ownLabel = ownLabels[operation]?.[name];
    const key = ownLabel === undefined ? labels[name] : ownLabel;
    const label = key && value !== '' ? translate(language, key, { word: value }) : null;
    return { name, value, label, text: wordsOfChoice(name, value, language) };
  });
}

/** Returns the label of a choice, or any other input unchanged. */
function wordsOfChoice(name: string, value: string, language: Language): string {
  if (name === 'language' && isLanguageCode(value)) return formatLanguage(language, value);
  const isSex = name === 'sex' || name === 'ownSex';
  const choice = isSex ? genderOfSex[value] : value;
  const starts = isSex ? ['gender.'] : choiceKeys[name];
  const key = starts?.map((start) => `${start}${choice}`).find(isMessageKey);
  return key ? translate(language, key) : value;
}

const isLanguageCode = (value: string): value is LanguageCode => languageCodes.some((code) => code === value);
