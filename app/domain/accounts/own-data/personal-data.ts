import type {
  audit,
  consents,
  digests,
  reports,
  sessions,
  translations,
  users,
} from '~/platform/db/tables.server';

/**
 * The column is in the archive of somebody's own data; anything else is the reason why it is not.
 */
export const exported = 'exported';

/**
 * What becomes of a column: whether its owner finds it in the archive of their data (`exported`, or
 * the reason why not), and whether an expert who is not approved is shown it in the list of waiting
 * reports.
 */
type Handling = readonly [typeof exported | (string & {}), 'shown' | 'hidden'];

type Row<Table extends { $inferSelect: object }> = Record<keyof Table['$inferSelect'], Handling>;

const opensTheAccount = 'it opens the account';
const isOurs = 'it says nothing of the person';
const isTheArchive = 'the archive is of this person alone';
const standsAbove = 'the line stands below what it belongs to';

/**
 * Every column of the tables that hold what is kept about somebody with an account. A column that
 * is not named here does not compile, and fails a test.
 */
export const personalData = {
  users: {
    id: [exported, 'hidden'],
    accountType: [exported, 'hidden'],
    firstName: [exported, 'hidden'],
    lastName: [exported, 'hidden'],
    email: [exported, 'hidden'],
    passwordHash: [opensTheAccount, 'hidden'],
    contactNumber: [exported, 'hidden'],
    approved: [exported, 'hidden'],
    approvedAt: [exported, 'hidden'],
    approvedBy: ['who approved stands in the lines of the audit log', 'hidden'],
    registrationNumber: [exported, 'hidden'],
    council: [exported, 'hidden'],
    qualification: [exported, 'hidden'],
    suspendedAt: [exported, 'hidden'],
    rejectedAt: [exported, 'hidden'],
    standingReason: [exported, 'hidden'],
    totpSecret: [opensTheAccount, 'hidden'],
    totpSince: [exported, 'hidden'],
    totpLastStep: [isOurs, 'hidden'],
    about: [exported, 'hidden'],
    gender: [exported, 'hidden'],
    dateOfBirth: [exported, 'hidden'],
    pictureName: ['the picture itself is in the archive', 'hidden'],
    pictureTag: ['the picture itself is in the archive', 'hidden'],
    language: [exported, 'hidden'],
    reads: [exported, 'hidden'],
    createdAt: [exported, 'hidden'],
    updatedAt: [exported, 'hidden'],
  },
  reports: {
    id: [exported, 'shown'],
    patientId: [isTheArchive, 'hidden'],
    submissionKey: [isOurs, 'hidden'],
    contentKey: [isOurs, 'hidden'],
    reportType: [exported, 'shown'],
    description: [exported, 'hidden'],
    phoneNumber: [exported, 'hidden'],
    countryCode: [exported, 'hidden'],
    fileName: ['the file itself is in the archive', 'hidden'],
    thumbnailName: ['the file itself is in the archive', 'hidden'],
    originalName: [exported, 'hidden'],
    mediaType: [exported, 'hidden'],
    resourceType: ['the media type says it', 'shown'],
    bytes: [exported, 'hidden'],
    pages: [exported, 'hidden'],
    pagesCounted: [isOurs, 'hidden'],
    status: [exported, 'shown'],
    language: [exported, 'shown'],
    review: [exported, 'hidden'],
    reviewLanguage: [exported, 'hidden'],
    expertId: [exported, 'hidden'],
    expertFirstName: [exported, 'hidden'],
    expertLastName: [exported, 'hidden'],
    expertRegistration: [exported, 'hidden'],
    reviewedAt: [exported, 'hidden'],
    createdAt: [exported, 'shown'],
    updatedAt: [exported, 'shown'],
  },
  consents: {
    id: [isOurs, 'hidden'],
    reportId: [standsAbove, 'hidden'],
    userId: [isTheArchive, 'hidden'],
    given: [exported, 'hidden'],
    wordingVersion: [exported, 'hidden'],
    language: [exported, 'hidden'],
    wording: [exported, 'hidden'],
    door: [exported, 'hidden'],
    at: [exported, 'hidden'],
    withdrawnAt: [exported, 'hidden'],
  },
  translations: {
    id: [isOurs, 'hidden'],
    reportId: [exported, 'hidden'],
    language: [exported, 'hidden'],
    review: [exported, 'hidden'],
    expertId: [exported, 'hidden'],
    expertFirstName: [exported, 'hidden'],
    expertLastName: [exported, 'hidden'],
    expertRegistration: [exported, 'hidden'],
    createdAt: [exported, 'hidden'],
  },
  sessions: {
    tokenHash: [opensTheAccount, 'hidden'],
    userId: [isTheArchive, 'hidden'],
    kind: [exported, 'hidden'],
    createdAt: [exported, 'hidden'],
    seenAt: [exported, 'hidden'],
    expiresAt: [exported, 'hidden'],
  },
  audit: {
    id: [isOurs, 'hidden'],
    at: [exported, 'hidden'],
    actorId: [exported, 'hidden'],
    action: [exported, 'hidden'],
    objectId: [exported, 'hidden'],
    hash: [isOurs, 'hidden'],
  },
  digests: {
    userId: [isTheArchive, 'hidden'],
    dueAt: [exported, 'hidden'],
    lastAt: [exported, 'hidden'],
  },
} as const satisfies {
  users: Row<typeof users>;
  reports: Row<typeof reports>;
  consents: Row<typeof consents>;
  translations: Row<typeof translations>;
  sessions: Row<typeof sessions>;
  audit: Row<typeof audit>;
  digests: Row<typeof digests>;
};

/** The tables whose rows are in nobody's archive, each with the reason. */
export const tablesNotExported: Record<string, string> = {
  keyring: 'keys of the clinic',
  heldSignups: 'there is no account yet, and after 30 minutes there is no row',
  codes: 'a hash that is worth ten minutes',
  passwordResets: 'a hash that is worth 30 minutes',
  loginTries: 'counters under a keyed hash',
  outbox: 'the e-mails were sent to the person, and leave after a week',
  messages: 'written without an account; by what was typed alone nobody is known',
  idempotencyKeys: 'keyed hashes that live for a day',
  recoveryCodes: 'hashes that open the account',
  pendingLogins: 'a hash that is worth minutes',
  codeTries: 'counters under a keyed hash',
  loginCeilings: 'counters under a keyed hash',
  knownNetworks: 'keyed hashes of networks that nobody can turn back',
};

type Table = keyof typeof personalData;
type ExportedColumn<Name extends Table> = {
  [Column in keyof (typeof personalData)[Name]]: (typeof personalData)[Name][Column] extends readonly [
    typeof exported,
    string,
  ]
    ? Column
    : never;
}[keyof (typeof personalData)[Name]];

/** Takes a row's columns that belong in the archive of its owner. */
export function exportedColumns<Name extends Table, Found extends object>(
  table: Name,
  row: Found,
): Pick<Found, ExportedColumn<Name> & keyof Found> {
  const handling: Record<string, Handling> = personalData[table];
  const kept = Object.entries(row).filter(([column]) => handling[column]?.[0] === exported);
  return Object.fromEntries(kept) as Pick<Found, ExportedColumn<Name> & keyof Found>;
}
