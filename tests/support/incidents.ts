import fs from 'node:fs';
import { expect, vi } from 'vitest';
import { logIncident, setLogLevel } from '~/platform/observability/log.server';

/**
 * Gathers the incidents of the log from here on, in place of printing them. `vi.restoreAllMocks`
 * ends that.
 *
 * @returns what lists where they happened, so far.
 */
export function gatherIncidents(): () => Promise<string[]> {
  let written = '';
  const write = fs.write as (...args: unknown[]) => void;
  setLogLevel('error');
  vi.spyOn(fs, 'write').mockImplementation(((...args: unknown[]) => {
    const [fd, text] = args;
    if (fd !== 1 || typeof text !== 'string') return write(...args);
    written += text;
    const done = args.at(-1) as (error: null, bytes: number) => void;
    setImmediate(done, null, Buffer.byteLength(text));
  }) as typeof fs.write);
  return async () => {
    // The log is written in order: once this one is there, all before it are.
    const last = logIncident('test.last', undefined);
    await expect.poll(() => written).toContain(last);
    setLogLevel('silent');
    const lines = written.split('\n').filter((line) => line.startsWith('{'));
    const incidents = lines.map((line) => JSON.parse(line) as { incident?: string; where: string });
    return incidents.filter(({ incident }) => incident && incident !== last).map(({ where }) => where);
  };
}
