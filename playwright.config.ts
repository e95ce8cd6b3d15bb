import { defineConfig, devices } from '@playwright/test';
import { isShort, whole } from './tests/support/short-form.ts';
import { findChromium } from './tests/tools/programs/chromium.mjs';

// npm test names the browser it found; a run by hand looks for one. Every worker inherits the
// answer.
process.env.CHROMIUM_PATH ||= findChromium() ?? '';

const runsAsRoot = process.getuid?.() === 0;
const jsonFile = process.env.PLAYWRIGHT_JSON_OUTPUT_NAME;

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/e2e/support/build.ts',
  fullyParallel: true,
  grepInvert: isShort ? new RegExp(whole.tag) : [],
  // One more than most machines of tests have cores: a test waits for letters, messages and clocks.
  workers: 3,
  retries: 0,
  // These end what hangs. How long something takes is no question of these tests: the machine may
  // have other things to do.
  timeout: 300_000 * Number(process.env.CPU_THROTTLE ?? 1),
  expect: { timeout: 30_000 * Number(process.env.CPU_THROTTLE ?? 1) },
  reporter: jsonFile ? [['list'], ['json', { outputFile: jsonFile }]] : [['list']],
  use: {
    // A trace of every step costs a third of the time: TRACE=1 where a failure is to be looked
    // into.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || undefined,
      args: [
        // Chromium's sandbox refuses to start as root, as in most containers.
        ...(runsAsRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        // Nobody watches: what draws needs no process of its own, and no second thread. A quarter
        // of the work.
        '--in-process-gpu',
        '--num-raster-threads=1',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Only this machine exists: a page that asks for another host fails here and now.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
      ],
    },
  },
  projects: [
    { name: 'desktop', use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } } },
  ],
});
