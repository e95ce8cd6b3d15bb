import { z } from 'zod';
import { scopeOf } from '~/domain/kernel/abilities';
import type { AnyOperation } from '~/domain/kernel/operation';
import type { RefusalKind } from '~/domain/kernel/refusal';
import { reportExamples } from '~/domain/reports/present-report';
import { apiAnswerExamples, apiExamples, apiWords } from '~/i18n/api-document';
import { defaultLanguage } from '~/i18n/languages';
import type { MessageKey } from '~/i18n/messages/en';
import { translate } from '~/i18n/translate';
import { getSettings } from '~/platform/env.server';
import { statusOf } from '~/web/pipeline/status';
import { type Call, calls, type Method } from './calls.server';

export type Schema = { [keyword: string]: unknown } & {
  properties?: Record<string, Schema>;
  required?: string[];
};

export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description: string;
  schema: Schema;
  example?: unknown;
};

type Content = Record<string, { schema: Schema; example?: unknown }>;
type Answer = { $ref: string } | { description: string; headers?: Record<string, unknown>; content: Content };

export type Described = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, Answer>;
};

const answerExamples: Record<string, unknown> = { ...apiAnswerExamples, ...reportExamples };

const json = 'application/json';
const zip = 'application/zip';
const archive: Schema = { type: 'string', contentMediaType: zip };
const envelopeFields = ['success', 'message'];

/**
 * The API as an OpenAPI 3.1 document, made from the operations themselves: what they parse with,
 * what they answer with, who may do them and why they say no (docs/requirements.md#api).
 */
export function openApiDocument() {
  const schemas: Record<string, Schema> = { Refusal: refusalSchema };
  const paths: Record<string, Record<string, Described>> = {};
  for (const [path, call] of Object.entries(calls as Record<string, Call>)) {
    const { routeInput = {}, forgets: _ofBrowsers, ...operations } = call;
    for (const written of pathsOf(path)) {
      const methods: Record<string, Described> = {};
      for (const [method, operation] of Object.entries(operations)) {
        const declaration = {
          path: written,
          method: method as Method,
          routeInput: Object.keys(routeInput),
          schemas,
        };
        methods[method.toLowerCase()] = describeCall(operation, declaration);
      }
      paths[`/${written}`] = methods;
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: fill(apiWords.title),
      version: '1',
      description: apiWords.about,
    },
    servers: [{ url: `${getSettings().PUBLIC_URL}/api/v1` }],
    tags: Object.entries(apiWords.groups).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas,
      responses: refusals(),
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: apiWords.token } },
    },
  };
}

export type ApiDocument = ReturnType<typeof openApiDocument>;

const fill = (words: string) => words.replace('{product}', getSettings().PRODUCT_NAME);

/** A path with a parameter that may be left out is two paths. */
function pathsOf(path: string): string[] {
  const inBraces = (text: string) => text.replace(/:(\w+)/g, '{$1}');
  const optional = /\/:\w+\?$/.exec(path);
  if (!optional) return [inBraces(path)];
  return [path.slice(0, optional.index), inBraces(path.slice(0, -1))];
}

type CallDeclaration = {
  path: string;
  method: Method;
  routeInput: string[];
  schemas: Record<string, Schema>;
};

function describeCall(operation: AnyOperation, declaration: CallDeclaration): Described {
  const { path, method, routeInput, schemas } = declaration;
  const words = apiWords.calls[`${method} ${path}`];
  if (!words) throw new Error(`There are no words for ${method} ${path}`);
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));
  const input = schemaOf(operation.input, 'input', schemas);
  const properties = input.properties ?? {};
  const said = Object.keys(properties).filter(
    (name) => !inPath.includes(name) && !routeInput.includes(name) && !properties[name]?.internal,
  );
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
    operationId: path.includes('{') && path.startsWith('report/delete') ? `${name}ByPath` : name,
    tags: [path.split('/')[0] ?? ''],
    summary: words.summary,
    description: words.text,
    security: operation.allow === 'anyone' ? [] : [{ token: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(hasBody && {
      requestBody: bodyOf(operation, { said, required, properties, schemas, name }),
    }),
    responses: answersOf(operation, { isRead, hasFields: hasBody || parameters.length > 0, schemas }),
  };
}

const keySchema: Schema = { type: 'string', minLength: 1, maxLength: 255 };

function parameter(
  name: string,
  where: Parameter['in'],
  schema: Schema = { type: 'string' },
  isRequired = where === 'path',
): Parameter {
  const example = apiExamples[name];
  return {
    name,
    in: where,
    required: isRequired,
    description: apiWords.parameters[name] ?? name,
    schema,
    ...(where === 'path' && { example }),
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
  }: {
    said: string[];
    required: string[];
    properties: Record<string, Schema>;
    schemas: Record<string, Schema>;
    name: string;
  },
): Body {
  const component = `${name[0]?.toUpperCase()}${name.slice(1)}Body`;
  const fields = Object.fromEntries(said.map((field) => [field, properties[field] ?? {}]));
  const content: Schema = { type: 'string', contentMediaType: 'application/octet-stream' };
  schemas[component] = {
    type: 'object',
    properties: file ? { ...fields, [file.field]: content } : fields,
    required: file ? [...required, file.field] : required,
  };
  const schema = { $ref: `#/components/schemas/${component}` };
  const example = Object.fromEntries(said.map((field) => [field, apiExamples[field]]));
  if (file) return { required: true, content: { 'multipart/form-data': { schema } } };
  return {
    required: required.length > 0,
    content: {
      [json]: { schema, example },
      'application/x-www-form-urlencoded': { schema },
    },
  };
}

function answersOf(
  operation: AnyOperation,
  { isRead, hasFields, schemas }: { isRead: boolean; hasFields: boolean; schemas: Record<string, Schema> },
): Record<string, Answer> {
  const output = operation.output ? schemaOf(operation.output, 'output', schemas) : {};
  const done = translate(defaultLanguage, operation.successMessage);
  const schema: Schema = {
    type: 'object',
    properties: { success: { const: true }, message: { type: 'string' }, ...output.properties },
    required: [...envelopeFields, ...(output.required ?? [])],
    additionalProperties: false,
  };
  const example = { success: true, message: done, ...examplesOf(output) };
  const statuses = statusesOf(operation, { isRead, hasFields });
  const refused = statuses.map((status): [string, Answer] => [
    String(status),
    {
      $ref: `#/components/responses/${status === 401 && operation.allow === 'anyone' ? 'WrongLogin' : nameOf[status]}`,
    },
  ]);
  return {
    200: {
      description: apiWords.statuses[200] ?? '',
      content:
        operation.policy?.answer === 'download'
          ? { [zip]: { schema: archive } }
          : { [json]: { schema, example } },
    },
    ...Object.fromEntries(refused),
  };
}

const everyRank = [
  { accountType: 'Patient', approved: false, suspended: false },
  { accountType: 'Expert', approved: true, suspended: true },
  { accountType: 'Expert', approved: false, suspended: false },
  { accountType: 'Expert', approved: true, suspended: false },
  { accountType: 'Admin', approved: true, suspended: false },
] as const;

/** Every status but 200 that an operation can be answered with, read off its declaration. */
function statusesOf(
  { allow, policy, refusals = [] }: AnyOperation,
  { isRead, hasFields }: { isRead: boolean; hasFields: boolean },
): number[] {
  const kinds: RefusalKind[] = ['tooMany', ...refusals];
  if (allow !== 'anyone') kinds.push('signedOut');
  if (allow !== 'anyone' && everyRank.some((rank) => !scopeOf(rank, allow))) kinds.push('forbidden');
  const isFactorDemanded = getSettings().secondFactorFor.length > 0;
  if (allow !== 'anyone' && isFactorDemanded && policy?.secondFactor !== 'optional') kinds.push('forbidden');
  if (hasFields) kinds.push('invalid');
  // A body that a call does not need is read all the same, and may be broken or too large.
  if (!isRead) kinds.push('tooLarge', 'wrongType');
  const statuses = [...kinds.map((kind) => statusOf[kind]), ...(isRead ? [] : [400]), 500, 503, 507];
  return [...new Set(statuses)].sort((a, b) => a - b);
}

const nameOf: Record<number, string> = {
  400: 'BrokenBody',
  401: 'SignedOut',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  413: 'TooLarge',
  415: 'WrongType',
  422: 'Invalid',
  429: 'TooMany',
  500: 'Failed',
  503: 'Busy',
  507: 'NoSpace',
};

const refusalSchema: Schema = {
  type: 'object',
  properties: {
    success: { const: false },
    message: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'string' } },
    incident: { type: 'string' },
  },
  required: envelopeFields,
  additionalProperties: false,
};

const refusalExamples: Record<number, MessageKey> = {
  400: 'refused.brokenJson',
  401: 'refused.signedOut',
  403: 'role.wrong',
  404: 'report.notFound',
  409: 'review.already',
  413: 'refused.tooLarge',
  415: 'refused.bodyType',
  422: 'upload.reportType',
  429: 'limit.wait',
  500: 'report.fetchFailed',
  503: 'refused.busy',
  507: 'refused.noSpace',
};

function refusals() {
  const responses: Record<string, Answer> = {};
  const values = { wait: { seconds: 60 } };
  for (const [status, name] of Object.entries(nameOf)) {
    const words = refusalExamples[Number(status)] ?? 'error.title';
    const message = translate(defaultLanguage, words, values);
    const example = {
      success: false,
      message,
      ...(status === '422' && { errors: { reportType: message } }),
      ...(status === '500' && { incident: '7f3a9c' }),
    };
    responses[name] = {
      description: apiWords.statuses[status] ?? '',
      ...((status === '429' || status === '503') && {
        headers: { 'Retry-After': { schema: { type: 'integer', minimum: 1 } } },
      }),
      content: { [json]: { schema: { $ref: '#/components/schemas/Refusal' }, example } },
    };
  }
  const message = translate(defaultLanguage, 'login.failed');
  responses.WrongLogin = {
    description: apiWords.statuses['401 login'] ?? '',
    content: {
      [json]: {
        schema: { $ref: '#/components/schemas/Refusal' },
        example: { success: false, message },
      },
    },
  };
  return responses;
}

/** A zod schema as JSON Schema; its named parts become components of the document. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', schemas: Record<string, Schema>): Schema {
  const made = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema;
  const rewritten = JSON.parse(
    JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/'),
  ) as Schema & { $defs?: Record<string, Schema> };
  const { $schema: _version, $defs = {}, ...rest } = rewritten;
  for (const [name, { id: _id, ...part }] of Object.entries($defs)) {
    schemas[name] = { ...part, examples: [answerExamples[name]] };
  }
  return rest;
}

function examplesOf({ properties = {} }: Schema): Record<string, unknown> {
  const exampleOf = (schema: Schema): unknown => {
    const named = /([^/]+)$/.exec(String(schema.$ref ?? ''))?.[1];
    if (named) return answerExamples[named];
    return schema.type === 'array' ? [exampleOf(schema.items as Schema)] : undefined;
  };
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, exampleOf(schema) ?? answerExamples[name]]),
  );
}

// Both say what the settings say, so they are made once for them.
const written = new WeakMap<object, string>();
const guides = new WeakMap<object, ApiGuide>();

/** The document as text, made once. */
export function openApiText(): string {
  const text = written.get(getSettings()) ?? JSON.stringify(openApiDocument());
  written.set(getSettings(), text);
  return text;
}

/** One call as the page for people shows it. */
export type GuideCall = ReturnType<typeof guideTo>;

/** The document's calls, group by group, for the page that shows them to people; made once. */
export function apiGuide(): ApiGuide {
  const guide = guides.get(getSettings()) ?? makeGuide();
  guides.set(getSettings(), guide);
  return guide;
}

export type ApiGuide = ReturnType<typeof makeGuide>;

function makeGuide() {
  const document = openApiDocument();
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => guideTo(document, { path, method, call })),
  );
  const groups = document.tags.map(({ name, description }) => ({
    name,
    title: description,
    calls: all.filter(({ group }) => group === name),
  }));
  return {
    title: document.info.title,
    about: document.info.description.split('\n\n'),
    base: document.servers[0]?.url ?? '',
    groups: groups.filter(({ calls: some }) => some.length > 0),
    words: apiWords.page,
  };
}

type Placed = { path: string; method: string; call: Described };

function guideTo(document: ApiDocument, { path, method, call }: Placed) {
  const [type, body] = Object.entries(call.requestBody?.content ?? {})[0] ?? [];
  const schema = body && part(document.components.schemas, String(body.schema.$ref));
  const fields = Object.entries(schema?.properties ?? {}).map(([name, field]) => ({
    name,
    kind: kindOf(field),
    isRequired: Boolean(schema?.required?.includes(name)),
    isFile: Boolean(field.contentMediaType),
    example: field.contentMediaType ? undefined : textOf(apiExamples[name]),
  }));
  const parameters = (call.parameters ?? []).map(
    ({ name, in: where, required, description, schema: of }) => ({
      name,
      where,
      isRequired: required,
      description,
      kind: kindOf(of),
      example: textOf(apiExamples[name]),
    }),
  );
  const answers = Object.entries(call.responses).map(([status, answer]) => {
    const found = '$ref' in answer ? part(document.components.responses, answer.$ref) : answer;
    const { description = '', content } = found as { description?: string; content?: Content };
    return { status, description, example: pretty(content?.[json]?.example) };
  });
  return {
    id: call.operationId,
    group: call.tags[0] ?? '',
    method: method.toUpperCase(),
    path,
    summary: call.summary,
    text: call.description,
    needsToken: call.security.length > 0,
    parameters,
    fields,
    type: type ?? '',
    body: type === json ? pretty(body?.example) : '',
    answers,
    curl: curlOf(document, { path, method, call }, fields),
  };
}

const part = <Part>(parts: Record<string, Part>, reference: string) =>
  parts[reference.slice(reference.lastIndexOf('/') + 1)];

const pretty = (example: unknown) => (example === undefined ? '' : JSON.stringify(example, null, 2));
const textOf = (example: unknown) => (example === undefined ? '' : String(example));

function kindOf(schema: Schema): string {
  if (schema.contentMediaType) return 'file';
  if (Array.isArray(schema.enum)) return schema.enum.join(' | ');
  if (Array.isArray(schema.anyOf)) return schema.anyOf.map((one) => kindOf(one as Schema)).join(' | ');
  return Array.isArray(schema.type) ? schema.type.join(' | ') : String(schema.type ?? 'any');
}

type Field = { name: string; isFile: boolean; isRequired: boolean; example?: string };

function curlOf(document: ApiDocument, { path, method, call }: Placed, fields: Field[]) {
  const address = path.replace(/\{(\w+)\}/g, (_braces, name: string) => textOf(apiExamples[name]));
  const lines = [`curl ${document.servers[0]?.url}${address}`];
  if (!['get', 'post'].includes(method) || (method === 'post' && fields.length === 0)) {
    lines.push(`-X ${method.toUpperCase()}`);
  }
  if (call.security.length > 0) lines.push('-H "Authorization: Bearer $TOKEN"');
  const [type, body] = Object.entries(call.requestBody?.content ?? {})[0] ?? [];
  if (type === json) {
    lines.push(`-H 'Content-Type: ${json}'`, `-d '${JSON.stringify(body?.example)}'`);
  } else if (type) {
    for (const { name, isFile, example } of fields)
      lines.push(isFile ? `-F ${name}=@report.pdf` : `-F '${name}=${example ?? ''}'`);
  }
  return lines.join(' \\\n  ');
}
