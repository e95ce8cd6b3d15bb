import { defineConfig, devices } from '@playwright/test';
import { isShort, whole } from './tests/support/short-form.ts';
import { findChromium } from './tests/tools/programs/chromium.mjs';

// npm test sets the browser that it found; a run by hand looks for one. Every worker inherits the
// result.
process.env.CHROMIUM_PATH ||= findChromium() ?? '';

const runsAsRoot = process.getuid?.() === 0;
const jsonFile = process.env.PLAYWRIGHT_JSON_OUTPUT_NAME;

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/e2e/support/build.ts',
  fullyParallel: true,
  grepInvert: isShort ? new RegExp(whole.tag) : [],
  // One more than most test machines have cores: a test waits for e-mails, messages and clocks.
  workers: 3,
  retries: 0,
  // These limits end hanging tests. Durations are not tested here: the machine may be busy.
  timeout: 300_000 * Number(process.env.CPU_THROTTLE ?? 1),
  expect: { timeout: 30_000 * Number(process.env.CPU_THROTTLE ?? 1) },
  reporter: jsonFile ? [['list'], ['json', { outputFile: jsonFile }]] : [['list']],
  use: {
    // A trace of every step costs a third of the time. Set TRACE=1 to investigate a failure.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || undefined,
      args: [
        // Chromium's sandbox refuses to start as root, as in most containers.
        ...(runsAsRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        // Nobody watches, so rendering needs neither its own process nor a second thread. This
        // saves a quarter of the work.
        '--in-process-gpu',
        '--num-raster-threads=1',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Only this machine exists: a page that requests another host fails at once.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
      ],
    },
  },
  projects: [
    { name: 'desktop', use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } } },
  ],
});
