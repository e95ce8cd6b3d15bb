import { redirect } from '@remix-run/node';
import { undoReview } from '~/domain/reports/claim/undo-review.server';
import { pageAction } from '~/web/pages/page-action.server';
import { paths } from '~/web/paths';
import { fromPath } from '../../from-path';
import { sameListAt } from '../same-list';

export const loader = () => redirect(paths.pendingReport);

/** Leads to the page of the review, where it is a draft again. */
export const action = pageAction(undoReview, {
  routeInput: fromPath('reportId'),
  onSuccess: ({ request, params }) => ({
    path: sameListAt(paths.addReview(params.reportId ?? ''))({ request }),
  }),
  back: sameListAt(paths.pendingReport),
  failed: sameListAt(paths.pendingReport),
});
