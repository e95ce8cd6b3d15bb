import type { Catalogue } from './messages/en';

/**
 * Who a page is for: it loads the words for these, in its reader's language, and no others. `all`
 * is what is missing after a way from one to the other.
 */
export const messageBundles = ['guests', 'patients', 'account', 'staff', 'all'] as const;
export type MessageBundle = (typeof messageBundles)[number];

/** What only pages before the log-in show, by the first part of the key. */
const ofGuests = /^(?:home|query|callBack|contact|about|signup|country|otp|login|secondStep|forgot|reset)\./;

/** What only pages after the log-in show. */
const ofMembers =
  /^(?:dashboard|profile|gender|settings|picture|changePassword|myData|deleteAccount|upload|submitted|reports|report|type|openings|consent|review|reads|secondFactor|standing|account|list|filter)\./;

/** What patients see only where they look after their account, and what they do not see there. */
const ofAccount =
  /^(?:profile|gender|settings|picture|changePassword|password|myData|deleteAccount|reads|secondFactor|credentials|standing)\./;
const ofReports =
  /^(?:dashboard|upload|submitted|reports|report|type|openings|consent|review|account|list|filter|listen)\./;

/** What only experts and admins see of the pages' sentences. */
const ofStaff = /^(?:pending|reviewed|experts)\./;

/** What pages of both kinds show, whatever the first part of its key says. */
const ofBoth = new Set([
  'report.Reviewed',
  'upload.phoneNumberLabel',
  'login.passwordLabel',
  'signup.firstNameLabel',
  'signup.lastNameLabel',
  'signup.contactNumberLabel',
  'signup.passwordHint',
  'secondStep.code',
  'otp.digit',
  'review.done',
  'experts.email',
  'review.phone',
  'upload.busy',
  'upload.tooLarge',
  'password.show',
  'password.hide',
  'listen.page',
  'listen.stop',
  'credentials.short',
  'dashboard.patientTitle',
]);

/**
 * The sentences of a set. Takes a language's catalogue.
 *
 * @returns not filled in, by their keys.
 */
export function messagesOf(set: MessageBundle, { pages, staff }: Pick<Catalogue, 'pages' | 'staff'>) {
  const all = { ...pages, ...staff };
  const isWanted = (key: string) => {
    if (set === 'all' || ofBoth.has(key)) return true;
    if (set === 'guests') return !ofMembers.test(key) && !ofStaff.test(key) && !(key in staff);
    if (ofGuests.test(key)) return false;
    if (set === 'staff') return true;
    const isOthers = set === 'account' ? ofReports.test(key) : ofAccount.test(key);
    return !isOthers && !ofStaff.test(key) && !(key in staff);
  };
  return Object.fromEntries(Object.entries(all).filter(([key]) => isWanted(key)));
}
