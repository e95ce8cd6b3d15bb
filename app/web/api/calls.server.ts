import type { AnyOperation } from '~/domain/kernel/operation';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * One address of the API: the operation of each method, and input read from the request itself,
 * such as its token.
 */
export type Call = Partial<Record<Method, AnyOperation>> & {
  routeInput?: Record<string, (request: Request) => string | undefined>;
  /** Makes a browser delete its stored data of the clinic once the call is done. */
  clearsSiteData?: boolean;
};

const calls: Record<string, Call> = {};

/**
 * Adds the calls of one part of the API. The route modules `app/routes/api/v1/*.ts` call this as
 * they are loaded, before the first request.
 *
 * @param part the first segment after `/api/v1`, such as `report`.
 * @param callsOfPart by path, such as `get-report/:reportId`; an optional parameter ends in `?`.
 */
export function addCalls(part: string, callsOfPart: Record<string, Call>): void {
  for (const [path, call] of Object.entries(callsOfPart)) calls[`${part}/${path}`] = call;
}

/**
 * Returns every call under `/api/v1` by its path (docs/requirements.md#api). The routes serve these
 * calls, and the API's document describes them.
 */
export const listCalls = (): Readonly<Record<string, Call>> => calls;
