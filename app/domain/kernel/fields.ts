import { z } from 'zod';
import type { MessageKey } from '~/i18n/message-keys';
import { typedNumber } from './choices';
import { findCode, toLatinDigits } from './digits';
import { addressPattern, hasPlainMailbox, toPlainAddress } from './email';
import { isNoEmail } from './no-email';
import { cleanLine, cleanText, joinLines } from './text';

/** Returns a message key, checked by the compiler where zod would accept any text. */
export const key = (messageKey: MessageKey): MessageKey => messageKey;

// At least one character a person can see: joiners and other format marks alone do not count.
const visible = /[^\s\p{Cf}]/u;

// Control characters, line separators, lone surrogates.
const control = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;

// Scripts whose letters join. Between two letters a joiner or non-joiner changes their shape. In
// older spelling a word may end with a virama and a joiner.
const joiningScripts =
  'Arabic Bengali Devanagari Gujarati Gurmukhi Kannada Malayalam Oriya Sinhala Tamil Telugu'
    .split(' ')
    .map((script) => `\\p{Script_Extensions=${script}}`);
const joiner = `(?<=(?=[${joiningScripts.join('')}])[\\p{L}\\p{M}])(?:[\\u200c\\u200d](?=[\\p{L}\\p{M}])|(?<=\\p{M})\\u200d)`;
// Selects the form of an ideograph, or that a character is shown as an emoji.
const selector = '(?<=[\\p{Script=Han}\\p{Extended_Pictographic}])[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]';
// Characters that draw nothing: format marks, fillers, selectors, tags, the blank braille pattern.
const invisible = new RegExp(
  `(?!${joiner}|${selector})[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]`,
  'gu',
);
// Many people enter a dot or a dash as their family name. A name of combining marks alone is
// refused.
const drawnCharacter = /[\p{L}\p{N}\p{P}\p{S}]/u;
const drawnCharacterOrEmpty = new RegExp(`^$|${drawnCharacter.source}`, 'u');

type Text = z.ZodType<string>;
const optional = (schema: Text, maxLength: number) =>
  schema
    .nullish()
    .transform((text) => text || undefined)
    .meta({ maxLength });
const clearable = (schema: Text, maxLength: number) =>
  schema
    .nullish()
    .transform((text) => text ?? undefined)
    .meta({ maxLength });

const trimmed = (missing: MessageKey) => z.string({ error: missing }).transform(joinLines);
/** Truncates a text without leaving half of a surrogate pair. */
const truncate = (text: string, maxLength: number) =>
  text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '');
const doesNotContain = (pattern: RegExp) => (text: string) => text.search(pattern) < 0;

/** A person's name: trimmed, and refused with a message if it contains invisible characters. */
export const personName = (missing: MessageKey, maxLength: number) =>
  trimmed(missing)
    .pipe(z.string().min(1, missing))
    .pipe(z.string().refine(doesNotContain(invisible), key('form.unseen')))
    .pipe(z.string().regex(drawnCharacter, missing).max(maxLength, key('form.tooLong')))
    .meta({ minLength: 1, maxLength });

const nameOrEmpty = (maxLength: number) =>
  trimmed(key('form.text'))
    .pipe(z.string().refine(doesNotContain(invisible), key('form.unseen')))
    .pipe(z.string().regex(drawnCharacterOrEmpty, key('form.unseen')).max(maxLength, key('form.tooLong')));

/** An optional name. An empty one counts as missing. */
export const optionalName = (maxLength: number) => optional(nameOrEmpty(maxLength), maxLength);

/** A change of a name. A missing one leaves it as it is, and an empty one removes it. */
export const clearableName = (maxLength: number) => clearable(nameOrEmpty(maxLength), maxLength);

/** A name that is never refused: invisible characters are removed. */
export const anyName = (maxLength: number) =>
  z
    .unknown()
    .optional()
    .transform((value) =>
      typeof value === 'string' ? truncate(cleanLine(value).replace(invisible, '').trim(), maxLength) : '',
    );

const lineOrEmpty = (maxLength: number) =>
  trimmed(key('form.text'))
    .pipe(z.string().refine(doesNotContain(control), key('form.unseen')))
    .pipe(z.string().max(maxLength, key('form.tooLong')));

/** An optional text of one line, refused with a message if it contains a control character. */
export const optionalLine = (maxLength: number) => optional(lineOrEmpty(maxLength), maxLength);

/** A change of a line. A missing one leaves it as it is, and an empty one removes it. */
export const clearableLine = (maxLength: number) => clearable(lineOrEmpty(maxLength), maxLength);

/** A required text: cleaned (docs/requirements.md#texts), of at most `maxLength` characters. */
export const requiredText = (missing: MessageKey, maxLength: number) =>
  z
    .string({ error: missing })
    .transform(cleanText)
    .pipe(z.string().regex(visible, missing).max(maxLength, key('form.tooLong')))
    .meta({ minLength: 1, maxLength });

/** A required text of one line, such as a phone number. */
export const requiredLine = (missing: MessageKey, maxLength: number) =>
  z
    .string({ error: missing })
    .transform(cleanLine)
    .pipe(z.string().regex(visible, missing).max(maxLength, key('form.tooLong')))
    .meta({ minLength: 1, maxLength });

const textOrEmpty = (maxLength: number) =>
  z
    .string({ error: key('form.text') })
    .transform(cleanText)
    .pipe(z.string().max(maxLength, key('form.tooLong')));

/** An optional text. An empty one counts as missing. */
export const optionalText = (maxLength: number) => optional(textOrEmpty(maxLength), maxLength);

/** A change of a text. A missing one leaves it as it is, and an empty one removes it. */
export const clearableText = (maxLength: number) => clearable(textOrEmpty(maxLength), maxLength);

/**
 * A text that is never refused: cleaned, and cut after `maxLength` characters. Anything but a
 * string counts as empty.
 */
export const anyText = (maxLength: number) =>
  z
    .unknown()
    .optional()
    .transform((value) => {
      const text = typeof value === 'string' ? cleanText(value) : '';
      // The part that was cut off may have closed a text direction.
      return visible.test(text) ? cleanText(truncate(text, maxLength)) : '';
    });

/**
 * An e-mail address, normalized to the spelling in which it is compared and stored
 * (docs/requirements.md#accounts).
 */
export const emailAddress = (missing: MessageKey) =>
  z
    .string({ error: missing })
    .transform(toPlainAddress)
    .pipe(
      z
        .string()
        .min(1, missing)
        .max(254, key('form.tooLong'))
        .pipe(z.string().refine(hasPlainMailbox, key('form.emailLetters')))
        .pipe(z.email({ pattern: addressPattern, error: key('form.email') }))
        // The address of an account without e-mail belongs to nobody.
        .refine((address) => !isNoEmail(address), key('form.email')),
    )
    .meta({ format: 'email', maxLength: 254 });

/** A new password: 8 to 128 characters of any kind (docs/requirements.md#identity). */
export const newPassword = (missing: MessageKey) =>
  z.string({ error: missing }).min(1, missing).min(8, key('password.short')).max(128, key('password.long'));

/**
 * A one-time code: six digits of any script, also taken from a whole message that was pasted
 * (docs/requirements.md#validation).
 */
export const oneTimeCode = z
  .string({ error: key('otp.required') })
  .transform((text) => findCode(text) ?? toLatinDigits(text).replace(/\s/g, ''))
  .pipe(
    z
      .string()
      .min(1, key('otp.required'))
      .regex(/^\d{6}$/, key('otp.shape')),
  )
  .meta({ pattern: '^\\d{6}$', example: '123456' });

/**
 * An ID in the product's format. Any other text is looked up and not found, except that one with
 * control characters is refused.
 */
export const idSchema = z
  .string({ error: key('form.id') })
  .max(64, key('form.wrongId'))
  .refine(doesNotContain(control), key('form.wrongId'));

/** An ID that a request body must contain. */
export const requiredId = idSchema.min(1, key('form.id'));

/** More characters than a token or a passcode has. */
export const maxSecretLength = 100;

/** A token from an address. The end of a longer text is ignored, so that it is refused as unknown. */
export const tokenField = (over: MessageKey) =>
  z.string({ error: over }).transform((token) => token.slice(0, maxSecretLength));

/** A text that a page or program sends back as it was shown. */
export const visibleText = z.string().refine(doesNotContain(control), key('form.unseen'));

/** Lists what a successful call did not do as asked. */
export const callWarnings = z
  .array(
    z.object({
      code: z
        .literal('unknown_parameter')
        .describe('Kind of warning. Independent of the language of `message`.'),
      message: z.string().describe('Message for people.'),
    }),
  )
  .describe('Warnings, such as parameters of the query that the call does not have.');

/**
 * The position in a list: the page, the page size, and the total number of items
 * (docs/requirements.md#api).
 */
export const listMeta = z
  .object({
    page: z.int().min(1).describe('Number of this page, starting at 1.'),
    limit: z.int().min(1).max(100).describe('Maximum number of items per page.'),
    total: z.int().min(0).describe('Number of items on all pages.'),
    warnings: callWarnings.optional(),
  })
  .meta({
    id: 'ListMeta',
    description: 'Position of a page in its list, and the total number of items.',
    example: { page: 1, limit: 20, total: 1 },
  })
  .describe('Position of this page in the list, and the total number of items.');

/** A moment in API responses: ISO 8601 in UTC (docs/requirements.md#api). */
export const publicMoment = z.iso.datetime();

/** The output of an operation that answers with its message alone. */
export const emptyOutput = z.object({});

/** The search text of a list: at most 100 characters. */
export const searchText = z
  .string({ error: key('form.text') })
  .transform(cleanLine)
  .pipe(z.string().max(100, key('form.tooLong')))
  .nullish()
  .transform((text) => text || undefined)
  .meta({ maxLength: 100 });

/**
 * The page of a list, from 1, and its size, of at most 100 rows (docs/requirements.md#api).
 * `findPage` provides the defaults.
 */
export const listFields = {
  page: typedNumber(
    z.coerce
      .number({ error: key('list.page') })
      .int(key('list.page'))
      .min(1, key('list.page'))
      .max(1e6, key('list.page')),
  )
    .optional()
    .meta({ description: 'Page number, starting at 1.', example: 1 }),
  limit: typedNumber(
    z.coerce
      .number({ error: key('list.limit') })
      .int(key('list.limit'))
      .min(1, key('list.limit'))
      .max(100, key('list.limit')),
  )
    .optional()
    .meta({
      description:
        'Number of items per page, at most 100. Defaults to 20, or to 100 if `page` is omitted too. If more items follow, `Link` has the address of the next page.',
      example: 20,
    }),
};
