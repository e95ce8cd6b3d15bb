import type { LanguageCode } from '~/i18n/language-codes';

/** Settings that admins may type on a page instead, in the order of that page. */
export const clinicWordNames = [
  'PRODUCT_NAME',
  'SENDER_NAME',
  'HELPLINE',
  'OFFICE_HOURS',
  'SUPPORT_EMAIL',
  'OFFICE_ADDRESS',
  'OUTREACH_ADDRESS',
  'COMPLAINTS_OFFICE',
  'PROCESSORS',
  'SOCIAL_PHOTOS',
  'SOCIAL_NETWORK',
  'SOCIAL_MICROBLOG',
  'SOCIAL_VIDEO',
  'OFFERED_LANGUAGES',
] as const;
export type ClinicWordName = (typeof clinicWordNames)[number];

/** The words that admins have typed. A word that is missing is not typed. */
export type TypedWords = Partial<
  Record<Exclude<ClinicWordName, 'OFFERED_LANGUAGES'>, string> & { OFFERED_LANGUAGES: LanguageCode[] }
>;

/** The clinic's words as every page and e-mail shows them. Empty if nobody has given them. */
export type ClinicWords = {
  name: string;
  /** The sender of e-mails, slips and messages; never empty. */
  senderName: string;
  helpline: string;
  hours: string;
  supportEmail: string;
  officeAddress: string;
  outreachAddress: string;
  /** An office outside the clinic that takes complaints. */
  complaintsOffice: string;
  /** Others who handle data for the clinic, one a line. */
  processors: string;
  footerLinks: { photos: string; network: string; microblog: string; video: string };
  /** The languages that users can choose, always with English. */
  languages: LanguageCode[];
  /** The words that the environment gives, which nobody can type. */
  fixed: readonly ClinicWordName[];
};
