import type { ClinicWordName } from '~/platform/settings/clinic-words';

/** The most characters of the clinic's details. */
export const clinicMost = {
  name: 80,
  sender: 40,
  helpline: 40,
  hours: 120,
  address: 300,
  link: 300,
  office: 600,
};

/** The setting of each field of the page "About the clinic", in the order of the page. */
export const wordOfField = {
  clinicName: 'PRODUCT_NAME',
  senderName: 'SENDER_NAME',
  helpline: 'HELPLINE',
  officeHours: 'OFFICE_HOURS',
  supportEmail: 'SUPPORT_EMAIL',
  officeAddress: 'OFFICE_ADDRESS',
  outreachAddress: 'OUTREACH_ADDRESS',
  complaintsOffice: 'COMPLAINTS_OFFICE',
  processors: 'PROCESSORS',
  socialPhotos: 'SOCIAL_PHOTOS',
  socialNetwork: 'SOCIAL_NETWORK',
  socialMicroblog: 'SOCIAL_MICROBLOG',
  socialVideo: 'SOCIAL_VIDEO',
  offeredLanguages: 'OFFERED_LANGUAGES',
} as const satisfies Record<string, ClinicWordName>;
export type ClinicField = keyof typeof wordOfField;
export const clinicFields = Object.keys(wordOfField) as ClinicField[];
