import { describe, expect, test } from 'vitest';
import type { AnyOperation } from '~/domain/kernel/operation';
import { openApiDocument } from '~/web/api/openapi/document.server';
import { apiGuide } from '~/web/api/openapi/guide.server';
import { withoutCall } from '~/web/api/without-call';
import { calls } from '../../support/calls';
import { openClinic } from '../../support/clinic';

const modules = import.meta.glob<Record<string, unknown>>([
  '../../../app/{domain,web}/**/*.ts',
  '!../../../app/**/*.test.ts',
]);

const isOperation = (value: unknown): value is AnyOperation =>
  ['name', 'input', 'allow', 'run', 'successMessage'].every((part) => part in Object(value));

/** Lists the names of all operations that the files of the domain and the channels export. */
async function everyName() {
  const all = await Promise.all(Object.values(modules).map((load) => load()));
  const operations = all.flatMap((module) => Object.values(module)).filter(isOperation);
  return [...new Set(operations.map(({ name }) => name))].sort();
}

const called = Object.values(calls).flatMap((call) =>
  Object.values(call)
    .filter(isOperation)
    .map(({ name }) => name),
);
const excused = withoutCall.flatMap(({ operations }) => operations);

describe('every operation', () => {
  test('is either an API call or listed with the reason', async () => {
    const names = await everyName();
    expect(names.length).toBeGreaterThan(60);
    // The desk finds accounts by two methods of one path.
    expect([...new Set(called), ...excused].sort()).toEqual(names);
  });

  test('has its reason in the document and on its page if it is not a call', async () => {
    const clinic = await openClinic();
    const { description } = openApiDocument().info;
    const { without } = apiGuide();
    for (const { reason } of withoutCall) {
      expect(description).toContain(reason);
      expect(without).toContain(reason);
    }
    await clinic.close();
  });

  test('names only existing calls', () => {
    const named = withoutCall.flatMap(({ reason }) => reason.match(/(?<=`)[a-z]+\/[\w-]+/g) ?? []);
    const paths = Object.keys(calls).map((path) => path.replace(/\/:.*/, ''));
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((name) => !paths.includes(name))).toEqual([]);
  });
});
