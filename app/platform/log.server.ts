import pino from 'pino';
import { newId } from './ids';
import { currentRequest } from './request.server';

const logger = pino({
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  // Every line that is written while a request is answered names it.
  mixin: () => {
    const id = currentRequest()?.id;
    return id ? { request: id } : {};
  },
});

/** Sets how much is logged: a pino level name, from `silent` to `debug`. */
export function setLogLevel(level: string) {
  logger.level = level;
}

/** Notes something that happened. In: a short fixed text and ids or counts; never personal data. */
export function note(what: string, facts: Record<string, string | number | boolean> = {}) {
  logger.info(facts, what);
}

/** Notes a request that was answered. In: its id, method, path without query, status and how long it took. */
export function noteAnswer(facts: {
  request: string;
  method: string;
  path: string;
  status: number;
  ms: number;
}) {
  logger.info(facts, 'answered');
}

/**
 * Logs an incident: something no rule foresees.
 * In: where it happened (an operation or route name) and the error. Out: the incident's id, to be shown to the person.
 * Only the error's name, code and stack frames are written: its message may quote what somebody typed.
 */
export function logIncident(where: string, error: unknown): string {
  const incident = newId().slice(0, 10);
  logger.error({ incident, where, ...factsOf(error) }, 'incident');
  return incident;
}

function factsOf(error: unknown) {
  if (!(error instanceof Error)) return { kind: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '));
  const code = (error as { code?: unknown }).code;
  return {
    kind: error.name,
    code: typeof code === 'string' ? code : undefined,
    frames: frames.slice(0, 8).map((line) => line.trim()),
  };
}
