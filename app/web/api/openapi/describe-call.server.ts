import { findKeyScope } from '~/domain/kernel/key-abilities';
import type { AnyOperation } from '~/domain/kernel/operation';
import type { Method } from '../calls.server';
import { describeAnswers, isForAccounts } from './answers.server';
import { apiWords } from './document-words';
import { buildExample, listRequired, toJsonSchema } from './json-schema.server';
import {
  type Described,
  describeFile,
  formData,
  json,
  type MediaContent,
  type Parameter,
  type Schema,
} from './types';

/** The address of a call, and the components that its description adds to. */
type CallDeclaration = {
  path: string;
  /** True if its parameter is optional, so that there are two paths. */
  isOptional: boolean;
  /** True if the operation has a call of another method at the same path. */
  isTwin: boolean;
  method: Method;
  routeInput: string[];
  schemas: Record<string, Schema>;
  /** True if a browser that makes the call deletes its stored data. */
  clearsSiteData: boolean;
};

/** Describes one call from its operation's declaration. */
export function describeCall(operation: AnyOperation, declaration: CallDeclaration): Described {
  const { path, isOptional, isTwin, method, routeInput, schemas, clearsSiteData } = declaration;
  if (!operation.api) throw new Error(`${operation.name} has no words for the API's document`);
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));
  const words = isOptional && inPath.length > 0 ? wordsByPath(operation.api) : operation.api;
  const input = toJsonSchema(operation.input, 'input', schemas);
  const properties = input.properties ?? {};
  const fieldNames = Object.keys(properties).filter(
    (name) => !inPath.includes(name) && !routeInput.includes(name),
  );
  const required = listRequired(operation.input).filter((name) => fieldNames.includes(name));
  const isRead = method === 'GET';
  // A deletion also accepts its fields in the query, because not every client sends a body with
  // DELETE.
  const isInQuery = (name: string) =>
    isRead || (method === 'DELETE' && !operation.secretFields?.includes(name));
  const parameters = [
    ...inPath.map((name) => parameter(name, 'path', properties[name])),
    ...fieldNames
      .filter(isInQuery)
      .map((name) => parameter(name, 'query', properties[name], isRead && required.includes(name))),
    ...(isRead && operation.policy?.answer !== 'download'
      ? [parameter('If-None-Match', 'header', tagSchema), parameter('Prefer', 'header', preferSchema)]
      : []),
    ...(operation.policy?.idempotencyKey === 'honoured'
      ? [parameter('Idempotency-Key', 'header', keySchema)]
      : []),
  ];
  const hasBody = !isRead && (fieldNames.length > 0 || Boolean(operation.file));
  const name = operation.name.replace(/\.(\w)/g, (_dot, letter: string) => letter.toUpperCase());
  return {
    operationId: `${name}${isOptional && inPath.length > 0 ? 'ByPath' : isTwin && isRead ? 'ByQuery' : ''}`,
    tags: [path.split('/')[0] ?? ''],
    summary: words.summary,
    description: words.text,
    ...describeSecurity(operation),
    ...(parameters.length > 0 && { parameters }),
    ...(hasBody && {
      requestBody: {
        required: Boolean(operation.file?.missingMessage) || required.some((field) => !isInQuery(field)),
        content: contentOf(operation, {
          fieldNames,
          required,
          properties,
          schemas,
          name,
          summary: operation.api.summary,
        }),
      },
    }),
    responses: describeAnswers(operation, {
      isRead,
      hasFields: hasBody || parameters.length > 0,
      schemas,
      clearsSiteData,
    }),
  };
}

/** Describes the ways to log in to a call: a token, or a key with the scope that is named. */
function describeSecurity({ allow }: AnyOperation): Pick<Described, 'security' | 'x-key-scope'> {
  if (allow === 'anyone') return { security: [] };
  const scope = findKeyScope(allow);
  const token = isForAccounts(allow) ? [{ token: [] }] : [];
  return scope ? { security: [...token, { key: [] }], 'x-key-scope': scope } : { security: token };
}

const wordsByPath = ({ summary }: { summary: string }) => ({
  ...apiWords.byPath,
  summary: apiWords.byPath.summary.replace('{summary}', summary),
});

const keySchema: Schema = {
  description:
    'Unique text of your choice. Within 24 hours, repeating the key with the same body returns the first response and creates nothing new. Repeating it with another body is refused with 422.',
  type: 'string',
  minLength: 1,
  maxLength: 255,
};

const preferSchema: Schema = {
  description:
    '`handling=strict` refuses parameters that the call does not have with 422. Otherwise `meta.warnings` names them.',
  type: 'string',
  maxLength: 512,
};

const tagSchema: Schema = {
  description: '`ETag` of a response that you have. Returns 304 without a body if it is still current.',
  type: 'string',
  maxLength: 512,
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

type BodyFields = {
  fieldNames: string[];
  required: string[];
  properties: Record<string, Schema>;
  schemas: Record<string, Schema>;
  name: string;
  summary: string;
};

/** A schema added to the components, and a reference to it. */
type Component = { component: string; schema: Schema };

/**
 * Describes each content type that a call accepts. Files are only sent as form data, so schemas of
 * other content types have no files.
 */
function contentOf({ file }: AnyOperation, fields: BodyFields): MediaContent {
  if (!file) return anyKind(fields, componentOf(fields), fields.fieldNames);
  const { field, slotField, missingMessage, maxFiles: maxItems, description } = file;
  const bodyFields = { ...fields, fieldNames: fields.fieldNames.filter((name) => name !== slotField) };
  const singleFile = { description, ...describeFile('application/octet-stream') };
  const fileList: Schema = {
    description,
    type: 'array',
    items: describeFile('application/octet-stream'),
    maxItems,
  };
  if (!missingMessage) {
    const { schema } = componentOf(bodyFields, { suffix: 'WithFiles', optional: { [field]: fileList } });
    return { [formData]: { schema }, ...anyKind(bodyFields, componentOf(bodyFields), bodyFields.fieldNames) };
  }
  const forms = [componentOf(bodyFields, { added: { [field]: singleFile } })];
  if (maxItems !== undefined)
    forms.push(
      componentOf(bodyFields, { suffix: 'WithFiles', added: { [field]: { ...fileList, minItems: 1 } } }),
    );
  if (slotField === undefined) return { [formData]: { schema: anyOf(forms) } };
  const slots = { ...fields.properties[slotField], minItems: 1 };
  const suffix = `With${capitalized(slotField)}`;
  const inPieces = componentOf(bodyFields, { suffix, added: { [slotField]: slots } });
  return {
    [formData]: { schema: anyOf([...forms, inPieces]) },
    ...anyKind(fields, inPieces, [...fields.required, slotField]),
  };
}

type Addition = { suffix?: string; added?: Record<string, Schema>; optional?: Record<string, Schema> };

/**
 * Adds a body to the components: the fields of a call, and the additional fields of one form of it.
 */
function componentOf(
  { fieldNames, required, properties, schemas, name, summary }: BodyFields,
  { suffix = '', added = {}, optional = {} }: Addition = {},
): Component {
  const component = `${capitalized(name)}${suffix}Body`;
  schemas[component] = {
    type: 'object',
    description: apiWords.bodyOf.replace('{name}', summary),
    properties: {
      ...Object.fromEntries(fieldNames.map((field) => [field, properties[field] ?? {}])),
      ...added,
      ...optional,
    },
    required: [...required, ...Object.keys(added)],
  };
  return { component, schema: { $ref: `#/components/schemas/${component}` } };
}

/**
 * Describes a body without files in each content type.
 *
 * @param shown the fields in its example.
 */
function anyKind({ properties, schemas }: BodyFields, { schema }: Component, shown: string[]): MediaContent {
  const fields = Object.fromEntries(shown.map((field) => [field, properties[field] ?? {}]));
  const example = buildExample({ properties: fields }, schemas);
  return { [json]: { schema, example }, 'application/x-www-form-urlencoded': { schema } };
}

function anyOf(forms: Component[]): Schema {
  const [first, ...otherSchemas] = forms.map(({ schema }) => schema);
  return first && otherSchemas.length === 0 ? first : { anyOf: [first, ...otherSchemas] };
}

const capitalized = (name: string) => `${name[0]?.toUpperCase()}${name.slice(1)}`;
