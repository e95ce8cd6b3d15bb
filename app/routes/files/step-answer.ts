import { redirect } from '@remix-run/node';
import { answerStep } from '~/domain/review/answer-step.server';
import { paths } from '~/urls/paths';
import { fromPath } from '~/web/pages/from-path';
import { scriptAction } from '~/web/pages/page-action.server';

type Place = { request: Request; params: { reportId?: string } };

/** Returns the page that led here: the reports that a helper sent, or the report. */
const toOrigin = ({ request, params }: Place) =>
  new URL(request.url).searchParams.has('sent') ? paths.sentReports : paths.report(params.reportId ?? '');

/** Notes whether a patient has taken the step of an answer, and leads back. */
export const action = scriptAction(answerStep, {
  routeInput: fromPath('reportId'),
  onSuccess: ({ request, params }) => ({ path: toOrigin({ request, params }) }),
  refusedPath: toOrigin,
  failedPath: toOrigin,
});

// Leads on a user who had to log in first.
export const loader = () => redirect(paths.dashboard);
