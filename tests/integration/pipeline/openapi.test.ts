import { createHash } from 'node:crypto';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AnyOperation } from '~/domain/kernel/operation';
import { webhookEvents } from '~/platform/enums';
import * as openapi from '~/routes/api/document';
import { type ApiDocument, openApiDocument } from '~/web/api/openapi/document.server';
import { apiGuide } from '~/web/api/openapi/guide.server';
import type { Described, Schema } from '~/web/api/openapi/types';
import packageFile from '../../../package.json' with { type: 'json' };
import { calls } from '../../support/calls';
import { clinicForFile } from '../../support/clinic-for-file';
import { callApi } from '../../support/requests';

let document: ApiDocument;
clinicForFile({ CORS_ORIGINS: 'https://app.example' });
beforeAll(async () => {
  document = openApiDocument();
});

const allAddresses = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]): [string, Described] => [`${method} ${path}`, call]),
  );

/** Every address but those of files and their pieces. */
const allCalls = () => allAddresses().filter(([, { tags }]) => !tags.includes('file'));

/** Returns the fields of a component. */
const fieldsAt = (reference: string) =>
  document.components.schemas[reference.replace('#/components/schemas/', '')]?.properties ?? {};

/** Returns a digest of an address with all parts that it refers to, without their wording. */
function digestOf({ components }: ApiDocument, call: Described): string {
  const structureOf = (value: unknown, holder = '', around: string[] = []): unknown => {
    if (Array.isArray(value)) return value.map((item) => structureOf(item, '', around));
    if (typeof value !== 'object' || value === null) return value;
    const reference = '$ref' in value ? String(value.$ref) : '';
    if (around.includes(reference)) return reference;
    const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(reference) ?? [];
    if (name) {
      const parts = components[kind as keyof typeof components] as Record<string, unknown>;
      return structureOf(parts[name], '', [...around, reference]);
    }
    const isWording = (key: string) => holder !== 'properties' && wording.includes(key);
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => !isWording(key))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, part]) => [key, structureOf(part, key, around)]),
    );
  };
  const text = JSON.stringify(structureOf(call));
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

const wording = ['description', 'summary', 'example', 'examples'];

describe('the API document', () => {
  test('is public, as JSON', async () => {
    const { status, headers, json } = await callApi(openapi, { path: '/api/v1/openapi.json' });
    expect([status, headers.get('Content-Type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(json).toEqual(JSON.parse(JSON.stringify(document)));
  });

  test('is served to another website only if the clinic names it', async () => {
    const ask = (origin: string, method = 'GET') =>
      callApi(openapi, { method, headers: { Origin: origin } }).then(({ headers }) =>
        headers.get('Access-Control-Allow-Origin'),
      );
    expect(await ask('https://app.example')).toBe('https://app.example');
    expect(await ask('https://app.example', 'OPTIONS')).toBe('https://app.example');
    expect(await ask('https://other.example')).toBeNull();
  });

  test('accepts no other method', async () => {
    const { status, headers } = await callApi(openapi, { method: 'POST' });
    expect([status, headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
  });

  test('passes a linter that finds an added fault', async () => {
    const lint = async (source: object) => {
      // Later releases of the linter recommend the last two rules.
      const config = await createConfig({
        extends: ['recommended'],
        rules: {
          'info-license': 'off',
          'no-invalid-schema-examples': 'warn',
          'no-required-schema-properties-undefined': 'warn',
        },
      });
      const problems = await lintFromString({
        source: JSON.stringify(source),
        absoluteRef: '/openapi.json',
        config,
      });
      return problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]);
    };
    expect(await lint(document)).toEqual([]);
    const [path] = Object.keys(document.paths);
    expect(await lint({ ...document, paths: { [`${path}/{id}`]: document.paths[path ?? ''] } })).not.toEqual(
      [],
    );
  });

  test('describes every call', () => {
    expect(allCalls().length).toBeGreaterThan(25);
    const methods = Object.values(calls).flatMap((call) =>
      Object.keys(call).filter((key) => /^[A-Z]+$/.test(key)),
    );
    // Deleting a report has two paths: with the ID in the body or in the path.
    expect(allCalls()).toHaveLength(methods.length + 1);
  });

  test('has no address whose structure changed without being acknowledged', async () => {
    const lines = allAddresses().map(([name, call]) => `${digestOf(document, call)} ${name}`);
    const sorted = lines.sort((a, b) => a.slice(9).localeCompare(b.slice(9), 'en'));
    await expect(`${sorted.join('\n')}\n`).toMatchFileSnapshot('calls.txt');
  });

  test('has valid examples', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    ajv.addSchema({ $id: 'api', components: document.components });
    const compiled = new Map<string, ReturnType<typeof ajv.compile>>();
    const schemaAt = (schema: object) => {
      const text = JSON.stringify(schema).replaceAll('"#/components', '"api#/components');
      const validator = compiled.get(text) ?? ajv.compile(JSON.parse(text));
      compiled.set(text, validator);
      return validator;
    };
    let seen = 0;
    for (const [name, { requestBody, responses }] of allCalls()) {
      const answers = Object.values(responses).map((answer) =>
        '$ref' in answer
          ? document.components.responses[answer.$ref.replace('#/components/responses/', '')]
          : answer,
      );
      const contents = [requestBody, ...answers].flatMap((one) =>
        one && 'content' in one ? Object.values(one.content) : [],
      );
      for (const { schema, example } of contents) {
        if (example === undefined) continue;
        const isRight = schemaAt(schema);
        expect([name, isRight(example), isRight.errors]).toEqual([name, true, null]);
        seen += 1;
      }
    }
    expect(seen).toBeGreaterThan(50);
    const isReport = schemaAt({ $ref: '#/components/schemas/Report' });
    expect(isReport({ _id: 'no report' })).toBe(false);
  });

  /**
   * Visits every schema of the document. A named schema is visited at the first call that uses it.
   *
   * @returns The place of each, such as `post /auth/login 200 user.firstName`.
   */
  function placesOf({ paths, components }: ApiDocument) {
    const places: { place: string; schema: Schema; isField: boolean }[] = [];
    const visited = new Set<string>();
    const visit = (place: string, schema: Schema, isField = false) => {
      places.push({ place, schema, isField });
      const name = String(schema.$ref ?? '').replace('#/components/schemas/', '');
      if (name && !visited.has(name)) {
        visited.add(name);
        visit(place, components.schemas[name] ?? {});
      }
      for (const [field, part] of Object.entries(schema.properties ?? {}))
        visit(`${place}${/[\d\])]$/.test(place) ? ' ' : '.'}${field}`, part, true);
      if (schema.items) visit(`${place}[]`, schema.items as Schema);
      if (schema.additionalProperties) visit(`${place}{}`, schema.additionalProperties as Schema);
      for (const key of ['anyOf', 'oneOf', 'allOf'])
        for (const choice of (schema[key] ?? []) as Schema[]) visit(place, choice);
    };
    for (const [path, methods] of Object.entries(paths))
      for (const [method, call] of Object.entries(methods)) {
        for (const { name, description, schema } of call.parameters ?? [])
          visit(`${method} ${path} (${name})`, { description, ...schema }, true);
        for (const { schema } of Object.values(call.requestBody?.content ?? {}))
          visit(`${method} ${path} (body)`, schema);
        for (const [status, answer] of Object.entries(call.responses)) {
          const whole = '$ref' in answer ? components.responses[answer.$ref.split('/').at(-1) ?? ''] : answer;
          for (const { schema } of Object.values(whole && 'content' in whole ? whole.content : {}))
            visit(`${method} ${path} ${status}`, schema);
        }
      }
    return places;
  }
  const copyOf = (source: ApiDocument): ApiDocument => JSON.parse(JSON.stringify(source));

  test('describes each field, each named part and each header', () => {
    const silentIn = (source: ApiDocument) =>
      placesOf(source).flatMap(({ place, schema, isField }) =>
        isField && !schema.description ? [place] : [],
      );
    expect(silentIn(document), 'needs .describe(…) or .meta({ description }) on its zod schema').toEqual([]);
    const { schemas, headers } = document.components;
    const parts = Object.entries({ ...schemas, ...headers, ...document['x-common-headers'] });
    expect(parts.flatMap(([name, { description }]) => (description ? [] : [name]))).toEqual([]);

    const worse = copyOf(document);
    delete worse.components.schemas.AccountSignupBody?.properties?.email?.description;
    delete worse.components.schemas.ReviewVersion?.properties?.kind?.description;
    expect(silentIn(worse)).toEqual([
      'post /auth/signup (body) email',
      'post /report/upload-report 200 data.versions[] kind',
    ]);
  });

  test.each([
    ['ReviewMarkSeenBody', 'version', /report/],
    ['Session', 'kind', /browser/],
    ['ReviewAmendBody', 'text', /added/],
    ['ReportLiftHoldBody', 'reason', /other experts/],
    ['MessageContactBody', 'message', /clinic/],
    ['MessageCallBackBody', 'about', /call/],
    ['AccountUpdateLanguageBody', 'language', /account/],
  ])('describes %s.%s as its own call means it', (owner, field, words) => {
    expect(document.components.schemas[owner]?.properties?.[field]?.description).toMatch(words);
  });

  test('limits the values of each schema, as strict readers demand', () => {
    const typed = ['type', '$ref', 'oneOf', 'anyOf', 'enum', 'const'];
    const untypedIn = (source: ApiDocument) =>
      placesOf(source).flatMap(({ place, schema }) =>
        typed.some((key) => key in schema) && (schema.type !== 'array' || schema.items) ? [] : [place],
      );
    expect(placesOf(document).length).toBeGreaterThan(700);
    expect(untypedIn(document)).toEqual([]);

    const worse = copyOf(document);
    delete worse.components.schemas.AccountSendOtpBody?.properties?.checkUserPresent?.type;
    expect(untypedIn(worse)).toEqual(['post /auth/send-otp (body) checkUserPresent']);
  });

  test('names each list of values that occurs in more than one place', () => {
    const seen = new Map<string, number>();
    const text = JSON.stringify({ paths: document.paths, schemas: document.components.schemas });
    for (const [values] of text.matchAll(/"enum":\[[^\]]*\]/g)) seen.set(values, (seen.get(values) ?? 0) + 1);
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['ReportType', 'Language']),
    );
    const hint = 'Name these lists of values in namedValues of app/web/api/openapi/json-schema.server.ts';
    expect(
      [...seen].filter(([, times]) => times > 1),
      hint,
    ).toEqual([]);
  });

  test('requires nothing that only forms of pages send', () => {
    const bodies = Object.entries(document.components.schemas).filter(([name]) => name.endsWith('Body'));
    const text = JSON.stringify(bodies);
    for (const ofForms of ['submissionKey', 'formToken', '"on"', 'internal'])
      expect(text).not.toContain(ofForms);
  });

  test('has forms for one file, several files, and files sent in pieces', () => {
    const body = document.paths['/report/upload-report']?.post?.requestBody;
    const formsOf = (type: string) => {
      const schema = body?.content[type]?.schema ?? {};
      return ((schema.anyOf ?? [schema]) as Schema[]).map(({ $ref }) => fieldsAt(String($ref)));
    };
    const [file, files, uploads] = [
      { report: { type: 'string', format: 'binary' } },
      { report: { type: 'array', items: { format: 'binary' }, minItems: 1, maxItems: 20 } },
      { uploads: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 20 } },
    ];
    const forms = formsOf('multipart/form-data');
    expect(forms).toMatchObject([file, files, uploads]);
    expect(forms.map((fields) => 'report' in fields && 'uploads' in fields)).toEqual([false, false, false]);
    expect(formsOf('application/json')).toMatchObject([uploads]);
    expect(formsOf('application/x-www-form-urlencoded')).toMatchObject([uploads]);
  });

  test('shows each field of an upload, and a command that sends one file', () => {
    const guideTo = (id: string) => apiGuide(id).call;
    const upload = guideTo('reportUpload');
    const fieldsNamed = (...names: string[]) => upload?.fields.filter(({ name }) => names.includes(name));
    expect(fieldsNamed('reportType', 'report', 'uploads')).toMatchObject([
      { name: 'reportType', isFile: false, isRequired: true },
      { name: 'report', kind: 'file', isFile: true, isRequired: false },
      { name: 'uploads', kind: 'array', isFile: false, isRequired: false },
    ]);
    expect(upload?.curl.match(/(?<=-F )\S.*?(?= \\|$)/gm)).toEqual([
      "'reportType=Blood Test'",
      "'phoneNumber=9876543210'",
      'report=@report.pdf',
    ]);
    expect(guideTo('reportAnswerQuestion')?.fields).toMatchObject([
      { name: 'answer', isFile: false },
      { name: 'files', kind: 'files', isFile: true, isList: true },
    ]);
  });

  test('has a page for each address, and a list of them without their texts', () => {
    const { groups, call } = apiGuide();
    const listed = groups.flatMap(({ calls: some }) => some.map(({ id }) => id));
    expect([call, listed.sort()]).toEqual([
      undefined,
      allAddresses()
        .map(([, { operationId }]) => operationId)
        .sort(),
    ]);
    for (const id of listed) expect(apiGuide(id)).toMatchObject({ groups: [], call: { id } });
    expect(apiGuide('noSuchCall').call).toBeUndefined();
    expect(apiGuide('uploadsAppend').call?.curl).toMatch(
      /^curl \S+\/report\/uploads\/\w{26} \\\n {2}-X PATCH [\s\S]*Upload-Offset: 1048576' [\s\S]*--data-binary @piece$/,
    );
    expect(apiGuide('fileThumbnail').call?.curl).toMatch(
      /^curl http[^/]+\/\/[^/]+\/files\/thumbnail\/\w{26} /,
    );
  });

  test('has bodies that generated clients send correctly', () => {
    const operations = Object.values(calls).flatMap((call) => Object.values(call)) as AnyOperation[];
    let files = 0;
    for (const [name, { requestBody, summary }] of allCalls()) {
      const { lists = [] } = operations.find(({ api }) => api?.summary === summary) ?? {};
      for (const [type, { schema }] of Object.entries(requestBody?.content ?? {})) {
        const forms = (schema.anyOf ?? [schema]) as Schema[];
        for (const [field, described] of forms.flatMap(({ $ref }) =>
          Object.entries(fieldsAt(String($ref))),
        )) {
          const place = `${name}, ${type}: ${field}`;
          const { contentMediaType, items, anyOf } = described as Record<string, Schema | undefined>;
          const isFile = Boolean(contentMediaType ?? items?.contentMediaType);
          if (isFile) files += 1;
          // JSON cannot carry files: a client would send an empty object instead.
          if (isFile) expect(type, place).toBe('multipart/form-data');
          // A form part is one value, or a list of values of one type.
          if (type === 'multipart/form-data') expect(anyOf, place).toBeUndefined();
          if (described.type === 'array' && !isFile) expect(lists, place).toContain(field);
        }
      }
    }
    expect(files).toBe(6);
  });

  test('says for every call who may use it and how it may be refused', () => {
    const statusesOf = (name: string) => {
      const [, call] = allCalls().find(([one]) => one === name) ?? [];
      return [Object.keys(call?.responses ?? {}).map(Number), call?.security.length];
    };
    expect(statusesOf('post /auth/login')).toEqual([
      [200, 400, 401, 403, 413, 415, 422, 429, 500, 503, 507],
      0,
    ]);
    expect(statusesOf('get /report/get-pending-reports')).toEqual([
      [200, 304, 400, 401, 403, 422, 429, 500, 503, 507],
      2,
    ]);
    expect(statusesOf('post /report/add-review/{reportId}')).toEqual([
      [200, 400, 401, 403, 404, 409, 413, 415, 422, 429, 500, 503, 507],
      1,
    ]);
    expect(statusesOf('post /report/upload-report')).toEqual([
      [200, 400, 401, 403, 404, 409, 413, 415, 422, 429, 500, 503, 507],
      1,
    ]);
  });

  test('declares each tag that it uses, and no other, and has the version of the product', () => {
    const declared = document.tags.map(({ name }) => name);
    const used = new Set(allAddresses().flatMap(([, { tags }]) => tags));
    expect([...used].sort()).toEqual([...declared].sort());
    expect(document.info.version).toBe(packageFile.version);
  });

  test('describes the message of every event, as receivers get it', () => {
    const messages = Object.entries(document.webhooks);
    expect(messages.map(([event]) => event)).toEqual([...webhookEvents, 'webhook.test']);
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    for (const [event, { post }] of messages) {
      const { schema, example } = post.requestBody.content['application/json'] as {
        schema: object;
        example: object;
      };
      const isRight = ajv.compile(schema);
      expect([event, isRight(example)]).toEqual([event, true]);
      expect(isRight({ ...example, type: 'report.gone' })).toBe(false);
      expect(post.summary).toMatch(/\w+ \w+/);
    }
  });

  test('names the scope of a key for each call that a key may make', () => {
    const scopesOf = allCalls().flatMap(([name, call]) =>
      call.security.some((way) => 'key' in way) ? [[name, call['x-key-scope']]] : [],
    );
    expect(Object.fromEntries(scopesOf)).toEqual({
      'get /report/get-report/{reportId}': 'reports.read',
      'get /report/get-report-by-patientId/{patientId}': 'reports.read',
      'get /report/get-pending-reports': 'reports.read',
      'get /report/get-all-reviewed-reports': 'reports.read',
      'post /report/upload-for': 'reports.send',
      'get /account/patients': 'people.read',
      'post /account/export': 'export',
    });
    const { security } = allCalls().find(([name]) => name === 'get /account/patients')?.[1] ?? {};
    expect(security).toEqual([{ key: [] }]);
  });
});
