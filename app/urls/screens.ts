import { phoneScreens } from './phone-screens';
import type { Screen } from './screen';
import { staffScreens } from './staff-screens';

export type { Screen } from './screen';

/** The screens of users, and the targets of their forms. */
export const screens = {
  // Everybody
  home: { path: '/', file: 'routes/public/home.tsx', for: 'everybody' },
  query: { path: '/query', file: 'routes/public/query.tsx', for: 'everybody' },
  callBack: { path: '/call-back', file: 'routes/public/call-back.tsx', for: 'everybody' },
  aboutUs: { path: '/about-us', file: 'routes/public/about-us.tsx', for: 'everybody' },
  contactUs: { path: '/contact-us', file: 'routes/public/contact-us.tsx', for: 'everybody' },
  complain: { path: '/complain', file: 'routes/public/complain.tsx', for: 'everybody' },
  privacy: { path: '/privacy', file: 'routes/public/privacy.tsx', for: 'everybody' },
  openSlip: { path: '/r/:token', file: 'routes/public/open-slip.tsx', for: 'everybody' },
  readSlip: { path: '/slip', file: 'routes/public/read-slip.tsx', for: 'everybody' },
  openShare: { path: '/s/:token', file: 'routes/public/open-share.tsx', for: 'everybody' },
  readShare: { path: '/shared/:part?', file: 'routes/public/read-share.tsx', for: 'everybody' },
  check: { path: '/check', file: 'routes/public/check.tsx', for: 'everybody' },
  checkedAnswer: { path: '/check/:code', file: 'routes/public/checked-answer.tsx', for: 'everybody' },
  notMe: { path: '/not-me/:token', file: 'routes/public/not-me.tsx', for: 'everybody' },
  language: { path: '/language', file: 'routes/public/language.ts', for: 'everybody' },
  apiDocs: { path: '/api/v1/docs/:part?', file: 'routes/public/api-docs.tsx', for: 'everybody' },
  notFound: { path: '/*', file: 'routes/public/not-found.tsx', for: 'everybody' },

  // Visitors who are not signed in
  signup: { path: '/signup', file: 'routes/guest/signup.tsx', for: 'guests' },
  signupWithoutEmail: {
    path: '/signup/without-email',
    file: 'routes/guest/signup-without-email.tsx',
    for: 'guests',
  },
  verifyEmail: { path: '/verify-email', file: 'routes/guest/verify-email.tsx', for: 'guests' },
  confirmation: {
    path: '/confirmation',
    file: 'routes/guest/verify-email.tsx',
    id: 'confirmation',
    for: 'guests',
  },
  resendCode: { path: '/resend-code', file: 'routes/guest/resend-code.ts', for: 'guests' },
  login: { path: '/login', file: 'routes/guest/login.tsx', for: 'guests' },
  secondStep: { path: '/login/second-step', file: 'routes/guest/second-step.tsx', for: 'guests' },
  passkeyLogIn: {
    path: '/login/passkey/:part?',
    file: 'routes/guest/passkey-log-in.ts',
    for: 'guests',
  },
  forgotPassword: { path: '/forgot-password', file: 'routes/guest/forgot-password.tsx', for: 'guests' },
  updatePassword: {
    path: '/update-password/:token',
    file: 'routes/guest/update-password.tsx',
    for: 'guests',
  },

  // Signed-in people: everyone
  logout: { path: '/logout', file: 'routes/dashboard/account/logout.tsx', for: 'account.own' },
  dashboardStart: { path: '/dashboard', file: 'routes/dashboard/index.ts', for: 'account.own' },
  dashboard: {
    path: '/dashboard/home',
    file: 'routes/dashboard/home.tsx',
    for: 'account.own',
    menu: { label: 'nav.home', icon: 'home' },
  },
  myProfile: {
    path: '/dashboard/my-profile',
    file: 'routes/dashboard/account/my-profile.tsx',
    for: 'account.own',
    menu: { label: 'nav.myProfile', icon: 'profile' },
    isAccount: true,
  },
  secondFactor: {
    path: '/dashboard/second-factor/:part?',
    file: 'routes/dashboard/account/second-factor.tsx',
    for: 'account.own',
    under: { settings: '' },
    isAccount: true,
  },
  passkeys: {
    path: '/dashboard/passkeys/:part?',
    file: 'routes/dashboard/account/passkeys.tsx',
    for: 'account.own',
    under: { settings: '' },
    isAccount: true,
  },
  removePasskey: {
    path: '/dashboard/remove-passkey/:passkeyId',
    file: 'routes/dashboard/account/remove-passkey.tsx',
    for: 'account.own',
    under: { settings: '' },
    isAccount: true,
  },
  myHelpers: {
    path: '/dashboard/my-helpers',
    file: 'routes/dashboard/account/my-helpers.tsx',
    for: 'account.own',
    under: { settings: '' },
    isAccount: true,
  },
  firstPassword: {
    path: '/dashboard/first-password',
    file: 'routes/dashboard/account/first-password.tsx',
    for: 'account.own',
    under: { settings: '' },
    isAccount: true,
  },
  myData: {
    path: '/dashboard/my-data',
    file: 'routes/dashboard/account/my-data.tsx',
    for: 'account.own',
    under: { settings: '' },
    isAccount: true,
  },

  // Reports
  uploadReport: {
    path: '/dashboard/upload-report',
    file: 'routes/dashboard/upload-report.tsx',
    for: 'report.upload',
    menu: { group: 'nav.report', label: 'nav.uploadReport', roles: ['Patient'] },
  },
  reportSubmitted: {
    path: '/report-submitted',
    file: 'routes/dashboard/report-submitted.tsx',
    for: 'report.upload',
    under: { uploadReport: '' },
  },
  previousReport: {
    path: '/dashboard/previous-report/:patientId',
    file: 'routes/dashboard/previous-report.tsx',
    for: 'report.listOfPatient',
    under: { pendingReport: '' },
    menu: { group: 'nav.report', label: 'nav.previousReport', roles: ['Patient'] },
  },
  report: {
    path: '/dashboard/report/:reportId',
    file: 'routes/dashboard/report.tsx',
    for: 'report.readOnPage',
    under: { previousReport: '', previousReviewedReports: '' },
  },
  people: {
    path: '/dashboard/people',
    file: 'routes/dashboard/account/people.tsx',
    for: 'people.own',
    menu: { group: 'nav.report', label: 'nav.people', roles: ['Patient'] },
  },
  changePerson: {
    path: '/dashboard/change-person/:personId',
    file: 'routes/dashboard/account/change-person.tsx',
    for: 'people.own',
    under: { people: '' },
  },
  removePerson: {
    path: '/dashboard/remove-person/:personId',
    file: 'routes/dashboard/account/remove-person.tsx',
    for: 'people.own',
    under: { people: '' },
  },
  shareReport: {
    path: '/dashboard/share-report/:reportId',
    file: 'routes/dashboard/share-report.tsx',
    for: 'report.share',
    under: { previousReport: '' },
  },
  shares: {
    path: '/dashboard/shares',
    file: 'routes/dashboard/shares.tsx',
    for: 'report.share',
    under: { previousReport: '' },
  },
  deleteReport: {
    path: '/dashboard/delete-report/:reportId',
    file: 'routes/dashboard/delete-report.tsx',
    for: 'report.delete',
    under: { previousReport: '' },
  },
  correctReport: {
    path: '/dashboard/correct-report/:reportId',
    file: 'routes/dashboard/correct-report.tsx',
    for: 'report.delete',
    under: { previousReport: '' },
  },
  markUrgent: {
    path: '/dashboard/mark-urgent/:reportId',
    file: 'routes/dashboard/mark-urgent.tsx',
    for: 'report.markUrgent',
    under: { previousReport: '', previousReviewedReports: '', help: '' },
  },
  withdrawConsent: {
    path: '/dashboard/withdraw-consent/:reportId',
    file: 'routes/dashboard/withdraw-consent.tsx',
    for: 'report.delete',
    under: { previousReport: '' },
  },
  giveConsent: {
    path: '/dashboard/give-consent/:reportId',
    file: 'routes/dashboard/give-consent.tsx',
    for: 'report.delete',
    under: { previousReport: '' },
  },

  reviewSummary: {
    path: '/dashboard/review-summary/:reportId',
    file: 'routes/dashboard/review-summary.tsx',
    for: 'review.print',
    under: { previousReport: '' },
  },
  answerQuestion: {
    path: '/dashboard/answer-question/:reportId',
    file: 'routes/dashboard/answer-question.tsx',
    for: 'report.answerQuestion',
    under: { previousReport: '' },
  },

  // Reviews
  pendingReport: {
    path: '/dashboard/pending-report/:part?',
    file: 'routes/dashboard/pending-report.tsx',
    for: 'report.listPending',
    menu: { group: 'nav.report', label: 'nav.pendingReport' },
  },
  addReview: {
    path: '/dashboard/add-review/:reportId',
    file: 'routes/dashboard/add-review.tsx',
    for: 'report.review',
    under: { pendingReport: '' },
  },
  askPatient: {
    path: '/dashboard/ask-patient/:reportId',
    file: 'routes/dashboard/ask-patient.tsx',
    for: 'report.askPatient',
    under: { pendingReport: '' },
  },
  closeQuestion: {
    path: '/dashboard/close-question/:reportId',
    file: 'routes/dashboard/close-question.tsx',
    for: 'report.closeQuestion',
    under: { pendingReport: '' },
  },
  previousReviewedReport: {
    path: '/dashboard/previous-reviewed-report',
    file: 'routes/dashboard/previous-reviewed-report.tsx',
    for: 'report.listReviewed',
    under: { previousReviewedReports: '' },
    menu: { group: 'nav.report', label: 'nav.reviewedReport', roles: ['Expert'] },
  },
  amendReview: {
    path: '/dashboard/amend-review/:reportId',
    file: 'routes/dashboard/amend-review.tsx',
    for: 'review.amend',
    under: { previousReviewedReport: '' },
  },
  reviewVersions: {
    path: '/dashboard/review-versions/:reportId',
    file: 'routes/dashboard/admin/review-versions.tsx',
    for: 'review.takeBackFor',
    under: { previousReviewedReports: '' },
  },
  phrases: {
    path: '/dashboard/phrases/:part?',
    file: 'routes/dashboard/phrases.tsx',
    for: 'phrase.own',
    under: { settings: '' },
  },
  translateList: {
    path: '/dashboard/translate',
    file: 'routes/dashboard/translate-list.tsx',
    for: 'report.review',
    menu: { group: 'nav.report', label: 'nav.translate', needs: 'translates' },
  },
  translate: {
    path: '/dashboard/translate/:reportId',
    file: 'routes/dashboard/translate.tsx',
    for: 'report.review',
    under: { translateList: '' },
  },
  previousReviewedReports: {
    path: '/dashboard/previous-reviewed-reports',
    file: 'routes/dashboard/previous-reviewed-reports.tsx',
    for: 'report.listAllReviewed',
    menu: { group: 'nav.report', label: 'nav.reviewedReport' },
  },

  ...phoneScreens,

  // Admins and the front desk, and the settings, which stand last in the menu
  ...staffScreens,
  settings: {
    path: '/dashboard/settings/:part?',
    file: 'routes/dashboard/account/settings.tsx',
    for: 'account.own',
    menu: { label: 'nav.settings', icon: 'settings' },
    isAccount: true,
  },
} as const satisfies Record<string, Screen>;
