import type { ActionFunctionArgs } from '@remix-run/node';

/** The arguments of a page's loader or action. */
export type RouteArgs = Pick<ActionFunctionArgs, 'request' | 'params'>;

/** Reads the input that a page knows itself: path parameters, a cookie. */
export type RouteInput = (args: RouteArgs) => Record<string, unknown> | Promise<Record<string, unknown>>;

type Path = { params: Record<string, string | undefined> };

/** Returns a function that reads path parameters of a page by their names. */
export const fromPath =
  (...names: string[]) =>
  ({ params }: Path) =>
    Object.fromEntries(names.map((name) => [name, params[name]]));
