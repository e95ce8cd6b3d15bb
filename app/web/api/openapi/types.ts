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
export type Content = Record<string, { schema: Schema; example?: unknown }>;

/** The bytes of a file. */
export const fileOf = (mediaType: string): Schema => ({
  type: 'string',
  format: 'binary',
  contentMediaType: mediaType,
});

/** An answer, or where the document keeps it. */
export type Answer =
  | { $ref: string }
  | { description: string; headers: Record<string, unknown>; content: Content };

/** A call as the document describes it. */
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

/** The media types of bodies. */
export const json = 'application/json';
export const formData = 'multipart/form-data';
export const zip = 'application/zip';
