import { index, type RouteConfig, route } from '@remix-run/route-config';

/** The whole URL map, in reading order: pages, files, the API. */
export default [
  // Everybody
  index('routes/public/home.tsx'),
  route('query', 'routes/public/query.tsx'),
  route('call-back', 'routes/public/call-back.tsx'),
  route('about-us', 'routes/public/about-us.tsx'),
  route('contact-us', 'routes/public/contact-us.tsx'),
  route('language', 'routes/public/language.ts'),

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
  route('logout', 'routes/dashboard/account/logout.tsx'),
  route('dashboard', 'routes/dashboard/index.ts'),
  route('dashboard/home', 'routes/dashboard/home.tsx'),
  route('dashboard/my-profile', 'routes/dashboard/account/my-profile.tsx'),
  route('dashboard/settings/:part?', 'routes/dashboard/account/settings.tsx'),
  route('dashboard/second-factor/:part?', 'routes/dashboard/account/second-factor.tsx'),
  route('dashboard/my-data', 'routes/dashboard/account/my-data.tsx'),
  route('dashboard/upload-report', 'routes/dashboard/upload-report.tsx'),
  route('report-submitted', 'routes/dashboard/report-submitted.tsx'),
  route('dashboard/previous-report/:patientId', 'routes/dashboard/previous-report.tsx'),
  route('dashboard/delete-report/:reportId', 'routes/dashboard/delete-report.tsx'),
  route('dashboard/withdraw-consent/:reportId', 'routes/dashboard/withdraw-consent.tsx'),
  route('dashboard/give-consent/:reportId', 'routes/dashboard/give-consent.tsx'),
  route('dashboard/pending-report', 'routes/dashboard/pending-report.tsx'),
  route('dashboard/add-review/:reportId', 'routes/dashboard/add-review.tsx'),
  route('dashboard/translate', 'routes/dashboard/translate-list.tsx'),
  route('dashboard/translate/:reportId', 'routes/dashboard/translate.tsx'),
  route('dashboard/previous-reviewed-report', 'routes/dashboard/previous-reviewed-report.tsx'),
  route('dashboard/previous-reviewed-reports', 'routes/dashboard/previous-reviewed-reports.tsx'),
  route('dashboard/pending-expert', 'routes/dashboard/admin/pending-expert.tsx'),
  route('dashboard/approved-expert', 'routes/dashboard/admin/approved-expert.tsx'),
  route('dashboard/approve-expert/:expertId', 'routes/dashboard/admin/approve-expert.tsx'),
  route('dashboard/judge-expert/:expertId', 'routes/dashboard/admin/change-expert-status.tsx'),
  route('dashboard/messages', 'routes/dashboard/admin/messages.tsx'),
  route('dashboard/audit', 'routes/dashboard/admin/audit.tsx'),
  route('dashboard/system/:part?', 'routes/dashboard/admin/system.tsx'),

  // Private files, and whose they are
  route('files/viewer', 'routes/files/viewer.ts'),
  route('dashboard/my-data/download', 'routes/files/my-data.ts'),
  route('words/:language/:file', 'routes/files/words.ts'),
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
  // The calls themselves stand in app/web/api/calls.server.ts: Remix weighs every route at each
  // request, and tries those with more parts first.
  route('api/v1/:folder/:name/:id?', 'routes/api/v1/call.ts'),
  route('api/v1/*', 'routes/api/v1/no-such-call.ts'),

  route('*', 'routes/public/not-found.tsx'),
] satisfies RouteConfig;
