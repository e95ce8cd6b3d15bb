import { existsSync, readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const routeQuery = '?__remix-build-client-route';
const app = fileURLToPath(new URL('../../app', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const manifestName = '.vite/manifest.json';
const browserEntry = 'app/entry.client.tsx';

/** A component of a route or its error page. */
const pageExport = /^export (?:default\b|\{[^}]*\b(?:default|ErrorBoundary|HydrateFallback)\b)/m;

/**
 * Leaves routes that only answer requests out of the browser's build. Remix would write an empty
 * file for each, which a browser would load when it posts to the route. The list of routes names
 * the browser's entry instead, which every page has loaded.
 */
export function routesWithoutPage(): Plugin {
  const files = new Set<string>();
  return {
    name: 'routes-without-page',
    apply: 'build',
    options(options) {
      if (!Array.isArray(options.input)) return undefined;
      const input = options.input.filter((id) => {
        if (!id.endsWith(routeQuery) || hasPage(id.slice(0, -routeQuery.length))) return true;
        files.add(relative(root, id.slice(0, -routeQuery.length)).split(sep).join('/'));
        return false;
      });
      return { ...options, input };
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const asset = bundle[manifestName];
        if (files.size === 0) return;
        if (asset?.type !== 'asset') throw new Error('Vite uses another name for its manifest.');
        const manifest = JSON.parse(String(asset.source));
        const { file } = manifest[browserEntry];
        for (const path of files) manifest[path] = { file, src: path };
        asset.source = JSON.stringify(manifest);
      },
    },
  };
}

/** Checks whether a route in app/ exports anything that a browser runs. */
function hasPage(file: string) {
  return !file.startsWith(app) || !existsSync(file) || pageExport.test(readFileSync(file, 'utf8'));
}
