/**
 * What stands on each screen (docs/requirements.md#screens): its own words, and what a browser has
 * to find. Read by the list of section 2, where each line is an entry, and by
 * `tests/e2e/conformance.spec.ts`, which looks for it.
 */

/** The clinic of these screens says where it is and where else it can be found. */
export const settings = {
  SUPPORT_EMAIL: 'desk@clinic.test',
  HELPLINE: '+91 11 4000 0000',
  OFFICE_ADDRESS: '12 River Road',
  OUTREACH_ADDRESS: 'Old School',
  SOCIAL_PHOTOS: 'https://photos.example/clinic',
  SOCIAL_NETWORK: 'https://network.example/clinic',
  SOCIAL_MICROBLOG: 'https://microblog.example/clinic',
  SOCIAL_VIDEO: 'https://video.example/clinic',
};

type Place = 'header' | 'footer' | 'main' | 'sidebar';

export type Sight = { words: string; in?: Place } & (
  | { title: string }
  | { heading: string }
  | { text: string }
  | { button: string }
  | { radio: string }
  | { link: string; to: string; newTab?: boolean }
  | { field: string; accept?: string; value?: string }
  | { checkbox: string }
  | { choices: string; are: readonly string[]; chosen?: string }
  | { columns: readonly string[] }
  | { picture: string }
  | { count: number; of: string }
  | { not: string }
);

/**
 * How the browser comes to a screen: by its path, or by a walk that `conformance.spec.ts` knows.
 */
export type Screen = {
  name: string;
  who: 'visitor' | 'patient' | 'expert' | 'unapproved' | 'admin';
  /** Whether the clinic has no reports and no experts yet. */
  isEmpty?: boolean;
  path: string;
  walk?: 'forgot' | 'reset' | 'code';
  sights: readonly Sight[];
};

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

export const genders = ['Select', 'Male', 'Female', 'Non-Binary', 'Prefer not to say', 'Other'] as const;

/** A line of the menu beside the pages of the dashboard. */
export const entry = (label: string, to: string): Sight => ({
  words: `${label} ${to}`,
  in: 'sidebar',
  link: label,
  to,
});
/** What everybody's menu has. */
export const forAll = [entry('Home', '/dashboard/home'), entry('My Profile', '/dashboard/my-profile')];
