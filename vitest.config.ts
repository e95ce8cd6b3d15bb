import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { messageBundles } from './scripts/vite/message-bundles';

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
  'tests/integration/system/{backup,deletion-list,files-apart,make-backup,operator-commands,release-fixture,releases,restore-repeats,seed}.test.ts',
];
/** Tests that npm test runs with an object store: the store itself, and what happens to files. */
const ofFiles = [
  'tests/storage/*.test.ts',
  'tests/integration/reports/upload-report.test.ts',
  'tests/integration/pipeline/file-requests.test.ts',
];
/**
 * Tests that npm test runs on SQLite only: docs/testing.md#postgresql says which they may be.
 */
const onSqliteAlone = [
  'app/domain/audit/verify-chain.server.test.ts',
  'app/domain/queue/report-days.server.test.ts',
  'tests/api/{addresses,api-guide,contract,docs-page,drawn-pages,forms-without-page,generated,hostile-uploads,languages,pseudo,refusals,request-lines,unread-bodies,walk}.spec.ts',
  'tests/conformance/section-*.test.ts',
  'tests/integration/accounts/{change-password,display-picture,ended-session,export-data,profile,reset-password,sign-up,sign-up-code,sign-up-secrets}.test.ts',
  'tests/integration/experts/{approve-expert,credentials}.test.ts',
  'tests/integration/front-desk/{curious-clerk,report-slip-pages,without-email-journey}.test.ts',
  'tests/integration/help/{helpers,pages}.test.ts',
  'tests/integration/keys/keys.test.ts',
  'tests/integration/log-in/{client-networks,known-browsers,leaving-the-document,lockout,log-in,lost-cookie,open-sessions,second-factor-api,second-factor-required,second-step-tries,sessions,shared-browser}.test.ts',
  'tests/integration/messages/guest-forms.test.ts',
  'tests/integration/notices/{bounded-emails,emails}.test.ts',
  'tests/integration/page-and-api/{page-and-call,staff-calls}.test.ts',
  'tests/integration/permissions/{permissions,role-matrix}.test.ts',
  'tests/integration/pieces/{files-in-pieces,limits-of-pieces,photos-in-pieces}.test.ts',
  'tests/integration/pipeline/{api-requests,developer-details,entity-tags,error-codes,every-operation,file-requests,form-tokens,openapi,order-of-refusals,other-origins,unknown-parameters}.test.ts',
  'tests/integration/reports/{added-files,correct-person,drawing-notes,drawn-pages,missing-thumbnails,next-steps,next-steps-shown,pages,pages-refused,photos,read-report,report-beside,report-card,report-numbers,sent-as-is,staff-home,step-doubts,upload-early-refusals,upload-free-space,upload-limits,upload-refusals,upload-report,without-review,written-texts}.test.ts',
  'tests/integration/shares/{share-endings,share-pages}.test.ts',
  'tests/integration/states/{random-alerts,random-moves}.test.ts',
  'tests/integration/system/{admins,checklist,system-page}.test.ts',
  'tests/integration/to-tell/{pages,urgent-to-call}.test.ts',
];
/**
 * Tests that start and stop servers on PostgreSQL and wait for them. They may run beside others.
 */
const startsOfServers = 'tests/faults/postgres/{move,several-servers,several-starts}.spec.ts';
/** Tests beside the code that run on either database. */
const onEitherEngine = [
  'app/platform/db/core/{engine.server,fold,write-plan}.test.ts',
  'app/domain/desk/read-report-page.server.test.ts',
  'app/domain/queue/report-days.server.test.ts',
  'app/domain/audit/verify-chain.server.test.ts',
  'app/platform/db/cluster/leases.server.test.ts',
  'tests/postgres/*.test.ts',
];

/** Returns the tests of the requested suite, by where they keep their data. */
function includedTests() {
  if (underFaults && onStore) return ['tests/faults/{storage,servers}/*.spec.ts'];
  if (underFaults && onPostgres)
    return [
      'tests/faults/{races,email-workers,text-lanes,ladder,changes}.spec.ts',
      'tests/faults/postgres/*.spec.ts',
    ];
  if (underFaults) return ['tests/faults/*.spec.ts'];
  if (fromOutside) return ['tests/api/**/*.spec.ts', ...(onPostgres && isShort ? [startsOfServers] : [])];
  if (onStore && isShort) return ofFiles;
  const onBoth = ['tests/{integration,conformance}/**/*.test.ts'];
  const onStoreAlone = onStore ? ['tests/storage/*.test.ts'] : [];
  if (onPostgres) return [...onBoth, ...onEitherEngine, ...onStoreAlone];
  if (onStore) return [...onBoth, ...onStoreAlone];
  return ['app/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}'];
}

/** The tests, by suite. They load none of the plugins of the build: they start often. */
export default defineConfig({
  plugins: [messageBundles()],
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
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
});
