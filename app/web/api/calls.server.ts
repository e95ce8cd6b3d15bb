import type { AnyOperation } from '~/domain/kernel/operation';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * One address of the API: the operation of each method, and input that the request itself says,
 * such as its token.
 */
export type Call = Partial<Record<Method, AnyOperation>> & {
  routeInput?: Record<string, (request: Request) => string | undefined>;
  /** Whether a browser that made the call forgets what it kept of the clinic once it is done. */
  forgets?: boolean;
};

const calls: Record<string, Call> = {};

/**
 * Adds the calls of one part of the API. The route modules `app/routes/api/v1/*.ts` do so as they
 * are loaded, which is before the first request.
 *
 * @param part the first segment after `/api/v1`, such as `report`.
 * @param ofPart by path, such as `get-report/:reportId`; a parameter that may be left out ends in `?`.
 */
export function addCalls(part: string, ofPart: Record<string, Call>): void {
  for (const [path, call] of Object.entries(ofPart)) calls[`${part}/${path}`] = call;
}

/**
 * Returns every call under `/api/v1`, by its path (docs/requirements.md#api): the routes serve what
 * stands there, and the API's document describes it.
 */
export const listCalls = (): Readonly<Record<string, Call>> => calls;
