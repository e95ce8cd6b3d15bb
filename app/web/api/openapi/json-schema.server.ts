import { z } from 'zod';
import { standings } from '~/domain/identity/expert-constants';
import { complaintStates, messageStates } from '~/domain/messages/constants';
import { dangerSigns } from '~/domain/report/danger-signs';
import { languageCodes } from '~/i18n/language-codes';
import {
  accountTypes,
  amendReasons,
  auditActions,
  checkStates,
  complaintTopics,
  consentDoors,
  deliveredEvents,
  genders,
  helpedModes,
  keyScopes,
  messageKinds,
  nextSteps,
  pageNoteKinds,
  personRelations,
  personSexes,
  plannedKinds,
  questionKinds,
  registrationMethods,
  reportProgress,
  reportStatuses,
  reportTypes,
  resourceTypes,
  signupTypes,
  specialists,
  stepAnswerFilter,
  stepAnswers,
  tellKinds,
  tellOutcomes,
  urgentFilter,
  vouchReasons,
  webhookEvents,
} from '~/platform/enums';
import type { Schema } from './types';

/**
 * Value lists used in more than one place: the name of each in the document, its description and
 * its values.
 */
const namedValues: [name: string, description: string, values: readonly string[]][] = [
  ['AccountType', 'Types of accounts.', accountTypes],
  ['AmendReason', 'Reasons for changing a review.', amendReasons],
  ['AuditAction', 'Actions in the audit log.', auditActions],
  ['CheckState', 'States of a printed version of a review.', checkStates],
  ['ComplaintState', 'Whether a complaint is open or answered.', complaintStates],
  ['ComplaintTopic', 'What a complaint is about.', complaintTopics],
  ['ConsentMode', 'Ways to agree in front of a helper.', helpedModes],
  ['ConsentDoor', 'Channels through which consent can be given.', consentDoors],
  ['SignupType', 'Types of accounts that can be opened at sign-up.', signupTypes],
  ['ExpertStatus', 'Statuses of an expert.', standings],
  ['VouchReason', 'How an admin knows a person at the front desk.', vouchReasons],
  ['Gender', 'Genders in a profile.', genders],
  ['DangerSign', 'Danger signs of a patient at the upload.', dangerSigns],
  ['KeyScope', 'What a key may do.', keyScopes],
  ['Language', 'Languages of pages, e-mails and reviews, as ISO 639-1 codes.', languageCodes],
  ['MessageKind', 'Forms that a message can be sent from.', messageKinds],
  ['PersonRelation', 'Relations of a person to the account that sends a report.', personRelations],
  ['PersonSex', 'Sexes of a person.', personSexes],
  ['MessageState', 'Whether a message is open or closed.', messageStates],
  ['NextStepKind', 'Steps that a doctor can ask the patient to take next.', nextSteps],
  ['PageNoteKind', 'Problems of a page that may be hard to read or incomplete.', pageNoteKinds],
  ['QuestionKind', 'Kinds of questions that an expert can ask.', questionKinds],
  ['ReportProgress', 'Stages of a report.', reportProgress],
  ['ReportStatus', 'Statuses of a report.', reportStatuses],
  ['ReportType', 'Types of reports.', reportTypes],
  ['ResourceType', 'Types of files.', resourceTypes],
  ['SpecialistKind', 'Kinds of specialists that a patient can be sent to.', specialists],
  ['PlannedKind', 'On duty, or away.', plannedKinds],
  ['RegistrationMethod', 'How a registration number was checked.', registrationMethods],
  ['TellKind', 'Why a person has to be called.', tellKinds],
  ['WebhookEvent', 'Events that a webhook can report.', webhookEvents],
  ['DeliveredEvent', 'Events that a message can have.', deliveredEvents],
  ['TellOutcome', 'Outcomes of telling a person by hand.', tellOutcomes],
  ['StepAnswer', 'Answers of a patient about a next step.', stepAnswers],
  ['StepAnswerFilter', 'Steps without an answer.', stepAnswerFilter],
  ['Yes', 'The value of a filter that is on.', urgentFilter],
];

const reference = (name: string) => `#/components/schemas/${name}`;

/**
 * Converts a zod schema to JSON Schema, with the descriptions and examples of its fields.
 *
 * @param schemas the components of the document, to which named parts and value lists are added.
 */
export function toJsonSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  schemas: Record<string, Schema>,
): Schema {
  const generated = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => simplify(jsonSchema as Schema, schemas),
  });
  const text = JSON.stringify(generated).replaceAll('"#/$defs/', `"${reference('')}`);
  const { $schema: _version, $defs = {}, ...rootSchema } = JSON.parse(text, withoutInternal) as Generated;
  for (const [name, { id: _id, ...part }] of Object.entries($defs)) schemas[name] = part;
  for (const name of Object.keys($defs)) schemas[name] = withoutRepeats(schemas[name] ?? {}, schemas);
  return withoutRepeats(rootSchema, schemas);
}

/** Removes examples beside a reference to a part that has the same ones. */
function withoutRepeats(schema: Schema, schemas: Record<string, Schema>): Schema {
  const isRepeated = (part: Schema) => {
    const named = schemas[String(part.$ref).slice(reference('').length)];
    return JSON.stringify(named?.examples) === JSON.stringify(part.examples);
  };
  return JSON.parse(JSON.stringify(schema), (_key, part: Schema | null) => {
    if (part?.examples && part.$ref && isRepeated(part)) delete part.examples;
    return part;
  });
}

/**
 * Lists the fields that a call without any field is refused for. JSON Schema does not know them all:
 * a field that is converted first counts as optional there.
 */
export const listRequired = (schema: z.ZodType): string[] =>
  schema instanceof z.ZodObject
    ? Object.entries(schema.shape)
        .filter(([, field]) => !(field as z.ZodType).safeParse(undefined).success)
        .map(([name]) => name)
    : (toJsonSchema(schema, 'input', {}).required ?? []);

type Generated = Schema & { $defs?: Record<string, Schema> };

/** Removes fields and choices that only page forms send. */
function withoutInternal(_key: string, part: Schema | null): unknown {
  if (part?.internal) return undefined;
  if (!Array.isArray(part?.anyOf)) return part;
  const { anyOf, ...otherKeywords } = part;
  const choices = anyOf.filter((choice) => choice !== undefined);
  return choices.length === 1 ? { ...choices[0], ...otherKeywords } : { ...otherKeywords, anyOf: choices };
}

/** Replaces value lists by references to their names, and drops redundant keywords. */
function simplify(schema: Schema, schemas: Record<string, Schema>): void {
  const values = JSON.stringify(schema.enum);
  const named = namedValues.find(([, , listedValues]) => JSON.stringify(listedValues) === values);
  if (named) {
    const [name, description, list] = named;
    schemas[name] = { type: 'string', enum: list, description };
    delete schema.enum;
    delete schema.type;
    schema.$ref = reference(name);
  }
  // A date-time format is precise enough, every integer is a safe one, and every property name is a
  // string.
  if (schema.format === 'date-time') delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.propertyNames) delete schema.propertyNames;
  if ('example' in schema) {
    schema.examples = [schema.example];
    delete schema.example;
  }
}

/** Builds an example of an object from the examples of its fields and named parts. */
export function buildExample(
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
