import { afterAll, beforeAll, expect, test } from 'vitest';
import { resources } from '~/urls/resources';
import { type Screen, screens } from '~/urls/screens';
import { intentsOf, operationAt } from '../support/page-forms.ts';
import { moduleOf } from '../support/url-map.ts';
import { listRoutes, pathIn } from './support/routes';
import { openWorld, type Role, type World } from './support/world';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

/** Lists the forms of routes that have no page to show a refusal. */
async function formsWithoutPage() {
  const forms: { pattern: string; part: string; operation: string }[] = [];
  for (const { path } of Object.values<Screen>({ ...screens, ...resources })) {
    const module = await moduleOf(path);
    if ('default' in module || !module.action) continue;
    const parts = intentsOf(module.action);
    for (const part of parts.length > 0 ? parts : ['']) {
      const operation = operationAt(module.action, path.replace(':part?', part));
      if (operation) forms.push({ pattern: path.slice(1), part, operation: operation.name });
    }
  }
  return forms;
}

test('a form without a page answers a refusal with its status, and nothing is an error in the log', async () => {
  const forms = await formsWithoutPage();
  expect(forms.map(({ operation }) => operation)).toEqual(
    expect.arrayContaining(['review.markSeen', 'review.extendUndo', 'account.logInWithPasskey']),
  );
  const logBefore = world.server.log().length;
  const statuses: Record<string, Set<number>> = {};
  for (const { pattern, part, operation } of forms) {
    const route = listRoutes().find((one) => one.pattern === pattern);
    if (!route) throw new Error(pattern);
    for (const role of ['patient', 'other', 'expert', 'unapproved', 'admin'] satisfies Role[])
      for (const id of ['theirs', 'missing'] as const) {
        const path = pathIn(world, { ...route, pattern: pattern.replace(':part?', part) }, id);
        const drawn = await world.drawForm(path, { credential: '{' }, world.as(role));
        const { status, headers, text } = await world.ask(path, { method: 'POST', ...drawn });
        statuses[operation] = (statuses[operation] ?? new Set()).add(status);
        expect(text, `${operation} as ${role}`).not.toContain('lastResult');
        if (status >= 400) expect(headers['content-type'], operation).toMatch(/^application\/json/);
      }
  }
  expect(statuses['review.markSeen']).toContain(404);
  expect(statuses['review.extendUndo']).toContain(404);
  const lines = world.server.log().slice(logBefore).trim().split('\n');
  expect(lines.filter((line) => !line.startsWith('{') || JSON.parse(line).level >= 40)).toEqual([]);
});
