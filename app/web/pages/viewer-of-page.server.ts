import { data } from '@remix-run/node';
import { refusalOf } from '~/domain/kernel/refusal-of-error.server';
import type { Viewer } from '~/domain/kernel/viewer';
import { translate } from '~/i18n/translate';
import { developerDetails } from '~/platform/observability/developer-details.server';
import { logIncident } from '~/platform/observability/log.server';
import { statusOf } from '~/web/request/error-codes';
import { language } from '~/web/request/request-language.server';
import { viewerOfPage } from '~/web/session/request-viewer.server';
import { site } from './clinic-details.server';

/**
 * Finds the viewer of a page, before any operation runs.
 *
 * @throws the page that asks the user to come back later, in a guest's frame, if the viewer cannot
 *   be determined now.
 */
export const viewerOrUnavailable = (request: Request): Promise<Viewer | null> =>
  orUnavailable(() => viewerOfPage(request));

/**
 * Runs a database query that a page needs besides its operation.
 *
 * @throws the same page as `viewerOrUnavailable`.
 */
export async function orUnavailable<Result>(find: () => Promise<Result>): Promise<Result> {
  try {
    return await find();
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    const message = translate(language(), refusal.messageKey);
    const headers = { 'Retry-After': String(refusal.retryAfterSeconds) };
    const incident = logIncident('page', error);
    const frame = { ...site(), person: null, toast: undefined };
    throw data(
      { message, incident, ...developerDetails(incident), frame },
      { status: statusOf[refusal.kind], headers },
    );
  }
}
