import type { ActionFunctionArgs } from '@remix-run/node';

/** What a loader or an action of a page is called with. */
export type RouteArgs = Pick<ActionFunctionArgs, 'request' | 'params'>;

/** Reads the input that a page knows itself: path parameters, a cookie. */
export type RouteInput = (args: RouteArgs) => Record<string, unknown> | Promise<Record<string, unknown>>;
