import {
  exported,
  isOurs,
  isTheArchive,
  opensTheAccount,
  standsAbove,
} from '~/domain/kernel/archive-reasons';
import { archivedColumns } from '~/domain/report/report-fields';
import type { people, sessions, users } from '~/platform/db/core/tables/accounts.server';
import type { audit, digests } from '~/platform/db/core/tables/clinic.server';
import type {
  consents,
  questions,
  reportFiles,
  reports,
  reviewDrafts,
  reviewVersions,
  translations,
} from '~/platform/db/core/tables/reports.server';

type Row<Table extends { $inferSelect: object }> = Record<keyof Table['$inferSelect'], string>;

/**
 * The treatment of every column in the tables with data about account holders: either its owner
 * finds it in their archive (`exported`), or the reason against that. A column without an entry
 * does not compile, and fails a test.
 */
export const personalData = {
  users: {
    id: exported,
    accountType: exported,
    firstName: exported,
    lastName: exported,
    email: exported,
    passwordHash: opensTheAccount,
    contactNumber: exported,
    approved: exported,
    approvedAt: exported,
    approvedBy: 'who approved stands in the lines of the audit log',
    registrationNumber: exported,
    council: exported,
    qualification: exported,
    suspendedAt: exported,
    rejectedAt: exported,
    standingReason: exported,
    totpSecret: opensTheAccount,
    totpSince: exported,
    totpLastStep: isOurs,
    about: exported,
    gender: exported,
    dateOfBirth: exported,
    pictureName: 'the picture itself is in the archive',
    pictureTag: 'the picture itself is in the archive',
    language: exported,
    reads: exported,
    createdAt: exported,
    updatedAt: exported,
  },
  people: {
    id: exported,
    accountId: isTheArchive,
    name: exported,
    birthYear: exported,
    sex: exported,
    relation: exported,
    sameKey: isOurs,
    createdAt: exported,
    updatedAt: exported,
  },
  reports: archivedColumns,
  consents: {
    id: isOurs,
    reportId: standsAbove,
    userId: isTheArchive,
    given: exported,
    wordingVersion: exported,
    language: exported,
    wording: exported,
    door: exported,
    at: exported,
    withdrawnAt: exported,
  },
  translations: {
    id: isOurs,
    reportId: exported,
    language: exported,
    review: exported,
    expertId: exported,
    expertFirstName: exported,
    expertLastName: exported,
    expertRegistration: exported,
    ofVersion: exported,
    createdAt: exported,
  },
  reviewVersions: {
    id: isOurs,
    reportId: exported,
    number: exported,
    kind: exported,
    text: exported,
    reasonCode: exported,
    reason: exported,
    language: exported,
    expertId: exported,
    expertFirstName: exported,
    expertLastName: exported,
    expertRegistration: exported,
    createdAt: exported,
  },
  reviewDrafts: {
    expertId: isTheArchive,
    reportId: exported,
    text: exported,
    language: exported,
    updatedAt: exported,
  },
  questions: {
    id: exported,
    reportId: exported,
    expertId: exported,
    expertFirstName: exported,
    expertLastName: exported,
    kind: exported,
    pages: exported,
    text: exported,
    language: exported,
    askedAt: exported,
    told: isOurs,
    answer: exported,
    answeredAt: exported,
    closedAt: exported,
    liftReason: exported,
  },
  reportFiles: {
    id: isOurs,
    reportId: standsAbove,
    questionId: exported,
    number: exported,
    fileName: 'the file itself is in the archive',
    originalName: exported,
    mediaType: exported,
    resourceType: 'the media type says it',
    bytes: exported,
    pages: exported,
    addedAt: exported,
  },
  sessions: {
    tokenHash: opensTheAccount,
    userId: isTheArchive,
    kind: exported,
    createdAt: exported,
    seenAt: exported,
    expiresAt: exported,
    device: exported,
  },
  audit: {
    id: isOurs,
    at: exported,
    actorId: exported,
    action: exported,
    objectId: exported,
    hash: isOurs,
  },
  digests: {
    userId: isTheArchive,
    dueAt: exported,
    lastAt: exported,
    translationsAt: exported,
  },
} as const satisfies {
  users: Row<typeof users>;
  people: Row<typeof people>;
  reports: Row<typeof reports>;
  consents: Row<typeof consents>;
  translations: Row<typeof translations>;
  reviewVersions: Row<typeof reviewVersions>;
  reviewDrafts: Row<typeof reviewDrafts>;
  questions: Row<typeof questions>;
  reportFiles: Row<typeof reportFiles>;
  sessions: Row<typeof sessions>;
  audit: Row<typeof audit>;
  digests: Row<typeof digests>;
};

/** The tables whose rows are in no archive, each with the reason. */
export const tablesNotExported: Record<string, string> = {
  keyring: 'keys of the clinic',
  heldSignups: 'there is no account yet, and after 30 minutes there is no row',
  codes: 'a hash that is worth ten minutes',
  passwordResets: 'a hash that is worth 30 minutes',
  loginTries: 'counters under a keyed hash',
  outbox: 'the e-mails were sent to the person, and leave after a week',
  messages: 'kept without the account; by what was typed alone nobody is known',
  idempotencyKeys:
    'keyed hashes that live for a day, and what came of forms, sealed under keys that only their browsers have',
  recoveryCodes: 'hashes that open the account',
  pendingLogins: 'a hash that is worth minutes',
  codeTries: 'counters under a keyed hash',
  loginCeilings: 'counters under a keyed hash',
  uploadSlots:
    'what has not become a report yet; it leaves after three days, and the report is in the archive',
  uploadPieces: 'parts of such a file',
  waitingKeys: 'keys that live for three days, of reports that wait in a browser and are in no table yet',
  reportDays: 'counts of reports that name nobody but a reviewer by ID',
  auditSeen: 'whose reports somebody saw in a list stands in the lines of the audit log',
  leases: 'which server does what, and nobody',
  moves: 'from where to where the clinic was moved, and nobody',
  servers: 'which servers there are, and nobody',
  knownNetworks: 'keyed hashes of networks that nobody can turn back',
};

type Table = keyof typeof personalData;
type ExportedColumn<Name extends Table> = {
  [Column in keyof (typeof personalData)[Name]]: (typeof personalData)[Name][Column] extends typeof exported
    ? Column
    : never;
}[keyof (typeof personalData)[Name]];

/** Picks the columns of a row that belong in its owner's archive. */
export function exportedColumns<Name extends Table, Found extends object>(
  table: Name,
  row: Found,
): Pick<Found, ExportedColumn<Name> & keyof Found> {
  const handling: Record<string, string> = personalData[table];
  const kept = Object.entries(row).filter(([column]) => handling[column] === exported);
  return Object.fromEntries(kept) as Pick<Found, ExportedColumn<Name> & keyof Found>;
}
