import { entry, forAll, genders, reportTypes, type Screen } from './sights.ts';

const consent =
  'I hereby give my consent for my medical report to be reviewed and used for medical consultation';

export const patientScreens: readonly Screen[] = [
  {
    name: 'Dashboard of a patient',
    role: 'patient',
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
    role: 'patient',
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
    role: 'patient',
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
    role: 'patient',
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
    role: 'patient',
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
    role: 'patient',
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
    role: 'patient',
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
];
