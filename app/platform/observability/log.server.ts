import pino from 'pino';
import { newId } from '~/platform/ids.server';
import { showDeveloper } from './developer-details.server';
import { currentRequest } from './request-context.server';

const logger = pino(
  {
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    // Every line that is written while a request is answered names it.
    mixin: () => {
      const id = currentRequest()?.id;
      return id ? { request: id } : {};
    },
  },
  // Past `process.stdout`, which makes JSON of what is none (scripts/lib/json-lines.mjs).
  pino.destination({ fd: 1, sync: false }),
);

/** Sets how much is logged: a pino level name, from `silent` to `debug`. */
export function setLogLevel(level: string) {
  logger.level = level;
}

/**
 * Every event of the log and its level: `error` is for what the operator has to mend, `warn` for
 * what may come to that, `info` for what is as it should be. An incident is an `error` too.
 */
const levels = {
  answered: 'info',
  'server.started': 'info',
  // Another server may have ended, or may not: a start looks for a while.
  'server.waits': 'info',
  'server.stopping': 'info',
  'server.stopped': 'info',
  // Another one came in while this one was not seen, and this one ended.
  'server.displaced': 'error',
  // What people read and may do depends on the server they come to.
  'settings.differ': 'warn',
  'migration.applied': 'info',
  'storage.swept': 'info',
  // Uploads are refused until there is room again.
  'storage.low': 'error',
  // The object store does not answer, or does not let this server in; and does again.
  'storage.away': 'error',
  'storage.back': 'info',
  // More files without a row than are removed without an operator's word.
  'storage.unswept': 'error',
  'backup.made': 'info',
  'backup.failed': 'error',
  // Somebody changed the list of deletions, or it is another clinic's.
  'deletions.rebuilt': 'warn',
  // A disk that breaks takes the data and the backups along.
  'backup.onDataDisk': 'warn',
  // Tried again later.
  'email.delayed': 'warn',
  // A code or a link that is worth nothing any more; the address may have been mistyped.
  'email.tooLate': 'warn',
  'email.givenUp': 'error',
  'outbox.failed': 'error',
} as const satisfies Record<string, pino.Level>;

/**
 * Logs an event at its level. Takes the event, and IDs or counts; personal data only where a
 * setting asks for it.
 */
export function note(
  event: keyof typeof levels,
  fields: Record<string, string | number | boolean | undefined> = {},
) {
  logger[levels[event]](fields, event);
}

/**
 * Logs an incident: something no rule foresees. Takes where it happened (an operation or route
 * name) and the error.
 *
 * @returns the incident's id, to be shown to the person. Only the error's name, code and stack
 *   frames are written: its message may quote what somebody typed.
 */
export function logIncident(where: string, error: unknown): string {
  const incident = newId().slice(0, 10);
  showDeveloper(incident, error);
  logger.error({ incident, where, ...factsOf(error) }, 'incident');
  return incident;
}

/**
 * Ends the process with an incident where an error is caught by nobody: Node would print all that
 * it holds, and PostgreSQL's hold the row.
 */
export function endOnUncaughtErrors() {
  process.on('uncaughtException', (error) => {
    logIncident('process', error);
    process.exit(1);
  });
}

/**
 * What an error is called and which code it has, where it has one: of a failed query what the
 * database said, for its error comes wrapped.
 */
export function kindOf(thrown: unknown): { kind: string; code?: string } {
  const isWrapped = thrown instanceof Error && 'params' in thrown && thrown.cause instanceof Error;
  const error = isWrapped ? thrown.cause : thrown;
  if (!(error instanceof Error)) return { kind: typeof error };
  const { code } = error as { code?: unknown };
  return { kind: error.name, code: typeof code === 'string' ? code : undefined };
}

/** The folders before the sources and the packages: a frame names `app/…` and `node_modules/…`. */
const folders = /file:\/\/[^\s)]*?\/(?=(?:app|node_modules)\/)/;

/** What is logged of an error: its kind, its code and the first frames of its stack. */
export function factsOf(error: unknown): { kind: string; code?: string; frames?: string[] } {
  if (!(error instanceof Error)) return kindOf(error);
  // A message of several lines may look like frames; that of a failed query holds its values. Of
  // one that was changed later nobody knows where in the stack it ends.
  const { stack = '', message } = error;
  const beside = stack.includes(message) ? stack.replace(message, '') : '';
  const frames = beside.split('\n').filter((line) => line.trimStart().startsWith('at '));
  return { ...kindOf(error), frames: frames.slice(0, 8).map((line) => line.trim().replace(folders, '')) };
}
