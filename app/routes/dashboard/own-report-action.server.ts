import type { AnyOperation, Outcome } from '~/domain/kernel/operation';
import type { Viewer } from '~/domain/kernel/viewer';
import { fromPath } from '~/web/pages/from-path';
import { pageAction } from '~/web/pages/page-action.server';
import { paths } from '~/web/request/paths';

/** The page of somebody's own reports. */
export const reportsOf = ({ viewer }: { viewer: Viewer | null }) =>
  viewer ? paths.previousReport(viewer.id) : paths.login;

/** What a patient does about the report that the path names; all of it ends at their reports. */
export const ownReportAction = <Result extends Outcome>(operation: AnyOperation<Result>) =>
  pageAction(operation, {
    routeInput: fromPath('reportId'),
    onSuccess: ({ viewer }) => ({ path: reportsOf({ viewer }) }),
    back: reportsOf,
    failed: reportsOf,
  });
