/**
 * The values that a column may hold where they are few: once for the tables, the schemas and the
 * pages. Pure: also read by the browser build.
 */

/** What somebody can sign up as; an admin is made by whoever runs the server. */
export const signupTypes = ['Patient', 'Expert'] as const;
export const accountTypes = [...signupTypes, 'Admin'] as const;
export type AccountType = (typeof accountTypes)[number];

export const genders = ['Male', 'Female', 'Non-Binary', 'Prefer not to say', 'Other'] as const;

/** Whom a report is about, as whoever sends it says: their sex, and what they are to the sender. */
export const personSexes = ['female', 'male', 'other', 'unsaid'] as const;
export type PersonSex = (typeof personSexes)[number];
export const personRelations = ['self', 'child', 'spouse', 'parent', 'other'] as const;
export type PersonRelation = (typeof personRelations)[number];

/** Which kind of client holds a session: a browser its cookie, another program its token. */
export const sessionKinds = ['web', 'api'] as const;
export type SessionKind = (typeof sessionKinds)[number];

/** The 13 report types, spelled and ordered as docs/requirements.md#entities lists them. */
export const reportTypes = [
  'Blood Test',
  'X-Ray',
  'MRI',
  'CT Scan',
  'Urine Test',
  'ECG',
  'Ultrasound',
  'Biopsy',
  'Allergy Test',
  'Eye Exam',
  'Hearing Test',
  'Dental Checkup',
  'COVID-19 Test',
] as const;
export type ReportType = (typeof reportTypes)[number];

/** Where a report stands, as the outside sees it (docs/requirements.md#states). */
export const reportStatuses = ['Pending', 'Reviewed'] as const;
export type ReportStatus = (typeof reportStatuses)[number];

/** Withdrawn: the patient took the consent back before anybody reviewed it. */
export const storedReportStatuses = [...reportStatuses, 'Withdrawn'] as const;

/** Whom a pending report waits for that is not in the queue. */
export const reportWaits = ['patient', 'admin'] as const;
export type ReportWait = (typeof reportWaits)[number];

/** How far a report has come, for those who ask more than its status. */
export const reportProgress = [
  'queued',
  'claimed',
  'question',
  'answered',
  'held',
  'reviewed',
  'withdrawn',
] as const;

/** What may become of a review after it was written, and why. */
export const versionKinds = ['review', 'addition', 'correction', 'takenBack'] as const;
export const amendReasons = ['slip', 'newFinding', 'wrongReport', 'other'] as const;

/** What an expert may ask a patient before the review. */
export const questionKinds = ['unreadable', 'pageMissing', 'otherPerson', 'olderReport', 'detail'] as const;

/** How a page shows a file: `raw` is a PDF, in a viewer of its own. */
export const resourceTypes = ['raw', 'image'] as const;
export type ResourceType = (typeof resourceTypes)[number];

/** Where a consent was given: on the page, or by another program. */
export const consentDoors = ['page', 'api'] as const;

/**
 * Where a message came from: the contact page, or the home page's two forms
 * (docs/requirements.md#purpose, docs/requirements.md#screens).
 */
export const messageKinds = ['contact', 'query', 'callback'] as const;
export type MessageKind = (typeof messageKinds)[number];

/** What became of an e-mail. */
export const emailStates = ['waiting', 'sent', 'given up', 'too late'] as const;

/**
 * Everything the audit log tells of; `app/i18n/messages/en/audit.ts` has the words of each as
 * `audit.…`.
 */
export const auditActions = [
  'account.opened',
  'account.changed',
  'account.languages',
  'account.deleted',
  'session.opened',
  'session.closed',
  'session.ended',
  'session.othersEnded',
  'session.refused',
  'session.limited',
  'secondFactor.on',
  'secondFactor.off',
  'secondFactor.refused',
  'secondFactor.recovery',
  'secondFactor.renewed',
  'password.reset',
  'password.changed',
  'picture.changed',
  'people.changed',
  'people.removed',
  'report.uploaded',
  'report.listed',
  'report.opened',
  'report.typeCorrected',
  'report.phoneCorrected',
  'report.descriptionCorrected',
  'report.reviewed',
  'report.claimed',
  'report.released',
  'report.claimFreed',
  'report.asked',
  'report.answered',
  'report.questionClosed',
  'report.holdLifted',
  'review.undone',
  'review.added',
  'review.corrected',
  'review.takenBack',
  'review.translated',
  // Of releases that noted it when the page was made, whether or not it arrived.
  'review.read',
  'review.seen',
  'report.deleted',
  'consent.withdrawn',
  'consent.given',
  'data.exported',
  'expert.listed',
  'expert.approved',
  'expert.rejected',
  'expert.suspended',
  'expert.restored',
  'credentials.changed',
  'message.listed',
  'message.closed',
  'letter.retried',
  'email.tested',
  'restore.tried',
  'audit.read',
  'backup.restored',
] as const;

export type AuditAction = (typeof auditActions)[number];

/** What is noticed of a picture that may be hard to read. */
export const pictureNotes = ['dark', 'blurred', 'small'] as const;

export type PictureNote = (typeof pictureNotes)[number];

/** The same of a page of a file, from 1. */
export type PageNote = { page: number; note: PictureNote };

/** What a database is to a move of the clinic: what it is taken from, or what it comes to. */
export const moveRoles = ['from', 'to'] as const;
