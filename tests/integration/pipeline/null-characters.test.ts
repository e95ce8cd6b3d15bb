import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { AnyOperation } from '~/domain/kernel/operation';

const modules = import.meta.glob<Record<string, unknown>>([
  '../../../app/{domain,web}/**/*.ts',
  '!../../../app/**/*.test.ts',
]);
const isOperation = (value: unknown): value is AnyOperation =>
  ['name', 'input', 'allow', 'run', 'successMessage'].every((part) => part in Object(value));

const all = await Promise.all(Object.values(modules).map((load) => load()));
const operations = all.flatMap((module) => Object.values(module)).filter(isOperation);
const texts = ['a\u0000b', '\u0000', 'asha\u0000@clinic.test', 'Blood Test\u0000', '98765\u000043210'];

/** Fields that are hashed before they reach a database, and a flag that is never stored. */
const secrets = /password|otp|token|^key$|^submissionKey$|^checkUserPresent$/i;

test('lets no text with U+0000, which some databases refuse, through any field', () => {
  const through = operations.flatMap(({ name, input, inputOnPage }) =>
    [input, inputOnPage].flatMap((schema) =>
      Object.entries((schema as z.ZodObject | undefined)?.shape ?? {}).flatMap(([field, type]) => {
        if (secrets.test(field)) return [];
        const parsedTexts = texts.map((text) => (type as z.ZodType).safeParse(text));
        const isThrough = parsedTexts.some(({ data }) => typeof data === 'string' && data.includes('\u0000'));
        return isThrough ? [`${name}: ${field}`] : [];
      }),
    ),
  );
  expect(operations.length).toBeGreaterThan(60);
  expect([...new Set(through)]).toEqual([]);
});
