import fs from 'node:fs';
import { expect, vi } from 'vitest';
import { logIncident, setLogLevel } from '~/platform/observability/log.server';

/**
 * Collects the lines of the log from now on instead of printing them. `vi.restoreAllMocks` ends it.
 *
 * @param level a level of the log, from which on lines are collected.
 * @returns a function that returns the lines so far.
 */
export function gatherLog(level: string): () => Promise<string[]> {
  let logText = '';
  const write = fs.write as (...args: unknown[]) => void;
  setLogLevel(level);
  vi.spyOn(fs, 'write').mockImplementation(((...args: unknown[]) => {
    const [fd, text] = args;
    if (fd !== 1 || typeof text !== 'string') return write(...args);
    logText += text;
    const callback = args.at(-1) as (error: null, bytes: number) => void;
    setImmediate(callback, null, Buffer.byteLength(text));
  }) as typeof fs.write);
  return async () => {
    // The log is written in order, so all earlier entries are there once this one is.
    const last = logIncident('test.last', undefined);
    await expect.poll(() => logText).toContain(last);
    setLogLevel('silent');
    return logText.split('\n').filter((line) => line.startsWith('{') && !line.includes(last));
  };
}

/**
 * Collects the log's incidents from now on, as `gatherLog` does.
 *
 * @returns a function that lists where the incidents so far happened.
 */
export function gatherIncidents(): () => Promise<string[]> {
  const lines = gatherLog('error');
  return async () => {
    const incidents = (await lines()).map((line) => JSON.parse(line) as { incident?: string; where: string });
    return incidents.filter(({ incident }) => incident).map(({ where }) => where);
  };
}
