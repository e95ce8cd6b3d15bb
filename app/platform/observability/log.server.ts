import pino from 'pino';
import { newId } from '~/platform/ids.server';
import { showDeveloper } from './developer-details.server';
import { toLogText } from './log-text';
import { currentRequest } from './request-context.server';

const options: pino.LoggerOptions = {
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  // Adds the id of the request to each line written while it is answered.
  mixin: () => {
    const id = currentRequest()?.id;
    return id ? { request: id } : {};
  },
};

// Bypasses `process.stdout`, which turns other output into JSON (scripts/lib/json-lines.mjs).
const jsonLines = pino.destination({ fd: 1, sync: false });
const textLines = { write: (json: string) => void process.stdout.write(toLogText(json)) };

let isText = false;
let logger = pino(options, jsonLines);

/** Sets the log level: a pino level name, from `silent` to `debug`. */
export function setLogLevel(level: string) {
  logger.level = level;
}

/**
 * Sets the level of the log, and its format: JSON, or text for a person at a terminal.
 *
 * @param options.level a pino level name, from `silent` to `debug`.
 */
export function openLog({ level, format }: { level: string; format: 'json' | 'text' }) {
  isText = format === 'text';
  logger = pino({ ...options, level }, isText ? textLines : jsonLines);
}

/**
 * The events of the log and their levels: `error` needs the operator, `warn` may come to that, and
 * `info` is as it should be. An incident is an `error` too.
 */
const levels = {
  answered: 'info',
  'server.started': 'info',
  // Another server may still be running, so the start waits.
  'server.waits': 'info',
  'server.stopping': 'info',
  'server.stopped': 'info',
  // Another server took over while this one did not respond, so this one stopped.
  'server.displaced': 'error',
  // Texts and limits depend on the server that answers.
  'settings.differ': 'warn',
  // ADMIN_PASSWORD is easy to guess, and the clinic has an admin already.
  'admin.weakPassword': 'warn',
  // The servers together may open more connections than the database accepts.
  'database.connections': 'warn',
  'server.asRoot': 'warn',
  'node.withoutFixes': 'warn',
  // The newest audit entry is of a later time, or of so early a one that the clock is hardly right.
  'clock.behind': 'warn',
  'clock.ahead': 'warn',
  'migration.applied': 'info',
  'storage.swept': 'info',
  // Uploads are refused until space is free again.
  'storage.low': 'error',
  // The object store does not answer, or rejects this server; `storage.back` ends it.
  'storage.away': 'error',
  'storage.back': 'info',
  // More files lack a row than may be removed without the operator's consent.
  'storage.unswept': 'error',
  // Without `prlimit` the kernel does not limit the memory of the decoding programs.
  'decoder.unlimited': 'warn',
  'backup.made': 'info',
  'backup.failed': 'error',
  // The list of deletions was changed by hand, or it belongs to another clinic.
  'deletions.rebuilt': 'warn',
  // If the disk fails, data and backups are lost together.
  'backup.onDataDisk': 'warn',
  // The e-mail is retried later.
  'email.delayed': 'warn',
  // A code or link expired before it was sent; the address may be mistyped.
  'email.tooLate': 'warn',
  'email.givenUp': 'error',
  'outbox.failed': 'error',
  // A report on a text came without the secret of the gateway.
  'text.statusRefused': 'warn',
  // A text to a phone is retried later, or reached nobody.
  'text.delayed': 'warn',
  'text.undelivered': 'warn',
  // The texts of a day are as many as `SMS_DAILY_MAX` allows.
  'text.dailyMax': 'warn',
  'webhook.delayed': 'warn',
  'webhook.givenUp': 'warn',
  'webhooks.failed': 'error',
} as const satisfies Record<string, pino.Level>;

/** Events that the text format shows only at the level `debug`: requests, and the steps of a start. */
const frequentEvents: ReadonlySet<string> = new Set(['answered', 'migration.applied', 'server.started']);

/**
 * Logs an event at its level.
 *
 * @param fields IDs or counts; personal data only if a setting asks for it.
 */
export function note(
  event: keyof typeof levels,
  fields: Record<string, string | number | boolean | undefined> = {},
) {
  logger[isText && frequentEvents.has(event) ? 'debug' : levels[event]](fields, event);
}

/**
 * Logs an incident: an error that no rule foresees. Only the error's name, code and stack frames
 * are written, since its message may quote user input.
 *
 * @param where the name of the operation or route.
 * @returns the id of the incident, for the user.
 */
export function logIncident(where: string, error: unknown): string {
  const incident = newId().slice(0, 10);
  showDeveloper(incident, error);
  logger.error({ incident, where, ...describeError(error) }, 'incident');
  return incident;
}

/**
 * Ends the process with an incident on an uncaught error. Node would print the whole error, and
 * those of PostgreSQL contain the row.
 */
export function endOnUncaughtErrors() {
  process.on('uncaughtException', (error) => {
    logIncident('process', error);
    process.exit(1);
  });
}

/**
 * Returns the name and the code of an error. For a failed query these are the database's, since the
 * driver's error comes wrapped.
 */
export function describeErrorKind(thrown: unknown): { kind: string; code?: string } {
  const isWrapped = thrown instanceof Error && 'params' in thrown && thrown.cause instanceof Error;
  const error = isWrapped ? thrown.cause : thrown;
  if (!(error instanceof Error)) return { kind: typeof error };
  const { code } = error as { code?: unknown };
  return { kind: error.name, code: typeof code === 'string' ? code : undefined };
}

/**
 * The part of a path before the sources and the packages: frames name `app/…` and `node_modules/…`.
 */
const folders = /file:\/\/[^\s)]*?\/(?=(?:app|node_modules)\/)/;

/**
 * Returns the loggable facts of an error: its kind, its code and the first eight frames of its
 * stack.
 */
export function describeError(error: unknown): { kind: string; code?: string; frames?: string[] } {
  if (!(error instanceof Error)) return describeErrorKind(error);
  // The lines of a message may look like frames, and the message of a failed query holds its
  // values. If the message was changed later, its end in the stack is unknown.
  const { stack = '', message } = error;
  const beside = stack.includes(message) ? stack.replace(message, '') : '';
  const frames = beside.split('\n').filter((line) => line.trimStart().startsWith('at '));
  return {
    ...describeErrorKind(error),
    frames: frames.slice(0, 8).map((line) => line.trim().replace(folders, '')),
  };
}
