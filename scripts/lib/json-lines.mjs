// Prints the output of the server and its start as lines of JSON, unless a person at a terminal
// reads it: Node's own modules only.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';
import { readEnvFile } from './env-file.mjs';

const levels = { info: 30, warn: 40, error: 50 };

let isOn = false;

/** Returns true once `printJsonLines` has made the streams write JSON. */
export const printsJsonLines = () => isOn;

/**
 * Makes stdout and stderr write a line of JSON for every text, with the text in `message`. Lines of
 * the log bypass the streams and are JSON already. Node's warnings and uncaught errors bypass the
 * streams too, and are written as lines as well. On a terminal, and with LOG_FORMAT=text, the
 * streams stay as they are.
 *
 * @param options.folder the folder of `.env`.
 * @param options.readsEnvFile false if `.env` does not count for this start.
 */
export function printJsonLines({ folder, readsEnvFile = true }) {
  isOn = logFormat(folder, readsEnvFile) === 'json';
  if (!isOn) return;
  wrap(process.stdout, () => levels.info);
  wrap(process.stderr, (text) => (text.startsWith('Warning: ') ? levels.warn : levels.error));
  // Libraries warn of what is no error.
  console.warn = (...words) => void process.stderr.write(`Warning: ${format(...words)}\n`);
  // Node has no such listener if it was told to print no warnings.
  if (process.listenerCount('warning') > 0) {
    process.removeAllListeners('warning');
    process.on('warning', ({ name, message }) => process.stderr.write(`Warning: ${message} (${name})\n`));
  }
  process.on('uncaughtException', (error) => {
    // Once the server has its own listener, that one logs the error without its message.
    if (process.listenerCount('uncaughtException') > 1) return;
    process.stderr.write(String(error?.stack ?? error));
    process.exit(1);
  });
}

/** Finds the format before the settings are loaded, which may fail and print the reason. */
function logFormat(folder, readsEnvFile) {
  const path = join(folder, '.env');
  const inFile = () => (readsEnvFile && existsSync(path) ? readEnvFile(path).values.LOG_FORMAT : undefined);
  return process.env.LOG_FORMAT || inFile() || (process.stdout.isTTY ? 'text' : 'json');
}

function wrap(stream, levelOf) {
  const write = stream.write.bind(stream);
  stream.write = (chunk, encoding, callback) => {
    const onWritten = typeof encoding === 'function' ? encoding : callback;
    const message = String(chunk).trim();
    if (message) return write(jsonLine(levelOf(message), message), onWritten);
    onWritten?.();
    return true;
  };
}

const jsonLine = (level, message) =>
  `${JSON.stringify({ level, time: new Date().toISOString(), msg: 'printed', message })}\n`;
