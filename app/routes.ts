import { index, type RouteConfig, route } from '@remix-run/route-config';
import { resources } from './urls/resources';
import { type Screen, screens } from './urls/screens';

const every: Screen[] = Object.values({ ...screens, ...resources });

/** The URL map, built from the table of screens. */
export default every.map(({ path, file, id }) =>
  path === '/' ? index(file) : route(path.slice(1), file, id ? { id } : {}),
) satisfies RouteConfig;
