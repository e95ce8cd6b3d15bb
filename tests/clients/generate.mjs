// Has three generators make a client of the document at document.json. Takes the server's address.
import { readFile, writeFile } from 'node:fs/promises';
import { createClient } from '@hey-api/openapi-ts';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { generate } from 'orval';
import ts from 'typescript';

const [baseUrl] = process.argv.slice(2);
const input = 'document.json';

// As its documentation shows it: a file is a Blob.
const blob = ts.factory.createTypeReferenceNode('Blob');
const types = await openapiTypescript(JSON.parse(await readFile(input, 'utf8')), {
  transform: ({ format }) => (format === 'binary' ? blob : undefined),
});
await writeFile('generated/openapi-typescript.ts', astToString(types));

await createClient({
  input,
  output: 'generated/hey-api',
  plugins: ['@hey-api/client-fetch', '@hey-api/sdk'],
});

await generate({ input, output: { target: 'generated/orval.ts', client: 'fetch', baseUrl } });
