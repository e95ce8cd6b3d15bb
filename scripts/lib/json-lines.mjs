// Prints the output of the server and its start as lines of JSON if no terminal shows it: Node's
// own modules only.
const levels = { info: 30, warn: 40, error: 50 };

let isOn = false;

/** Returns true once `printJsonLines` was called. */
export const printsJsonLines = () => isOn;

/**
 * Makes stdout and stderr, unless they are terminals, write a line of JSON for every text, with the
 * text in `message`. Lines of the log bypass the streams and are JSON already. Node's warnings and
 * uncaught errors bypass the streams too, and are written as lines as well.
 */
export function printJsonLines() {
  isOn = !process.stdout.isTTY || !process.stderr.isTTY;
  wrap(process.stdout, () => levels.info);
  wrap(process.stderr, (text) => (text.startsWith('Warning: ') ? levels.warn : levels.error));
  if (process.stderr.isTTY) return;
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

function wrap(stream, levelOf) {
  if (stream.isTTY) return;
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
