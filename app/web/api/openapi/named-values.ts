import { standings } from '~/domain/identity/expert-constants';
import { messageStates } from '~/domain/messages/constants';
import { languageCodes } from '~/i18n/language-codes';
import {
  accountTypes,
  amendReasons,
  auditActions,
  consentDoors,
  genders,
  messageKinds,
  personRelations,
  personSexes,
  pictureNotes,
  questionKinds,
  reportProgress,
  reportStatuses,
  reportTypes,
  resourceTypes,
  signupTypes,
} from '~/platform/enums';

/**
 * The lists of values that stand in more than one place: the name that each has in the document,
 * its description and its values.
 */
export const namedValues: [name: string, description: string, values: readonly string[]][] = [
  ['AccountType', 'The kinds of accounts.', accountTypes],
  ['AmendReason', 'Why a review may be changed.', amendReasons],
  ['AuditAction', 'What the audit log tells of.', auditActions],
  ['ConsentDoor', 'Where a consent can be given.', consentDoors],
  ['SignupType', 'The kinds of accounts that someone can open.', signupTypes],
  ['ExpertStatus', 'The statuses of an expert.', standings],
  ['Gender', 'The genders that a profile may say.', genders],
  ['Language', 'The languages of pages, e-mails and reviews, as ISO 639-1.', languageCodes],
  ['MessageKind', 'The forms that a message can come from.', messageKinds],
  ['PersonRelation', 'What a person may be to the account that sends a report.', personRelations],
  ['PersonSex', 'The sexes that a person may have.', personSexes],
  ['MessageState', 'Whether a message is open or closed.', messageStates],
  ['PictureNote', 'What may make a picture hard to read.', pictureNotes],
  ['QuestionKind', 'What an expert may ask a patient.', questionKinds],
  ['ReportProgress', 'How far a report may have come.', reportProgress],
  ['ReportStatus', 'The statuses of a report.', reportStatuses],
  ['ReportType', 'The kinds of reports.', reportTypes],
  ['ResourceType', 'The kinds of files.', resourceTypes],
];
