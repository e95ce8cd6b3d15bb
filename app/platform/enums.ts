/**
 * The values of columns that have few, defined once for tables, schemas and pages. Pure: the
 * browser build reads it too.
 */

/** The types a user can sign up as. The operator of the server creates admins. */
export const signupTypes = ['Patient', 'Expert'] as const;
export const accountTypes = [...signupTypes, 'Admin'] as const;
export type AccountType = (typeof accountTypes)[number];

export const genders = ['Male', 'Female', 'Non-Binary', 'Prefer not to say', 'Other'] as const;

/**
 * The person a report is about, as the sender describes them: their sex and their relation to the
 * sender.
 */
export const personSexes = ['female', 'male', 'other', 'unsaid'] as const;
export type PersonSex = (typeof personSexes)[number];
export const personRelations = ['self', 'child', 'spouse', 'parent', 'other'] as const;
export type PersonRelation = (typeof personRelations)[number];

/** The reasons for a new slip of an account without e-mail. */
export const slipReasons = ['lost', 'forgotten', 'phoneLost'] as const;

/** The kinds of second proofs at the front desk. */
export type SecondProofKind = 'password' | 'slip' | 'question' | 'vouch';

/** The reasons for which an admin vouches for somebody at the front desk. */
export const vouchReasons = ['known', 'card', 'companion'] as const;
export type VouchReason = (typeof vouchReasons)[number];

/**
 * The reasons why a share has ended before its time: its owner, too many wrong passcodes, a new slip
 * or a forgotten password of the account, or a restored backup.
 */
export const shareEndings = ['owner', 'tries', 'slip', 'password', 'restore'] as const;

/** The duties that an admin can give to a patient. */
export const duties = ['helper', 'frontDesk'] as const;
export type Duty = (typeof duties)[number];

/** The parts of a clinic that are in the menu of its admins once they are used or turned on. */
export const clinicParts = ['frontDesk', 'programs', 'sentences'] as const;
export type ClinicPart = (typeof clinicParts)[number];

/** The reasons to call a patient, and the outcomes. */
export const tellKinds = ['answer', 'question', 'urgent', 'call', 'reminder'] as const;
export type TellKind = (typeof tellKinds)[number];
export const tellOutcomes = ['told', 'noAnswer', 'wrongNumber'] as const;
export type TellOutcome = (typeof tellOutcomes)[number];
/** The outcomes of a call to somebody who goes before all others. */
export const reachOutcomes = ['reached', 'notReached'] as const;

/** The answers of a patient who was asked whether they have taken a step. */
export const stepAnswers = ['done', 'notYet', 'cannot'] as const;
export type StepAnswer = (typeof stepAnswers)[number];
/** The filter of reviewed reports whose patient was asked about the step and has not answered. */
export const stepAnswerFilter = ['none'] as const;

/** The scopes of a key for machines, each of which gives abilities of its own. */
export const keyScopes = ['reports.read', 'files.read', 'reports.send', 'people.read', 'export'] as const;
export type KeyScope = (typeof keyScopes)[number];

/** Names of the jobs that a server runs regularly. */
export const jobNames = [
  'clinic.words',
  'questions',
  'followUps',
  'alerts',
  'overdue',
  'steps',
  'complaints',
  'translationDigests',
  'registrations',
  'purge',
  'deletions.list',
  'storage.sweep',
  'backup.schedule',
] as const;
export type JobName = (typeof jobNames)[number];

/** The kinds of clients that hold a session: a browser its cookie, an API client its token. */
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

/** The states of a report in the API (docs/requirements.md#states). */
export const reportStatuses = ['Pending', 'Reviewed'] as const;
export type ReportStatus = (typeof reportStatuses)[number];

/** Withdrawn: the patient took the consent back before anybody reviewed it. */
export const storedReportStatuses = [...reportStatuses, 'Withdrawn'] as const;

/** The party a pending report outside the queue waits for. */
export const reportWaits = ['patient', 'admin'] as const;
export type ReportWait = (typeof reportWaits)[number];

/** The kinds of alerts of a report, and why one ended. */
export const alertKinds = ['urgent', 'overdue'] as const;
export type AlertKind = (typeof alertKinds)[number];
export const alertEndings = ['reviewed', 'withdrawn'] as const;

/** Names the kinds of plans for an expert. */
export const plannedKinds = ['duty', 'away'] as const;

/** The value of the filter that leaves the urgent reports of a list. */
export const urgentFilter = ['yes'] as const;

/** The progress of a report, finer than its status. */
export const reportProgress = [
  'queued',
  'claimed',
  'question',
  'answered',
  'held',
  'reviewed',
  'withdrawn',
] as const;

/** The kinds of versions of a review, and the reasons for a change. */
export const versionKinds = ['review', 'addition', 'correction', 'takenBack'] as const;
export const amendReasons = ['slip', 'newFinding', 'wrongReport', 'other'] as const;

/** The states of a printed version of a review. `unconfirmed`: its author is suspended. */
export const checkStates = ['current', 'newer', 'takenBack', 'withdrawn', 'deleted', 'unconfirmed'] as const;

/** The questions an expert may ask a patient before the review. */
export const questionKinds = ['unreadable', 'pageMissing', 'otherPerson', 'olderReport', 'detail'] as const;

/** The ways a page shows a file: `raw` is a PDF, shown in a viewer of its own. */
export const resourceTypes = ['raw', 'image'] as const;
export type ResourceType = (typeof resourceTypes)[number];

/** The ways somebody agrees in front of a helper: by word, with a thumb print, or on paper. */
export const helpedModes = ['spoken', 'thumb', 'paper'] as const;

/** The ways somebody agrees: by themselves on a page, or in front of a helper. */
export const consentModes = ['self', ...helpedModes] as const;

/** The ways a consent is given: on the page or by an API client. */
export const consentDoors = ['page', 'api'] as const;

/**
 * The sources of a message: the contact page, or one of the home page's two forms
 * (docs/requirements.md#purpose, docs/requirements.md#screens).
 */
export const messageKinds = ['contact', 'query', 'callback'] as const;
export type MessageKind = (typeof messageKinds)[number];

/** How an admin has checked a registration number. */
export const registrationMethods = ['register', 'certificate', 'call', 'other'] as const;
export type RegistrationMethod = (typeof registrationMethods)[number];

/**
 * Council and qualification that a text was signed with, and the expert and number that they belong
 * to: a server of an earlier release that writes another text leaves them as they were.
 */
export type SignedCredentials = {
  expertId: string;
  registrationNumber: string | null;
  council: string | null;
  qualification: string | null;
};

/** The rules of the clinic that an admin turns on. */
export const clinicRuleNames = ['requireRegistration'] as const;

/** What a complaint is about. */
export const complaintTopics = ['doctor', 'staff', 'answer', 'data', 'other'] as const;

/** The ways a notification is sent. */
export const notificationChannels = ['mail', 'sms', 'push'] as const;

/** The channels that reach a phone. */
export const phoneChannels = ['sms', 'push'] as const;
export type PhoneChannel = (typeof phoneChannels)[number];

/**
 * The states of a row of the outbox. A text to a phone is `queued`, then `sent` or `undelivered`: an
 * earlier release, which knows e-mails alone, sends and retries none of these.
 */
export const outboxStates = ['waiting', 'sent', 'given up', 'too late', 'queued', 'undelivered'] as const;

/** The gateway's word on a text that it has taken. */
export const textDeliveries = ['delivered', 'failed'] as const;

/** The events that a webhook can report, as the API and its documentation name them. */
export const webhookEvents = [
  'report.created',
  'report.reviewed',
  'report.amended',
  'review.takenBack',
  'report.deleted',
  'consent.withdrawn',
  'consent.given',
  'question.asked',
  'expert.signedUp',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** The event that an admin sends to try a receiver. It cannot be chosen, and every receiver gets it. */
export const testEvent = 'webhook.test';

/** The events that a message can have. */
export const deliveredEvents = [...webhookEvents, testEvent] as const;

/** The states of the delivery of an event. */
export const deliveryStates = ['waiting', 'delivered', 'givenUp'] as const;

/** The actions in the audit log; `app/i18n/messages/en/audit.json` describes each as `audit.…`. */
export const auditActions = [
  'account.opened',
  'account.changed',
  'account.languages',
  'account.deleted',
  'account.openedFor',
  'admin.added',
  'account.found',
  'account.numberShown',
  'account.casesShown',
  'account.matched',
  'search.missed',
  'identity.refused',
  'vouched.known',
  'vouched.card',
  'vouched.companion',
  'helping.ended',
  'slip.lost',
  'slip.forgotten',
  'slip.phoneLost',
  'phone.changed',
  'number.changed',
  'reportSlip.issued',
  'reportSlip.opened',
  'share.created',
  'share.opened',
  'share.ended',
  'share.guessed',
  'tell.told',
  'tell.noAnswer',
  'tell.wrongNumber',
  'email.added',
  'email.disputed',
  'email.removalAgreed',
  'email.removalStopped',
  'email.removalObjected',
  'email.removalAllowed',
  'email.removalRefused',
  'email.removed',
  'helper.granted',
  'helper.withdrawn',
  'frontDesk.granted',
  'frontDesk.withdrawn',
  'key.made',
  'key.takenOver',
  'key.revoked',
  'patient.listed',
  'patient.exported',
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
  'push.on',
  'push.off',
  'passkey.added',
  'passkey.removed',
  'passkey.allRemoved',
  'passkey.copied',
  'password.reset',
  'password.changed',
  'picture.changed',
  'people.changed',
  'people.removed',
  'report.uploaded',
  'report.markedUrgent',
  'report.listed',
  'report.opened',
  'report.typeCorrected',
  'report.phoneCorrected',
  'report.descriptionCorrected',
  'report.personCorrected',
  'report.reviewed',
  'report.claimed',
  'report.released',
  'report.returnedByUndo',
  'report.claimFreed',
  'report.asked',
  'report.answered',
  'report.questionClosed',
  'report.holdLifted',
  'review.undone',
  'review.added',
  'review.corrected',
  'review.kept',
  'review.takenBack',
  'review.translated',
  // From older releases, which recorded it when the page was built, whether or not it arrived.
  'review.read',
  'review.seen',
  'followUp.reached',
  'followUp.notReached',
  'step.answered',
  'sentences.checked',
  'report.deleted',
  'consent.withdrawn',
  'consent.given',
  'data.exported',
  'expert.listed',
  'expert.approved',
  'expert.rejected',
  'expert.suspended',
  'expert.restored',
  'expert.answersDoubted',
  'expert.answersKept',
  'registration.checked',
  'registration.extended',
  'registration.required',
  'registration.notRequired',
  'complaint.sent',
  'complaint.listed',
  'complaint.answered',
  'breach.noted',
  'breach.listed',
  'breach.exported',
  'breach.told',
  'breach.boardTold',
  'breach.closed',
  'duty.changed',
  'targets.changed',
  'alerts.quietened',
  'duty.removed',
  'channel.on',
  'channel.off',
  'credentials.changed',
  'message.listed',
  'message.closed',
  'letter.retried',
  'email.tested',
  'clinic.changed',
  'sending.resumed',
  'restore.tried',
  'webhook.added',
  'webhook.changed',
  'webhook.ended',
  'webhook.removed',
  'webhook.retried',
  'webhook.tested',
  'backup.started',
  'audit.read',
  'backup.restored',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** The steps that a doctor can ask a patient to take after a review. */
export const nextSteps = ['none', 'repeatTest', 'seeDoctor', 'seeSpecialist', 'goToday'] as const;
export type NextStep = (typeof nextSteps)[number];

/** The kinds of specialist that a doctor can send a patient to. */
export const specialists = [
  'General Medicine',
  'Cardiology',
  'Chest Medicine',
  'Endocrinology',
  'Gastroenterology',
  'Nephrology',
  'Urology',
  'Neurology',
  'Haematology',
  'Oncology',
  'Gynaecology',
  'Paediatrics',
  'Orthopaedics',
  'Rheumatology',
  'Dermatology',
  'Ophthalmology',
  'Ear, Nose and Throat',
  'Dentistry',
  'General Surgery',
  'Psychiatry',
  'Allergy',
  'Infectious Diseases',
] as const;
export type Specialist = (typeof specialists)[number];

/** The findings about a picture that may be hard to read. */
const pictureNotes = ['dark', 'blurred', 'small'] as const;

export type PictureNote = (typeof pictureNotes)[number];

/** The findings about a page of a PDF whose drawing may lack something. */
export const drawingNotes = [
  'missingFont',
  'missingPicture',
  'missingLines',
  'missingMarks',
  'attachedFiles',
  'nothingShown',
  'notDrawn',
] as const;

export const pageNoteKinds = [...pictureNotes, ...drawingNotes] as const;

/** A finding about a page of a report, counted from 1 across its files. */
export type PageNote = { page: number; note: (typeof pageNoteKinds)[number] };

/** The roles of a database in a move of the clinic: its source or its target. */
export const moveRoles = ['from', 'to'] as const;
