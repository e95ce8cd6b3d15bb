import { z } from 'zod';
import type { MessageKey } from '~/i18n/message-keys';
import { toLatinDigits } from './digits';

type Values = readonly string[];

const key = (messageKey: MessageKey): MessageKey => messageKey;

/** Maps the spellings of one value to one key. */
const spellingOf = (text: string) => text.toLowerCase().replace(/[\s_-]+/g, '');

/** Finds the value the input stands for: programs may write "BLOOD_TEST" for "Blood Test". */
const toChoice = (values: Values) => (input: unknown) => {
  if (typeof input !== 'string' || values.includes(input)) return input;
  return values.find((value) => spellingOf(value) === spellingOf(input)) ?? input;
};

const isEmpty = (input: unknown) => input === undefined || input === null || input === '';

// The channel adds the list of valid choices to the message.
const wrongOr =
  (missing: MessageKey) =>
  ({ input }: { input?: unknown }) =>
    isEmpty(input) ? missing : key('form.choices');

/**
 * A schema for one of a few values, in any spelling. Any other value is refused with the list of
 * valid ones.
 */
export const requiredChoice = <const Choices extends Values>(values: Choices, missing: MessageKey) =>
  z.preprocess(toChoice(values), z.enum(values, { error: wrongOr(missing) }));

/**
 * A schema for changing a choice. A missing value leaves it as it is, and an empty one removes it.
 */
export const clearableChoice = <const Choices extends Values>(values: Choices) =>
  z
    .preprocess(
      toChoice(values),
      z.union([z.enum(values), z.literal('').meta({ internal: true })], { error: key('form.choices') }),
    )
    .optional()
    .transform((value) => value as Choices[number] | '' | undefined);

/**
 * A schema for an optional choice. An empty value, as the first entry of a select sends it, counts
 * as missing.
 */
export const optionalChoice = <const Choices extends Values>(values: Choices) =>
  clearableChoice(values).transform((value) => (value === '' ? undefined : value));

const yes = ['on', 'true', '1'];
const no = ['off', 'false', '0'];

const toBoolean = (input: unknown) => {
  const text = typeof input === 'string' || typeof input === 'number' ? spellingOf(String(input)) : '';
  return yes.includes(text) || (no.includes(text) ? false : input);
};

/** A boolean, from JSON or as forms and programs spell it: `on`, `True`, `1`. */
export const booleanField = z.preprocess(toBoolean, z.boolean({ error: key('form.choices') }));

/** A boolean that has to be chosen. */
export const requiredBoolean = (missing: MessageKey) =>
  z.preprocess(toBoolean, z.boolean({ error: wrongOr(missing) }));

/** A whole number of at least 0, from JSON, a form or a URL. */
export const wholeNumber = z.coerce
  .number({ error: key('form.wholeNumber') })
  .int(key('form.wholeNumber'))
  .min(0, key('form.wholeNumber'));

/**
 * Accepts a number typed in the digits of any script.
 *
 * @param schema turns a text into a number.
 */
export const typedNumber = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((input) => (typeof input === 'string' ? toLatinDigits(input) : (input ?? undefined)), schema);
