import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

/**
 * Configuration of `npm run screenshots`: the browser, the clinic and the screens of the tests,
 * without checks.
 */
export default defineConfig(base, {
  testDir: fileURLToPath(new URL('.', import.meta.url)),
  globalSetup: fileURLToPath(new URL('../e2e/support/build.ts', import.meta.url)),
  outputDir: fileURLToPath(new URL('../../test-results/screenshots', import.meta.url)),
  fullyParallel: false,
  timeout: 300_000,
});
