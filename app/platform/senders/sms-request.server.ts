import type { SmsPlaceholder } from '~/platform/settings/sms-settings.server';
import { isJsonBody, smsPlaceholderPattern } from '~/platform/settings/sms-settings.server';

/** A text and its number in E.164, with its ID and the number or registered ID of its template. */
export type SmsToPost = Record<SmsPlaceholder, string>;

type SmsRequest = { headers: Record<string, string>; body: string };

/**
 * Builds the request that hands a text to the gateway. No value can add a line, a field or a header:
 * control characters become spaces, and the rest is encoded for JSON or a form.
 *
 * @param options.body the setting `SMS_BODY`, with its placeholders.
 */
export function buildSmsRequest(
  { body, authorization }: { body: string; authorization?: string },
  sms: SmsToPost,
): SmsRequest {
  const isJson = isJsonBody(body);
  const encode = isJson ? encodeForJson : encodeForForm;
  return {
    headers: {
      'Content-Type': isJson ? 'application/json; charset=utf-8' : 'application/x-www-form-urlencoded',
      'User-Agent': 'SecondLook',
      ...(authorization && { Authorization: authorization }),
    },
    body: body.replace(smsPlaceholderPattern, (_whole, name: SmsPlaceholder) => encode(toOneLine(sms[name]))),
  };
}

/** Replaces line breaks and other control characters by spaces, and halves of letters by `\ufffd`. */
const toOneLine = (value: string) =>
  Buffer.from(value.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim(), 'utf8').toString('utf8');

const encodeForJson = (value: string) => JSON.stringify(value).slice(1, -1);
const encodeForForm = (value: string) => new URLSearchParams({ value }).toString().slice('value='.length);
