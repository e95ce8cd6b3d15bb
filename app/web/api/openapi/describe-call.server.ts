import type { AnyOperation, FileRule } from '~/domain/kernel/operation';
import type { Method } from '../calls.server';
import { answersOf } from './answers.server';
import { apiWords } from './document-words';
import { exampleOf, schemaOf } from './json-schema.server';
import { type Described, fileOf, json, type Parameter, type Schema } from './types';

/** Where a call stands, and the components that its description adds to. */
export type CallDeclaration = {
  path: string;
  /** Whether its parameter may be left out, so that there are two paths. */
  isOptional: boolean;
  method: Method;
  routeInput: string[];
  schemas: Record<string, Schema>;
  /** Whether a browser that made the call forgets what it kept. */
  forgets: boolean;
};

/** Describes one call, from its operation's declaration. */
export function describeCall(operation: AnyOperation, declaration: CallDeclaration): Described {
  const { path, isOptional, method, routeInput, schemas, forgets } = declaration;
  if (!operation.api) throw new Error(`${operation.name} has no words for the API's document`);
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));
  const words = isOptional && inPath.length > 0 ? wordsByPath(operation.api) : operation.api;
  const input = schemaOf(operation.input, 'input', schemas);
  const properties = input.properties ?? {};
  const said = Object.keys(properties).filter((name) => !inPath.includes(name) && !routeInput.includes(name));
  const required = (input.required ?? []).filter((name) => said.includes(name));
  const isRead = method === 'GET';
  const parameters = [
    ...inPath.map((name) => parameter(name, 'path', properties[name])),
    ...(isRead ? said : []).map((name) =>
      parameter(name, 'query', properties[name], required.includes(name)),
    ),
    ...(operation.policy?.idempotencyKey === 'honoured'
      ? [parameter('Idempotency-Key', 'header', keySchema)]
      : []),
  ];
  const hasBody = !isRead && (said.length > 0 || Boolean(operation.file));
  const name = operation.name.replace(/\.(\w)/g, (_dot, letter: string) => letter.toUpperCase());
  return {
    operationId: isOptional && inPath.length > 0 ? `${name}ByPath` : name,
    tags: [path.split('/')[0] ?? ''],
    summary: words.summary,
    description: words.text,
    security: operation.allow === 'anyone' ? [] : [{ token: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(hasBody && {
      requestBody: bodyOf(operation, {
        said,
        required,
        properties,
        schemas,
        name,
        summary: operation.api.summary,
      }),
    }),
    responses: answersOf(operation, {
      isRead,
      hasFields: hasBody || parameters.length > 0,
      schemas,
      forgets,
    }),
  };
}

const wordsByPath = ({ summary }: { summary: string }) => ({
  ...apiWords.byPath,
  summary: apiWords.byPath.summary.replace('{summary}', summary),
});

const keySchema: Schema = {
  description:
    'Any text of your own. The same key with the same body within 24 hours returns the first answer and creates nothing new; with another body it is refused with 422.',
  type: 'string',
  minLength: 1,
  maxLength: 255,
};

function parameter(
  name: string,
  where: Parameter['in'],
  { description, examples, ...schema }: Schema = {},
  isRequired = where === 'path',
): Parameter {
  return {
    name,
    in: where,
    required: isRequired,
    description,
    schema,
    ...(examples && { example: examples[0] }),
  };
}

type Body = NonNullable<Described['requestBody']>;

function bodyOf(
  { file }: AnyOperation,
  {
    said,
    required,
    properties,
    schemas,
    name,
    summary,
  }: {
    said: string[];
    required: string[];
    properties: Record<string, Schema>;
    schemas: Record<string, Schema>;
    name: string;
    summary: string;
  },
): Body {
  const component = `${name[0]?.toUpperCase()}${name.slice(1)}Body`;
  const fields = Object.fromEntries(said.map((field) => [field, properties[field] ?? {}]));
  schemas[component] = {
    type: 'object',
    description: apiWords.bodyOf.replace('{name}', summary),
    properties: file
      ? { ...fields, [file.field]: { description: file.description, ...filesOf(file) } }
      : fields,
    required: file?.missing ? [...required, file.field] : required,
  };
  const schema = { $ref: `#/components/schemas/${component}` };
  const example = exampleOf({ properties: fields }, schemas);
  const multipart = { 'multipart/form-data': { schema } };
  if (file?.missing) return { required: true, content: multipart };
  return {
    required: required.length > 0,
    content: {
      ...(file && multipart),
      [json]: { schema, example },
      'application/x-www-form-urlencoded': { schema },
    },
  };
}

function filesOf({ most }: FileRule): Schema {
  const one = fileOf('application/octet-stream');
  return most === undefined ? one : { type: 'array', items: one, maxItems: most };
}
