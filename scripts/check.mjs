// npm run check: format, lint, types, imports, unused code and translations, beside each other. Prints
// the output of each check that fails.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { sourceChecks, typeCheck } from './lib/checks.mjs';
import { command, root, say } from './lib/project.mjs';

command(async () => {
  const results = await Promise.all([typeCheck, ...sourceChecks].map(check));
  if (results.includes(false)) process.exitCode = 1;
});

/** Runs one check. Returns whether it passed. */
function check([name, tool, args]) {
  const started = Date.now();
  const child = spawn(process.execPath, [join(root, tool), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  return new Promise((resolve) => {
    child.once('close', (code) => {
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      say(code === 0 ? `${name} passed (${seconds} s)` : `${name} failed (${seconds} s)\n${output}`);
      resolve(code === 0);
    });
  });
}
