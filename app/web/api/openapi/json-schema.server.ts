import { z } from 'zod';
import { standings } from '~/domain/identity/expert-constants';
import { messageStates } from '~/domain/messages/constants';
import { languageCodes } from '~/i18n/language-codes';
import {
  accountTypes,
  amendReasons,
  auditActions,
  consentDoors,
  genders,
  messageKinds,
  personRelations,
  personSexes,
  pictureNotes,
  questionKinds,
  reportProgress,
  reportStatuses,
  reportTypes,
  resourceTypes,
  signupTypes,
} from '~/platform/enums';
import type { Schema } from './types';

/**
 * The lists of values that stand in more than one place: the name that each has in the document,
 * its description and its values.
 */
const namedValues: [name: string, description: string, values: readonly string[]][] = [
  ['AccountType', 'The kinds of accounts.', accountTypes],
  ['AmendReason', 'Why a review may be changed.', amendReasons],
  ['AuditAction', 'What the audit log tells of.', auditActions],
  ['ConsentDoor', 'Where a consent can be given.', consentDoors],
  ['SignupType', 'The kinds of accounts that someone can open.', signupTypes],
  ['ExpertStatus', 'The statuses of an expert.', standings],
  ['Gender', 'The genders that a profile may say.', genders],
  ['Language', 'The languages of pages, e-mails and reviews, as ISO 639-1.', languageCodes],
  ['MessageKind', 'The forms that a message can come from.', messageKinds],
  ['PersonRelation', 'What a person may be to the account that sends a report.', personRelations],
  ['PersonSex', 'The sexes that a person may have.', personSexes],
  ['MessageState', 'Whether a message is open or closed.', messageStates],
  ['PictureNote', 'What may make a picture hard to read.', pictureNotes],
  ['QuestionKind', 'What an expert may ask a patient.', questionKinds],
  ['ReportProgress', 'How far a report may have come.', reportProgress],
  ['ReportStatus', 'The statuses of a report.', reportStatuses],
  ['ReportType', 'The kinds of reports.', reportTypes],
  ['ResourceType', 'The kinds of files.', resourceTypes],
];

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
