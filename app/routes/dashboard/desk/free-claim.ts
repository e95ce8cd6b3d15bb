import { redirect } from '@remix-run/node';
import { freeClaim } from '~/domain/reports/claim/claim-report.server';
import { pageAction } from '~/web/pages/page-action.server';
import { paths } from '~/web/paths';
import { fromPath } from '../../from-path';
import { sameListAt } from '../same-list';

export const loader = () => redirect(paths.pendingReport);

export const action = pageAction(freeClaim, {
  routeInput: fromPath('reportId'),
  onSuccess: ({ request }) => ({ path: sameListAt(paths.pendingReport)({ request }) }),
  back: sameListAt(paths.pendingReport),
  failed: sameListAt(paths.pendingReport),
});
