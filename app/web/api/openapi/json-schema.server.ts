import { z } from 'zod';
import { namedValues } from './named-values';
import type { Schema } from './types';

const reference = (name: string) => `#/components/schemas/${name}`;

/**
 * Returns a zod schema as JSON Schema, with the descriptions and examples of its fields.
 *
 * @param schemas the components of the document, to which named parts and lists of values are
 *   added.
 */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output', schemas: Record<string, Schema>): Schema {
  const generated = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => simplify(jsonSchema as Schema, schemas),
  });
  const text = JSON.stringify(generated).replaceAll('"#/$defs/', `"${reference('')}`);
  const { $schema: _version, $defs = {}, ...rest } = JSON.parse(text, withoutInternal) as Generated;
  for (const [name, { id: _id, ...part }] of Object.entries($defs)) schemas[name] = part;
  return rest;
}

type Generated = Schema & { $defs?: Record<string, Schema> };

/** Removes fields and choices that only forms of pages send. */
function withoutInternal(_key: string, part: Schema | null): unknown {
  if (part?.internal) return undefined;
  if (!Array.isArray(part?.anyOf)) return part;
  const { anyOf, ...rest } = part;
  const choices = anyOf.filter((choice) => choice !== undefined);
  return choices.length === 1 ? { ...choices[0], ...rest } : { ...rest, anyOf: choices };
}

/** Refers to lists of values by their names, and drops what says nothing to a reader. */
function simplify(schema: Schema, schemas: Record<string, Schema>): void {
  const values = JSON.stringify(schema.enum);
  const named = namedValues.find(([, , known]) => JSON.stringify(known) === values);
  if (named) {
    const [name, description, list] = named;
    schemas[name] = { type: 'string', enum: list, description };
    delete schema.enum;
    delete schema.type;
    schema.$ref = reference(name);
  }
  // The format of a moment says enough, every whole number is a safe one, and every name is a text.
  if (schema.format === 'date-time') delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.propertyNames) delete schema.propertyNames;
  if ('example' in schema) {
    schema.examples = [schema.example];
    delete schema.example;
  }
}

/** Returns an example of an object from those of its fields, of named parts from theirs. */
export function exampleOf(
  { properties = {} }: Schema,
  schemas: Record<string, Schema>,
): Record<string, unknown> {
  const find = (schema: Schema): unknown => {
    if (schema.examples) return schema.examples[0];
    const part = schemas[String(schema.$ref).slice(reference('').length)];
    if (part?.examples) return part.examples[0];
    const item = schema.type === 'array' ? find(schema.items as Schema) : undefined;
    return item === undefined ? schema.default : [item];
  };
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, find(schema)]));
}
