import {
  archiveOwnerReason,
  exportedReason,
  notPersonalReason,
  opensAccountReason,
  parentReason,
} from '~/domain/kernel/archive-reasons';
import { archivedColumns } from '~/domain/report/report-fields';
import type { passkeys, people, sessions, users } from '~/platform/db/core/tables/accounts.server';
import type { audit, digests } from '~/platform/db/core/tables/clinic.server';
import type { addressDisputes } from '~/platform/db/core/tables/disputes.server';
import type { away, duty } from '~/platform/db/core/tables/duty.server';
import type { channelChoices, pushSubscriptions } from '~/platform/db/core/tables/notifications.server';
import type { consents, questions, reportFiles, reports } from '~/platform/db/core/tables/reports.server';
import type { shareOpenings, shareReports, shares } from '~/platform/db/core/tables/shares.server';
import type { helperBonds, messageConsents, toTell } from '~/platform/db/core/tables/to-tell.server';
import { personalDataOfAccountability } from './personal-data-of-accountability';
import { personalDataOfReviews } from './personal-data-of-reviews';

type Row<Table extends { $inferSelect: object }> = Record<keyof Table['$inferSelect'], string>;

/**
 * The treatment of every column in the tables with data about account holders: either its owner
 * finds it in their archive (`exportedReason`), or the reason against that. A column without an entry
 * does not compile, and fails a test.
 */
export const personalData = {
  users: {
    id: exportedReason,
    accountType: exportedReason,
    firstName: exportedReason,
    lastName: exportedReason,
    email: exportedReason,
    passwordHash: opensAccountReason,
    contactNumber: exportedReason,
    approved: exportedReason,
    approvedAt: exportedReason,
    approvedBy: 'who approved stands in the lines of the audit log',
    registrationNumber: exportedReason,
    council: exportedReason,
    qualification: exportedReason,
    registeredUntil: exportedReason,
    suspendedAt: exportedReason,
    rejectedAt: exportedReason,
    standingReason: exportedReason,
    answersInDoubt: exportedReason,
    doubtDecidedAt: exportedReason,
    totpSecret: opensAccountReason,
    totpSince: exportedReason,
    totpLastStep: notPersonalReason,
    about: exportedReason,
    gender: exportedReason,
    dateOfBirth: exportedReason,
    pictureName: 'the picture itself is in the archive',
    pictureTag: 'the picture itself is in the archive',
    language: exportedReason,
    reads: exportedReason,
    createdAt: exportedReason,
    updatedAt: exportedReason,
    loginName: exportedReason,
    birthYear: exportedReason,
    deskKey: notPersonalReason,
    provenNumber: exportedReason,
    provenKey: notPersonalReason,
    numberChangedAt: exportedReason,
    emailAddedAt: exportedReason,
    emailConfirmedAt: exportedReason,
    openedBy: exportedReason,
    helperSince: exportedReason,
    helperBy: 'who granted it stands in the lines of the audit log',
    frontDeskSince: exportedReason,
    frontDeskBy: 'who granted it stands in the lines of the audit log',
    mustChangePassword: notPersonalReason,
    firstDevice: exportedReason,
  },
  people: {
    id: exportedReason,
    accountId: archiveOwnerReason,
    name: exportedReason,
    birthYear: exportedReason,
    sex: exportedReason,
    relation: exportedReason,
    sameKey: notPersonalReason,
    createdAt: exportedReason,
    updatedAt: exportedReason,
  },
  reports: archivedColumns,
  consents: {
    id: notPersonalReason,
    reportId: parentReason,
    userId: archiveOwnerReason,
    given: exportedReason,
    wordingVersion: exportedReason,
    language: exportedReason,
    wording: exportedReason,
    door: exportedReason,
    at: exportedReason,
    withdrawnAt: exportedReason,
    mode: exportedReason,
    witness: exportedReason,
    mayRead: exportedReason,
  },
  questions: {
    id: exportedReason,
    reportId: exportedReason,
    expertId: exportedReason,
    expertFirstName: exportedReason,
    expertLastName: exportedReason,
    kind: exportedReason,
    pages: exportedReason,
    text: exportedReason,
    language: exportedReason,
    askedAt: exportedReason,
    told: notPersonalReason,
    answer: exportedReason,
    answeredAt: exportedReason,
    closedAt: exportedReason,
    liftReason: exportedReason,
  },
  reportFiles: {
    id: notPersonalReason,
    reportId: parentReason,
    questionId: exportedReason,
    number: exportedReason,
    fileName: 'the file itself is in the archive',
    originalName: exportedReason,
    mediaType: exportedReason,
    resourceType: 'the media type says it',
    bytes: exportedReason,
    pages: exportedReason,
    addedAt: exportedReason,
  },
  sessions: {
    tokenHash: opensAccountReason,
    userId: archiveOwnerReason,
    kind: exportedReason,
    createdAt: exportedReason,
    seenAt: exportedReason,
    expiresAt: exportedReason,
    device: exportedReason,
    withPasskey: exportedReason,
  },
  passkeys: {
    id: exportedReason,
    userId: archiveOwnerReason,
    credentialId: 'a name of the key for browsers and devices alone',
    publicKey: notPersonalReason,
    counter: notPersonalReason,
    transports: notPersonalReason,
    name: exportedReason,
    createdAt: exportedReason,
    usedAt: exportedReason,
  },
  addressDisputes: {
    userId: archiveOwnerReason,
    tokenHash: opensAccountReason,
    askedBy: 'who asked stands in the lines of the audit log',
    askedAt: exportedReason,
    agreedBy: 'who agreed stands in the lines of the audit log',
    agreedAt: exportedReason,
    stoppedAt: exportedReason,
    objectedAt: exportedReason,
    decidedBy: 'who decided stands in the lines of the audit log',
    decidedAt: exportedReason,
    decisionReason: exportedReason,
  },
  ...personalDataOfReviews,
  ...personalDataOfAccountability,
  shares: {
    id: notPersonalReason,
    tokenHash: notPersonalReason,
    userId: archiveOwnerReason,
    passcodeHash: notPersonalReason,
    tries: exportedReason,
    label: exportedReason,
    createdAt: exportedReason,
    expiresAt: exportedReason,
    endedAt: exportedReason,
    endedBy: exportedReason,
  },
  shareReports: {
    shareId: parentReason,
    reportId: exportedReason,
  },
  shareOpenings: {
    openingId: notPersonalReason,
    reportId: exportedReason,
    shareId: parentReason,
    at: exportedReason,
    name: exportedReason,
    registrationNumber: exportedReason,
  },
  toTell: {
    id: notPersonalReason,
    userId: archiveOwnerReason,
    reportId: exportedReason,
    kind: exportedReason,
    subject: notPersonalReason,
    outcome: exportedReason,
    toldBy: exportedReason,
    toldAt: exportedReason,
    dueAt: notPersonalReason,
    whom: exportedReason,
  },
  helperBonds: {
    userId: archiveOwnerReason,
    helperId: exportedReason,
    number: exportedReason,
    endedAt: exportedReason,
  },
  messageConsents: {
    userId: archiveOwnerReason,
    numberHash: notPersonalReason,
    at: exportedReason,
    withdrawnAt: exportedReason,
  },
  channelChoices: {
    userId: archiveOwnerReason,
    channel: exportedReason,
    isOn: exportedReason,
    at: exportedReason,
  },
  pushSubscriptions: {
    id: notPersonalReason,
    userId: archiveOwnerReason,
    sessionHash: notPersonalReason,
    endpoint: 'an address to which anybody who has it and the keys could send',
    endpointHash: notPersonalReason,
    keys: 'keys of the browser, under which its messages are sealed',
    createdAt: exportedReason,
    failedAt: exportedReason,
  },
  audit: {
    id: notPersonalReason,
    at: exportedReason,
    actorId: exportedReason,
    action: exportedReason,
    objectId: exportedReason,
    hash: notPersonalReason,
  },
  digests: {
    userId: archiveOwnerReason,
    dueAt: exportedReason,
    lastAt: exportedReason,
    translationsAt: exportedReason,
  },
  duty: { userId: archiveOwnerReason, fromAt: exportedReason, toAt: exportedReason },
  away: { userId: archiveOwnerReason, fromDay: exportedReason, toDay: exportedReason },
} as const satisfies {
  users: Row<typeof users>;
  people: Row<typeof people>;
  reports: Row<typeof reports>;
  consents: Row<typeof consents>;
  questions: Row<typeof questions>;
  reportFiles: Row<typeof reportFiles>;
  sessions: Row<typeof sessions>;
  addressDisputes: Row<typeof addressDisputes>;
  passkeys: Row<typeof passkeys>;
  toTell: Row<typeof toTell>;
  helperBonds: Row<typeof helperBonds>;
  messageConsents: Row<typeof messageConsents>;
  channelChoices: Row<typeof channelChoices>;
  pushSubscriptions: Row<typeof pushSubscriptions>;
  shares: Row<typeof shares>;
  shareReports: Row<typeof shareReports>;
  shareOpenings: Row<typeof shareOpenings>;
  audit: Row<typeof audit>;
  digests: Row<typeof digests>;
  duty: Row<typeof duty>;
  away: Row<typeof away>;
};

type Table = keyof typeof personalData;
type ExportedColumn<Name extends Table> = {
  [Column in keyof (typeof personalData)[Name]]: (typeof personalData)[Name][Column] extends typeof exportedReason
    ? Column
    : never;
}[keyof (typeof personalData)[Name]];

/** Picks the columns of a row that belong in its owner's archive. */
export function exportedColumns<Name extends Table, Found extends object>(
  table: Name,
  row: Found,
): Pick<Found, ExportedColumn<Name> & keyof Found> {
  const handling: Record<string, string> = personalData[table];
  const columns = Object.entries(row).filter(([column]) => handling[column] === exportedReason);
  return Object.fromEntries(columns) as Pick<Found, ExportedColumn<Name> & keyof Found>;
}
