import { readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { bundledPackages } from './scripts/lib/bundled-packages.mjs';
import { clientBesideServer } from './scripts/vite/client-beside-server';
import { lateLanguages } from './scripts/vite/late-languages';
import { messageBundles } from './scripts/vite/message-bundles';
import { oneZod } from './scripts/vite/one-zod';
import { routesWithoutPage } from './scripts/vite/routes-without-page';
import { screensForBrowser } from './scripts/vite/screens-for-browser';
import { sortedImports } from './scripts/vite/sorted-imports';
import { sourceLines } from './scripts/vite/source-lines';
import { withoutDom } from './scripts/vite/without-dom';

declare module '@remix-run/server-runtime' {
  interface Future {
    v3_singleFetch: true;
  }
}

/** The build's folder. npm start and others set that of a release (scripts/lib/releases.mjs). */
const buildFolder = process.env.BUILD_FOLDER ?? fileURLToPath(new URL('./build', import.meta.url));
const sourceFolder = fileURLToPath(new URL('.', import.meta.url));
const testing = Boolean(process.env.VITEST);
// API calls from outside, against a built server or the one that API_URL names: npm run suite --
// api.
const fromOutside = process.env.SUITE === 'api';
// Faults of a clinic's machine, applied to a built server: npm run suite -- faults.
const underFaults = process.env.SUITE === 'faults';
// The tests for either database, run on PostgreSQL.
const onPostgres = process.env.TEST_DATABASE === 'postgres';
// Stores files in an object store for these tests.
const onStore = process.env.TEST_STORAGE === 's3';
// The tests of npm test, with long proofs in a short form.
const isShort = process.env.TESTS === 'short';
// The folder in which npm test keeps transformed modules, if it does.
const moduleCache = process.env.MODULE_CACHE;
/**
 * Tests of the database file and the upload folder. Neither exists with PostgreSQL or an object
 * store.
 */
const onFiles = [
  'tests/integration/system/{backup,deletion-list,release-fixture,releases,restore-repeats,seed}.test.ts',
];
/** Tests that npm test runs with an object store: the store itself, and what happens to files. */
const ofFiles = [
  'tests/storage/*.test.ts',
  'tests/integration/reports/upload-report.test.ts',
  'tests/integration/pipeline/file-requests.test.ts',
];
/**
 * Tests that npm test runs on SQLite only. Some involve no database: decoding files, rendering
 * pages and sealing forms. The others send the database only statements that further tests send
 * too.
 */
const onSqliteAlone = [
  'tests/integration/accounts/{change-password,display-picture,reset-password,sign-up,sign-up-code}.test.ts',
  'tests/conformance/section-{2-screens-and-routes,5-validation,6-roles,7-calls,8-messages,9-constants}.test.ts',
  'tests/integration/log-in/{client-networks,known-browsers,lockout,log-in,second-factor-api,second-factor-required,second-step-tries,sessions}.test.ts',
  'tests/integration/page-and-api/{approve-expert,log-in,passwords,reports,sign-up}.test.ts',
  'tests/integration/permissions/{permissions,role-matrix}.test.ts',
  'tests/integration/pieces/{files-in-pieces,limits-of-pieces,photos-in-pieces}.test.ts',
  'tests/integration/pipeline/{api-requests,error-codes,every-operation,form-tokens,openapi,other-origins}.test.ts',
  'tests/integration/reports/{added-files,drawn-pages,pages,pages-refused,photos,upload-early-refusals,upload-free-space,upload-limits,upload-refusals}.test.ts',
  'app/domain/audit/verify-chain.server.test.ts',
  'tests/api/{addresses,api-guide,contract,docs-page,drawn-pages,generated,hostile-uploads,languages,pseudo,request-lines,walk}.spec.ts',
];
/**
 * Tests that start and stop servers on PostgreSQL and wait for them. They may run beside others.
 */
const startsOfServers = 'tests/faults/postgres/{move,several-servers,several-starts}.spec.ts';
/** Tests beside the code that run on either database. */
const onEitherEngine = [
  'app/platform/db/core/{engine.server,fold,write-plan}.test.ts',
  'app/domain/desk/read-report-page.server.test.ts',
  'app/domain/report-rules/report-days.server.test.ts',
  'app/domain/audit/verify-chain.server.test.ts',
  'app/platform/db/cluster/leases.server.test.ts',
  'tests/postgres/*.test.ts',
];

/** Returns the tests of the requested suite, by where they keep their data. */
function includedTests() {
  if (underFaults && onStore) return ['tests/faults/{storage,servers}/*.spec.ts'];
  if (underFaults && onPostgres)
    return ['tests/faults/{races,email-workers,changes}.spec.ts', 'tests/faults/postgres/*.spec.ts'];
  if (underFaults) return ['tests/faults/*.spec.ts'];
  if (fromOutside) return ['tests/api/**/*.spec.ts', ...(onPostgres && isShort ? [startsOfServers] : [])];
  if (onStore && isShort) return ofFiles;
  const onBoth = ['tests/{integration,conformance}/**/*.test.ts'];
  const onStoreAlone = onStore ? ['tests/storage/*.test.ts'] : [];
  if (onPostgres) return [...onBoth, ...onEitherEngine, ...onStoreAlone];
  if (onStore) return [...onBoth, ...onStoreAlone];
  return ['app/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}'];
}

/**
 * The browser chunk of a module, by the longest matching prefix of its path below app/; null for a
 * module that comes with the page that uses it. There are few chunks: on a slow line each one costs
 * a round trip and its headers.
 */
const browserFiles: Record<
  string,
  'ui' | 'waiting' | 'sending' | 'staff' | 'cards' | 'answers' | 'accounts' | null
> = {
  // Shared by many pages.
  'entry.client.': 'ui',
  'domain/': 'ui',
  'i18n/': 'ui',
  'routes/dashboard/account/event-words.': 'ui',
  'routes/dashboard/desk/next-report.': 'ui',
  'routes/resources.': 'ui',
  'routes/screens.': 'ui',
  'routes/shared/': 'ui',
  'ui/': 'ui',
  'web/request/menu.': 'ui',
  'web/request/paths.': 'ui',
  // Sending files, and reports that wait.
  'ui/waiting/': 'waiting',
  'ui/waiting/removed-notice.': 'ui',
  'ui/waiting/stored-flags.': 'ui',
  'ui/waiting/use-': 'ui',
  'ui/waiting/waiting-reports.': 'ui',
  // The upload form.
  'ui/forms/use-held-submit.': 'sending',
  'ui/people/check-whose.': 'sending',
  'ui/people/person-fields.': 'sending',
  'ui/people/use-person-in-form.': 'sending',
  'ui/people/whose-report.': 'sending',
  'ui/upload/': 'sending',
  'ui/upload/uploading.': 'ui',
  // Loaded with the first choice of a file, a telephone number, a slip or the reader.
  'domain/kernel/phone.': null,
  // For the pages of keys, of translators, of phrases and of a report's person alone.
  'domain/keys/': null,
  'domain/report/compare-': null,
  'domain/report/lexicon.': null,
  'domain/report/lexicons/': null,
  'domain/report/number-': null,
  'domain/report/phrases.': null,
  'domain/report/unit-lexicon.': null,
  'domain/report/word-lexicon.': null,
  'domain/report/written-dates.': null,
  'domain/shares/': null,
  'domain/webhooks/': null,
  'ui/people/person-of-correction.': null,
  'ui/report/number-check.': null,
  'ui/fields/check-list-field.': null,
  'ui/fields/password-and-code.': null,
  'ui/front-desk/': null,
  'ui/photo-pages/': null,
  'ui/reader/': null,
  'ui/report/answer.': null,
  'ui/report/check-form.': null,
  'ui/report/summary-paper.': null,
  'ui/report/summary.': null,
  // For experts and admins only.
  'domain/kernel/text.': 'staff',
  'domain/report/step-mark.': 'staff',
  'routes/dashboard/desk/undo-notice.': 'staff',
  'ui/fields/send-as-is-field.': 'staff',
  'ui/fields/writing-box.': 'staff',
  'ui/questions/ask-': 'staff',
  'ui/questions/desk-': 'staff',
  'ui/questions/question-note.': 'staff',
  'ui/report/earlier-reports.': 'staff',
  'ui/report/search-beside.': 'staff',
  'ui/staff/': 'staff',
  // Lists of reports.
  'ui/lists/': 'cards',
  'ui/people/person-chips.': 'cards',
  'ui/questions/': 'cards',
  'ui/report/': 'cards',
  // Loaded only with an answer, once its page can be used.
  'ui/report/take-away.': 'answers',
  'ui/report/watch-answer.': 'answers',
  'ui/questions/question-words.': 'ui',
  'domain/report/page-notes.': 'ui',
  'ui/report/page-notes.': 'ui',
  'ui/report/report-words.': 'ui',
  'ui/report/step-looks.': 'ui',
  // Account forms, and those before log-in.
  'routes/dashboard/account/own-proof.': 'accounts',
  'routes/public/contact-details.': 'accounts',
  'routes/public/visitor-forms.': 'accounts',
  'ui/fields/account-fields.': 'accounts',
  'ui/fields/choice-field.': 'accounts',
  'ui/fields/code-': 'accounts',
  'ui/fields/use-digits.': 'accounts',
  'ui/layout/confirm-page.': 'accounts',
  'ui/layout/guest-sheet.': 'accounts',
  'ui/notices/one-time-secret.': 'accounts',
  'ui/ticked-list.': 'accounts',
};
const byLength = Object.entries(browserFiles).sort(([a], [b]) => b.length - a.length);

function chunkOf(id: string) {
  const [path, ofApp] = [id.slice(id.lastIndexOf('/app/') + '/app/'.length), id.includes('/app/')];
  const chunk = ofApp ? byLength.find(([beginning]) => path.startsWith(beginning)) : undefined;
  if (chunk) return chunk[1] ?? undefined;
  return id.includes('/@conform-to/') || id.includes('vite/preload-helper') ? 'ui' : undefined;
}

/**
 * Compresses the browser's scripts and styles once, as small as possible, instead of less well for
 * each visitor. Runs after the server's build, which writes the list of routes for the browser.
 */
function precompress(): Plugin {
  const folder = join(buildFolder, 'client', 'assets');
  return {
    name: 'packed',
    apply: 'build',
    async closeBundle() {
      const pack = promisify(brotliCompress);
      const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
      await Promise.all(
        (await readdir(folder)).map(async (name) => {
          const file = join(folder, name);
          if (!/\.(?:js|css)$/.test(name)) return;
          await writeFile(`${file}.br`, await pack(await readFile(file), { params }));
        }),
      );
    },
  };
}

/**
 * Removes the development parts of React and the router, which the server's build would include: a
 * built server always runs in production mode.
 */
function withoutDevelopment(): Plugin {
  return {
    name: 'without-development',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/node_modules\/(?:react(?:-dom|-router(?:-dom)?)?|@remix-run)\//.test(id)) return;
      return { code: code.replaceAll('process.env.NODE_ENV', '"production"'), map: null };
    },
  };
}

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

/** The plugins of development and builds. Tests, which start often, load none of them. */
async function pluginsOfBuild(isSsrBuild = false) {
  const [{ vitePlugin: remix }, { default: tailwindcss }] = await Promise.all([
    import('@remix-run/dev'),
    import('@tailwindcss/vite'),
  ]);
  return [
    tailwindcss(),
    messageBundles(),
    screensForBrowser(),
    sourceLines(),
    ...(isSsrBuild
      ? [
          withoutDevelopment(),
          withoutMapsOfAddresses(),
          sortedImports(),
          withoutDom(),
          oneZod(),
          lateLanguages(),
          clientBesideServer(),
          precompress(),
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
}

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

const textRenderer = './node_modules/react-dom/cjs/react-dom-server-legacy.node.production.min.js';

/** The one Vite configuration, for development, builds and unit tests. */
export default defineConfig(({ isSsrBuild, command }) => ({
  ssr: command === 'build' ? { noExternal: bundledPackages } : {},
  plugins: testing ? [messageBundles()] : [pluginsOfBuild(isSsrBuild)],
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
      // Pages are rendered to one string, so the half of React that renders streams is left out.
      ...(isSsrBuild && { 'react-dom/server': fileURLToPath(new URL(textRenderer, import.meta.url)) }),
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
  test: {
    // One npm test transforms the sources once for all of its suites.
    experimental: moduleCache ? { fsModuleCache: true, fsModuleCachePath: moduleCache } : {},
    include: includedTests(),
    exclude: [
      'tests/e2e/**',
      'node_modules/**',
      ...(onPostgres || onStore ? onFiles : []),
      ...(onPostgres ? [] : ['tests/postgres/**']),
      ...(onStore ? [] : ['tests/storage/**']),
      ...(onPostgres && isShort ? onSqliteAlone : []),
      ...(underFaults && isShort ? [startsOfServers] : []),
    ],
    globalSetup: [
      ...(onPostgres ? ['tests/support/postgres-cluster.ts'] : []),
      ...(onStore && !underFaults ? ['tests/support/swift-store.ts'] : []),
      ...(underFaults && !onPostgres && !onStore ? ['tests/faults/support/clinic.ts'] : []),
      ...(fromOutside || underFaults ? [] : ['tests/support/count-conformance.ts']),
    ],
    // One fault at a time, except in the short form, so that another test does not distort what a
    // test counts.
    fileParallelism: !underFaults || isShort,
    environment: 'node',
    pool: 'forks',
    // A process caches data per database, folder or settings, and each test file opens its own.
    // Loading the program again for each file would cost a third of the time.
    isolate: false,
    // As many as there are cores: another suite runs beside it, and a test starts programs. One
    // more for tests that mostly wait.
    maxWorkers: availableParallelism() + Number(underFaults),
    // These limits end hanging tests; durations are not tested.
    testTimeout: 600_000,
    // The limit for polling on a busy machine.
    expect: { poll: { timeout: 30_000, interval: 25 } },
    hookTimeout: 300_000,
  },
}));
