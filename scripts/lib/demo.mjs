// The demo clinic of npm start and npm run dev: invented people in a folder of its own.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { commandArguments, startLine } from './commands.mjs';
import { readSettingNames } from './env-file.mjs';
import { demoMark, Stop } from './project.mjs';
import { showStep } from './steps.mjs';

/** Relative to the working folder. Nothing else is kept there. */
const folder = 'data-demo';

/** Settings of the environment that a demo clinic follows. */
const followed = ['PORT', 'LOG_LEVEL', 'LOG_FORMAT'];

const settings = {
  HOST: '127.0.0.1',
  DATA_DIR: folder,
  UPLOADS_DIR: join(folder, 'uploads'),
  DATABASE_URL: `file:${join(folder, 'app.db')}`,
  // A demo clinic needs little, and the usual bound would refuse its reports on a small disk.
  MIN_FREE_DISK_MB: '100',
};

/** One of each of these is shown; the others have the same password. */
const shownRoles = {
  Patient: 'Patient',
  Expert: 'Doctor',
  'Expert, not approved': 'Doctor, not approved',
  'Expert, suspended': 'Doctor, suspended',
  Admin: 'Admin',
};

/**
 * Finds the options of a demo clinic among the arguments of a command.
 *
 * @returns them, and the other arguments.
 * @throws Stop for `--fresh` without `--demo`, which might be meant to remove a real clinic.
 */
export function readDemoOptions(args) {
  const [isDemo, isFresh] = ['--demo', '--fresh'].map((option) => args.includes(option));
  if (isFresh && !isDemo) throw new Stop(`--fresh belongs to --demo: ${startLine} --demo --fresh`);
  return { isDemo, isFresh, others: args.filter((arg) => !['--demo', '--fresh'].includes(arg)) };
}

/**
 * Makes this process, and those that it starts, use a demo clinic. Settings of `.env` and, except
 * for a few, of the environment do not count: nothing in a demo reaches the data, the mail server
 * or the backups of a real clinic. Fills the clinic at the first start.
 *
 * @param isFresh true to remove an existing demo clinic first.
 * @returns the lines that say who can log in.
 * @throws Stop if the clinic cannot be filled.
 */
export async function openDemo({ isFresh }) {
  const names = readSettingNames();
  if (names.length === 0) throw new Stop('.env.example is missing, which lists the settings to ignore.');
  for (const name of names) if (!followed.includes(name)) process.env[name] = '';
  Object.assign(process.env, settings, { [demoMark]: 'yes' });
  const words = { doing: 'Preparing the demo clinic', done: 'Demo clinic prepared' };
  const { password, logIns } = await showStep(words, () => prepare(isFresh));
  const shown = Object.entries(shownRoles).flatMap(([role, label]) => {
    const logIn = logIns.find((one) => one.role === role);
    return logIn ? [{ label, email: logIn.email }] : [];
  });
  return [
    'Log in as one of these invented people:',
    ...shown.map(({ label, email }) => `  ${label.padEnd(22)}${email}`),
    `  Password of each      ${password}   (a new one at each start)`,
    '',
    `Everything is kept in ${folder}. Add --fresh to start afresh.`,
  ];
}

/** Runs the program that fills the clinic, and returns what it prints. */
function prepare(isFresh) {
  const args = [...commandArguments('seed'), '--demo', ...(isFresh ? ['--fresh'] : [])];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const printed = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'])
      child[name].setEncoding('utf8').on('data', (text) => {
        printed[name] += text;
      });
    const endChild = () => child.kill('SIGTERM');
    process.once('exit', endChild);
    child.once('error', (error) => reject(new Stop(error.message)));
    child.once('close', (code) => {
      process.off('exit', endChild);
      if (code === 0) resolve(JSON.parse(printed.stdout));
      else reject(new Stop(printed.stderr.trim() || 'The demo clinic could not be filled.'));
    });
  });
}
