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
 * Who sits before a page, before any operation is asked.
 *
 * @throws the page that says to come again, in the frame of a guest, where that cannot be found out
 *   for now.
 */
export const viewerOrUnavailable = (request: Request): Promise<Viewer | null> =>
  orUnavailable(() => viewerOfPage(request));

/** Does what a page needs of the database beside its operation; throws the same page. */
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
