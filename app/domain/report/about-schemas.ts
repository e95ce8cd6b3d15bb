import { z } from 'zod';
import { idSchema, key, optionalName } from '~/domain/kernel/fields';
import type { MessageKey } from '~/i18n/message-keys';
import {
  type ConsentKind,
  consentKindOf,
  consentKinds,
  maxGuardianName,
  maxPersonName,
  nobody,
  yearOf,
} from './people-constants';
import { birthYear, relation, same, sex } from './people-schemas';

/** What an upload may say of whom it is about; nothing of it is oneself. */
export const aboutCallFields = {
  personId: idSchema
    .optional()
    .transform((id) => id || undefined)
    .meta({
      description:
        'The ID of the person of your list whom the report is about. It stands alone, without `personName` and the fields that describe someone new.',
      example: '01k2zq5v7m8n9p0q1r2s3t4v61',
    }),
  personName: optionalName(maxPersonName).meta({
    description: 'The name of whom the report is about, who comes to stand on your list of people.',
    example: 'Ravi',
  }),
  birthYear,
  sex,
  relation,
  guardianName: optionalName(maxGuardianName).meta({
    description:
      'The name of the parent or guardian who consents for someone who may be under 18, yourself included.',
    example: 'Asha Devi',
  }),
  same,
  // The sentence that the page showed beside the box; only the one that applies is recorded.
  consentTo: z
    .enum(consentKinds, { error: key('form.choices') })
    .optional()
    .meta({ internal: true }),
};

/**
 * Fields of the upload page: `personId` is a person of the list, `self`, `new` or `none`; what
 * is said of oneself has fields of its own, so that nobody else gets a year that was filled in
 * before.
 */
export const aboutFormFields = {
  ...aboutCallFields,
  ownBirthYear: birthYear,
  ownSex: sex,
  // A page that lets one choose; one from before did not.
  choosesPerson: z.literal('yes', { error: key('form.choices') }).optional(),
};

/** What was sent of whom a report is about. */
type FieldsSent<Fields extends z.ZodRawShape> = Partial<z.output<z.ZodObject<Fields>>>;
export type Said = FieldsSent<typeof aboutCallFields>;
type SaidOnPage = FieldsSent<typeof aboutFormFields>;

/** What was sent beside whom it is about, which is kept by rules of its own. */
export function withoutAbout<Sent extends Said>(sent: Sent) {
  const { personId, personName, birthYear, sex, relation, guardianName, same, consentTo, ...others } = sent;
  return others;
}

type Rule<Value> = [rule: (value: Value) => boolean, path: keyof SaidOnPage | 'consent', error: MessageKey];

/** A rule as a schema takes it, judged with the other fields, so that all mistakes are shown. */
export const asRefinement = <Value>([rule, path, error]: Rule<Value>) =>
  [rule, { path: [path] as PropertyKey[], error, when: () => true }] as const;

const isDescribed = ({ personName, birthYear, sex, relation }: Said) =>
  [personName, birthYear, sex, relation].some((value) => value !== undefined);

export const oneWayOnly: Rule<Said> = [
  (said) => !said.personId || !isDescribed(said),
  'personId',
  key('people.both'),
];
export const named: Rule<Said> = [
  ({ personName, relation }) => !relation || relation === 'self' || Boolean(personName),
  'personName',
  key('people.name'),
];

const isNew = ({ personId }: Said) => personId === 'new';
const isOneself = ({ personId }: Said) => personId === 'self';
const wanted = (
  when: (said: SaidOnPage) => boolean,
  field: keyof SaidOnPage,
  error: MessageKey,
): Rule<SaidOnPage> => [(said) => !when(said) || said[field] !== undefined, field, error];

/**
 * The person that the fields of the page name; undefined for one of the list, of whom the list says
 * more.
 */
function personOnPage(said: SaidOnPage) {
  const { personId, birthYear, ownBirthYear, relation = 'other' } = said;
  if (isOneself(said)) return { birthYear: ownBirthYear ?? null, relation: 'self' as const };
  if (isNew(said)) return { birthYear: birthYear ?? null, relation };
  return personId === nobody ? null : undefined;
}

/** The consent that the fields of the page ask for; undefined where only the list can tell. */
function consentKindOnPage(said: SaidOnPage): ConsentKind | undefined {
  const person = personOnPage(said);
  return person === undefined ? undefined : consentKindOf(person, yearOf(Date.now()));
}

/** Fields that the page asks for a person who is not on the list yet, the sender included. */
export const askedOnPage: Rule<SaidOnPage>[] = [
  wanted(isNew, 'personName', key('people.name')),
  wanted(isNew, 'relation', key('people.relation')),
  wanted((said) => consentKindOnPage(said) === 'guardian', 'guardianName', key('people.guardian')),
  [agreesToWhatApplies, 'consent', key('consent.changed')],
];

/** Rejects a consent to another sentence than the one that applies, before the file is received. */
function agreesToWhatApplies(said: SaidOnPage) {
  const kind = consentKindOnPage(said);
  return !said.consentTo || !kind || said.consentTo === kind;
}

/** What the page says as a call says it: what belongs to a choice that was not made is left out. */
export function asCall<Sent extends SaidOnPage>({ ownBirthYear, ownSex, choosesPerson, ...sent }: Sent) {
  const none = { personName: undefined, birthYear: undefined, sex: undefined, relation: undefined };
  const { personId } = sent;
  if (personId === 'self') {
    const oneself = { birthYear: ownBirthYear, sex: ownSex, relation: 'self' as const };
    return { ...sent, ...none, ...oneself, personId: undefined };
  }
  if (personId === undefined && choosesPerson) return { ...sent, ...none, personId: nobody };
  if (personId === 'new' || personId === undefined) return { ...sent, personId: undefined };
  return { ...sent, ...none, same: undefined };
}
