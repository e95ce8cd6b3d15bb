import type { AnyOperation, Outcome } from '~/domain/kernel/operation';
import type { Viewer } from '~/domain/kernel/viewer';
import { paths } from '~/urls/paths';
import { fromPath } from '~/web/pages/from-path';
import { pageAction } from '~/web/pages/page-action.server';

/** Returns the page of the patient's own reports. */
export const toOwnReportsPath = ({ viewer }: { viewer: Viewer | null }) =>
  viewer ? paths.previousReport(viewer.id) : paths.login;

/**
 * Builds the action for a patient's operation on the report in the path. It ends at the list of
 * their reports.
 */
export const ownReportAction = <Result extends Outcome>(operation: AnyOperation<Result>) =>
  pageAction(operation, {
    routeInput: fromPath('reportId'),
    onSuccess: ({ viewer }) => ({ path: toOwnReportsPath({ viewer }) }),
    refusedPath: toOwnReportsPath,
    failedPath: toOwnReportsPath,
  });
