import type { OnProgress } from '~/ops/backup/progress';

const words = { database: 'Copying the database', files: 'Going through the files', verify: 'Verifying' };
const stepPercent = 10;

/**
 * Shows on the terminal how far something is: one line that changes or, where the output goes to a
 * file, a line for each ten per cent.
 */
export function progress() {
  const { stdout } = process;
  let shown = '';
  const onProgress: OnProgress = (doing, part) => {
    const exact = Math.floor(part * 100);
    const percent = stdout.isTTY ? exact : exact - (exact % stepPercent);
    const line = `${words[doing]}: ${percent} %`;
    if (line === shown) return;
    stdout.write(stdout.isTTY ? `\r${line.padEnd(shown.length)}` : `${line}\n`);
    shown = line;
  };
  const end = () => {
    if (shown && stdout.isTTY) stdout.write('\n');
  };
  return { onProgress, end };
}

/** A size in words: kilobytes, megabytes or gigabytes. */
export function sizeOf(bytes: number): string {
  const [unit, divisor] = bytes >= 1e9 ? ['GB', 1e9] : bytes >= 1e6 ? ['MB', 1e6] : ['kB', 1e3];
  return `${(bytes / (divisor as number)).toFixed(1)} ${unit}`;
}

/** Clears up when this program is told to end, and says so in its code, as a shell does. */
export function endings(clear: () => void) {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)
    process.once(signal, () => {
      clear();
      process.exit(code);
    });
}
