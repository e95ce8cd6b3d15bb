// Prints what the server and its start say as lines of JSON, where no terminal shows it: Node's own
// modules only.
const levels = { info: 30, warn: 40, error: 50 };

let isOn = false;

/** Tells whether `printJsonLines` was called. */
export const printsJsonLines = () => isOn;

/**
 * Has each of the two streams that is no terminal write a line of JSON for every text, with the
 * text in `message`. Lines of the log go past the streams, and are JSON already. Warnings of Node
 * and errors that nobody catches, which Node writes past the streams too, are lines as well.
 */
export function printJsonLines() {
  isOn = !process.stdout.isTTY || !process.stderr.isTTY;
  wrap(process.stdout, () => levels.info);
  wrap(process.stderr, (text) => (text.startsWith('Warning: ') ? levels.warn : levels.error));
  if (process.stderr.isTTY) return;
  // Without a listener Node was told to be silent.
  if (process.listenerCount('warning') > 0) {
    process.removeAllListeners('warning');
    process.on('warning', ({ name, message }) => process.stderr.write(`Warning: ${message} (${name})\n`));
  }
  process.on('uncaughtException', (error) => {
    // Once the server has a listener of its own, that one logs the error without its message.
    if (process.listenerCount('uncaughtException') > 1) return;
    process.stderr.write(String(error?.stack ?? error));
    process.exit(1);
  });
}

function wrap(stream, levelOf) {
  if (stream.isTTY) return;
  const write = stream.write.bind(stream);
  stream.write = (chunk, encoding, callback) => {
    const done = typeof encoding === 'function' ? encoding : callback;
    const message = String(chunk).trim();
    if (message) return write(jsonLine(levelOf(message), message), done);
    done?.();
    return true;
  };
}

const jsonLine = (level, message) =>
  `${JSON.stringify({ level, time: new Date().toISOString(), msg: 'printed', message })}\n`;
