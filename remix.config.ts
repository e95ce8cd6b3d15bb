import { readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { clientBesideServer } from './scripts/vite/client-beside-server';
import { lateLanguages } from './scripts/vite/late-languages';
import { messageBundles } from './scripts/vite/message-bundles';
import { oneZod } from './scripts/vite/one-zod';
import { screensForBrowser } from './scripts/vite/screens-for-browser';
import { sourceLines } from './scripts/vite/source-lines';
import { withoutDom } from './scripts/vite/without-dom';

declare module '@remix-run/server-runtime' {
  interface Future {
    v3_singleFetch: true;
  }
}

/** Where a build goes: npm start and others name the folder of a release (scripts/lib/releases.mjs). */
const buildFolder = process.env.BUILD_FOLDER ?? fileURLToPath(new URL('./build', import.meta.url));
const testing = Boolean(process.env.VITEST);
// The calls of the API from outside, against a built server or the one API_URL names: npm run
// suite -- api.
const fromOutside = process.env.SUITE === 'api';
// What a clinic's machine can meet, done to a built server: npm run suite -- faults.
const underFaults = process.env.SUITE === 'faults';
// What runs on either database, on PostgreSQL.
const onPostgres = process.env.TEST_DATABASE === 'postgres';
// The same with kept files in an object store.
const onStore = process.env.TEST_STORAGE === 's3';
// What npm test runs: each proof that takes long in a short form.
const isShort = process.env.TESTS === 'short';
// Where an npm test keeps the modules of its tests as they are run, if it does.
const moduleCache = process.env.MODULE_CACHE;
/** Tests of the file of a database and the folder of kept files, each of which the others have not. */
const onFiles = [
  'tests/integration/system/{backup,deletion-list,release-fixture,releases,restore-repeats,seed}.test.ts',
];
/** What npm test asks of an object store: what the store itself does, and what becomes of files. */
const ofFiles = [
  'tests/storage/*.test.ts',
  'tests/integration/reports/upload-report.test.ts',
  'tests/integration/pipeline/file-requests.test.ts',
];
/**
 * What npm test asks of SQLite alone: what a decoder makes of a file, how a page is drawn and a form
 * is sealed, in which no database has a part; and what sends a database no statement that others do
 * not send it, too.
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
/** What starts and ends servers on PostgreSQL and waits for them: it may run beside others. */
const startsOfServers = 'tests/faults/postgres/{move,several-servers,several-starts}.spec.ts';
/** Rules beside the code that are asked of either database. */
const onEitherEngine = [
  'app/platform/db/core/{engine.server,fold,write-plan}.test.ts',
  'app/domain/desk/read-report-page.server.test.ts',
  'app/domain/report-rules/report-days.server.test.ts',
  'app/domain/audit/verify-chain.server.test.ts',
  'app/platform/db/cluster/leases.server.test.ts',
  'tests/postgres/*.test.ts',
];

/** The tests of the suite that is asked for, by where they keep their data. */
function includedTests() {
  if (underFaults && onStore) return ['tests/faults/{storage,servers}/*.spec.ts'];
  if (underFaults && onPostgres)
    return ['tests/faults/{races,email-workers}.spec.ts', 'tests/faults/postgres/*.spec.ts'];
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
 * Which file of the browser a module comes in, by the longest beginning of its path below app/ that
 * stands here; null for one that comes with the page that uses it. Few files: on a slow line each
 * one costs a round trip and its headers.
 */
const browserFiles: Record<string, 'ui' | 'waiting' | 'sending' | 'staff' | 'cards' | 'accounts' | null> = {
  // What pages use together.
  'entry.client.': 'ui',
  'domain/': 'ui',
  'i18n/': 'ui',
  'routes/resources.': 'ui',
  'routes/screens.': 'ui',
  'routes/shared/': 'ui',
  'ui/': 'ui',
  'web/request/menu.': 'ui',
  'web/request/paths.': 'ui',
  // Where a file is sent, and where a report waits to be.
  'ui/waiting/': 'waiting',
  'ui/waiting/removed-notice.': 'ui',
  'ui/waiting/stored-flags.': 'ui',
  'ui/waiting/use-': 'ui',
  'ui/waiting/waiting-reports.': 'ui',
  // The form of an upload.
  'ui/forms/use-held-submit.': 'sending',
  'ui/people/check-whose.': 'sending',
  'ui/people/person-fields.': 'sending',
  'ui/people/use-person-in-form.': 'sending',
  'ui/people/whose-report.': 'sending',
  'ui/upload/': 'sending',
  'ui/upload/uploading.': 'ui',
  // What comes with the first choice of a file, with a code, a telephone number or the reader.
  'domain/kernel/phone.': null,
  'domain/report/page-notes.': null,
  'ui/fields/code-': null,
  'ui/fields/use-digits.': null,
  'ui/photo-pages/': null,
  'ui/reader/': null,
  'ui/report/page-notes.': null,
  // What only experts and admins see.
  'routes/dashboard/desk/undo-notice.': 'staff',
  'ui/questions/ask-': 'staff',
  'ui/questions/desk-': 'staff',
  'ui/questions/question-note.': 'staff',
  'ui/report/earlier-reports.': 'staff',
  'ui/staff/': 'staff',
  // Lists of reports.
  'ui/lists/': 'cards',
  'ui/people/person-chips.': 'cards',
  'ui/questions/': 'cards',
  'ui/report/': 'cards',
  'ui/report/report-words.': 'ui',
  // Forms of an account, and those before the log-in.
  'routes/public/contact-details.': 'accounts',
  'routes/public/visitor-forms.': 'accounts',
  'ui/fields/account-fields.': 'accounts',
  'ui/fields/choice-field.': 'accounts',
  'ui/forms/confirm-page.': 'accounts',
};
const byLength = Object.entries(browserFiles).sort(([a], [b]) => b.length - a.length);

function chunkOf(id: string) {
  const [path, ofApp] = [id.slice(id.lastIndexOf('/app/') + '/app/'.length), id.includes('/app/')];
  const found = ofApp ? byLength.find(([beginning]) => path.startsWith(beginning)) : undefined;
  if (found) return found[1] ?? undefined;
  return id.includes('/@conform-to/') || id.includes('vite/preload-helper') ? 'ui' : undefined;
}

/**
 * Packs the browser's scripts and styles as small as they get, once, instead of less well for each
 * visitor; after the server's part, whose build writes the list of routes for the browser.
 */
function precompressed(): Plugin {
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
 * Leaves out what React and the router have for development, which the server's build would carry
 * along: a built server runs as in production.
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

/** What development and a build are made by; tests, which start often, load none of it. */
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
      ? [withoutDevelopment(), withoutDom(), oneZod(), lateLanguages(), clientBesideServer(), precompressed()]
      : []),
    remix({
      buildDirectory: buildFolder,
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_singleFetch: true,
        v3_routeConfig: true,
        // v3_lazyRouteDiscovery stays off: its /__manifest lets one anonymous URL cost half a second.
      },
    }),
  ];
}

// What the server uses a part of: the rest of these packages, in hundreds of files, is left out of
// the build. A start reads 10 MB less.
const bundled = [
  'zod',
  'drizzle-orm',
  'remix-toast',
  'remix-auth',
  'remix-auth-form',
  '@conform-to/dom',
  '@conform-to/react',
  'libphonenumber-js',
  'otpauth',
  'react',
  'react-dom',
  '@remix-run/react',
  '@remix-run/router',
  'react-router',
  'react-router-dom',
  'rate-limiter-flexible',
];

const textRenderer = './node_modules/react-dom/cjs/react-dom-server-legacy.node.production.min.js';

/** The one Vite configuration: development, build and unit tests read it. */
export default defineConfig(({ isSsrBuild, command }) => ({
  ssr: command === 'build' ? { noExternal: bundled } : {},
  plugins: testing ? [messageBundles()] : [pluginsOfBuild(isSsrBuild)],
  // The server reads less at its start without white space, and one byte a character where no sign
  // of a script stands in the file itself. Names stay: the log has them; so do licences.
  esbuild: isSsrBuild
    ? {
        minifySyntax: true,
        minifyWhitespace: true,
        minifyIdentifiers: false,
        charset: 'ascii',
        legalComments: 'inline',
      }
    : {},
  resolve: {
    alias: {
      '~': fileURLToPath(new URL('./app', import.meta.url)),
      // Pages are drawn to one text: the half of React that draws streams stays out.
      ...(isSsrBuild && { 'react-dom/server': fileURLToPath(new URL(textRenderer, import.meta.url)) }),
    },
  },
  // Old phones run the browser's part; the server's part waits for its start at the top level.
  build: {
    target: isSsrBuild ? 'node20' : 'es2020',
    // An incident in the log names lines of the sources. Browsers get none of it.
    sourcemap: Boolean(isSsrBuild),
    assetsInlineLimit: 0,
    // 5 % smaller over the wire than what esbuild leaves.
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
      ? { output: { sourcemapExcludeSources: true } }
      : { output: { manualChunks: chunkOf } },
  },
  // Releases hold the sources once more, and are none.
  server: { host: 'localhost', port: 3000, watch: { ignored: ['**/build/**'] } },
  // All of the browser's libraries at once: finding one later makes the development server start
  // over under the page.
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
    // One npm test reads the sources once for all of its suites.
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
    // One fault at a time, but in the short form: what a test counts is not to be spoiled by
    // another one.
    fileParallelism: !underFaults || isShort,
    environment: 'node',
    pool: 'forks',
    // What a process remembers belongs to a database, a folder or the settings, and each test file
    // opens its own: loading the program again for each of them would cost a third of the time.
    isolate: false,
    // As many as there are cores: another suite runs beside it, and a test starts programs. One more
    // where most of the time is waiting.
    maxWorkers: availableParallelism() + Number(underFaults),
    // These end what hangs; how long something takes is no question of the tests.
    testTimeout: 600_000,
    // What is waited for on a machine that has other things to do.
    expect: { poll: { timeout: 30_000, interval: 25 } },
    hookTimeout: 300_000,
  },
}));
