// npm run ready: installs and builds what is missing, and starts nothing. For the account that owns
// the program, if another one runs it.
import './lib/node-version.mjs';
import './lib/follow-npm.mjs';
import { ensureReady } from './lib/build.mjs';
import { command, say } from './lib/project.mjs';

command(async () => {
  await ensureReady();
  say('Ready: everything is installed and built for npm start.');
});
