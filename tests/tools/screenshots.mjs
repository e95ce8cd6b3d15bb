// npm run screenshots: takes pictures of every page of a demo clinic, for each role at 360 and 1280
// px, into screenshots/. Passes further arguments to Playwright (npm run screenshots -- -g "patient
// at 360"). SCREENSHOT_LANGUAGE=ur takes them in another language, into a folder of its own.
import '../../scripts/lib/node-version.mjs';
import '../../scripts/lib/follow-npm.mjs';
import { ensureReady } from '../../scripts/lib/build.mjs';
import { command, runTool, tools } from '../../scripts/lib/project.mjs';
import { requireChromium } from './programs/chromium.mjs';

const config = 'tests/screenshots/playwright.config.ts';

command(async () => {
  await ensureReady();
  const env = { CHROMIUM_PATH: await requireChromium(), BUILD_IS_READY: '1' };
  process.exitCode = await runTool(
    tools.playwright,
    ['test', '--config', config, ...process.argv.slice(2)],
    env,
  );
});
