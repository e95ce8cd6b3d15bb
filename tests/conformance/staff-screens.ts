import { entry, forAll, type Screen } from './sights.ts';

export const staffScreens: readonly Screen[] = [
  {
    name: 'Dashboard of an expert',
    role: 'expert',
    path: '/dashboard/home',
    sights: [
      { words: "Title by role: 'Expert Dashboard'", text: 'Expert Dashboard' },
      {
        words: 'Role-specific welcome text',
        text: 'Patients are waiting for your opinion on their reports.',
      },
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
    role: 'expert',
    isEmpty: true,
    path: '/dashboard/pending-report',
    sights: [{ words: 'Empty state: No pending reports found.', text: 'No pending reports found.' }],
  },
  {
    name: 'Pending Reports, for an expert',
    role: 'expert',
    path: '/dashboard/pending-report',
    sights: [
      { words: 'Title Pending Reports', title: 'Pending Reports' },
      {
        words: 'number, patient name, phone, report type, View Report link, status and Add Review',
        columns: ['No.', 'Patient', 'Phone', 'Report Type', 'Report', 'Status', 'Waiting', 'Action'],
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
    role: 'unapproved',
    path: '/dashboard/pending-report',
    sights: [
      { words: 'patient name masked as ******', text: '******' },
      { words: 'phone as **********', text: '**********' },
      { words: 'no name', not: '{patientName}' },
    ],
  },
  {
    name: 'Add Review',
    role: 'expert',
    path: '{addReview}',
    sights: [
      { words: 'One review textarea', field: 'Your review' },
      { words: 'a Submit Review button', button: 'Submit Review' },
    ],
  },
  {
    name: 'Reviewed Reports, without one',
    role: 'expert',
    isEmpty: true,
    path: '/dashboard/previous-reviewed-report',
    sights: [{ words: 'Empty state: No reviewed reports found.', text: 'No reviewed reports found.' }],
  },
  {
    name: 'Reviewed Reports, for an expert',
    role: 'expert',
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
    role: 'admin',
    isEmpty: true,
    path: '/dashboard/approved-expert',
    sights: [{ words: 'Empty state: No approved experts found.', text: 'No approved experts found.' }],
  },
  {
    name: 'Approved Experts',
    role: 'expert',
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
    role: 'admin',
    path: '/dashboard/home',
    sights: [
      { words: "Title by role: 'Admin Dashboard'", text: 'Admin Dashboard' },
      {
        words: 'Role-specific welcome text',
        text: 'Approve doctors and check which reports are waiting.',
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
    role: 'admin',
    isEmpty: true,
    path: '/dashboard/pending-expert',
    sights: [{ words: 'Empty state: No pending experts found.', text: 'No pending experts found.' }],
  },
  {
    name: 'Pending Expert Requests',
    role: 'admin',
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
    role: 'admin',
    path: '/dashboard/pending-report',
    sights: [
      {
        words: 'no Add Review for admins',
        columns: ['No.', 'Patient', 'Phone', 'Report Type', 'Report', 'Status', 'Waiting'],
      },
      { words: 'no Add Review button', in: 'main', not: 'Add Review' },
    ],
  },
  {
    name: 'Reviewed Reports, for an admin',
    role: 'admin',
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
    role: 'admin',
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
