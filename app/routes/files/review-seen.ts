import type { LoaderFunctionArgs } from '@remix-run/node';
import { markReviewSeen } from '~/domain/desk/new-answers.server';
import { translate } from '~/i18n/translate';
import { fromPath } from '~/web/pages/from-path';
import { scriptAction } from '~/web/pages/page-action.server';
import { pageLoader } from '~/web/pages/page-loader.server';
import { isAskedAsData } from '~/web/request/exchange.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { textResponse } from '~/web/request/text-response';

const routeInput = fromPath('reportId');

/** Notes that a review was seen. A script posts here, so no page is returned. */
export const action = scriptAction(markReviewSeen, { routeInput, onSuccess: () => null });

const mark = pageLoader(markReviewSeen, { routeInput, query: true });

// The smallest GIF: one transparent dot.
const dot = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

const noPicture = () => textResponse(404, translate(requestLanguage(), 'report.notFound'));

/**
 * Answers with a picture of one dot. The page of a single report has it below the review, for
 * browsers without script: they request it once the page has arrived.
 */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  if (isAskedAsData()) return noPicture();
  try {
    await mark(args);
  } catch (error) {
    if (error instanceof Response) throw error;
    return noPicture();
  }
  return new Response(dot, { headers: { 'Content-Type': 'image/gif', 'Cache-Control': 'no-store' } });
}
