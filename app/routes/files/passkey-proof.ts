import { beginProof } from '~/domain/log-in/own-proof.server';
import { translate } from '~/i18n/translate';
import { scriptAction } from '~/web/pages/page-action.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { textResponse } from '~/web/request/text-response';

/** Gives the script of a form that asks for the password or a passkey the options for the device. */
export const action = scriptAction(beginProof, {
  onSuccess: ({ value }) => Response.json(value, { headers: { 'Cache-Control': 'no-store' } }),
});

/** There is nothing to read here. */
export const loader = () => textResponse(404, translate(requestLanguage(), 'report.notFound'));
