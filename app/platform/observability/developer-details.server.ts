import { inspect } from 'node:util';

const maxKept = 20;
const details = new Map<string, string>();

/** True under `npm run dev` only; commands of the operator run without Vite. */
const isDevelopment = () => import.meta.env?.DEV && import.meta.env.MODE === 'development';

/**
 * Prints the full error of an incident, with source lines, and stores it for the page that names
 * the incident. Does nothing outside development.
 */
export function showDeveloper(incident: string, error: unknown): void {
  if (!isDevelopment()) return;
  const { secondLookFixStack: fixStack } = globalThis as { secondLookFixStack?: (error: Error) => void };
  for (let cause = error; cause instanceof Error; cause = cause.cause) fixStack?.(cause);
  const text = inspect(error);
  process.stderr.write(`${text}\n`);
  details.set(incident, text);
  const [oldest] = details.keys();
  if (details.size > maxKept && oldest) details.delete(oldest);
}

/**
 * Returns the details of an incident for a developer.
 *
 * @returns in `stack` the error's message, stack and causes; nothing outside development.
 */
export function developerDetails(incident: string): { stack?: string } {
  const stack = isDevelopment() ? details.get(incident) : undefined;
  return stack ? { stack } : {};
}
