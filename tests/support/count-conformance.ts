import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { SectionCount } from './conformance';

/** Prints at the end of a run how much of the requirements it has proved. */
export default function countConformance(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  project.provide('conformanceFolder', folder);
  return () => {
    const sections = readdirSync(folder)
      .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as SectionCount)
      .sort((one, other) => one.number - other.number);
    rmSync(folder, { recursive: true, force: true });
    if (sections.length === 0) return;
    const total = (key: 'entries' | 'proved') => sections.reduce((sum, section) => sum + section[key], 0);
    const each = sections.map(({ number, entries }) => `§${number} ${entries}`).join(', ');
    const [entries, proved] = [total('entries'), total('proved')];
    const left = entries - proved;
    process.stdout.write(`\nRequirements: ${each}; ${proved} of ${entries} entries proved, ${left} not\n`);
  };
}
