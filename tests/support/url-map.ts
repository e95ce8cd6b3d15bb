import { resources } from '~/urls/resources';
import { type Screen, screens } from '~/urls/screens';
import type { Somebody } from './clinic';
import { apiRoute, callApi, getPage, type PageAnswer, type Params, type RouteModule } from './requests';

const modules = import.meta.glob<RouteModule>('../../app/routes/**/*.{ts,tsx}');

const all: Screen[] = Object.values({ ...screens, ...resources });

/** Every page. Files and API calls have their own tables. */
export const pages = Object.values(screens).map(({ path }) => path as string);

/** Loads the module that serves a route. */
export async function moduleOf(route: string): Promise<RouteModule> {
  const load = modules[`../../app/${all.find(({ path }) => path === route)?.file}`];
  if (!load) throw new Error(`There is no route ${route}`);
  return load();
}

const patternOf = (route: string) =>
  new RegExp(`^${route.replace(/\/:\w+\?/g, '(?:/[^/]+)?').replace(/:\w+/g, '[^/]+')}$`);

/** Loads the module of the page or file at a path, with or without a query. */
export async function moduleAt(path: string): Promise<RouteModule> {
  const [bare = ''] = path.split('?');
  return moduleOf(all.find((screen) => patternOf(screen.path).test(bare))?.path ?? path);
}

/** Fills in the parameters of a route. */
export const addressOf = (route: string, params: Params = {}) =>
  route.replace(/\/:(\w+)\??/g, (_, name: string) => (params[name] ? `/${params[name]}` : ''));

/** Opens a page of the URL map. A page without a loader answers everybody. */
export async function visit(
  route: string,
  { cookie }: Pick<Somebody, 'cookie'>,
  { params = {}, query = '' }: { params?: Params; query?: string } = {},
): Promise<PageAnswer> {
  const module = await moduleOf(route);
  const loader = module.loader ?? (() => null);
  return getPage({ loader }, { path: `${addressOf(route, params)}${query}`, params, cookie });
}

export const visitor: Somebody = { id: '', email: '', firstName: '', lastName: '', token: '', cookie: '' };

type Call = {
  token?: string;
  cookie?: string;
  body?: Record<string, unknown> | FormData;
  params?: Params;
  query?: string;
};

/** Calls the API by method and path as the requirements write them: `POST /auth/login`. */
export async function call(line: string, { token, cookie, body, params, query = '' }: Call = {}) {
  const [method = '', route = ''] = line.split(' ');
  const path = `/api/v1${addressOf(route, params)}${query}`;
  return callApi(apiRoute(route.slice(1).replace(/\/:.*/, '')), {
    method,
    path,
    token,
    cookie,
    body,
    params,
  });
}
