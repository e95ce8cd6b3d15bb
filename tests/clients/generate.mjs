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

// It knows one kind of body for a call, and takes JSON where there is some; files are form data.
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

// A function for each kind of body of a call, where it has several.
const override = {
  splitByContentType: true,
  contentType: { exclude: ['application/x-www-form-urlencoded'] },
};
await generate({ input, output: { target: 'generated/orval.ts', client: 'fetch', baseUrl, override } });
