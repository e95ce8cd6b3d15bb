import type { LanguageCode } from '~/i18n/language-codes';
import type { TextName, TextParams } from '~/i18n/notifications/text-names';

/** The result of handing a text over. `code` is a status or the code of an error, never the other side's words. */
export type LaneOutcome =
  | { kind: 'sent' }
  /** Tried again later. If the other side could not be reached, the lane's other texts wait as well. */
  | { kind: 'retry'; code: string; isReached: boolean }
  /** Never tried again. */
  | { kind: 'refused'; code: string }
  /** A push subscription that no longer exists. */
  | { kind: 'ended'; code: string };

type LaneText = {
  /** The ID of its row, the same at each try. */
  id: string;
  name: TextName;
  params: TextParams;
  language: LanguageCode;
};

/** Hands a text to the gateway. `to` is a number in E.164. Never rejects. */
export type SendSms = (text: LaneText & { to: string }) => Promise<LaneOutcome>;

/** The address and the keys that a browser gave for its push messages. */
type PushTarget = { endpoint: string; keys: { p256dh: string; auth: string } };

/** Hands a text to the push service of a browser. Never rejects. */
export type SendPush = (text: LaneText & { to: PushTarget }) => Promise<LaneOutcome>;
