import { data } from '@remix-run/node';
import type { AnyOperation, Outcome } from '~/domain/kernel/operation';
import { translate } from '~/i18n/translate';
import { isAskedAsData } from '~/web/http/exchange.server';
import { language } from '~/web/locale/request-language.server';
import type { OperationResult } from '~/web/pipeline/run-operation.server';
import { formAnswer } from './form-answer.server';
import { formTokenField } from './form-token.server';
import { rootLoader } from './root-data.server';
import { presentTypedFields } from './typed-fields.server';

/** Whether a form was refused because it was drawn for somebody else. */
export const isOfOther = <Result>(result: OperationResult<Result>) =>
  result.status === 'refused' && result.refusal.kind === 'otherViewer';

/**
 * What a form gets back that was drawn for somebody else; undefined for every other result. A page
 * with script stays as it is and shows the sentence. Without script the answer is a page of its
 * own, which no loader of the page itself can lead away from: it keeps what was typed, and whom the
 * form was for.
 */
export async function otherViewerAnswer<Result extends Outcome>(
  operation: AnyOperation,
  result: OperationResult<Result>,
  request: Request,
) {
  if (result.status !== 'refused' || !isOfOther(result)) return undefined;
  const { messageKey, values } = result.refusal;
  const { data: answer, init } = await formAnswer(operation, result);
  const details = {
    message: translate(language(), messageKey, values),
    hint: values && translate(language(), 'otherViewer.hint', values),
    operation: operation.name,
    token: values && String(result.fields?.get(formTokenField)),
  };
  const said = { ...answer, message: undefined };
  if (isAskedAsData()) return data({ ...said, otherViewer: details }, init ?? {});
  const { pathname, search } = new URL(request.url);
  const page = {
    path: `${pathname}${search}`,
    typedLabel: translate(language(), 'otherViewer.typed'),
    typed: presentTypedFields(operation.name, answer.lastResult.initialValue ?? {}, language()),
    root: (await rootLoader({ request, params: {}, context: {} })).data,
  };
  throw data({ ...said, otherViewer: { ...details, page } }, init ?? {});
}
