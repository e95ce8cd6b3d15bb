import { readReportNumbers } from '~/domain/desk/report-numbers.server';
import { translate } from '~/i18n/translate';
import { fromPath } from '~/web/pages/from-path';
import { scriptAction } from '~/web/pages/page-action.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { textResponse } from '~/web/request/text-response';

/** Lists the numbers that a report prints for the script of the page on which its review is written. */
export const action = scriptAction(readReportNumbers, {
  routeInput: fromPath('reportId'),
  onSuccess: ({ value: { data } }) => Response.json(data, { headers: { 'Cache-Control': 'no-store' } }),
});

/** There is nothing to read here. */
export const loader = () => textResponse(404, translate(requestLanguage(), 'report.notFound'));
