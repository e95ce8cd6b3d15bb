import { redirect } from '@remix-run/node';
import { saveDraft } from '~/domain/reports/claim/review-draft.server';
import { pageAction } from '~/web/pages/page-action.server';
import { paths } from '~/web/paths';
import { fromPath } from '../../from-path';
import { sameListAt } from '../same-list';

export const loader = () => redirect(paths.pendingReport);

/** Keeps a review that is not finished, and leads back to the list. */
export const action = pageAction(saveDraft, {
  routeInput: fromPath('reportId'),
  onSuccess: ({ request }) => ({ path: sameListAt(paths.pendingReport)({ request }) }),
  back: sameListAt(paths.pendingReport),
  failed: sameListAt(paths.pendingReport),
});
