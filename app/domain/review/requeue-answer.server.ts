import type { Viewer } from '~/domain/kernel/viewer';
import type { users } from '~/platform/db/core/tables/accounts.server';
import type { reports } from '~/platform/db/core/tables/reports.server';
import { changeReview } from './change-review.server';

/**
 * Puts an answered report back into the queue, at its old place, without the fault of its author.
 * The answer stays a version that only admins read, and its patient is told.
 *
 * @returns the report after the change; undefined, with nothing written, if it was changed
 *   meanwhile.
 */
export const requeueAnswer = (answer: {
  viewer: Viewer;
  report: typeof reports.$inferSelect;
  patient: typeof users.$inferSelect;
}) =>
  changeReview({
    ...answer,
    line: { kind: 'takenBack', text: null, reasonCode: 'other', reason: null },
    currentText: null,
  });
