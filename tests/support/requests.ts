import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import * as noSuchCall from '~/routes/api/no-such-call';
import { takeToast } from '~/web/session/session-answers.server';
import { callRoutes, calls } from './calls';
import { origin } from './clinic';
import { operationAt, tokenFor, withToken } from './page-forms';

/** A route module as Remix calls it; its other exports do not matter here. */
export type RouteModule = {
  loader?: (args: LoaderFunctionArgs) => unknown;
  action?: (args: ActionFunctionArgs) => unknown;
};

export type Params = Record<string, string>;
export type Fields = Record<string, string>;
type Json = Record<string, unknown>;

type Call = {
  method?: string;
  /** The path with its query, relative to the clinic's address, or a whole URL. */
  path?: string;
  token?: string;
  cookie?: string;
  /** An object is sent as JSON, a form as multipart or urlencoded, and text as it is. */
  body?: Json | FormData | URLSearchParams | string | ReadableStream;
  params?: Params;
  headers?: Record<string, string>;
};

const reads = new Set(['GET', 'HEAD', 'OPTIONS']);

function requestOf({ method = 'GET', path = '/', token, cookie, body, headers = {} }: Call) {
  const all = new Headers(headers);
  if (token) all.set('Authorization', `Bearer ${token}`);
  if (cookie) all.set('Cookie', cookie);
  const isPlain =
    typeof body === 'object' &&
    !(body instanceof FormData || body instanceof URLSearchParams || body instanceof ReadableStream);
  if ((isPlain || typeof body === 'string') && !all.has('Content-Type')) {
    all.set('Content-Type', 'application/json');
  }
  const init = { method, headers: all, body: isPlain ? JSON.stringify(body) : body, duplex: 'half' };
  return new Request(new URL(path, origin), init as RequestInit);
}

/** Calls a route's loader or action like Remix, and returns what it returned or threw. */
async function serve(module: RouteModule, call: Call): Promise<unknown> {
  const request = requestOf(call);
  const handler = reads.has(request.method) ? module.loader : module.action;
  if (!handler) throw new Error(`This route does not handle ${request.method}`);
  try {
    return await handler({ request, params: call.params ?? {}, context: {} });
  } catch (thrown) {
    if (thrown instanceof Response || isData(thrown)) return thrown;
    throw thrown;
  }
}

/** Calls the API. `text` is the body of the answer, `json` its parsed content. */
export async function callApi(module: RouteModule, call: Call) {
  const response = (await serve(module, call)) as Response;
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: (/^[{[]/.test(text) ? JSON.parse(text) : {}) as Json & {
      success: boolean;
      message: string;
      errors?: Record<string, string>;
    },
  };
}

/** Opens a private file like a browser. */
export async function openFile(module: RouteModule, call: Call): Promise<Response> {
  return (await serve(module, call)) as Response;
}

/**
 * Finds the route of a call such as `report/add-review`. Its parameter follows in the path; by
 * default it is an ID that nobody has.
 */
export function apiRoute(call: string): RouteModule {
  const [part = '', name] = call.split('/');
  const route = callRoutes[part as keyof typeof callRoutes] ?? noSuchCall;
  const needsMore =
    !(call in calls) && Object.keys(calls).some((path) => path.startsWith(`${call}/`) && !path.endsWith('?'));
  const of = ({ params }: LoaderFunctionArgs | ActionFunctionArgs) => {
    const [id = needsMore ? '' : undefined] = Object.values(params);
    return { name, ...(id !== undefined && { id: id || 'nobody' }) };
  };
  return {
    loader: (args) => route.loader({ ...args, params: of(args) }),
    action: (args) => route.action({ ...args, params: of(args) }),
  };
}

type Posted = Omit<Call, 'body' | 'method' | 'token'> & {
  fields?: Fields | FormData;
  /** The Origin header of the form; null for a browser that sends none. */
  origin?: string | null;
  /** The form's token; by default that of a form drawn for the cookie's viewer, null for none. */
  token?: string | null;
};

/** Sends a form of a page, by default as the clinic's own pages draw it. */
export async function postPage(
  module: RouteModule,
  { fields = {}, origin: from = origin, token, ...call }: Posted,
) {
  const operation = operationAt(module.action, call.path ?? '/');
  const drawn = token === undefined ? await tokenFor(operation, call.cookie) : token;
  const body = withToken(fields, drawn ?? undefined);
  const headers: Record<string, string> = from === null ? {} : { Origin: from };
  return answerOf(
    await serve(module, { ...call, method: 'POST', body, headers: { ...headers, ...call.headers } }),
  );
}

/** Opens a page. */
export async function getPage(module: RouteModule, call: Omit<Call, 'body' | 'method' | 'token'>) {
  return answerOf(await serve(module, { ...call, method: 'GET' }));
}

export type PageAnswer = Awaited<ReturnType<typeof answerOf>>;

type LastResult = { error?: Record<string, string[]>; initialValue?: Record<string, unknown> };

/** Reads a page's answer: a redirect with a message, or data for the page. */
async function answerOf(answer: unknown) {
  const headers = headersOf(answer);
  const setCookies = headers.getSetCookie();
  const cookies = setCookies.map((line) => line.split(';')[0]).join('; ');
  const { toast } = await takeToast(new Request(origin, { headers: { cookie: cookies } }));
  const data = answer instanceof Response ? undefined : isData(answer) ? answer.data : answer;
  const { lastResult, message } = (data ?? {}) as { lastResult?: LastResult; message?: string };
  return {
    status: answer instanceof Response ? answer.status : isData(answer) ? (answer.init?.status ?? 200) : 200,
    location: headers.get('Location'),
    toast: toast && { type: toast.type, message: toast.message },
    /** The second line of the message. */
    more: toast?.description,
    /** Field → its sentence; the form's own sentence is under ''. */
    fieldErrors: Object.fromEntries(
      Object.entries(lastResult?.error ?? {}).map(([field, sentences]) => [field, sentences?.[0]]),
    ),
    /** The input that the form shows again. */
    typed: lastResult?.initialValue ?? {},
    message,
    data,
    /** Everything that the browser receives, as text. */
    text: JSON.stringify(data) ?? '',
    headers,
    setCookies,
    /** The cookies as the browser sends them with the next request. */
    cookies,
  };
}

type Data = { type: 'DataWithResponseInit'; data: unknown; init: ResponseInit | null };

const isData = (answer: unknown): answer is Data =>
  (answer as { type?: unknown } | null)?.type === 'DataWithResponseInit';

function headersOf(answer: unknown): Headers {
  if (answer instanceof Response) return answer.headers;
  return new Headers((isData(answer) && answer.init?.headers) || undefined);
}
