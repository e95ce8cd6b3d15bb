// How much processor time processes have used.
import { readdirSync, readFileSync } from 'node:fs';

// What Linux counts in, on every machine there is.
const ticksPerSecond = 100;

/**
 * The time in milliseconds that processes have used so far, user and system, with all that they
 * have started, ended ones too. It is counted in steps of 10 ms.
 */
export function cpuMsOf(pids) {
  const all = readAll();
  const below = (pid) =>
    [...all].filter(([, { parent }]) => parent === pid).flatMap(([one]) => [one, ...below(one)]);
  const ticks = pids
    .flatMap((pid) => [pid, ...below(pid)])
    .reduce((sum, pid) => sum + (all.get(pid)?.ticks ?? 0), 0);
  return (ticks * 1000) / ticksPerSecond;
}

function readAll() {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return new Map(pids.flatMap((pid) => statOf(pid) ?? []));
}

function statOf(pid) {
  try {
    // The name of the program, in brackets, may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ').map(Number);
    const [, parent] = fields;
    const ticks = fields.slice(11, 15).reduce((sum, one) => sum + one, 0);
    return [[Number(pid), { parent, ticks }]];
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}
