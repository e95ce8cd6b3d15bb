import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { type AnyOperation, isAllowed, type Outcome, requireAbility } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { refusalOf } from '~/domain/kernel/refusal-of-error.server';
import type { Viewer } from '~/domain/kernel/viewer';
import { translate } from '~/i18n/translate';
import { developerDetails } from '~/platform/observability/developer-details.server';
import { logIncident } from '~/platform/observability/log.server';
import { language } from '~/web/locale/request-language.server';
import { statusOf } from '~/web/pipeline/status';
import { refused } from './form-answer.server';
import { pageContext } from './page-context.server';
import { redirectForRefusal } from './refusal-redirect.server';
import { requireSignedIn } from './require-viewer.server';
import type { RouteInput } from './route-input';

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
    return data({ message, incident, ...developerDetails(incident) }, { status, headers });
  }
  const message = translate(language(), operation.failureMessage);
  return data({ message, incident, ...developerDetails(incident) }, { status: 500 });
}

/** The not-found page: the same for what is not there and for what is somebody else's. */
export function notFound() {
  return data(null, { status: 404 });
}
