import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { bundledPackages } from './scripts/lib/bundled-packages.mjs';
import { chunkOf } from './scripts/vite/browser-chunks';
import { clientBesideServer } from './scripts/vite/client-beside-server';
import { lateLanguages } from './scripts/vite/late-languages';
import { messageBundles } from './scripts/vite/message-bundles';
import { precompress } from './scripts/vite/precompress';
import { routesWithoutPage } from './scripts/vite/routes-without-page';
import { screensForBrowser } from './scripts/vite/screens-for-browser';
import { sortedImports } from './scripts/vite/sorted-imports';
import { sourceLines } from './scripts/vite/source-lines';

declare module '@remix-run/server-runtime' {
  interface Future {
    v3_singleFetch: true;
  }
}

/** The build's folder. npm start and others set that of a release (scripts/lib/releases.mjs). */
const buildFolder = process.env.BUILD_FOLDER ?? fileURLToPath(new URL('./build', import.meta.url));
const sourceFolder = fileURLToPath(new URL('.', import.meta.url));
/**
 * Leaves the addresses of style sheets out of the server's source maps: Vite's code for them
 * contains the path of this folder, and has its length.
 */
function withoutMapsOfAddresses(): Plugin {
  return {
    name: 'without-maps-of-addresses',
    apply: 'build',
    enforce: 'post',
    transform: (code, id) => (id.endsWith('.css?url') ? { code, map: { mappings: '' } } : undefined),
  };
}

/** The plugins of development and builds. */
const pluginsOf = (isSsrBuild = false) => [
  tailwindcss(),
  messageBundles(),
  screensForBrowser(),
  sourceLines(),
  ...(isSsrBuild
    ? [
        withoutMapsOfAddresses(),
        sortedImports(),
        lateLanguages(),
        clientBesideServer(),
        precompress(join(buildFolder, 'client', 'assets')),
      ]
    : [routesWithoutPage()]),
  remix({
    buildDirectory: buildFolder,
    future: {
      v3_fetcherPersist: true,
      v3_relativeSplatPath: true,
      v3_throwAbortReason: true,
      v3_singleFetch: true,
      v3_routeConfig: true,
      // Its /__manifest would let one anonymous URL cost half a second.
      v3_lazyRouteDiscovery: false,
    },
  }),
];

/**
 * Names a source in a source map by its place beside the build, so that the same sources give the
 * same map wherever they are built.
 */
function placeSource(source: string, map: string): string {
  const path = resolve(dirname(map), source);
  const ofPackage = path.indexOf('/node_modules/');
  const inProject = ofPackage < 0 ? relative(sourceFolder, path) : path.slice(ofPackage + 1);
  return relative(dirname(map), join(buildFolder, '..', inProject));
}

/** The Vite configuration for development and builds. Tests have vitest.config.ts. */
export default defineConfig(({ isSsrBuild, command }) => ({
  ssr: command === 'build' ? { noExternal: bundledPackages } : {},
  plugins: pluginsOf(isSsrBuild),
  // Without white space the server reads less at its start. Names stay, since the log shows them; so
  // do licences.
  esbuild: {
    // Characters of other scripts are escaped, so that the server's file takes one byte a character.
    // Both builds do so: a style sheet is named after its bytes, and both have to name the same one.
    charset: 'ascii',
    ...(isSsrBuild && {
      minifySyntax: true,
      minifyWhitespace: true,
      minifyIdentifiers: false,
      legalComments: 'inline',
    }),
  },
  resolve: {
    alias: {
      '~': fileURLToPath(new URL('./app', import.meta.url)),
    },
  },
  // The browser's part supports old phones. The server's part uses top-level await.
  build: {
    target: isSsrBuild ? 'node20' : 'es2020',
    // Incidents in the log name lines of the sources. Browsers get no source maps.
    sourcemap: Boolean(isSsrBuild),
    assetsInlineLimit: 0,
    // 5 % smaller over the wire than esbuild's output.
    minify: isSsrBuild ? 'esbuild' : 'terser',
    terserOptions: {
      ecma: 2020,
      module: true,
      compress: {
        passes: 3,
        pure_getters: true,
        unsafe_arrows: true,
        keep_fargs: false,
        unsafe_methods: true,
      },
    },
    rollupOptions: isSsrBuild
      ? {
          output: {
            sourcemapExcludeSources: true,
            sourcemapPathTransform: placeSource,
            // Short names are given in the order in which modules happen to be read.
            minifyInternalExports: false,
          },
        }
      : { output: { manualChunks: chunkOf } },
  },
  // Releases contain copies of the sources, which are not watched.
  server: { host: 'localhost', port: 3000, watch: { ignored: ['**/build/**'] } },
  // All of the browser's libraries at once: finding one later makes the development server reload
  // the page.
  optimizeDeps: {
    include: [
      'react',
      'react/jsx-dev-runtime',
      'react-dom/client',
      '@remix-run/react',
      '@conform-to/react',
      '@conform-to/dom',
    ],
  },
}));
