import { extendUndo } from '~/domain/desk/undo-review.server';
import { translate } from '~/i18n/translate';
import { fromPath } from '~/web/pages/from-path';
import { scriptAction } from '~/web/pages/page-action.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { textResponse } from '~/web/request/text-response';

/** Extends the time to undo a review for the script of a page. Answers with the milliseconds left. */
export const action = scriptAction(extendUndo, {
  routeInput: fromPath('reportId'),
  onSuccess: ({ value }) => textResponse(200, String(value.leftMs)),
});

/** There is nothing to read here. */
export const loader = () => textResponse(404, translate(requestLanguage(), 'report.notFound'));
