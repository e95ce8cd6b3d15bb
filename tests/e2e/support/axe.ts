import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOnly } from 'axe-core';
import type { Page } from './fixtures.ts';

/** The code of axe, which a test adds to its pages with `addInitScript`. */
export const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Lists axe's violations of WCAG 2.2 AA or of some of its rules, one line per element. */
export async function violations(page: Page, runOnly: RunOnly = { type: 'tag', values: tags }) {
  const results = await page.evaluate((only): Promise<AxeResults> => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    return axe.run(document, { runOnly: only, resultTypes: ['violations'] });
  }, runOnly);
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any, all, none }) => {
      const why = [...any, ...all, ...none].map(({ message }) => message).join('; ');
      return `${id} ${target.join(' ')}: ${why}`;
    }),
  );
}
