import { data } from '@remix-run/node';
import { toRefusal } from '~/domain/kernel/refusal-of-error.server';
import type { Viewer } from '~/domain/kernel/viewer';
import { translate } from '~/i18n/translate';
import { developerDetails } from '~/platform/observability/developer-details.server';
import { logIncident } from '~/platform/observability/log.server';
import { statusByKind } from '~/web/request/error-codes';
import { requestLanguage } from '~/web/request/request-language.server';
import { viewerOfPage } from '~/web/session/request-viewer.server';
import { site } from './clinic-details.server';

/**
 * Finds the viewer of a page, before any operation runs.
 *
 * @throws the page that asks the user to come back later, in a guest's frame, if the viewer cannot
 *   be determined now.
 */
export const findViewerOrUnavailable = (request: Request): Promise<Viewer | null> =>
  findOrUnavailable(() => viewerOfPage(request));

/**
 * Runs a database query that a page needs besides its operation.
 *
 * @throws the same page as `findViewerOrUnavailable`.
 */
export async function findOrUnavailable<Result>(find: () => Promise<Result>): Promise<Result> {
  try {
    return await find();
  } catch (error) {
    const refusal = toRefusal(error);
    if (!refusal) throw error;
    const message = translate(requestLanguage(), refusal.messageKey);
    const headers = { 'Retry-After': String(refusal.retryAfterSeconds) };
    const incident = logIncident('page', error);
    const frame = { ...site(), person: null, toast: undefined };
    throw data(
      { message, incident, ...developerDetails(incident), frame },
      { status: statusByKind[refusal.kind], headers },
    );
  }
}
