import { z } from 'zod';
import { reportExamples } from '~/domain/reports/present-report';
import { apiAnswerExamples } from './examples';
import { plainSchema, wordsOf } from './plain-schema';
import type { Schema } from './types';

const answerExamples: Record<string, unknown> = { ...apiAnswerExamples, ...reportExamples };

/** A zod schema as JSON Schema; its named parts become components of the document. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output', schemas: Record<string, Schema>): Schema {
  const made = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema;
  const rewritten = JSON.parse(
    JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/'),
  ) as Schema & { $defs?: Record<string, Schema> };
  const { $schema: _version, $defs = {}, ...rest } = rewritten;
  for (const [name, { id: _id, ...part }] of Object.entries($defs)) {
    schemas[name] = {
      ...wordsOf(name),
      ...plainSchema(part, name, schemas),
      examples: [answerExamples[name]],
    };
  }
  return plainSchema(rest, io, schemas);
}

/** An example of each field of an answer, from those of its named parts. */
export function examplesOf({ properties = {} }: Schema): Record<string, unknown> {
  const exampleOf = (schema: Schema): unknown => {
    const named = /([^/]+)$/.exec(String(schema.$ref ?? ''))?.[1];
    if (named) return answerExamples[named];
    const item = schema.type === 'array' ? exampleOf(schema.items as Schema) : undefined;
    return item && [item];
  };
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, exampleOf(schema) ?? answerExamples[name]]),
  );
}
