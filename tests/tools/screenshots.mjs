// npm run screenshots: every page of a demo clinic, for each role at 360 and 1280 px, as pictures
// in screenshots/. Further arguments go to Playwright (npm run screenshots -- -g "patient at 360").
// SCREENSHOT_LANGUAGE=ur shows them in another language, in a folder of its own.
import '../../scripts/lib/node-version.mjs';
import '../../scripts/lib/follow-npm.mjs';
import { ensureBuilt } from '../../scripts/lib/build.mjs';
import { ensureInstalled } from '../../scripts/lib/install.mjs';
import { command, runTool, tools } from '../../scripts/lib/project.mjs';
import { requireChromium } from './programs/chromium.mjs';

const config = 'tests/screenshots/playwright.config.ts';

command(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const env = { CHROMIUM_PATH: await requireChromium(), BUILD_IS_READY: '1' };
  process.exitCode = await runTool(
    tools.playwright,
    ['test', '--config', config, ...process.argv.slice(2)],
    env,
  );
});
