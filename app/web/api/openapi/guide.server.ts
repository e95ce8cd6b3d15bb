import { LRUCache } from 'lru-cache';
import { getSettings } from '~/platform/settings/env.server';
import { withoutCall } from '../without-call';
import { type ApiDocument, openApiDocument } from './document.server';
import { apiWords } from './document-words';
import { type Described, json, type MediaContent, piece, type Schema } from './types';

// The guide depends only on the settings.
const guides = new LRUCache<object, Guide>({ max: 1, memoMethod: () => makeGuide() });

/** A call as its page shows it. */
export type GuideCall = ReturnType<typeof guideTo>;

type Guide = ReturnType<typeof makeGuide>;

/** The list of calls, and the one that is shown, if any. */
export type ApiGuide = ReturnType<typeof apiGuide>;

/**
 * Returns the document's calls by group for the API page, and one of them in full.
 *
 * @param id the `operationId` of the call to show.
 */
export function apiGuide(id?: string) {
  const { calls, ...guide } = guides.memo(getSettings());
  const call = id === undefined ? undefined : calls.find((one) => one.id === id);
  return { ...guide, groups: call ? [] : guide.groups, call };
}

function makeGuide() {
  const document = openApiDocument();
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => guideTo(document, { path, method, call })),
  );
  const groups = document.tags.map(({ name, description }) => ({
    name,
    title: description,
    calls: calls
      .filter(({ group }) => group === name)
      .map(({ id, method, path, summary }) => ({ id, method, path, summary })),
  }));
  return {
    calls,
    title: document.info.title,
    about: apiWords.about.split('\n\n'),
    without: withoutCall.map(({ reason }) => reason),
    groups,
    words: apiWords.page,
  };
}

type DescribedAt = { path: string; method: string; call: Described };

function guideTo(document: ApiDocument, { path, method, call }: DescribedAt) {
  const [type, body] = Object.entries(call.requestBody?.content ?? {})[0] ?? [];
  const forms = formsOf(document, body?.schema);
  const fields = fieldsOf(document, forms);
  const parameters = (call.parameters ?? []).map(
    ({ name, in: where, required, description, schema: of, example }) => ({
      name,
      where,
      isRequired: required,
      description,
      kind: kindOf(document, of),
      example: textOf(example ?? of.const ?? of.default),
    }),
  );
  const answers = Object.entries(call.responses).map(([status, answer]) => {
    const resolvedAnswer = '$ref' in answer ? part(document.components.responses, answer.$ref) : answer;
    const { description = '', content } = resolvedAnswer as { description?: string; content?: MediaContent };
    return { status, description, example: pretty(content?.[json]?.example) };
  });
  return {
    id: call.operationId,
    group: call.tags[0] ?? '',
    method: method.toUpperCase(),
    path,
    summary: call.summary,
    text: call.description,
    keyScope: call['x-key-scope'],
    base: baseOf(document, call),
    parameters,
    fields,
    type: type ?? '',
    body: type === json ? pretty(body?.example) : '',
    answers,
    curl: curlOf(
      document,
      { path, method, call },
      { parameters, fields: fieldsOf(document, forms.slice(0, 1)) },
    ),
  };
}

const baseOf = (document: ApiDocument, { servers }: Described) => (servers ?? document.servers)[0]?.url ?? '';

/** Finds the forms of a body, the simplest first. */
function formsOf(document: ApiDocument, schema: Schema | undefined): Schema[] {
  const choices = (schema?.anyOf ?? (schema ? [schema] : [])) as Schema[];
  return choices.map(({ $ref }) => part(document.components.schemas, String($ref)) ?? {});
}

/** Lists the fields of all forms of a body. A field is required if every form requires it. */
function fieldsOf(document: ApiDocument, forms: Schema[]) {
  const all = forms.flatMap(({ properties = {} }) =>
    Object.entries(properties).map(([name, field]) => ({ name, field })),
  );
  const first = all.filter(({ name }, at) => all.findIndex((other) => other.name === name) === at);
  return first.map(({ name, field }) => {
    const kind = kindOf(document, field);
    const isFile = kind.startsWith('file');
    return {
      name,
      kind,
      isRequired: forms.every(({ required }) => required?.includes(name)),
      isFile,
      isList: field.type === 'array',
      example: isFile ? undefined : textOf(field.examples?.[0] ?? field.default),
    };
  });
}

const part = <Part>(parts: Record<string, Part>, reference: string) =>
  parts[reference.slice(reference.lastIndexOf('/') + 1)];

const pretty = (example: unknown) => (example === undefined ? '' : JSON.stringify(example, null, 2));
const textOf = (example: unknown) => (example === undefined ? '' : String(example));

function kindOf(document: ApiDocument, schema: Schema): string {
  if (schema.contentMediaType) return 'file';
  const { items } = schema as { items?: Schema };
  if (items?.contentMediaType) return 'files';
  const named = schema.$ref ? part(document.components.schemas, String(schema.$ref)) : undefined;
  if (named) return kindOf(document, named);
  if (Array.isArray(schema.enum)) return schema.enum.join(' | ');
  if (Array.isArray(schema.anyOf))
    return schema.anyOf.map((one) => kindOf(document, one as Schema)).join(' | ');
  return Array.isArray(schema.type) ? schema.type.join(' | ') : String(schema.type ?? 'any');
}

type CurlInput = {
  parameters: { name: string; where: string; isRequired: boolean; example: string }[];
  fields: { name: string; isFile: boolean; isRequired: boolean; example?: string }[];
};

function curlOf(
  document: ApiDocument,
  { path, method, call }: DescribedAt,
  { parameters, fields }: CurlInput,
) {
  const exampleAt = (place: string) => parameters.find(({ name }) => name === place)?.example ?? '';
  const address = path.replace(/\{(\w+)\}/g, (_braces, name: string) => exampleAt(name));
  const lines = [`curl ${baseOf(document, call)}${address}`];
  const [type, body] = Object.entries(call.requestBody?.content ?? {})[0] ?? [];
  if (method === 'head') lines.push('--head');
  else if (!['get', 'post'].includes(method) || (method === 'post' && !type))
    lines.push(`-X ${method.toUpperCase()}`);
  if (call.security.length > 0) lines.push('-H "Authorization: Bearer $TOKEN"');
  for (const { name, where, isRequired, example } of parameters)
    if (where === 'header' && isRequired) lines.push(`-H '${name}: ${example}'`);
  if (type === piece) lines.push(`-H 'Content-Type: ${piece}'`, '--data-binary @piece');
  else if (type === json) {
    lines.push(`-H 'Content-Type: ${json}'`, `-d '${JSON.stringify(body?.example)}'`);
  } else if (type) {
    // Optional fields are partly alternatives to each other, so leave them out.
    for (const { name, isFile, example } of fields.filter((field) => field.isRequired || field.isFile))
      lines.push(isFile ? `-F ${name}=@report.pdf` : `-F '${name}=${example ?? ''}'`);
  }
  return lines.join(' \\\n  ');
}
