import type { KeyScope } from '~/platform/enums';

/** A JSON Schema. */
export type Schema = { [keyword: string]: unknown } & {
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
  examples?: unknown[];
};

/** A parameter of a call. */
export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
};

/** A body by its media type. */
export type MediaContent = Record<string, { schema: Schema; example?: unknown }>;

/** Builds the schema of a binary file. */
export const describeFile = (mediaType: string): Schema => ({
  type: 'string',
  format: 'binary',
  contentMediaType: mediaType,
});

/** A response, or a reference to it in the document. */
export type DescribedAnswer =
  | { $ref: string }
  | { description: string; headers: Record<string, unknown>; content: MediaContent };

/** A call as the document describes it. */
export type Described = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  /** The scope that a key has to have. OpenAPI has no place for scopes of bearer tokens. */
  'x-key-scope'?: KeyScope;
  /** Present if the address lies outside of the API. */
  servers?: { url: string }[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: MediaContent };
  responses: Record<string, DescribedAnswer>;
};

/** The media types of bodies. */
export const json = 'application/json';
export const formData = 'multipart/form-data';
export const zip = 'application/zip';
export const piece = 'application/offset+octet-stream';
