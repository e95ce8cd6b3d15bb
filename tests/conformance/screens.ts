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

const consent =
  'I hereby give my consent for my medical report to be reviewed and used for medical consultation';
const social = (name: string, to: string, words: string): Sight => ({
  words: `external link to ${words}, opening in a new tab`,
  in: 'footer',
  link: name,
  to,
  newTab: true,
});
const entry = (label: string, to: string): Sight => ({
  words: `${label} ${to}`,
  in: 'sidebar',
  link: label,
  to,
});
const forAll = [entry('Home', '/dashboard/home'), entry('My Profile', '/dashboard/my-profile')];

export const screens: readonly Screen[] = [
  {
    name: 'Home',
    who: 'visitor',
    path: '/',
    sights: [
      { words: 'Header: Logo link to /', in: 'header', link: 'SecondLook', to: '/' },
      { words: 'Header: Home (/)', in: 'header', link: 'Home', to: '/' },
      { words: 'Header: About Us (/about-us)', in: 'header', link: 'About Us', to: '/about-us' },
      { words: 'Header: Contact Us (/contact-us)', in: 'header', link: 'Contact Us', to: '/contact-us' },
      { words: 'Header, logged out: Log In (/login)', in: 'header', link: 'Log In', to: '/login' },
      { words: 'Header, logged out: Sign Up (/signup)', in: 'header', link: 'Sign Up', to: '/signup' },
      { words: 'Submit Report goes to upload-report', link: 'Submit Report', to: '/dashboard/upload-report' },
      { words: 'Join as Expert goes to /signup', link: 'Join as Expert', to: '/signup' },
      { words: 'a query or concern section', heading: 'Query or concern?' },
      { words: 'a callback section', heading: 'Request a callback' },
      {
        words: 'an expert calls the user about medical questions',
        text: 'An expert calls you about your medical questions.',
      },
      { words: 'a What is the product section', heading: 'What is SecondLook?' },
      { words: 'a Benefits list', heading: 'Benefits' },
      { words: 'Shared footer: the product name', in: 'footer', text: 'SecondLook' },
      { words: 'Shared footer: the line STAY IN TOUCH', in: 'footer', text: 'STAY IN TOUCH' },
      social('Instagram', settings.SOCIAL_PHOTOS, 'photo-sharing'),
      social('Facebook', settings.SOCIAL_NETWORK, 'a social network'),
      social('X', settings.SOCIAL_MICROBLOG, 'microblog'),
      social('YouTube', settings.SOCIAL_VIDEO, 'video'),
      {
        words: "the line '© 2025 {product}. All rights reserved.'",
        in: 'footer',
        text: '© 2025 SecondLook. All rights reserved.',
      },
    ],
  },
  {
    name: 'Signup',
    who: 'visitor',
    path: '/signup',
    sights: [
      { words: "Title 'Join {product}'", title: 'Join SecondLook' },
      {
        words: 'create an account to securely upload reports and consult verified experts',
        text: 'Create an account to securely upload reports and consult verified experts.',
      },
      {
        words: 'quick feedback, trusted medical advice, private communication',
        text: 'Quick feedback, trusted medical advice, private communication.',
      },
      { words: 'A tab switch Patient/Expert: Patient', radio: 'Patient' },
      { words: 'A tab switch Patient/Expert: Expert', radio: 'Expert' },
      { words: 'Signup allows only Patient or Expert', count: 2, of: 'radio' },
      { words: 'Field firstName', field: 'First name' },
      { words: 'Field lastName', field: 'Last name' },
      { words: 'Field email', field: 'E-mail address' },
      {
        words: 'country-code select (+91 India default, +1 USA, +44 UK, +61 Australia, +81 Japan)',
        choices: 'Country code',
        are: ['+91 India', '+1 USA', '+44 UK', '+61 Australia', '+81 Japan'],
        chosen: '+91',
      },
      { words: 'Field contactNumber', field: 'Contact number (10 digits)' },
      { words: 'Field password', field: 'Password' },
      { words: 'Field confirmPassword', field: 'Confirm password' },
      { words: 'with show/hide toggles', count: 2, of: 'Show password' },
      { words: 'Button Create Account', button: 'Create Account' },
    ],
  },
  {
    name: 'Login',
    who: 'visitor',
    path: '/login',
    sights: [
      { words: "Title 'Welcome Back'", title: 'Welcome Back' },
      { words: 'Email', field: 'E-mail address' },
      { words: 'password', field: 'Password' },
      { words: 'with show/hide', button: 'Show password' },
      { words: 'link Forgot Password to /forgot-password', link: 'Forgot Password', to: '/forgot-password' },
      { words: 'button Sign In', button: 'Sign In' },
    ],
  },
  {
    name: 'Forgot password',
    who: 'visitor',
    path: '/forgot-password',
    sights: [
      { words: 'Email', field: 'E-mail address' },
      { words: 'Submit', button: 'Submit' },
      { words: 'A link Back to Login Page', link: 'Back to Login Page', to: '/login' },
    ],
  },
  {
    name: 'Forgot password, after sending',
    who: 'visitor',
    path: '/forgot-password',
    walk: 'forgot',
    sights: [
      { words: "After sending it shows 'Check Your Email'", title: 'Check Your Email' },
      { words: "'We have sent the reset email {email}'", text: 'We have sent the reset email {email}' },
      { words: 'a Resend Email action', button: 'Resend Email' },
      { words: 'A link Back to Login Page, here too', link: 'Back to Login Page', to: '/login' },
    ],
  },
  {
    name: 'Reset password',
    who: 'visitor',
    path: '/update-password/{token}',
    walk: 'reset',
    sights: [
      { words: 'Field password', field: 'Password' },
      { words: 'Field confirmPassword', field: 'Confirm password' },
      { words: 'button Reset Password', button: 'Reset Password' },
      { words: 'link back to /login', link: 'Back to Login Page', to: '/login' },
    ],
  },
  {
    name: 'Verify email',
    who: 'visitor',
    path: '/verify-email',
    walk: 'code',
    sights: [
      { words: 'Six-box one-time code input', count: 6, of: 'Digit' },
      { words: 'Verify Email button', button: 'Verify Email' },
      { words: 'Resend it action', button: 'Resend it' },
      { words: 'a back-to-login link', link: 'Back to Login', to: '/login' },
      { words: 'a hint to check the Spam/Junk folder', text: 'Look in the Spam or Junk folder too.' },
    ],
  },
  {
    name: 'About Us',
    who: 'visitor',
    path: '/about-us',
    sights: [
      { words: 'vision', heading: 'Our vision' },
      { words: 'mission', heading: 'Our mission' },
      {
        words: 'bridge patients and certified professionals',
        text: 'Bridge patients and certified professionals',
      },
      { words: 'multilingual support', text: 'Multilingual support, in the words people use at home' },
      { words: 'preventive healthcare awareness', text: 'Awareness of preventive healthcare' },
      {
        words: 'work with local authorities, NGOs and professionals',
        text: 'Work with local authorities, NGOs and professionals',
      },
      { words: 'an outreach office address', text: settings.OUTREACH_ADDRESS },
      { words: 'a corporate office address', text: settings.OFFICE_ADDRESS },
      { words: 'Contact details: helpline', link: settings.HELPLINE, to: 'tel:+911140000000' },
      {
        words: 'Contact details: support e-mail',
        link: settings.SUPPORT_EMAIL,
        to: `mailto:${settings.SUPPORT_EMAIL}`,
      },
    ],
  },
  {
    name: 'Contact Us',
    who: 'visitor',
    path: '/contact-us',
    sights: [
      { words: 'Name', field: 'Name' },
      { words: 'email', field: 'Email' },
      { words: 'message', field: 'Message' },
      { words: 'office address', text: settings.OFFICE_ADDRESS },
      { words: 'helpline', link: settings.HELPLINE, to: 'tel:+911140000000' },
      {
        words: 'email of the clinic',
        in: 'main',
        link: settings.SUPPORT_EMAIL,
        to: `mailto:${settings.SUPPORT_EMAIL}`,
      },
      { words: 'hours Mon-Fri 9:00 AM-6:00 PM', text: 'Mon-Fri 9:00 AM-6:00 PM' },
      { words: 'the shared footer', in: 'footer', text: 'STAY IN TOUCH' },
    ],
  },
  {
    name: 'Not-found page',
    who: 'visitor',
    path: '/nowhere/at/all',
    sights: [
      {
        words: "text 'Error - 404 the Page you are look is not found'",
        title: 'Error - 404 the Page you are look is not found',
      },
    ],
  },

  {
    name: 'Dashboard of a patient',
    who: 'patient',
    path: '/dashboard/home',
    sights: [
      { words: "Title by role: 'Patient Dashboard'", text: 'Patient Dashboard' },
      {
        words: 'Role-specific welcome text',
        text: 'Send a report and read what the doctor writes about it.',
      },
      ...forAll,
      { words: 'Report group', in: 'sidebar', text: 'Report' },
      entry('Upload Report', '/dashboard/upload-report'),
      entry('Previous Report', '/dashboard/previous-report/{patientId}'),
      {
        words: 'Settings link (/dashboard/settings)',
        in: 'sidebar',
        link: 'Settings',
        to: '/dashboard/settings',
      },
      { words: 'no Pending Report', in: 'sidebar', not: 'Pending Report' },
      { words: 'no Pending Expert', in: 'sidebar', not: 'Pending Expert' },
      { words: 'no Approved Experts', in: 'sidebar', not: 'Approved Experts' },
      {
        words: 'Upload Report goes to upload-report',
        in: 'main',
        link: 'Upload Report',
        to: '/dashboard/upload-report',
      },
      {
        words: 'Consult an Expert goes to upload-report',
        in: 'main',
        link: 'Consult an Expert',
        to: '/dashboard/upload-report',
      },
      { words: 'Header, logged in: no Log In', in: 'header', not: 'Log In' },
    ],
  },
  {
    name: 'My Profile',
    who: 'patient',
    path: '/dashboard/my-profile',
    sights: [
      { words: 'full name', heading: '{name}' },
      { words: 'email', text: '{email}' },
      {
        words: "About (placeholder 'write something about Yourself')",
        text: 'write something about Yourself',
      },
      { words: 'first name', text: 'First name' },
      { words: 'last name', text: 'Last name' },
      { words: 'phone', text: 'Phone' },
      { words: 'gender', text: 'Gender' },
      { words: 'date of birth', text: 'Date of birth' },
      { words: 'placeholders prompt adding: gender', link: 'Add Gender', to: '/dashboard/settings#profile' },
      {
        words: 'placeholders prompt adding: date of birth',
        link: 'Add Date Of Birth',
        to: '/dashboard/settings#profile',
      },
      {
        words: 'Edit buttons go to settings: the picture',
        link: 'Edit Display picture',
        to: '/dashboard/settings#picture',
      },
      { words: 'Edit buttons go to settings: About', link: 'Edit About', to: '/dashboard/settings#profile' },
      {
        words: 'Edit buttons go to settings: the details',
        link: 'Edit Personal details',
        to: '/dashboard/settings#profile',
      },
    ],
  },
  {
    name: 'Settings',
    who: 'patient',
    path: '/dashboard/settings',
    sights: [
      { words: 'Display picture change', heading: 'Display picture' },
      {
        words: 'Select; picker accepts png, gif, jpeg, jpg and pdf',
        field: 'Select a picture',
        accept: '.png,.gif,.jpeg,.jpg,.pdf',
      },
      { words: 'Upload', in: 'main', button: 'Upload' },
      { words: 'a Profile Information form', heading: 'Profile Information' },
      { words: 'firstName', field: 'First name' },
      { words: 'lastName', field: 'Last name (optional)' },
      { words: 'dateOfBirth', field: 'Date of birth' },
      { words: 'gender, 6 options', choices: 'Gender', are: genders },
      { words: 'contactNumber', field: 'Contact number' },
      { words: 'about', field: 'About' },
      { words: 'a Password form', heading: 'Password' },
      { words: 'oldPassword', field: 'Current password' },
      { words: 'newPassword', field: 'New password' },
      { words: 'confirmNewPassword', field: 'Confirm new password' },
      { words: 'a Delete Account section', heading: 'Delete Account' },
    ],
  },
  {
    name: 'Upload Medical Report',
    who: 'patient',
    path: '/dashboard/upload-report',
    sights: [
      { words: 'Title Upload Medical Report', title: 'Upload Medical Report' },
      {
        words: 'Report type dropdown (13 types)',
        choices: 'Report type',
        are: ['Choose a type', ...reportTypes],
      },
      {
        words: 'file input accepting .pdf and images',
        field: 'Report file',
        accept: '.pdf,image/*,.heic,.heif',
      },
      { words: 'country code dropdown (default +91)', field: 'Country code', value: '+91' },
      { words: 'phone number', field: 'Phone number' },
      { words: 'optional description', field: 'Description (optional)' },
      { words: `consent checkbox ('${consent}')`, checkbox: consent },
      { words: 'The submit button', button: 'Submit Report' },
    ],
  },
  {
    name: 'Report Submitted Successfully',
    who: 'patient',
    path: '/report-submitted',
    sights: [
      { words: 'Title Report Submitted Successfully', title: 'Report Submitted Successfully' },
      {
        words:
          'States that an expert will review the report and contact the user on the provided phone number',
        text: 'An expert will review your report and contact you on the phone number you gave.',
      },
    ],
  },
  {
    name: 'Previous Medical Reports, without one',
    who: 'patient',
    isEmpty: true,
    path: '/dashboard/previous-report/{patientId}',
    sights: [
      {
        words: 'Empty state: No reports found for this patient.',
        text: 'No reports found for this patient.',
      },
    ],
  },
  {
    name: 'Previous Medical Reports',
    who: 'patient',
    path: '/dashboard/previous-report/{patientId}',
    sights: [
      { words: 'Title Previous Medical Reports', title: 'Previous Medical Reports' },
      { words: 'Card grid', count: 3, of: 'article' },
      { words: 'report type', heading: 'X-Ray' },
      { words: 'Submitted on date', text: 'Submitted on {today}' },
      { words: 'description', text: 'Tired for three weeks' },
      { words: 'fallback No description provided.', text: 'No description provided.' },
      { words: 'a link View PDF Report if the resource type is raw', link: 'View PDF Report', to: '{pdf}' },
      { words: 'otherwise an image', picture: 'X-Ray, sent on {today}' },
      { words: 'a Status: Reviewed', text: 'Reviewed' },
      { words: 'a Status: pending', text: 'Pending' },
      { words: 'the Expert Review text if reviewed', text: 'All is well' },
      { words: 'Expert Review', heading: 'Expert Review' },
      { words: 'a Delete button', count: 3, of: 'Delete' },
    ],
  },

  {
    name: 'Dashboard of an expert',
    who: 'expert',
    path: '/dashboard/home',
    sights: [
      { words: "Title by role: 'Expert Dashboard'", text: 'Expert Dashboard' },
      { words: 'Role-specific welcome text', text: 'Patients are waiting for your view of their reports.' },
      ...forAll,
      { words: 'Report group', in: 'sidebar', text: 'Report' },
      entry('Pending Report', '/dashboard/pending-report'),
      entry('Previous Reviewed Report', '/dashboard/previous-reviewed-report'),
      { words: 'no Upload Report', in: 'sidebar', not: 'Upload Report' },
      { words: 'no Pending Expert', in: 'sidebar', not: 'Pending Expert' },
      {
        words: 'View Pending Report',
        in: 'main',
        link: 'View Pending Report',
        to: '/dashboard/pending-report',
      },
      {
        words: 'Previous Reviewed Report, as a button',
        in: 'main',
        link: 'Previous Reviewed Report',
        to: '/dashboard/previous-reviewed-report',
      },
    ],
  },
  {
    name: 'Pending Reports, without one',
    who: 'expert',
    isEmpty: true,
    path: '/dashboard/pending-report',
    sights: [{ words: 'Empty state: No pending reports found.', text: 'No pending reports found.' }],
  },
  {
    name: 'Pending Reports, for an expert',
    who: 'expert',
    path: '/dashboard/pending-report',
    sights: [
      { words: 'Title Pending Reports', title: 'Pending Reports' },
      {
        words: 'number, patient name, phone, report type, View Report link, status and Add Review',
        columns: ['No.', 'Patient', 'Phone', 'Report Type', 'Report', 'Status', 'Action'],
      },
      { words: 'patient name', text: '{patientName}' },
      { words: 'View Report link', link: 'View Report for {patientName}', to: '{pending}' },
      { words: 'status', text: 'Pending' },
      {
        words: 'for experts only, an Add Review button',
        link: 'Add Review for {patientName}',
        to: '{addReview}',
      },
    ],
  },
  {
    name: 'Pending Reports, for an unapproved expert',
    who: 'unapproved',
    path: '/dashboard/pending-report',
    sights: [
      { words: 'patient name masked as ******', text: '******' },
      { words: 'phone as **********', text: '**********' },
      { words: 'no name', not: '{patientName}' },
    ],
  },
  {
    name: 'Add Review',
    who: 'expert',
    path: '{addReview}',
    sights: [
      { words: 'One review textarea', field: 'Your review' },
      { words: 'a Submit Review button', button: 'Submit Review' },
    ],
  },
  {
    name: 'Reviewed Reports, without one',
    who: 'expert',
    isEmpty: true,
    path: '/dashboard/previous-reviewed-report',
    sights: [{ words: 'Empty state: No reviewed reports found.', text: 'No reviewed reports found.' }],
  },
  {
    name: 'Reviewed Reports, for an expert',
    who: 'expert',
    path: '/dashboard/previous-reviewed-report',
    sights: [
      { words: 'Title Reviewed Reports', title: 'Reviewed Reports' },
      {
        words:
          'Columns: number, report type, review, status, report link, patient email, patient phone, Reviewed On',
        columns: [
          'No.',
          'Report Type',
          'Review',
          'Status',
          'Report',
          'Patient Email',
          'Patient Phone',
          'Reviewed On',
        ],
      },
      { words: 'review', text: 'All is well' },
      { words: 'patient email', text: '{patientEmail}' },
    ],
  },
  {
    name: 'Approved Experts, without one',
    who: 'admin',
    isEmpty: true,
    path: '/dashboard/approved-expert',
    sights: [{ words: 'Empty state: No approved experts found.', text: 'No approved experts found.' }],
  },
  {
    name: 'Approved Experts',
    who: 'expert',
    path: '/dashboard/approved-expert',
    sights: [
      { words: 'Title Approved Experts', title: 'Approved Experts' },
      { words: 'full name', heading: '{name}' },
      { words: 'email', text: '{email}' },
      { words: 'contact', text: '{phone}' },
      { words: 'account type', text: 'Expert' },
    ],
  },

  {
    name: 'Dashboard of an admin',
    who: 'admin',
    path: '/dashboard/home',
    sights: [
      { words: "Title by role: 'Admin Dashboard'", text: 'Admin Dashboard' },
      {
        words: 'Role-specific welcome text',
        text: 'Let doctors in and keep an eye on the reports that wait.',
      },
      ...forAll,
      { words: 'Report group', in: 'sidebar', text: 'Report' },
      entry('Pending Report', '/dashboard/pending-report'),
      entry('Previous Reviewed Report', '/dashboard/previous-reviewed-reports'),
      entry('Pending Expert', '/dashboard/pending-expert'),
      entry('Approved Experts', '/dashboard/approved-expert'),
      { words: 'no Upload Report', in: 'sidebar', not: 'Upload Report' },
      {
        words: 'Pending Expert, as a button',
        in: 'main',
        link: 'Pending Expert',
        to: '/dashboard/pending-expert',
      },
      { words: 'Approve Expert', in: 'main', link: 'Approve Expert', to: '/dashboard/pending-expert' },
      {
        words: 'Pending Report, as a button',
        in: 'main',
        link: 'Pending Report',
        to: '/dashboard/pending-report',
      },
    ],
  },
  {
    name: 'Pending Expert Requests, without one',
    who: 'admin',
    isEmpty: true,
    path: '/dashboard/pending-expert',
    sights: [{ words: 'Empty state: No pending experts found.', text: 'No pending experts found.' }],
  },
  {
    name: 'Pending Expert Requests',
    who: 'admin',
    path: '/dashboard/pending-expert',
    sights: [
      { words: 'Title Pending Expert Requests', title: 'Pending Expert Requests' },
      { words: 'name', heading: '{unapprovedName}' },
      { words: 'email', text: '{unapprovedEmail}' },
      { words: 'contact', text: '{unapprovedPhone}' },
      { words: 'account type', in: 'main', text: 'Expert' },
      { words: 'an Approve button', count: 1, of: 'Approve for' },
    ],
  },
  {
    name: 'Pending Reports, for an admin',
    who: 'admin',
    path: '/dashboard/pending-report',
    sights: [
      {
        words: 'no Add Review for admins',
        columns: ['No.', 'Patient', 'Phone', 'Report Type', 'Report', 'Status'],
      },
      { words: 'no Add Review button', in: 'main', not: 'Add Review' },
    ],
  },
  {
    name: 'Reviewed Reports, for an admin',
    who: 'admin',
    path: '/dashboard/previous-reviewed-report',
    sights: [
      {
        words: 'plus Expert ID for admins only',
        columns: [
          'No.',
          'Report Type',
          'Review',
          'Status',
          'Report',
          'Patient Email',
          'Patient Phone',
          'Reviewed On',
          'Expert ID',
        ],
      },
      { words: 'Expert ID', text: '{expertId}' },
    ],
  },
  {
    name: 'All Reviewed Reports',
    who: 'admin',
    path: '/dashboard/previous-reviewed-reports',
    sights: [
      { words: 'Title All Reviewed Reports', title: 'All Reviewed Reports' },
      {
        words: 'Table: number, expert name, patient name, report type, review',
        columns: ['No.', 'Expert Name', 'Patient Name', 'Report Type', 'Review'],
      },
      { words: 'expert name', text: '{expertName}' },
      { words: 'patient name', text: '{patientName}' },
      { words: 'review', text: 'All is well' },
    ],
  },
];
