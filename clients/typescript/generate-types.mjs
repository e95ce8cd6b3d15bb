// node generate-types.mjs https://clinic.example/api/v1
//
// Writes src/schema.ts: the types of the calls, from the document of a running server.
import { realpathSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const blob = ts.factory.createTypeReferenceNode('Blob');

/** Returns the types of an OpenAPI document as TypeScript. Files are typed as Blob. */
export async function typesOf(document) {
  const types = await openapiTypescript(withoutExamples(callsOf(document)), {
    // The order of the calls is that in which the server loaded its modules.
    alphabetize: true,
    transform: ({ format }) => (format === 'binary' ? blob : undefined),
  });
  return astToString(types);
}

/** Leaves out the addresses of files: responses name them, and they lie outside of the API. */
function callsOf({ paths, ...document }) {
  const isCall = ([, methods]) => !Object.values(methods).some(({ servers }) => servers);
  return { ...document, paths: Object.fromEntries(Object.entries(paths).filter(isCall)) };
}

/** Removes the examples, which would be half of the file. Keeps fields that are named `example`. */
function withoutExamples(value, holder = '') {
  if (Array.isArray(value)) return value.map((item) => withoutExamples(item));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([name]) => name !== 'example' || holder === 'properties');
  return Object.fromEntries(fields.map(([name, child]) => [name, withoutExamples(child, name)]));
}

if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [address] = process.argv.slice(2);
  if (!address) throw new Error('Usage: node generate-types.mjs https://clinic.example/api/v1');
  const response = await fetch(`${address.replace(/\/$/, '')}/openapi.json`);
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
  await writeFile(new URL('src/schema.ts', import.meta.url), await typesOf(await response.json()));
}
