import type { ActionFunctionArgs } from '@remix-run/node';

/** What a loader or an action of a page is called with. */
export type RouteArgs = Pick<ActionFunctionArgs, 'request' | 'params'>;

/** Reads the input that a page knows itself: path parameters, a cookie. */
export type RouteInput = (args: RouteArgs) => Record<string, unknown> | Promise<Record<string, unknown>>;

type Path = { params: Record<string, string | undefined> };

/** Input that a page takes from its own path, by the names of the parameters. */
export const fromPath =
  (...names: string[]) =>
  ({ params }: Path) =>
    Object.fromEntries(names.map((name) => [name, params[name]]));
