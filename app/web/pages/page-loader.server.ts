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
    const result = await runOperation(operation, {
      request: new Request(request.url),
      context: await contextOf(request, pageChannel),
      findViewer: () => viewer,
      routeInput: { ...validQuery(operation, query, routeInput), ...routeInput },
    });
    return respond(operation, result, {
      done: ({ value }) => ({ ...value, ...(options.with?.() as More), viewer }),
      failed: async (failure) => {
        const back = isAllowed(operation, viewer) ? options.back : undefined;
        throw await failedPage(failure, { request, back });
      },
    });
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

async function failedPage(
  { result, status, message, headers, details }: Failure,
  { request, back }: { request: Request; back?: string },
) {
  // What is wrong with the input stands in the path: there is no such page.
  if (result.status === 'invalid') return notFound();
  if (result.status !== 'refused') return data({ message, ...details }, { status });
  const { refusal, incident } = result;
  if (refusal.kind === 'notFound') return notFound();
  if (incident) return data({ message, incident, ...developerDetails(incident) }, { status, headers });
  return (await redirectForRefusal(refusal, request, { back })) ?? data(sayRefusal(refusal), { status });
}

/** The not-found page: the same for what is not there and for what is somebody else's. */
export function notFound() {
  return data(null, { status: 404 });
}
