import type { archiveOwnerReason, notPersonalReason, parentReason } from '~/domain/kernel/archive-reasons';
import type { DataPhrase, TableNotice } from './notice-purposes';
import type { personalData } from './personal-data';

type NotSaid = typeof notPersonalReason | typeof parentReason | typeof archiveOwnerReason;
type Handled = typeof personalData;
type PersonalColumn<Table extends keyof Handled> = {
  [Column in keyof Handled[Table]]: Handled[Table][Column] extends NotSaid ? never : Column;
}[keyof Handled[Table]];

/** Tables of `personalData`, each with a phrase for every personal column. Others may stand beside them. */
type EveryTable = {
  [Table in keyof Handled]: Omit<TableNotice, 'columns'> & {
    columns: Record<PersonalColumn<Table>, DataPhrase>;
  };
};

/** Gives the same phrase to several columns. */
const phrase = <const Column extends string>(data: DataPhrase, ...columns: Column[]) =>
  Object.fromEntries(columns.map((column) => [column, data])) as Record<Column, DataPhrase>;

const ofReport = { until: 'report', seenBy: ['you', 'doctors', 'admins', 'helpers', 'link'] } as const;
const ofStaff = { topic: 'staff', until: 'account', seenBy: ['author', 'admins'] } as const;

/**
 * The notice's answer for each table with personal data: what stands in its columns, why, how long,
 * and who sees it. A personal column without a phrase does not compile, and fails a test.
 */
export const noticeOfTables = {
  users: {
    topic: 'account',
    until: 'account',
    seenBy: ['you', 'doctors', 'admins', 'frontDesk', 'helpers'],
    apart: [
      { data: ['password', 'secondStep'], seenBy: ['nobody'] },
      { data: ['sessions'], seenBy: ['you'] },
      { data: ['credentials'], seenBy: ['you', 'admins', 'doctors', 'patients'] },
    ],
    columns: {
      ...phrase('name', 'firstName', 'lastName'),
      ...phrase('email', 'email', 'emailAddedAt', 'emailConfirmedAt'),
      ...phrase('phone', 'contactNumber', 'provenNumber', 'numberChangedAt'),
      ...phrase('number', 'id', 'loginName'),
      ...phrase('role', 'accountType', 'createdAt', 'updatedAt'),
      ...phrase('password', 'passwordHash'),
      ...phrase('secondStep', 'totpSecret', 'totpSince'),
      ...phrase('about', 'about', 'pictureName', 'pictureTag'),
      ...phrase('birth', 'gender', 'dateOfBirth', 'birthYear'),
      ...phrase('languages', 'language', 'reads'),
      ...phrase('sessions', 'firstDevice'),
      ...phrase('help', 'openedBy', 'helperSince', 'helperBy', 'frontDeskSince', 'frontDeskBy'),
      ...phrase('credentials', 'registrationNumber', 'council', 'qualification', 'registeredUntil'),
      ...phrase('approval', 'approved', 'approvedAt', 'approvedBy', 'suspendedAt', 'rejectedAt'),
      ...phrase('approval', 'standingReason', 'answersInDoubt', 'doubtDecidedAt'),
    },
  },
  people: {
    topic: 'people',
    until: 'removed',
    seenBy: ['you', 'helpers'],
    columns: phrase('person', 'id', 'name', 'birthYear', 'sex', 'relation', 'createdAt', 'updatedAt'),
  },
  reports: {
    topic: 'report',
    ...ofReport,
    columns: {
      ...phrase('file', 'id', 'reportType', 'resourceType', 'thumbnailName', 'pages', 'pageNotes'),
      ...phrase('file', 'fileName', 'originalName', 'mediaType', 'bytes'),
      ...phrase('words', 'description', 'dangerSigns', 'urgentAt'),
      ...phrase('reportPhone', 'phoneNumber', 'countryCode'),
      ...phrase('person', 'aboutName', 'aboutBirthYear', 'aboutSex', 'aboutRelation', 'personId'),
      ...phrase('guardian', 'guardianName'),
      ...phrase('sender', 'sentBy'),
      ...phrase('languages', 'language'),
      ...phrase('state', 'status', 'createdAt', 'updatedAt', 'correctedAt', 'askedAt', 'claimedBy'),
      ...phrase('state', 'claimedUntil', 'claimedAt', 'heldAt', 'hiddenUntil', 'waitsFor'),
      ...phrase('review', 'review', 'reviewLanguage', 'reviewedAt', 'version', 'amendedAt'),
      ...phrase('review', 'takenBackAt', 'doubtChangedAt'),
      ...phrase('doctor', 'expertId', 'expertFirstName', 'expertLastName'),
      ...phrase('doctor', 'expertRegistration', 'expertCredentials'),
    },
  },
  consents: {
    topic: 'report',
    until: 'report',
    seenBy: ['you', 'doctors', 'admins'],
    columns: {
      ...phrase('consent', 'given', 'wordingVersion', 'language', 'wording', 'door', 'at'),
      ...phrase('consent', 'withdrawnAt', 'mode', 'witness', 'mayRead'),
    },
  },
  questions: {
    topic: 'answer',
    ...ofReport,
    columns: {
      ...phrase('questions', 'id', 'reportId', 'kind', 'pages', 'text', 'language', 'askedAt', 'answer'),
      ...phrase('questions', 'answeredAt', 'closedAt', 'liftReason'),
      ...phrase('doctor', 'expertId', 'expertFirstName', 'expertLastName'),
    },
  },
  reportFiles: {
    topic: 'report',
    ...ofReport,
    columns: {
      ...phrase('file', 'questionId', 'number', 'fileName', 'originalName', 'mediaType', 'resourceType'),
      ...phrase('file', 'bytes', 'pages', 'addedAt'),
    },
  },
  sessions: {
    topic: 'logIn',
    until: { end: 'session', days: 'sessions' },
    seenBy: ['you'],
    columns: phrase(
      'sessions',
      ...(['tokenHash', 'kind', 'createdAt', 'seenAt', 'expiresAt', 'device', 'withPasskey'] as const),
    ),
  },
  passkeys: {
    topic: 'logIn',
    until: 'removed',
    seenBy: ['you'],
    columns: phrase('passkeys', 'id', 'credentialId', 'name', 'createdAt', 'usedAt'),
  },
  addressDisputes: {
    topic: 'logIn',
    until: { end: 'change', days: 'disputes' },
    seenBy: ['you', 'admins', 'frontDesk'],
    columns: {
      ...phrase('dispute', 'tokenHash', 'askedBy', 'askedAt', 'agreedBy', 'agreedAt', 'stoppedAt'),
      ...phrase('dispute', 'objectedAt', 'decidedBy', 'decidedAt', 'decisionReason'),
    },
  },
  translations: {
    topic: 'answer',
    ...ofReport,
    columns: {
      ...phrase('review', 'reportId', 'language', 'review', 'ofVersion', 'numbersChecked', 'createdAt'),
      ...phrase('doctor', 'expertId', 'expertFirstName', 'expertLastName'),
      ...phrase('doctor', 'expertRegistration', 'expertCredentials'),
    },
  },
  reviewVersions: {
    topic: 'answer',
    ...ofReport,
    columns: {
      ...phrase('review', 'reportId', 'number', 'kind', 'text', 'reasonCode', 'reason', 'language'),
      ...phrase('review', 'createdAt'),
      ...phrase('doctor', 'expertId', 'expertFirstName', 'expertLastName'),
      ...phrase('doctor', 'expertRegistration', 'expertCredentials'),
    },
  },
  reviewSteps: {
    topic: 'answer',
    ...ofReport,
    columns: phrase(
      'nextStep',
      ...(['version', 'step', 'withinDays', 'speciality', 'specialist', 'chosenAt'] as const),
    ),
  },
  followUps: {
    topic: 'answer',
    until: 'report',
    seenBy: ['you', 'admins', 'frontDesk'],
    columns: phrase('told', 'since', 'dueAt', 'attempts', 'reachedAt', 'whom', 'endedAt'),
  },
  stepChecks: {
    topic: 'answer',
    until: 'report',
    seenBy: ['you', 'admins', 'frontDesk'],
    columns: phrase(
      'nextStep',
      ...(['version', 'lastDay', 'remindedAt', 'answer', 'answeredAt', 'callSince'] as const),
    ),
  },
  unreadAnswers: {
    topic: 'answer',
    until: 'read',
    seenBy: ['you', 'admins', 'frontDesk'],
    columns: phrase('unread', 'reportId', 'since'),
  },
  reviewDrafts: {
    topic: 'staff',
    until: { end: 'change', days: 'drafts' },
    seenBy: ['author'],
    columns: phrase('drafts', 'reportId', 'text', 'language', 'nextStep', 'updatedAt'),
  },
  phrases: {
    ...ofStaff,
    seenBy: ['author', 'doctors'],
    columns: phrase('phrases', 'reportType', 'language', 'text', 'position', 'isForAll'),
  },
  shares: {
    topic: 'help',
    until: 'account',
    seenBy: ['you'],
    columns: phrase('links', 'tries', 'label', 'createdAt', 'expiresAt', 'endedAt', 'endedBy'),
  },
  shareReports: {
    topic: 'help',
    until: 'account',
    seenBy: ['you'],
    columns: phrase('links', 'reportId'),
  },
  shareOpenings: {
    topic: 'help',
    until: 'account',
    seenBy: ['you'],
    columns: phrase('openings', 'reportId', 'at', 'name', 'registrationNumber'),
  },
  toTell: {
    topic: 'messages',
    until: 'account',
    seenBy: ['you', 'admins', 'frontDesk', 'helpers'],
    columns: phrase('told', 'reportId', 'kind', 'outcome', 'toldBy', 'toldAt', 'whom'),
  },
  helperBonds: {
    topic: 'help',
    until: 'account',
    seenBy: ['you', 'helpers'],
    columns: { ...phrase('helpers', 'helperId', 'endedAt'), ...phrase('phone', 'number') },
  },
  messageConsents: {
    topic: 'messages',
    until: 'account',
    seenBy: ['you'],
    columns: phrase('channels', 'at', 'withdrawnAt'),
  },
  channelChoices: {
    topic: 'messages',
    until: 'account',
    seenBy: ['you'],
    columns: phrase('channels', 'channel', 'isOn', 'at'),
  },
  pushSubscriptions: {
    topic: 'messages',
    until: 'removed',
    seenBy: ['you'],
    columns: phrase('push', 'endpoint', 'keys', 'createdAt', 'failedAt'),
  },
  audit: {
    topic: 'log',
    until: 'ever',
    seenBy: ['you', 'admins'],
    columns: phrase('log', 'at', 'actorId', 'action', 'objectId'),
  },
  noticesSeen: {
    topic: 'log',
    until: 'account',
    seenBy: ['you'],
    columns: phrase('seen', 'version', 'language', 'seenAt'),
  },
  digests: { ...ofStaff, columns: phrase('digests', 'dueAt', 'lastAt', 'translationsAt') },
  duty: { ...ofStaff, columns: phrase('duty', 'fromAt', 'toAt') },
  away: { ...ofStaff, columns: phrase('duty', 'fromDay', 'toDay') },
  registrationChecks: {
    ...ofStaff,
    columns: {
      ...phrase('check', 'id', 'checkedAt', 'checkedBy', 'method', 'noNumberReason', 'validUntil'),
      ...phrase('check', 'extendedUntil', 'extensionReason', 'endToldAt'),
      ...phrase('credentials', 'registrationNumber', 'council', 'qualification'),
    },
  },
  complaints: {
    topic: 'clinic',
    until: 'complaint',
    seenBy: ['you', 'admins'],
    columns: {
      ...phrase('complaint', 'id', 'number', 'userId', 'topic', 'name', 'email', 'phone', 'about', 'text'),
      ...phrase('complaint', 'language', 'createdAt', 'dueDay', 'answer', 'answeredAt', 'answeredBy'),
    },
  },
  complaintSubjects: {
    topic: 'clinic',
    until: 'complaint',
    seenBy: ['admins'],
    columns: phrase('complaint', 'complaintId', 'userId'),
  },
} satisfies EveryTable & Record<string, TableNotice>;
