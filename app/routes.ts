import { index, layout, type RouteConfig, route } from '@remix-run/route-config';

/** The whole URL map, in reading order: pages, files, the API. */
export default [
  // Everybody
  index('routes/public/home.tsx'),
  route('query', 'routes/public/query.tsx'),
  route('call-back', 'routes/public/call-back.tsx'),
  route('about-us', 'routes/public/about-us.tsx'),
  route('contact-us', 'routes/public/contact-us.tsx'),

  // Visitors who are not signed in
  route('signup', 'routes/guest/signup.tsx'),
  route('verify-email', 'routes/guest/verify-email.tsx'),
  route('confirmation', 'routes/guest/verify-email.tsx', { id: 'confirmation' }),
  route('resend-code', 'routes/guest/resend-code.ts'),
  route('login', 'routes/guest/login.tsx'),
  route('login/second-step', 'routes/guest/second-step.tsx'),
  route('forgot-password', 'routes/guest/forgot-password.tsx'),
  route('update-password/:token', 'routes/guest/update-password.tsx'),

  // Signed-in people
  layout('routes/dashboard/shell.tsx', [
    route('logout', 'routes/dashboard/logout.tsx'),
    route('dashboard', 'routes/dashboard/index.ts'),
    route('dashboard/home', 'routes/dashboard/home.tsx'),
    route('dashboard/my-profile', 'routes/dashboard/my-profile.tsx'),
    route('dashboard/settings/:part?', 'routes/dashboard/settings.tsx'),
    route('dashboard/second-factor/:part?', 'routes/dashboard/second-factor.tsx'),
    route('dashboard/my-data', 'routes/dashboard/my-data.tsx'),
    route('dashboard/upload-report', 'routes/dashboard/upload-report.tsx'),
    route('report-submitted', 'routes/dashboard/report-submitted.tsx'),
    route('dashboard/previous-report/:patientId', 'routes/dashboard/previous-report.tsx'),
    route('dashboard/delete-report/:reportId', 'routes/dashboard/delete-report.tsx'),
    route('dashboard/withdraw-consent/:reportId', 'routes/dashboard/withdraw-consent.tsx'),
    route('dashboard/give-consent/:reportId', 'routes/dashboard/give-consent.tsx'),
    route('dashboard/pending-report', 'routes/dashboard/pending-report.tsx'),
    route('dashboard/add-review/:reportId', 'routes/dashboard/add-review.tsx'),
    route('dashboard/previous-reviewed-report', 'routes/dashboard/previous-reviewed-report.tsx'),
    route('dashboard/previous-reviewed-reports', 'routes/dashboard/previous-reviewed-reports.tsx'),
    route('dashboard/pending-expert', 'routes/dashboard/pending-expert.tsx'),
    route('dashboard/approved-expert', 'routes/dashboard/approved-expert.tsx'),
    route('dashboard/judge-expert/:expertId', 'routes/dashboard/judge-expert.tsx'),
    route('dashboard/messages', 'routes/dashboard/messages.tsx'),
    route('dashboard/audit', 'routes/dashboard/audit.tsx'),
    route('dashboard/system', 'routes/dashboard/system.tsx'),
  ]),

  // Private files
  route('dashboard/my-data/download', 'routes/files/my-data.ts'),
  route('files/raw/:reportId', 'routes/files/raw.ts'),
  route('files/image/:reportId', 'routes/files/image.ts'),
  route('files/page/:reportId/:page', 'routes/files/page.ts'),
  route('files/thumbnail/:reportId', 'routes/files/thumbnail.ts'),
  route('files/picture/:userId/:tag?', 'routes/files/picture.ts'),

  // Whoever watches over the server
  route('healthz', 'routes/health/alive.ts'),
  route('readyz', 'routes/health/ready.ts'),

  // Other programs
  route('api/v1/docs', 'routes/public/api-docs.tsx'),
  route('api/v1/openapi.json', 'routes/api/v1/openapi.ts'),
  route('api/v1/auth/send-otp', 'routes/api/v1/auth/send-otp.ts'),
  route('api/v1/auth/signup', 'routes/api/v1/auth/signup.ts'),
  route('api/v1/auth/login', 'routes/api/v1/auth/login.ts'),
  route('api/v1/auth/logout', 'routes/api/v1/auth/logout.ts'),
  route('api/v1/auth/reset-password-token', 'routes/api/v1/auth/reset-password-token.ts'),
  route('api/v1/auth/reset-password', 'routes/api/v1/auth/reset-password.ts'),
  route('api/v1/auth/change-password', 'routes/api/v1/auth/change-password.ts'),
  route('api/v1/auth/verify-otp', 'routes/api/v1/auth/verify-otp.ts'),
  route('api/v1/profile/update-display-picture', 'routes/api/v1/profile/update-display-picture.ts'),
  route('api/v1/profile/update-profile', 'routes/api/v1/profile/update-profile.ts'),
  route('api/v1/profile/update-credentials', 'routes/api/v1/profile/update-credentials.ts'),
  route('api/v1/profile/delete-profile', 'routes/api/v1/profile/delete-profile.ts'),
  route('api/v1/profile/export-data', 'routes/api/v1/profile/export-data.ts'),
  route('api/v1/report/upload-report', 'routes/api/v1/report/upload-report.ts'),
  route('api/v1/report/get-pending-reports', 'routes/api/v1/report/get-pending-reports.ts'),
  route('api/v1/report/add-review/:reportId', 'routes/api/v1/report/add-review.ts'),
  route(
    'api/v1/report/get-report-by-patientId/:patientId',
    'routes/api/v1/report/get-report-by-patientId.ts',
  ),
  route('api/v1/report/get-report-by-expertId', 'routes/api/v1/report/get-report-by-expertId.ts'),
  route('api/v1/report/get-all-reviewed-reports', 'routes/api/v1/report/get-all-reviewed-reports.ts'),
  route('api/v1/report/get-openings/:reportId', 'routes/api/v1/report/get-openings.ts'),
  route('api/v1/report/withdraw-consent/:reportId', 'routes/api/v1/report/withdraw-consent.ts'),
  route('api/v1/report/give-consent/:reportId', 'routes/api/v1/report/give-consent.ts'),
  route('api/v1/report/delete-report/:reportId?', 'routes/api/v1/report/delete-report.ts'),
  route('api/v1/expert/get-pending-expert', 'routes/api/v1/expert/get-pending-expert.ts'),
  route('api/v1/expert/approve-expert', 'routes/api/v1/expert/approve-expert.ts'),
  route('api/v1/expert/reject-expert', 'routes/api/v1/expert/reject-expert.ts'),
  route('api/v1/expert/suspend-expert', 'routes/api/v1/expert/suspend-expert.ts'),
  route('api/v1/expert/restore-expert', 'routes/api/v1/expert/restore-expert.ts'),
  route('api/v1/expert/get-approved-expert', 'routes/api/v1/expert/get-approved-expert.ts'),
  route('api/v1/*', 'routes/api/v1/no-such-call.ts'),

  route('*', 'routes/public/not-found.tsx'),
] satisfies RouteConfig;
