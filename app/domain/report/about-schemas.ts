import { z } from 'zod';
import { idSchema, key, optionalName } from '~/domain/kernel/fields';
import type { MessageKey } from '~/i18n/message-keys';
import {
  type ConsentKind,
  consentKinds,
  findConsentKind,
  maxGuardianName,
  maxPersonName,
  noPerson,
  toClinicYear,
} from './people-constants';
import { birthYearField, personRelationField, personSexField, samePersonField } from './people-schemas';

/**
 * The optional fields of an upload that name the person the report is about. Without them the report
 * names nobody. Only `relation: self` or `personId` names the account holder.
 */
export const aboutCallFields = {
  personId: idSchema
    .optional()
    .transform((id) => id || undefined)
    .meta({
      description:
        'ID of a person on your list. Cannot be combined with `personName` or the other fields for a new person.',
      example: '01k2zq5v7m8n9p0q1r2s3t4v61',
    }),
  personName: optionalName(maxPersonName).meta({
    description: 'Name of the person the report is about. Adds them to your list of people.',
    example: 'Ravi',
  }),
  birthYear: birthYearField,
  sex: personSexField,
  relation: personRelationField,
  guardianName: optionalName(maxGuardianName).meta({
    description: 'Name of the parent or guardian who consents, if the person (or you) may be under 18.',
    example: 'Asha Devi',
  }),
  same: samePersonField,
  // The consent sentence that the page showed beside the box. Only the
  // applicable sentence is recorded.
  consentTo: z
    .enum(consentKinds, { error: key('form.choices') })
    .optional()
    .meta({ internal: true }),
};

/**
 * Fields of the upload page. `personId` is the ID of a person on the list, `self`, `new` or `none`.
 * The account holder's details have fields of their own, so that no other person gets a prefilled
 * year.
 */
export const aboutFormFields = {
  ...aboutCallFields,
  ownBirthYear: birthYearField,
  ownSex: personSexField,
  // Read by older servers, which take a report without `personId` for the account holder's.
  choosesPerson: z.literal('yes', { error: key('form.choices') }).optional(),
};

/** The fields that were sent about the person of a report. */
type FieldsSent<Fields extends z.ZodRawShape> = Partial<z.output<z.ZodObject<Fields>>>;
export type AboutFieldsSent = FieldsSent<typeof aboutCallFields>;
type PageInput = FieldsSent<typeof aboutFormFields>;

/** Removes the fields about the person, which are stored by rules of their own. */
export function withoutAbout<Fields extends AboutFieldsSent>(fields: Fields) {
  const { personId, personName, birthYear, sex, relation, guardianName, same, consentTo, ...otherFields } =
    fields;
  return otherFields;
}

type Rule<Value> = [rule: (value: Value) => boolean, path: keyof PageInput | 'consent', error: MessageKey];

/**
 * Converts a rule to the arguments of `refine`. It is checked even if other fields are invalid, so
 * that all mistakes are shown at once.
 */
export const toRefinement = <Value>([rule, path, error]: Rule<Value>) =>
  [rule, { path: [path] as PropertyKey[], error, when: () => true }] as const;

const isDescribed = ({ personName, birthYear, sex, relation }: AboutFieldsSent) =>
  [personName, birthYear, sex, relation].some((value) => value !== undefined);

export const oneWayRule: Rule<AboutFieldsSent> = [
  (input) => !input.personId || !isDescribed(input),
  'personId',
  key('people.both'),
];
export const namedPersonRule: Rule<AboutFieldsSent> = [
  (input) => Boolean(input.personId || input.personName) || input.relation === 'self' || !isDescribed(input),
  'personName',
  key('people.name'),
];

const isNew = ({ personId }: AboutFieldsSent) => personId === 'new';
const isOneself = ({ personId }: AboutFieldsSent) => personId === 'self';
const requiredWhen = (
  when: (input: PageInput) => boolean,
  field: keyof PageInput,
  error: MessageKey,
): Rule<PageInput> => [(input) => !when(input) || input[field] !== undefined, field, error];

/**
 * Returns the person that the page's fields name, or undefined for a person on the list, whose
 * details only the list has.
 */
function personOnPage(input: PageInput) {
  const { personId, birthYear, ownBirthYear, relation = 'other' } = input;
  if (isOneself(input)) return { birthYear: ownBirthYear ?? null, relation: 'self' as const };
  if (isNew(input)) return { birthYear: birthYear ?? null, relation };
  return personId === noPerson ? null : undefined;
}

/** Returns the consent that the page's fields require, or undefined if only the list can tell. */
function consentKindOnPage(input: PageInput): ConsentKind | undefined {
  const person = personOnPage(input);
  return person === undefined ? undefined : findConsentKind(person, toClinicYear(Date.now()));
}

/** Rules for a person who is not on the list yet, the account holder included. */
export const pageRules: Rule<PageInput>[] = [
  requiredWhen(isNew, 'personName', key('people.name')),
  requiredWhen(isNew, 'relation', key('people.relation')),
  requiredWhen((input) => consentKindOnPage(input) === 'guardian', 'guardianName', key('people.guardian')),
  [agreesToWhatApplies, 'consent', key('consent.changed')],
];

/** Rejects the consent to a sentence that does not apply, before the file is received. */
function agreesToWhatApplies(input: PageInput) {
  const kind = consentKindOnPage(input);
  return !input.consentTo || !kind || input.consentTo === kind;
}

/**
 * Converts the page's fields to those of an API call. Drops fields that belong to a choice that was
 * not made.
 */
export function toCallFields<Fields extends PageInput>({
  ownBirthYear,
  ownSex,
  choosesPerson: _choosesPerson,
  ...fields
}: Fields) {
  const noDetails = { personName: undefined, birthYear: undefined, sex: undefined, relation: undefined };
  const { personId } = fields;
  if (personId === 'self') {
    const ownDetails = { birthYear: ownBirthYear, sex: ownSex, relation: 'self' as const };
    return { ...fields, ...noDetails, ...ownDetails, personId: undefined };
  }
  if (personId === undefined) return { ...fields, ...noDetails, personId: noPerson };
  if (personId === 'new') return { ...fields, personId: undefined };
  return { ...fields, ...noDetails, same: undefined };
}
