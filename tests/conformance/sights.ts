/**
 * The contents of each screen (docs/requirements.md#screens): its texts and the elements a browser
 * must find. Section 2 of the conformance tests reads the list, with one entry for each line, and
 * `tests/e2e/conformance.spec.ts` looks for the contents.
 */

/** Settings of the clinic on these screens: its address and its other channels. */
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
  | { choices: string; are: readonly string[]; selectedOption?: string }
  | { columns: readonly string[] }
  | { picture: string }
  | { count: number; of: string }
  | { not: string }
);

/** The way to a screen: its path, or a walk that `conformance.spec.ts` defines. */
export type Screen = {
  name: string;
  role: 'visitor' | 'patient' | 'expert' | 'unapproved' | 'admin';
  /** True if the clinic has no reports and no experts yet. */
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

/** Returns an entry of the menu beside the dashboard's pages. */
export const entry = (label: string, to: string): Sight => ({
  words: `${label} ${to}`,
  in: 'sidebar',
  link: label,
  to,
});
/** The menu entries of every role. */
export const forAll = [entry('Home', '/dashboard/home'), entry('My Profile', '/dashboard/my-profile')];
