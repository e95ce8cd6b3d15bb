const levelNames: Record<number, string> = { 20: 'debug', 30: '', 40: 'warn', 50: 'ERROR', 60: 'ERROR' };

type Fields = { level: number; time: string; msg: string; frames?: string[] } & Record<string, unknown>;

/**
 * Formats a JSON line of the log for a terminal: the time of this machine, the level unless it is
 * normal, the event, and its fields. Stack frames follow on lines of their own.
 *
 * @param json a line as pino writes it.
 * @returns a line, or several, that ends with a line break.
 */
export function toLogText(json: string): string {
  const { level, time, msg, frames = [], ...fields } = JSON.parse(json) as Fields;
  const words = [toClock(time), levelNames[level], msg, ...Object.entries(fields).map(toPair)];
  return [words.filter(Boolean).join(' '), ...frames.map((frame) => `    ${frame}`), ''].join('\n');
}

function toPair([name, value]: [string, unknown]) {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `${name}=${/[\s"]/.test(text) ? JSON.stringify(text) : text}`;
}

function toClock(time: string) {
  const at = new Date(time);
  return [at.getHours(), at.getMinutes(), at.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
