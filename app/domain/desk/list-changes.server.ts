import type { PageMeta } from '~/domain/kernel/list-page';
import type { CallContext } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { effectiveRole, type Viewer } from '~/domain/kernel/viewer';
import type { ReportList } from '~/domain/queue/report-list.server';
import type { PublicChanges } from '~/domain/report/change-schemas';
import type { PublicReport } from '~/domain/report/present-report';
import { presentReports } from '~/domain/report-view/present-reports.server';
import { countReports } from './read-report-page.server';
import { readChanges } from './report-changes.server';

/** A page of a list of reports, or its changes. */
export type Listed = { data: PublicReport[]; meta: PageMeta; changes?: PublicChanges };

type Input = { changedSince?: string; limit?: number; patientId?: string };

/** Checks whether a call asks for the changes of a list. */
export const asksForChanges = <Asked extends Input>(
  input: Asked,
  { listsChanges }: Pick<CallContext, 'listsChanges'>,
): input is Asked & { changedSince: string } => listsChanges && input.changedSince !== undefined;

/**
 * Reads the changes of a list for a viewer. A cursor is for one list as one viewer sees it in their
 * role: after a change of the role the list has to be read again.
 *
 * @throws Refusal: `invalid` beside `changedSince` if there is a page or a filter, or as
 *   `readChanges`.
 */
export async function listChanges(
  viewer: Viewer,
  list: ReportList,
  {
    changedSince,
    limit: requestedLimit,
    patientId: _patientId,
    ...filters
  }: Input & { changedSince: string },
  context: CallContext,
): Promise<Listed> {
  if (Object.values(filters).some((value) => value !== undefined))
    throw new Refusal('invalid', 'list.changesAlone', { field: 'changedSince' });
  const limit = requestedLimit ?? context.rowsUnlessPaged ?? 100;
  const boundTo = [list.changesName, viewer.id, effectiveRole(viewer)].join('\n');
  const { rows, changes } = await readChanges(list, { boundTo, changedSince, limit });
  return {
    data: await presentReports(viewer, rows, context),
    meta: { page: 1, limit, total: await countReports(list) },
    changes,
  };
}
