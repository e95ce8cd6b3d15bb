import type { Catalogue } from './en';

/** Who a page is for: it loads the words for these, in its reader's language, and no others. `all` is what is missing after a way from one to the other. */
export const wordSets = ['guests', 'patients', 'staff', 'all'] as const;
export type WordSet = (typeof wordSets)[number];

/** What only pages before the log-in show, by the first part of the key. */
const ofGuests = /^(?:home|query|callBack|contact|about|signup|country|otp|login|secondStep|forgot|reset)\./;

/** What only pages after the log-in show. */
const ofMembers =
  /^(?:dashboard|profile|gender|settings|picture|changePassword|myData|deleteAccount|upload|submitted|reports|report|type|openings|consent|review|reads|secondFactor|standing|account|list|filter)\./;

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
]);

/** The sentences of a set. In: a language's catalogue. Out: not filled in, by their keys. */
export function wordsFor(set: WordSet, { pages, staff }: Pick<Catalogue, 'pages' | 'staff'>) {
  const all = { ...pages, ...staff };
  const isWanted = (key: string) => {
    if (set === 'all' || ofBoth.has(key)) return true;
    if (set === 'guests') return !ofMembers.test(key) && !ofStaff.test(key) && !(key in staff);
    if (set === 'patients') return !ofGuests.test(key) && !ofStaff.test(key) && !(key in staff);
    return !ofGuests.test(key);
  };
  return Object.fromEntries(Object.entries(all).filter(([key]) => isWanted(key)));
}
