import { standings } from '~/domain/experts/constants';
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
import { fieldWords } from './field-words';
import type { Schema } from './types';

/** The lists of values that have a name in the document, for they stand in more than one place. */
const namedValues: Record<string, readonly string[]> = {
  AccountType: accountTypes,
  AmendReason: amendReasons,
  AuditAction: auditActions,
  ConsentDoor: consentDoors,
  SignupType: signupTypes,
  ExpertStatus: standings,
  Gender: genders,
  Language: languageCodes,
  MessageKind: messageKinds,
  PersonRelation: personRelations,
  PersonSex: personSexes,
  MessageState: messageStates,
  PictureNote: pictureNotes,
  QuestionKind: questionKinds,
  ReportProgress: reportProgress,
  ReportStatus: reportStatuses,
  ReportType: reportTypes,
  ResourceType: resourceTypes,
};

/**
 * A JSON Schema as the document says it: each field with its words, lists of values by their names,
 * without what only forms of pages send, and without what says nothing to a reader.
 *
 * @param schema as zod makes it.
 * @param owner the named part, or the field, that it is of.
 * @param schemas the components, to which the lists of values are added.
 */
export function plainSchema(schema: Schema, owner: string, schemas: Record<string, Schema>): Schema {
  const plain = (part: unknown, of = owner) => plainSchema(part as Schema, of, schemas);
  const { properties, items, anyOf, ...rest } = withoutNoise(schema);
  const named = nameOf(rest.enum, schemas);
  if (named) {
    const { enum: _values, type: _type, ...beside } = rest;
    return { ...beside, $ref: named };
  }
  if (Array.isArray(anyOf)) {
    const choices = anyOf.filter((choice: Schema) => !choice.internal).map((choice) => plain(choice));
    return choices.length === 1 ? { ...choices[0], ...rest } : { ...rest, anyOf: choices };
  }
  return {
    ...rest,
    ...(items !== undefined && { items: plain(items) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [
          name,
          { ...wordsOf(name, owner), ...plain(field, name) },
        ]),
      ),
    }),
  };
}

/** The words of a field, or of a named part, as they stand in a schema. */
export function wordsOf(name: string, owner = ''): { description?: string } {
  const description = fieldWords[`${owner}.${name}`] ?? fieldWords[name];
  return description === undefined ? {} : { description };
}

function nameOf(values: unknown, schemas: Record<string, Schema>) {
  const same = (known: readonly string[]) => JSON.stringify(known) === JSON.stringify(values);
  const [name] = Object.entries(namedValues).find(([, known]) => same(known)) ?? [];
  if (!name) return undefined;
  schemas[name] = { type: 'string', enum: values, ...wordsOf(name) };
  return `#/components/schemas/${name}`;
}

/** A pattern says a moment no better than its format does, and every whole number is a safe one. */
function withoutNoise({ ...schema }: Schema): Schema {
  if (schema.format === 'date-time') delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  return schema;
}
