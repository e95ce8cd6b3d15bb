import { z } from 'zod';
import type { MessageKey } from '~/i18n/message-keys';
import { typedNumber } from './choices';
import { findCode, toLatinDigits } from './digits';
import { addressPattern, hasPlainMailbox, toPlainAddress } from './email';
import { cleanLine, cleanText, joinLines } from './text';

/** A copy key, checked by the compiler where zod would take any text. */
export const key = (messageKey: MessageKey): MessageKey => messageKey;

// At least one character a person can see: joiners and other format marks alone are nothing.
const seen = /[^\s\p{Cf}]/u;

// Control characters, line separators, lone surrogates.
const control = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;

// Scripts whose e-mails join: between them a joiner or non-joiner decides what they look like. A
// word of old spelling may end with a virama and a joiner.
const joining = 'Arabic Bengali Devanagari Gujarati Gurmukhi Kannada Malayalam Oriya Sinhala Tamil Telugu'
  .split(' ')
  .map((script) => `\\p{Script_Extensions=${script}}`);
const joiner = `(?<=(?=[${joining.join('')}])[\\p{L}\\p{M}])(?:[\\u200c\\u200d](?=[\\p{L}\\p{M}])|(?<=\\p{M})\\u200d)`;
// Which form of an ideograph is meant, or that an emoji is one.
const selector = '(?<=[\\p{Script=Han}\\p{Extended_Pictographic}])[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]';
// What draws nothing: format marks, fillers, selectors, tags, the blank braille pattern.
const invisible = new RegExp(
  `(?!${joiner}|${selector})[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]`,
  'gu',
);
// A dot or a dash is the family name of many; marks alone are nobody's.
const drawn = /[\p{L}\p{N}\p{P}\p{S}]/u;
const drawnOrEmpty = new RegExp(`^$|${drawn.source}`, 'u');

type Text = z.ZodType<string>;
const optional = (schema: Text, most: number) =>
  schema
    .nullish()
    .transform((text) => text || undefined)
    .meta({ maxLength: most });
const clearable = (schema: Text, most: number) =>
  schema
    .nullish()
    .transform((text) => text ?? undefined)
    .meta({ maxLength: most });

const trimmed = (missing: MessageKey) => z.string({ error: missing }).transform(joinLines);
/** The first characters of a text, without half of the last one. */
const cut = (text: string, most: number) => text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
const without = (pattern: RegExp) => (text: string) => text.search(pattern) < 0;

/**
 * Somebody's name: trimmed, and refused with a sentence where characters stand in it that nobody
 * can see.
 */
export const personName = (missing: MessageKey, most: number) =>
  trimmed(missing)
    .pipe(z.string().min(1, missing))
    .pipe(z.string().refine(without(invisible), key('form.unseen')))
    .pipe(z.string().regex(drawn, missing).max(most, key('form.tooLong')))
    .meta({ minLength: 1, maxLength: most });

const nameOrEmpty = (most: number) =>
  trimmed(key('form.text'))
    .pipe(z.string().refine(without(invisible), key('form.unseen')))
    .pipe(z.string().regex(drawnOrEmpty, key('form.unseen')).max(most, key('form.tooLong')));

/** The same where it may be left out; an empty one counts as left out. */
export const optionalName = (most: number) => optional(nameOrEmpty(most), most);

/** A name that is changed: one that is left out stays, and an empty one is removed. */
export const clearableName = (most: number) => clearable(nameOrEmpty(most), most);

/** A name of which nothing is asked: what nobody can see is taken out of it. */
export const anyName = (most: number) =>
  z
    .unknown()
    .optional()
    .transform((value) =>
      typeof value === 'string' ? cut(cleanLine(value).replace(invisible, '').trim(), most) : '',
    );

const lineOrEmpty = (most: number) =>
  trimmed(key('form.text'))
    .pipe(z.string().refine(without(control), key('form.unseen')))
    .pipe(z.string().max(most, key('form.tooLong')));

/**
 * A text of one line that may be left out: refused with a sentence where a control character stands
 * in it.
 */
export const optionalLine = (most: number) => optional(lineOrEmpty(most), most);

/** A line that is changed: one that is left out stays, and an empty one is removed. */
export const clearableLine = (most: number) => clearable(lineOrEmpty(most), most);

/** A text that must be there: cleaned (docs/requirements.md#texts), at most `most` characters. */
export const requiredText = (missing: MessageKey, most: number) =>
  z
    .string({ error: missing })
    .transform(cleanText)
    .pipe(z.string().regex(seen, missing).max(most, key('form.tooLong')))
    .meta({ minLength: 1, maxLength: most });

/** A text of one line that must be there, such as a phone number. */
export const requiredLine = (missing: MessageKey, most: number) =>
  z
    .string({ error: missing })
    .transform(cleanLine)
    .pipe(z.string().regex(seen, missing).max(most, key('form.tooLong')))
    .meta({ minLength: 1, maxLength: most });

const textOrEmpty = (most: number) =>
  z
    .string({ error: key('form.text') })
    .transform(cleanText)
    .pipe(z.string().max(most, key('form.tooLong')));

/** A text that may be left out; an empty one counts as left out. */
export const optionalText = (most: number) => optional(textOrEmpty(most), most);

/** A text that is changed: one that is left out stays, and an empty one is removed. */
export const clearableText = (most: number) => clearable(textOrEmpty(most), most);

/**
 * A text of which nothing is asked: cleaned like the others and cut after `most` characters; what
 * is no text counts as empty.
 */
export const anyText = (most: number) =>
  z
    .unknown()
    .optional()
    .transform((value) => {
      const text = typeof value === 'string' ? cleanText(value) : '';
      // What is cut off may have closed a direction.
      return seen.test(text) ? cleanText(cut(text, most)) : '';
    });

/**
 * An e-mail address in the spelling that it is compared and stored by
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
        .pipe(z.email({ pattern: addressPattern, error: key('form.email') })),
    )
    .meta({ format: 'email', maxLength: 254 });

/**
 * A password that is being chosen: 8 to 128 characters of any kind (docs/requirements.md#identity).
 */
export const newPassword = (missing: MessageKey) =>
  z.string({ error: missing }).min(1, missing).min(8, key('password.short')).max(128, key('password.long'));

/**
 * A one-time code: six digits of any script, also out of a message that was pasted whole
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
 * An id as the product makes them. Anything else is no id of anything: it is looked up and not
 * found, but for what has control characters in it, which is refused.
 */
export const idSchema = z
  .string({ error: key('form.id') })
  .max(64, key('form.wrongId'))
  .refine(without(control), key('form.wrongId'));

/** An ID that a body has to name. */
export const requiredId = idSchema.min(1, key('form.id'));

/** A text that a page or a program gives back as it was shown to it. */
export const shownText = z.string().refine(without(control), key('form.unseen'));

/**
 * Where a list stands: which page, how many a page has at most, and how many there are in all
 * (docs/requirements.md#api).
 */
export const listMeta = z
  .object({
    page: z.int().min(1).describe('Which page this is, starting at 1.'),
    limit: z.int().min(1).max(100).describe('How many items a page has at most.'),
    total: z.int().min(0).describe('How many items there are on all pages.'),
  })
  .meta({
    id: 'ListMeta',
    description: 'Which page of a list it is, and how many items there are.',
    example: { page: 1, limit: 20, total: 1 },
  })
  .describe('Which page of the list this is, and how many items there are.');

/** A moment as the outside sees it: ISO 8601 UTC (docs/requirements.md#api). */
export const publicMoment = z.iso.datetime();

/** What an operation answers with when there is nothing but its words to say. */
export const emptyOutput = z.object({});

/** What is searched for in a list: at most 100 characters. */
export const searchText = z
  .string({ error: key('form.text') })
  .transform(cleanLine)
  .pipe(z.string().max(100, key('form.tooLong')))
  .nullish()
  .transform((text) => text || undefined)
  .meta({ maxLength: 100 });

/**
 * Page and size of a list (docs/requirements.md#api): page from 1, at most 100 rows. What is not
 * said of them the list decides (`findPage`).
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
    .meta({ description: 'Which page, starting at 1.', example: 1 }),
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
        'How many items a page has, at most 100. Without it 20; without `page` and `limit` 100. If more follow, `Link` has the address of the next page.',
      example: 20,
    }),
};
