import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '~/platform/project-root.server';

type Next = () => void;
type Layer = { name: string; regexp: { fast_slash?: boolean }; handle: Answerer };
type Answerer = (request: { url?: string }, response: unknown, next: Next) => void;
type ExpressApp = { _router?: { stack: Layer[] } };

const ofBuild = '/assets/';

/**
 * Has only requests that name a file of the folder `public`, or of the build, look for one: each
 * other page, call and download would ask the disk twice before it is answered. Takes what the
 * server answers with, among it the Express app of `remix-serve`, and the folder `public`.
 *
 * @returns how many of its layers are passed over from now on.
 */
export function skipPublicFiles(answerers: unknown[], folder = join(projectRoot(), 'public')): number {
  const files = new Set(
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
      (name) => `/${name.replaceAll('\\', '/')}`,
    ),
  );
  const mayBeFile = (url = '') =>
    url.startsWith(ofBuild) || url.includes('%') || files.has(url.replace(/\?.*$/s, ''));
  const layers = (answerers as ExpressApp[])
    .flatMap((app) => app._router?.stack ?? [])
    .filter(({ name, regexp }) => name === 'serveStatic' && regexp.fast_slash);
  for (const layer of layers) {
    const { handle } = layer;
    layer.handle = (request, response, next) =>
      mayBeFile(request.url) ? handle(request, response, next) : next();
  }
  return layers.length;
}
