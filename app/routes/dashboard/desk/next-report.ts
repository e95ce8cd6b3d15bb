import { redirect } from '@remix-run/node';
import { nextReport } from '~/domain/reports/claim/claim-report.server';
import { pageAction } from '~/web/pages/page-action.server';
import { paths } from '~/web/paths';
import { sameListAt } from '../same-list';

export const loader = () => redirect(paths.pendingReport);

/** Leads to the next report of the list as it is filtered. */
export const action = pageAction(nextReport, {
  routeInput: ({ request }) => {
    const query = new URL(request.url).searchParams;
    return {
      reportType: query.get('reportType') ?? undefined,
      language: query.get('language') ?? undefined,
    };
  },
  onSuccess: ({ request, value }) => ({
    path: sameListAt(paths.addReview(value.data._id))({ request }),
    toast: 'none',
  }),
  back: sameListAt(paths.pendingReport),
  failed: sameListAt(paths.pendingReport),
});
