// Generates a client of document.json with each of three generators. Takes the server's address as
// its argument.
import { readFile, writeFile } from 'node:fs/promises';
import { createClient } from '@hey-api/openapi-ts';
import { generate } from 'orval';
import { typesOf } from './generate-types.mjs';

const [baseUrl] = process.argv.slice(2);
const input = 'document.json';

const document = JSON.parse(await readFile(input, 'utf8'));
await writeFile('generated/openapi-typescript.ts', await typesOf(document));

// The generator supports one body type per call and prefers JSON; files are form data.
await createClient({
  input,
  output: 'generated/hey-api',
  parser: {
    patch: {
      operations(_method, _path, { requestBody }) {
        if (requestBody?.content['multipart/form-data']) delete requestBody.content['application/json'];
      },
    },
  },
  plugins: ['@hey-api/client-fetch', '@hey-api/sdk'],
});

// Generates one function for each body type of a call that has several.
const override = {
  splitByContentType: true,
  contentType: { exclude: ['application/x-www-form-urlencoded'] },
};
await generate({ input, output: { target: 'generated/orval.ts', client: 'fetch', baseUrl, override } });
