import { isSupportedCountry } from 'libphonenumber-js';
import { z } from 'zod';
import {
  describeSetting,
  hasHost,
  hasNoUser,
  isWholeUrl,
  listSetting,
  wholeNumberSetting,
  yesNoSetting,
} from './setting-fields.server';

/** The placeholders of `SMS_BODY`. */
const smsPlaceholders = ['to', 'text', 'id', 'template'] as const;
export type SmsPlaceholder = (typeof smsPlaceholders)[number];

/** Matches a placeholder of `SMS_BODY`, and what looks like one. */
export const smsPlaceholderPattern = /\{([a-z]+)\}/gi;

/** Checks whether a body is JSON; otherwise it is a form. */
export const isJsonBody = (body: string): boolean => /^[{[]/.test(body);

const oneLine = /^[\x20-\x7e]+$/;
const countryForm = /^(\+[1-9]\d{0,3}|[A-Z]{2})$/;
const templateForm = /^([1-9])(?:-([a-z]{2}))?=([\w.-]{1,100})$/;

const namesOf = (body: string) => [...body.matchAll(smsPlaceholderPattern)].map(([, name = '']) => name);

const hasTextAndNumber = (body: string) => ['to', 'text'].every((name) => namesOf(body).includes(name));

const hasOnlyOurs = (body: string) =>
  namesOf(body).every((name) => smsPlaceholders.some((placeholder) => placeholder === name));

/** Checks whether the body is JSON in which each placeholder stands in quotation marks, or a form. */
function isReadable(body: string): boolean {
  if (!isJsonBody(body)) return /^[^\s=&]+=[^\s&]*(&[^\s=&]+=[^\s&]*)*$/.test(body);
  try {
    // Within quotation marks a placeholder may be any text; outside of them this is no JSON.
    JSON.parse(body.replace(smsPlaceholderPattern, 'a b'));
    return true;
  } catch {
    return false;
  }
}

const parseTemplates = (list: string[]): ReadonlyMap<string, string> =>
  new Map(
    list.map((entry) => {
      const [, number = '', language, id = ''] = templateForm.exec(entry) ?? [];
      return [language ? `${number}-${language}` : number, id];
    }),
  );

/** The settings of text messages to phones. */
export const smsSettings = {
  SMS_URL: describeSetting(
    z
      .string()
      .regex(/^https?:\/\//i, { error: 'must start with https:// or http://', abort: true })
      .refine(isWholeUrl, { error: 'must be a full URL such as https://sms.example/send', abort: true })
      .refine(hasHost, { error: 'must be a full URL such as https://sms.example/send', abort: true })
      .refine(hasNoUser, 'must have no user and password; put them in SMS_AUTHORIZATION')
      .optional(),
    {
      description:
        'URL of the gateway that sends text messages. SecondLook posts each text to it (`docs/text-messages.md`).',
      ifUnset: 'there are no text messages',
      example: 'https://sms.example/send',
    },
  ),
  SMS_AUTHORIZATION: describeSetting(
    z.string().regex(oneLine, 'must be one line of ASCII characters').optional(),
    {
      description: 'Value of the `Authorization` header for the gateway, such as `Bearer` and a key.',
      ifUnset: 'the header is not sent',
      example: 'Bearer 0123456789abcdef',
    },
  ),
  SMS_BODY: describeSetting(
    z
      .string()
      .trim()
      .regex(oneLine, { error: 'must be one line of ASCII characters', abort: true })
      .refine(hasTextAndNumber, { error: 'must contain {to} and {text}', abort: true })
      .refine(hasOnlyOurs, {
        error: `may contain only the placeholders ${smsPlaceholders.map((name) => `{${name}}`).join(', ')}`,
        abort: true,
      })
      .refine(
        isReadable,
        'must be JSON with each placeholder in quotation marks, or a form such as to={to}&message={text}',
      )
      .optional(),
    {
      description:
        'Body of the request to the gateway, in quotation marks: JSON if it begins with `{` or `[`, otherwise a form. `{to}` becomes the number (such as +919876543210), `{text}` the text, `{id}` its ID, which is the same at each try, and `{template}` its number or registered ID.',
      ifUnset: 'the server does not start with `SMS_URL`',
      example: '\'{"to":"{to}","message":"{text}"}\'',
    },
  ),
  SMS_ALLOW_PRIVATE: describeSetting(yesNoSetting('no'), {
    description:
      'Whether `SMS_URL` may lead to a private address and be `http`, for a gateway in the network of the clinic.',
  }),
  SMS_COUNTRIES: describeSetting(
    listSetting(
      (one) => countryForm.test(one) && (one.startsWith('+') || isSupportedCountry(one)),
      'must be dial codes such as +91 or codes of countries such as IN, separated by commas',
    ).transform((list) => (list.length > 0 ? list : ['+91'])),
    {
      description: 'Countries whose numbers get text messages: dial codes or two-letter codes.',
      ifUnset: '`+91`, India',
      example: '+91,NP',
    },
  ),
  SMS_DAILY_MAX: describeSetting(wholeNumberSetting(200, 0, 1_000_000), {
    description:
      'Most text messages a day, because they cost money. Answers that cannot wait and urgent alerts to staff are sent beyond it.',
  }),
  SMS_TEMPLATES: describeSetting(
    listSetting(
      (one) => templateForm.test(one),
      'must be numbers of texts with their registered IDs, such as 1=ID or 1-te=ID, separated by commas',
    ).transform(parseTemplates),
    {
      description:
        'IDs under which an operator has registered the texts: the number of a text, or number and language, and the ID.',
      ifUnset: '`{template}` is the number of the text',
      example: '1-te=1107160000000000001,1-hi=1107160000000000002',
    },
  ),
  SMS_STATUS_SECRET: describeSetting(
    z
      .string()
      .regex(/^[\x21-\x7e]{32,}$/, 'must have at least 32 characters, without spaces')
      .optional(),
    {
      description:
        'Secret that the gateway sends in the header `X-Status-Secret` when it reports whether a text was delivered.',
      ifUnset: 'such reports are ignored',
    },
  ),
};
