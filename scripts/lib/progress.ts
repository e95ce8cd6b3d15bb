import type { OnProgress } from '~/ops/backup/progress';

const words = { database: 'Copying the database', files: 'Processing the files', verify: 'Verifying' };
const stepPercent = 10;

/**
 * Shows the progress of a command: one changing line on a terminal, or a line for each ten per cent
 * if the output goes to a file.
 */
export function progress() {
  const { stdout } = process;
  let lastLine = '';
  const onProgress: OnProgress = (doing, part) => {
    const exact = Math.floor(part * 100);
    const percent = stdout.isTTY ? exact : exact - (exact % stepPercent);
    const line = `${words[doing]}: ${percent} %`;
    if (line === lastLine) return;
    stdout.write(stdout.isTTY ? `\r${line.padEnd(lastLine.length)}` : `${line}\n`);
    lastLine = line;
  };
  const end = () => {
    if (lastLine && stdout.isTTY) stdout.write('\n');
  };
  return { onProgress, end };
}

/** Formats a size: kilobytes, megabytes or gigabytes. */
export function sizeOf(bytes: number): string {
  const [unit, divisor] = bytes >= 1e9 ? ['GB', 1e9] : bytes >= 1e6 ? ['MB', 1e6] : ['kB', 1e3];
  return `${(bytes / (divisor as number)).toFixed(1)} ${unit}`;
}

/** Cleans up when this program gets a signal to end, and exits with its code, as a shell does. */
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
