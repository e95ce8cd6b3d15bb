/** Every page's path, by name. */
export const paths = {
  home: '/',
  signup: '/signup',
  login: '/login',
  logout: '/logout',
  forgotPassword: '/forgot-password',
  confirmation: '/confirmation',
  verifyEmail: '/verify-email',
  resendCode: '/resend-code',
  dashboard: '/dashboard/home',
  uploadReport: '/dashboard/upload-report',
  reportSubmitted: '/report-submitted',
  pendingReport: '/dashboard/pending-report',
  pendingExpert: '/dashboard/pending-expert',
  previousReport: (patientId: string) => `/dashboard/previous-report/${patientId}`,
  deleteReport: (reportId: string) => `/dashboard/delete-report/${reportId}`,
  addReview: (reportId: string) => `/dashboard/add-review/${reportId}`,
} as const;
