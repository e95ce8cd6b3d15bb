import { type ActionFunctionArgs, data, redirect } from '@remix-run/node';
import { pageChannel } from '~/domain/kernel/channels';
import { type AnyOperation, isAllowed, type Outcome } from '~/domain/kernel/operation';
import type { RefusalCode } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import type { MessageKey } from '~/i18n/message-keys';
import { translate } from '~/i18n/translate';
import { paths } from '~/urls/paths';
import { contextOf } from '~/web/pipeline/context.server';
import { formAction } from '~/web/pipeline/form-token.server';
import { type FailedResult, respond } from '~/web/pipeline/respond.server';
import { runOperation } from '~/web/pipeline/run-operation.server';
import { isFromOurPages } from '~/web/request/origin.server';
import { readLanguageChoice, requestLanguage } from '~/web/request/request-language.server';
import {
  changesSession,
  inNewDocument,
  redirectSignedOut,
  redirectWith,
} from '~/web/session/session-answers.server';
import { formAnswer } from './form-answer.server';
import type { RouteArgs, RouteInput } from './from-path';
import { otherViewerAnswer } from './other-viewer.server';
import { notFound } from './page-loader.server';
import { redirectForRefusal, troubles } from './refusal-redirect.server';
import { findViewerOrUnavailable } from './viewer-of-page.server';

type SuccessRedirect = {
  path: string;
  headers?: HeadersInit;
  /** The message instead of the operation's; `none` for no message. */
  toast?: 'none' | MessageKey;
};
type Success = SuccessRedirect | Response | null;
type Done<Result> = RouteArgs & { value: Result; fields: FormData; viewer: Viewer | null };

type Place =
  | string
  | ((args: RouteArgs & { viewer: Viewer | null; refused?: RefusalCode }) => string | undefined);

type ActionOptions<Result> = {
  /** Input that the page provides: path parameters, a cookie. */
  routeInput?: RouteInput;
  /**
   * Returns the target after success; null if no page follows, for a 204; or the response to a
   * script.
   */
  onSuccess(done: Done<Result>): Success | Promise<Success>;
  /**
   * The target of a redirect with a message when nothing in the form can be corrected. Without it,
   * the form shows the message.
   */
  refusedPath?: Place;
  /**
   * The target of a redirect with the failure message after an unexpected error, if no form on the
   * page would show it.
   */
  failedPath?: Place;
  /** The target for users who are not signed in, instead of the log-in page. */
  signedOut?: string;
  /**
   * The second line of the message after a refusal that redirects to `refusedPath`
   * (docs/requirements.md#messages).
   */
  refusalDetail?: MessageKey;
};

type RenderOptions<Result, Shown> = Pick<ActionOptions<Result>, 'routeInput' | 'refusedPath'> & {
  /** Returns what the page shows instead of the bare result. */
  show?(value: Result, viewer: Viewer | null): Shown | Promise<Shown>;
};

/**
 * Creates a route's action from an operation. Checks the origin, then the shared order of refusals.
 * The answer is a redirect with a message, or the form again with a sentence beside each field.
 */
export function pageAction<Result extends Outcome>(
  operation: AnyOperation<Result>,
  options: ActionOptions<Result>,
) {
  return formAction(operation, async ({ request, params }: ActionFunctionArgs) => {
    const { viewer, result } = await tryForm(operation, { request, params, routeInput: options.routeInput });
    return respond(operation, result, {
      onDone: (done) => redirectDone(operation, options, { ...done, request, params }),
      onFailed: async (failure) =>
        (await otherViewerAnswer(operation, failure, request)) ??
        (await redirectAway(operation, options, { request, params, viewer, result: failure.result })) ??
        formAnswer(operation, failure),
    });
  });
}

/**
 * Creates an action like `pageAction` for a route without a page, to which a script or a form posts.
 * A refusal is JSON with its message and status, since no page can show it.
 */
export function scriptAction<Result extends Outcome>(
  operation: AnyOperation<Result>,
  options: ActionOptions<Result>,
) {
  const act = pageAction(operation, options);
  return formAction(operation, async (args: ActionFunctionArgs): Promise<Response> => {
    const answer = await act(args);
    if (answer instanceof Response) return answer;
    const { status, headers } = answer.init ?? {};
    const response = Response.json({ message: answer.data.message }, { status, headers });
    response.headers.set('Cache-Control', 'no-store');
    return response;
  });
}

async function redirectDone<Result extends Outcome>(
  operation: AnyOperation,
  { onSuccess }: ActionOptions<Result>,
  result: Done<Result>,
) {
  const to = await onSuccess(result);
  if (!to) return new Response(null, { status: 204 });
  if (to instanceof Response) return to;
  const { path, toast } = to;
  const headers = new Headers(to.headers);
  if (result.viewer && changesSession(headers)) headers.append(...inNewDocument);
  if (toast === 'none') return redirect(path, { headers });
  // After a log-in the next page is in the language of the account.
  const language = readLanguageChoice(headers.getSetCookie().join('; '))?.language ?? requestLanguage();
  const message = translate(language, toast ?? operation.successMessage);
  return redirectWith('success', path, message, { headers });
}

/** Returns the redirect after a failure, unless the answer stays with its form. */
async function redirectAway<Result extends Outcome>(
  operation: AnyOperation<Result>,
  { refusedPath, failedPath, signedOut, refusalDetail }: Omit<ActionOptions<Result>, 'onSuccess'>,
  { request, params, viewer, result }: RouteArgs & { viewer: Viewer | null; result: FailedResult },
) {
  const refusal = result.status === 'refused' ? result.refusal : undefined;
  const pathOf = (place?: Place) =>
    typeof place === 'function' ? place({ request, params, viewer, refused: refusal?.code }) : place;
  const trouble = refusal && troubles.has(refusal.kind) ? refusal : undefined;
  if (
    operation.policy?.refusalsSay === 'success' &&
    !trouble &&
    (refusal || result.status === 'unreadable')
  ) {
    const message = translate(requestLanguage(), operation.successMessage);
    return redirectWith('success', pathOf(refusedPath) ?? paths.home, message);
  }
  if (refusal) {
    if (signedOut && refusal.kind === 'signedOut') return redirectSignedOut(request, signedOut);
    const detail = refusalDetail && translate(requestLanguage(), refusalDetail);
    const to = isAllowed(operation, viewer) ? pathOf(refusedPath) : undefined;
    const redirected = redirectForRefusal(refusal, request, { refusedPath: to, detail });
    if (redirected) return redirected;
  }
  const elsewhere = pathOf(failedPath);
  if (!elsewhere) return undefined;
  if (trouble) return redirectWith('error', elsewhere, translate(requestLanguage(), trouble.messageKey));
  if (result.status !== 'failed' && result.status !== 'unreadable') return undefined;
  return redirectWith('error', elsewhere, translate(requestLanguage(), operation.failureMessage));
}

/**
 * Creates an action like `pageAction` for a result that is shown once and never stored. The answer
 * is the page itself, with the operation's result. It is never cached, and going back in the
 * browser does not show it.
 */
export function renderAction<Result extends Outcome, Shown = Result>(
  operation: AnyOperation<Result>,
  { routeInput, refusedPath, show }: RenderOptions<Result, Shown> = {},
) {
  return formAction(operation, async ({ request, params }: ActionFunctionArgs) => {
    const { viewer, result } = await tryForm(operation, { request, params, routeInput });
    return respond(operation, result, {
      onDone: async ({ value }) => {
        const shown = (show ? await show(value, viewer) : value) as Shown;
        return data({ shown, message: undefined, lastResult: undefined });
      },
      onFailed: async (failure) =>
        (await otherViewerAnswer(operation, failure, request)) ??
        (await redirectAway(
          operation,
          { refusedPath: refusedPath },
          { request, params, viewer, result: failure.result },
        )) ??
        formAnswer(operation, failure),
    });
  });
}

/**
 * Checks the method and origin of a form, and then runs the operation in the shared order of
 * refusals.
 */
async function tryForm<Result extends Outcome>(
  operation: AnyOperation<Result>,
  { request, params, routeInput }: RouteArgs & { routeInput?: RouteInput },
) {
  if (request.method !== 'POST') {
    throw data(translate(requestLanguage(), 'refused.method'), {
      status: 405,
      headers: { Allow: 'GET, HEAD, POST' },
    });
  }
  if (!isFromOurPages(request)) {
    throw data(translate(requestLanguage(), 'refused.crossSite'), { status: 403 });
  }
  const viewer = await findViewerOrUnavailable(request);
  const knownInput = await routeInput?.({ request, params });
  const context = await contextOf(request, pageChannel);
  const call = { request, context, findViewer: () => viewer, routeInput: knownInput, isForm: true };
  const result = await runOperation(operation, call);
  return { viewer, result };
}

/**
 * Creates the action of a page with several forms, each posting to its own path. The path parameter
 * `part` selects the form's action. An unknown part is a 404.
 */
export function actionByIntent<One extends (args: ActionFunctionArgs) => unknown>(
  actions: Record<string, One>,
) {
  const actionOfPart = async (args: ActionFunctionArgs): Promise<Awaited<ReturnType<One>>> => {
    const { part = '' } = args.params;
    const action = Object.hasOwn(actions, part) ? actions[part] : undefined;
    if (action) return (await action(args)) as Awaited<ReturnType<One>>;
    throw notFound();
  };
  return Object.assign(actionOfPart, { actions });
}
