import { z } from 'zod';
import type { MessageKey } from '~/i18n/message-keys';
import { toLatinDigits } from './digits';

type Values = readonly string[];

const key = (messageKey: MessageKey): MessageKey => messageKey;

/** Maps the spellings of one value to one key. */
const spellingOf = (text: string) => text.toLowerCase().replace(/[\s_-]+/g, '');

/** Finds the value that was meant: programs write "BLOOD_TEST" for "Blood Test". */
const toChoice = (values: Values) => (input: unknown) => {
  if (typeof input !== 'string' || values.includes(input)) return input;
  return values.find((value) => spellingOf(value) === spellingOf(input)) ?? input;
};

const isEmpty = (input: unknown) => input === undefined || input === null || input === '';

// The channel adds which ones there are.
const wrongOr =
  (missing: MessageKey) =>
  ({ input }: { input?: unknown }) =>
    isEmpty(input) ? missing : key('form.choices');

/** One of a few values, in any case. Another one is refused with the list of those there are. */
export const choiceOf = <const Choices extends Values>(values: Choices, missing: MessageKey) =>
  z.preprocess(toChoice(values), z.enum(values, { error: wrongOr(missing) }));

/** A choice that is changed: one that is left out stays, and an empty one is removed. */
export const clearableChoice = <const Choices extends Values>(values: Choices) =>
  z
    .preprocess(
      toChoice(values),
      z.union([z.enum(values), z.literal('').meta({ internal: true })], { error: key('form.choices') }),
    )
    .optional()
    .transform((value) => value as Choices[number] | '' | undefined);

/**
 * A choice that may be left out; an empty one, as the first entry of a select sends it, counts as
 * left out.
 */
export const optionalChoice = <const Choices extends Values>(values: Choices) =>
  clearableChoice(values).transform((value) => (value === '' ? undefined : value));

const yes = ['on', 'true', '1'];
const no = ['off', 'false', '0'];

const toBoolean = (input: unknown) => {
  const text = typeof input === 'string' || typeof input === 'number' ? spellingOf(String(input)) : '';
  return yes.includes(text) || (no.includes(text) ? false : input);
};

/** A yes or no from JSON, or as forms and programs spell it: `on`, `True`, `1`. */
export const booleanField = z.preprocess(toBoolean, z.boolean({ error: key('form.choices') }));

/** A whole number from 0 on, in JSON, a form or an address. */
export const wholeNumber = z.coerce
  .number({ error: key('form.wholeNumber') })
  .int(key('form.wholeNumber'))
  .min(0, key('form.wholeNumber'));

/**
 * A number as it is typed: in digits of any script. Takes a schema that makes a number of a text.
 */
export const typedNumber = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((input) => (typeof input === 'string' ? toLatinDigits(input) : (input ?? undefined)), schema);
