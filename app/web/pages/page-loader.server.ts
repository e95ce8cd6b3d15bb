import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { pageChannel } from '~/domain/kernel/channels';
import { type AnyOperation, isAllowed, type Outcome } from '~/domain/kernel/operation';
import type { Viewer } from '~/domain/kernel/viewer';
import { developerDetails } from '~/platform/observability/developer-details.server';
import { contextOf } from '~/web/pipeline/context.server';
import { type Failure, respond, sayRefusal } from '~/web/pipeline/respond.server';
import { runOperation } from '~/web/pipeline/run-operation.server';
import type { RouteInput } from './from-path';
import { redirectForRefusal } from './refusal-redirect.server';
import { requireSignedIn } from './require-viewer.server';

type LoaderOptions<Result, More> = {
  routeInput?: RouteInput;
  /** Reads the query. Invalid parameters are ignored, and the rest is used. */
  query?: boolean;
  /**
   * The target of a redirect with a message if the state forbids the operation (such as already
   * reviewed).
   */
  refusedPath?: string;
  /** Returns further data for the page that does not come from an operation. */
  extraData?: (result: Result) => More;
};

/** The data of a page: the operation's result and the viewer. */
type Page<Result, More> = Result & More & { viewer: Viewer };

/**
 * Creates a page's loader from an operation. A signed-out visitor goes to the log-in page and comes
 * back after it. A user with the wrong role goes to the dashboard with a message. A missing object,
 * or that of another user, is a 404.
 */
export function pageLoader<Result extends Outcome, More extends object = object>(
  operation: AnyOperation<Result>,
  options: LoaderOptions<Result, More> = {},
) {
  return async (args: LoaderFunctionArgs): Promise<Page<Result, More>> => {
    const viewer = await requireSignedIn(args.request);
    return { ...(await load(operation, options, { ...args, viewer })), viewer };
  };
}

/**
 * Creates the loader of a page for everybody from an operation for everybody. The viewer does not
 * matter. A refusal for a missing object is a 404.
 */
export function openPageLoader<Result extends Outcome, More extends object = object>(
  operation: AnyOperation<Result>,
  options: Omit<LoaderOptions<Result, More>, 'refusedPath'> = {},
) {
  return (args: LoaderFunctionArgs) => load(operation, options, { ...args, viewer: null });
}

async function load<Result extends Outcome, More extends object>(
  operation: AnyOperation<Result>,
  options: LoaderOptions<Result, More>,
  { request, params, viewer }: LoaderFunctionArgs & { viewer: Viewer | null },
): Promise<Result & More> {
  const routeInput = (await options.routeInput?.({ request, params })) ?? {};
  const query = options.query ? Object.fromEntries(new URL(request.url).searchParams) : {};
  const result = await runOperation(operation, {
    request: new Request(request.url),
    context: await contextOf(request, pageChannel),
    findViewer: () => viewer,
    routeInput: { ...validQuery(operation, query, routeInput), ...routeInput },
  });
  return respond(operation, result, {
    onDone: ({ value }) => ({ ...value, ...(options.extraData?.(value) as More) }),
    onFailed: async (failure) => {
      const refusedPath = isAllowed(operation, viewer) ? options.refusedPath : undefined;
      throw await failedPage(failure, { request, refusedPath });
    },
  });
}

/**
 * Returns the valid parameters of a query. Each parameter that the operation rejects is left out on
 * its own.
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

async function failedPage(
  { result, status, message, headers, details }: Failure,
  { request, refusedPath }: { request: Request; refusedPath?: string },
) {
  // Invalid input comes from the path, so there is no such page.
  if (result.status === 'invalid') return notFound();
  if (result.status !== 'refused') return data({ message, ...details }, { status });
  const { refusal, incident } = result;
  if (refusal.kind === 'notFound') return notFound();
  if (incident) return data({ message, incident, ...developerDetails(incident) }, { status, headers });
  return (
    (await redirectForRefusal(refusal, request, { refusedPath })) ?? data(sayRefusal(refusal), { status })
  );
}

/** Creates the not-found response, the same for a missing object and for another user's. */
export function notFound() {
  return data(null, { status: 404 });
}
