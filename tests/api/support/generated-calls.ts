import { File, FormData } from '@remix-run/web-fetch';
import fc from 'fast-check';
import { type Call, callsOf, file } from './service';

// biome-ignore lint/suspicious/noExplicitAny: the document is what it is
type Json = any;
type Value = () => unknown;
type Fields = Record<string, Value | undefined>;

/** Functions that return valid IDs of the clinic, by the names of fields. */
export type IdSources = Record<string, () => string>;

/** A generated call, without its caller. */
export type Generated = Omit<Call, 'token'> & { name: string };

/**
 * Generates calls from the API's document: mostly valid ones, in each kind of body that it names.
 * Others have wrong types, strange and long texts, missing fields, IDs of another account, or
 * broken bodies.
 */
export function generatedCalls(
  document: Json,
  knownIds: IdSources,
  without: string[],
): fc.Arbitrary<Generated> {
  const names = callsOf(document);
  return fc.oneof(
    ...names.filter((name) => !without.includes(name)).map((name) => callOf(document, name, knownIds)),
  );
}

function callOf(document: Json, name: string, knownIds: IdSources): fc.Arbitrary<Generated> {
  const [method = '', path = ''] = name.split(' ');
  const described = document.paths[path][method];
  const placed = (where: string) =>
    Object.fromEntries(
      (described.parameters ?? [])
        .filter((parameter: Json) => parameter.in === where)
        .map(({ name: field, schema, example }: Json) => [
          field,
          { ...schema, ...(example !== undefined && { examples: [example] }) },
        ]),
    );
  // Mostly all fields, so that the call gets past its schema.
  const fields = (schemas: Record<string, Json>): fc.Arbitrary<Fields> => {
    const values = Object.fromEntries(
      Object.entries(schemas).map(([field, schema]) => [field, valueFor(field, schema)]),
    );
    return fc.oneof(
      { weight: 2, arbitrary: fc.record(values) },
      { weight: 1, arbitrary: fc.record(values, { requiredKeys: [] }) },
    );
  };
  const valueFor = (field: string, schema: Json) =>
    fc.oneof({ weight: 9, arbitrary: rightValue(document, field, schema, knownIds) }, strangeValue(knownIds));
  const contents: Record<string, Json> = described.requestBody?.content ?? {};
  const forms = Object.values(contents).flatMap(({ schema }) => schema.anyOf ?? [schema]);
  const properties = Object.assign({}, ...forms.map((form: Json) => resolve(document, form).properties));
  return fc
    .record({
      path: fields(placed('path')),
      query: fields(placed('query')),
      header: fields(placed('header')),
      body: fields(properties),
      type: fc.constantFrom(
        'none',
        'broken',
        'text/plain',
        ...Object.keys(contents),
        ...Object.keys(contents),
      ),
    })
    .map(({ path: inPath, query, header, body, type }) => ({
      name,
      path: texts(inPath, (text) => !/^\.{0,2}$/.test(text)),
      query: texts(query),
      ...bodyOf(
        method === 'get' ? 'none' : type,
        body,
        texts(header, (text) => /^[!-~][ -~]*$/.test(text)),
      ),
    }));
}

function bodyOf(type: string, fields: Fields, headers: Record<string, string>) {
  if (type === 'none') return { headers };
  if (type === 'broken')
    return { headers: { ...headers, 'Content-Type': 'application/json' }, body: '{"email":' };
  if (type === 'application/json')
    return {
      headers,
      body: Object.fromEntries(Object.entries(fields).map(([name, make]) => [name, make?.()])),
    };
  if (type === 'multipart/form-data') {
    const form = new FormData();
    for (const [name, make] of Object.entries(fields)) {
      const value = make?.();
      const isFiles = Array.isArray(value) && value.every((one) => one instanceof File);
      for (const one of isFiles ? value : [value]) form.append(name, one instanceof File ? one : textOf(one));
    }
    return { headers, body: form };
  }
  if (type === 'text/plain') return { headers: { ...headers, 'Content-Type': type }, body: 'a text' };
  return { headers: { ...headers, 'Content-Type': type }, body: String(new URLSearchParams(texts(fields))) };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

function texts(fields: Fields, isTaken = (_text: string) => true) {
  const entries = Object.entries(fields).flatMap(([name, make]) => (make ? [[name, textOf(make())]] : []));
  return Object.fromEntries(entries.filter(([, text]) => isTaken(String(text)))) as Record<string, string>;
}

function resolve(document: Json, schema: Json): Json {
  return schema?.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)] : schema;
}

/** Generates a value that a field allows, from its schema and its example. */
function rightValue(
  document: Json,
  field: string,
  described: Json,
  knownIds: IdSources,
): fc.Arbitrary<Value> {
  const schema = resolve(document, described);
  const as = (arbitrary: fc.Arbitrary<unknown>) => arbitrary.map((value) => () => value);
  if (knownIds[field]) return fc.constant(knownIds[field]);
  if (schema.contentMediaType)
    return fc.constantFrom<Value>(
      () => file('rash.png'),
      () => file('truncated.png'),
      () => new File(['a text'], 'a.pdf'),
    );
  if (schema.enum) return as(fc.constantFrom(...schema.enum));
  if (schema.anyOf) {
    const choices: fc.Arbitrary<Value>[] = schema.anyOf.map((one: Json) =>
      rightValue(document, field, one, knownIds),
    );
    return fc.oneof(...choices);
  }
  const types = [schema.type].flat();
  if (types.includes('boolean')) return as(fc.boolean());
  if (types.includes('integer')) {
    const min = schema.minimum ?? 0;
    return as(fc.integer({ min, max: Math.min(schema.maximum ?? min + 1000, min + 1000) }));
  }
  if (types.includes('null') && types.length === 1) return as(fc.constant(null));
  if (described.examples) return as(fc.constantFrom(...described.examples));
  if (schema.pattern) return as(fc.stringMatching(new RegExp(schema.pattern)));
  if (types.includes('array'))
    return fc
      .array(rightValue(document, field, schema.items, knownIds), {
        minLength: schema.minItems,
        maxLength: 3,
      })
      .map((makes) => () => makes.map((make) => make()));
  const { minLength = 0, maxLength = 200 } = schema;
  return as(fc.string({ minLength, maxLength: Math.min(maxLength, 300) }));
}

/** Generates a value that no field expects. */
function strangeValue(knownIds: IdSources): fc.Arbitrary<Value> {
  return fc.oneof(
    fc.constantFrom<Value>(
      ...Object.values(knownIds),
      () => "' or 1=1 --",
      () => '%',
      () => '../../data/app.db',
      () => '\u0000',
      () => 'Admin',
      () => -1,
      () => 1e21,
      () => null,
      () => true,
      () => ({}),
      () => [],
    ),
    fc.string({ maxLength: 300, unit: 'binary' }).map((text) => () => text),
    fc.jsonValue({ maxDepth: 2 }).map((json) => () => json),
  );
}
