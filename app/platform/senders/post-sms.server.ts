import { getSettings } from '~/platform/settings/env.server';
import { type PostOutcome, postGuarded } from './guarded-post.server';
import { buildSmsRequest, type SmsToPost } from './sms-request.server';

/** Statuses that an overloaded or broken gateway answers with; the text may be tried again. */
const retriedStatuses = [408, 425, 429];

/**
 * Hands a text to the gateway of `SMS_URL`. Follows no redirect, and shows and logs nothing of the
 * answer but its status.
 *
 * @returns `sent` for any 2xx; `refused` for what another try would not change. Never rejects.
 */
export async function postSms(sms: SmsToPost) {
  const { SMS_URL, SMS_BODY, SMS_AUTHORIZATION, smsAllowPrivate } = getSettings();
  if (!SMS_URL || !SMS_BODY) return toSmsOutcome({ code: 'ENOGATEWAY' });
  const request = buildSmsRequest({ body: SMS_BODY, authorization: SMS_AUTHORIZATION }, sms);
  return toSmsOutcome(await postGuarded(new URL(SMS_URL), { ...request, mayBePrivate: smsAllowPrivate }));
}

function toSmsOutcome({ status, code }: PostOutcome) {
  if (status === undefined) return { kind: 'retry' as const, code, isReached: false };
  if (status >= 200 && status < 300) return { kind: 'sent' as const };
  if (status >= 500 || retriedStatuses.includes(status))
    return { kind: 'retry' as const, code: String(status), isReached: true };
  return { kind: 'refused' as const, code: String(status) };
}
