// The program of an archive: ./secondlook starts the server, ./secondlook COMMAND runs a command.
// Only "activate" writes into its own folder. Relative paths of the settings, and `.env`, are in the
// working folder.
import './lib/archive-node.mjs';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { activateArchive } from './lib/activate-archive.mjs';
import { commandArguments, commandNames } from './lib/commands.mjs';
import { openDemo, readDemoOptions } from './lib/demo.mjs';
import { printJsonLines } from './lib/json-lines.mjs';
import { readIfThere, root, Stop } from './lib/project.mjs';
import { serve } from './lib/serve.mjs';

const usage = `Usage:
  ./secondlook                      starts the server; without settings, its data is in the working folder
  ./secondlook --demo [--fresh]     starts a clinic of invented people in data-demo/
  ./secondlook COMMAND [words]      ${commandNames.slice(0, 5).join(', ')},
                                    ${commandNames.slice(5).join(', ')}
  ./secondlook activate             makes the link "current" beside this folder name it, for an upgrade
  ./secondlook version

docs/operations.md explains the commands, docs/settings.md the settings.`;

const [word = '', ...others] = process.argv.slice(2);
try {
  enterDataFolder();
  if (word === 'help' || word === '--help') console.log(usage);
  else if (word === 'activate') activate();
  else if (word === 'version' || word === '--version') console.log(versionLine());
  else if (commandNames.includes(word)) await runCommand(word, others);
  else await startServer();
} catch (error) {
  console.error(error instanceof Stop ? error.message : error);
  process.exit(1);
}

/**
 * Leaves the program's own folder for the one above it: a newer release is unpacked there, and finds
 * the data again.
 */
function enterDataFolder() {
  const program = realpathSync(root);
  if (`${realpathSync('.')}${sep}`.startsWith(`${program}${sep}`)) process.chdir(dirname(program));
}

async function startServer() {
  const { isDemo, isFresh, others: unknownWords } = readDemoOptions(process.argv.slice(2));
  if (unknownWords.length > 0) throw new Stop(usage);
  // remix-serve sends files of such a folder to everybody.
  if (existsSync('public'))
    throw new Stop(
      `The working folder ${process.cwd()} contains a folder named public. Start SecondLook in another folder.`,
    );
  printJsonLines({ folder: process.cwd(), readsEnvFile: !isDemo });
  if (isDemo) globalThis.secondLookDemo = await openDemo({ isFresh });
  await serve(root);
}

/** Runs a command in this process, so that it gets the signals and sets the exit code. */
async function runCommand(name, words) {
  const [program] = commandArguments(name);
  process.argv = [process.argv[0], program, ...words];
  await import(pathToFileURL(program).href);
}

function activate() {
  const link = activateArchive();
  console.log(`${link} is now ${versionLine()}. Restart the server.`);
}

function versionLine() {
  const { version } = JSON.parse(readIfThere('package.json'));
  return `SecondLook ${version} (${readIfThere('.commit').trim()}), Node ${process.versions.node}`;
}
