import type { SubmissionResult } from '@conform-to/dom';
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { pageChannel } from '~/domain/kernel/channels';
import {
  type AnyOperation,
  type CallContext,
  isAllowed,
  type Outcome,
  requireAbility,
  saysOnlyFailure,
  secondFactorFirst,
} from '~/domain/kernel/operation';
import { Refusal, type RefusalKind } from '~/domain/kernel/refusal';
import { refusalOf } from '~/domain/kernel/refusal-of-error.server';
import type { Viewer } from '~/domain/kernel/viewer';
import type { MessageKey } from '~/i18n/messages/en';
import { translate } from '~/i18n/translate';
import { logIncident } from '~/platform/observability/log.server';
import { clientNetwork, isAskedAsData } from '~/web/http/current-request.server';
import { isFromOurPages } from '~/web/http/origin.server';
import { language } from '~/web/locale/request-language.server';
import { paths } from '~/web/paths';
import { discardBody } from '~/web/pipeline/body/discard-body';
import { runFormOnce } from '~/web/pipeline/form-idempotency.server';
import { type OperationResult, runOperation } from '~/web/pipeline/run-operation.server';
import { statusOf } from '~/web/pipeline/status';
import { readCookie } from '~/web/session/cookies.server';
import { redirectWith } from '~/web/session/redirect-toast.server';
import { viewerOfPage } from '~/web/session/request-viewer.server';
import { formAction, formTokenField } from './form-token.server';
import { rootLoader } from './root-data.server';

type Args = Pick<ActionFunctionArgs, 'request' | 'params'>;
type RouteInput = (args: Args) => Record<string, unknown> | Promise<Record<string, unknown>>;
type SuccessRedirect = { path: string; headers?: HeadersInit; toast?: 'none' };
type Done<Result> = Args & { value: Result; fields: FormData; viewer: Viewer | null };

type Place = string | ((args: Args & { viewer: Viewer | null; refused?: RefusalKind }) => string | undefined);

type ActionOptions<Result> = {
  /** Input the page knows itself: path parameters, a cookie. */
  routeInput?: RouteInput;
  /** Where to go once it is done. */
  onSuccess(done: Done<Result>): SuccessRedirect | Promise<SuccessRedirect>;
  /**
   * Where to go with a message when there is nothing to mend in the form; without it the form shows
   * the message.
   */
  back?: Place;
  /**
   * Where to go with the words for failure after what no rule foresees, where no form on the page
   * would show them.
   */
  failed?: Place;
  /** Where to send somebody who is not signed in, instead of the log-in page. */
  signedOut?: string;
  /**
   * The second line of the message when it is done, and when a refusal leads `back`
   * (docs/requirements.md#messages).
   */
  toastDetail?: { done?: MessageKey; failed?: MessageKey };
};

type Shown<Result> = Omit<ActionOptions<Result>, 'onSuccess' | 'failed' | 'saysFailed' | 'signedOut'>;

/**
 * What a form gets back when it was not accepted: what was typed, what is wrong with it, and a
 * message.
 */
export type Answer = Awaited<ReturnType<typeof formAnswer>>['data'];

/**
 * A page's channel into an operation, for a route's action: origin, then the shared order of
 * refusals; then a redirect with a message, or the form again with a sentence beside each field.
 */
export function pageAction<Result extends Outcome>(
  operation: AnyOperation<Result>,
  options: ActionOptions<Result>,
) {
  return formAction(operation, async ({ request, params }: ActionFunctionArgs) => {
    const { viewer, result } = await tryForm(operation, { request, params, routeInput: options.routeInput });
    const ofOther = await otherViewerAnswer(operation, result, request);
    if (ofOther) return ofOther;
    if (result.status === 'done') {
      const target = await options.onSuccess({ ...result, request, params });
      if (target.toast === 'none') return redirect(target.path, { headers: target.headers });
      const { path, headers } = target;
      const more = options.toastDetail?.done && translate(language(), options.toastDetail.done);
      return redirectWith('success', path, translate(language(), operation.successMessage), {
        headers,
        more,
      });
    }
    const refused = result.status === 'refused' ? result.refusal.kind : undefined;
    const pathOf = (place?: Place) =>
      typeof place === 'function' ? place({ request, params, viewer, refused }) : place;
    const isTrouble = result.status === 'refused' && troubles.has(result.refusal.kind);
    if (
      operation.policy?.refusalsSay === 'success' &&
      !isTrouble &&
      (result.status === 'refused' || result.status === 'unreadable')
    ) {
      return redirectWith(
        'success',
        pathOf(options.back) ?? paths.home,
        translate(language(), operation.successMessage),
      );
    }
    const more = options.toastDetail?.failed && translate(language(), options.toastDetail.failed);
    if (result.status === 'refused') {
      const { signedOut } = options;
      if (signedOut && result.refusal.kind === 'signedOut') return redirect(signedOut);
      const back = isAllowed(operation, viewer) ? pathOf(options.back) : undefined;
      const redirected = redirectForRefusal(result.refusal, request, { back, more });
      if (redirected) return redirected;
    }
    const failed = pathOf(options.failed);
    if (failed && isTrouble)
      return redirectWith('error', failed, translate(language(), result.refusal.messageKey));
    if (failed && (result.status === 'failed' || result.status === 'unreadable')) {
      return redirectWith('error', failed, translate(language(), operation.failureMessage));
    }
    return formAnswer(operation, result);
  });
}

/**
 * The same for what is shown once and kept nowhere: the answer is the page itself, with what the
 * operation gave. No cache keeps it, and a look back does not find it.
 */
export function renderAction<Result extends Outcome>(
  operation: AnyOperation<Result>,
  { routeInput, back }: Shown<Result> = {},
) {
  return formAction(operation, async ({ request, params }: ActionFunctionArgs) => {
    const { viewer, result } = await tryForm(operation, { request, params, routeInput });
    const ofOther = await otherViewerAnswer(operation, result, request);
    if (ofOther) return ofOther;
    if (result.status === 'done')
      return data({ shown: result.value, message: undefined, lastResult: undefined });
    if (result.status === 'refused') {
      const to = typeof back === 'function' ? back({ request, params, viewer }) : back;
      const redirected = redirectForRefusal(result.refusal, request, {
        back: isAllowed(operation, viewer) ? to : undefined,
      });
      if (redirected) return redirected;
    }
    return formAnswer(operation, result);
  });
}

/**
 * What every form does first: its method, its origin, and then the operation in the shared order of
 * refusals.
 */
async function tryForm<Result extends Outcome>(
  operation: AnyOperation<Result>,
  { request, params, routeInput }: Args & { routeInput?: RouteInput },
) {
  if (request.method !== 'POST') {
    discardBody(request);
    throw data(translate(language(), 'refused.method'), {
      status: 405,
      headers: { Allow: 'GET, HEAD, POST' },
    });
  }
  if (!isFromOurPages(request)) {
    discardBody(request);
    throw data(translate(language(), 'refused.crossSite'), { status: 403 });
  }
  const viewer = await viewerOfPage(request);
  const known = await routeInput?.({ request, params });
  const context = await formContext(request);
  const result = await runFormOnce(request, operation, viewer, () =>
    runOperation(operation, { request, context, findViewer: () => viewer, routeInput: known, isForm: true }),
  );
  return { viewer, result };
}

/** Whether a form was refused because it was drawn for somebody else. */
export const isOfOther = <Result>(result: OperationResult<Result>) =>
  result.status === 'refused' && result.refusal.kind === 'otherViewer';

/**
 * What a form gets back that was drawn for somebody else; undefined for every other result. A page
 * with script stays as it is and shows the sentence. Without script the answer is a page of its
 * own, which no loader of the page itself can lead away from: it keeps what was typed, and whom the
 * form was for.
 */
async function otherViewerAnswer<Result extends Outcome>(
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
    root: (await rootLoader({ request, params: {}, context: {} })).data,
  };
  throw data({ ...said, otherViewer: { ...details, page } }, init ?? {});
}

/**
 * The action of a page with several forms, each posting to a path of its own: the one that the path
 * parameter `part` names. A part there is not is the not-found page.
 */
export function actionByIntent<One extends (args: ActionFunctionArgs) => unknown>(
  actions: Record<string, One>,
) {
  return async (args: ActionFunctionArgs): Promise<Awaited<ReturnType<One>>> => {
    const { part = '' } = args.params;
    const action = Object.hasOwn(actions, part) ? actions[part] : undefined;
    if (action) return (await action(args)) as Awaited<ReturnType<One>>;
    discardBody(args.request);
    throw notFound();
  };
}

/** The page channel as an operation sees it. */
export function pageContext(request: Request): CallContext {
  return {
    ...pageChannel,
    language: language(),
    client: clientNetwork(request),
    sentence: (messageKey) => translate(language(), messageKey),
    linkTo: (path) => path,
  };
}

/**
 * The same for a form, which may be one that asks for a password: with what the browser is known
 * by.
 */
export async function formContext(request: Request): Promise<CallContext> {
  return { ...pageContext(request), device: (await readCookie(request, 'device')) ?? '' };
}

/**
 * A refusal that leads elsewhere: to the log-in page, to the dashboard, or back to the list it came
 * from.
 */
export function redirectForRefusal(
  refusal: Refusal,
  request: Request,
  { back, more }: { back?: string; more?: string } = {},
) {
  const { code, kind, messageKey, values } = refusal;
  const message = translate(language(), messageKey, values);
  if (kind === 'signedOut') return redirect(loginPath(request));
  if (code === 'secondFactorRequired') return redirectWith('error', paths.secondFactor, message);
  if (kind === 'forbidden') return redirectWith('error', back ?? paths.dashboard, message);
  if (back && leadsBack.has(kind)) return redirectWith('error', back, message, { more });
  return undefined;
}

/** What a page can only say where there is no form to say it in. */
const leadsBack = new Set<RefusalKind>(['conflict', 'notFound', 'tooMany', 'busy', 'noSpace']);

/** What is the machine's fault: nothing was kept, whatever a page says otherwise. */
const troubles = new Set<RefusalKind>(['busy', 'noSpace']);

/**
 * The log-in page that leads back to where somebody wanted to go; after a form, to the page it
 * stood on.
 */
function loginPath(request: Request) {
  const { pathname, search } = new URL(request.url);
  const next = `${pathname.replace(/\.data$/, '')}${request.method === 'GET' ? withoutRouting(search) : ''}`;
  return `${paths.login}?next=${encodeURIComponent(next)}`;
}

function withoutRouting(search: string) {
  const query = new URLSearchParams(search);
  query.delete('_routes');
  return query.size > 0 ? `?${query}` : '';
}

/** What a form gets back when it was not accepted, with its status. */
export async function formAnswer<Result extends Outcome>(
  operation: AnyOperation,
  result: Exclude<OperationResult<Result>, { status: 'done' }>,
) {
  const { status, headers, errors, message } = wordsOf(operation, result);
  const fields = plainFields('fields' in result ? result.fields : undefined);
  const lastResult: SubmissionResult = {
    status: 'error',
    initialValue: Object.fromEntries(fields.filter(([name]) => !operation.secretFields?.includes(name))),
    error: errors,
    state: { validated: Object.fromEntries(Object.keys(errors).map((name) => [name, true])) },
  };
  return data({ lastResult, message }, { status, headers });
}

/**
 * What was typed, by the plain names a form of ours has. What a form library would read as an
 * instruction is not among them.
 */
function plainFields(fields = new FormData()): [string, string][] {
  return [...fields].flatMap(([name, value]) =>
    /^[a-z]\w{0,63}$/i.test(name) && name !== formTokenField && typeof value === 'string'
      ? [[name, value]]
      : [],
  );
}

function wordsOf<Result extends Outcome>(
  operation: AnyOperation,
  result: Exclude<OperationResult<Result>, { status: 'done' }>,
): Words {
  if (result.status === 'invalid') {
    const errors: Record<string, string[]> = {};
    for (const { field, messageKey, values } of result.fieldErrors)
      errors[field] = [translate(language(), messageKey, values)];
    const kinds = result.fieldErrors.map(({ kind }) => kind);
    const ofFile = kinds.find((kind) => kind === 'tooLarge') ?? kinds.find((kind) => kind === 'wrongType');
    const status = ofFile ? statusOf[ofFile] : result.isFileUnread ? statusOf.invalid : 400;
    // Of what is wrong with a field, only this one is said as a message too
    // (docs/requirements.md#messages).
    const mismatch = result.fieldErrors.find(({ code }) => code === 'passwordsDiffer');
    const messageKey = saysOnlyFailure(operation) ? operation.failureMessage : mismatch?.messageKey;
    return { status, errors, message: messageKey && translate(language(), messageKey) };
  }
  if (result.status === 'refused') return refused(operation, result.refusal);
  if (result.status === 'unreadable') {
    return {
      status: 400,
      errors: { '': [translate(language(), result.messageKey)] },
      message: translate(language(), operation.failureMessage),
    };
  }
  const explained = translate(language(), 'error.text', { incident: result.incident });
  return {
    status: 500,
    errors: { '': [explained] },
    message: translate(language(), operation.failureMessage),
  };
}

/** What a form gets back, with its status. */
type Words = {
  status: number;
  headers?: HeadersInit;
  errors: Record<string, string[]>;
  message?: string;
};

function refused(
  operation: AnyOperation,
  { kind, messageKey, values, hint, retryAfterSeconds }: Refusal,
): Words {
  const message = translate(language(), messageKey, values);
  const status = kind === 'invalid' || kind === 'wrongPassword' ? 400 : statusOf[kind];
  const headers = retryAfterSeconds ? { 'Retry-After': String(retryAfterSeconds) } : undefined;
  const toast = saysOnlyFailure(operation) ? translate(language(), operation.failureMessage) : message;
  return { status, headers, errors: { '': [hint ? translate(language(), hint) : message] }, message: toast };
}

type LoaderOptions<More> = {
  routeInput?: RouteInput;
  /** Whether the query is read; what is wrong in it counts as not said, and the rest stays. */
  query?: boolean;
  /** Where to go with a message when the state forbids it (reviewed already). */
  back?: string;
  /** What else the page needs, which no operation finds. */
  with?: () => More;
};

/** What a page gets: what the operation found, and who is looking. */
type Page<Result, More> = Result & More & { viewer: Viewer };

/**
 * A page's channel for reading. A signed-out visitor goes to the log-in page and comes back after
 * it; a wrong role goes to the dashboard with a message; what is not there, or not theirs, is the
 * not-found page.
 */
export function pageLoader<Result extends Outcome, More extends object = object>(
  operation: AnyOperation<Result>,
  options: LoaderOptions<More> = {},
) {
  return async ({ request, params }: LoaderFunctionArgs): Promise<Page<Result, More>> => {
    const viewer = await requireSignedIn(request);
    const routeInput = (await options.routeInput?.({ request, params })) ?? {};
    const query = options.query ? Object.fromEntries(new URL(request.url).searchParams) : {};
    try {
      requireAbility(operation, viewer);
      const input = operation.input.safeParse({ ...validQuery(operation, query, routeInput), ...routeInput });
      // What is wrong now stands in the path: there is no such page.
      if (!input.success) throw new Refusal('notFound', 'report.notFound');
      const result = await operation.run({ viewer, input: input.data, context: pageContext(request) });
      return { ...result, ...(options.with?.() as More), viewer };
    } catch (error) {
      throw await asPage(operation, error, request, isAllowed(operation, viewer) ? options.back : undefined);
    }
  };
}

/**
 * What a query says rightly: each parameter that the operation does not take is left out by itself.
 */
function validQuery(
  operation: AnyOperation,
  query: Record<string, unknown>,
  routeInput: Record<string, unknown>,
) {
  const { error } = operation.input.safeParse({ ...query, ...routeInput });
  const wrong = new Set(error?.issues.map(({ path }) => path[0]));
  return Object.fromEntries(Object.entries(query).filter(([name]) => !wrong.has(name)));
}

async function asPage(operation: AnyOperation, error: unknown, request: Request, back?: string) {
  if (error instanceof Refusal) {
    if (error.kind === 'notFound') return notFound();
    return (
      (await redirectForRefusal(error, request, { back })) ??
      data(translate(language(), error.messageKey), { status: statusOf[error.kind] })
    );
  }
  const incident = logIncident(operation.name, error);
  const refusal = refusalOf(error);
  if (refusal) {
    const { status, headers, message } = refused(operation, refusal);
    return data({ message, incident }, { status, headers });
  }
  return data({ message: translate(language(), operation.failureMessage), incident }, { status: 500 });
}

/** The not-found page: the same for what is not there and for what is somebody else's. */
export function notFound() {
  return data(null, { status: 404 });
}

/**
 * The viewer of a page that needs one. A signed-out visitor is sent to the log-in page with a way
 * back, and with a message where there is one; somebody who has to switch on a second factor first,
 * to the page for that.
 */
export async function requireViewer(request: Request, messageKey?: MessageKey): Promise<Viewer> {
  const viewer = await requireSignedIn(request, messageKey);
  if (viewer.needs2faSetup) throw await redirectForRefusal(secondFactorFirst(), request);
  return viewer;
}

async function requireSignedIn(request: Request, messageKey?: MessageKey): Promise<Viewer> {
  const viewer = await viewerOfPage(request);
  if (viewer) return viewer;
  if (messageKey) throw await redirectWith('error', loginPath(request), translate(language(), messageKey));
  throw redirect(loginPath(request));
}

/** Whether somebody is signed in. */
export async function isSignedIn(request: Request): Promise<boolean> {
  return (await viewerOfPage(request)) !== null;
}

/**
 * Keeps signed-in visitors off a page for guests: they go to the dashboard
 * (docs/requirements.md#screens).
 */
export async function requireGuest(request: Request): Promise<void> {
  if (await isSignedIn(request)) throw redirect(paths.dashboard);
}
