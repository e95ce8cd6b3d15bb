import type { MessageKey } from '~/i18n/message-keys';

type End<Group extends string> =
  Extract<MessageKey, `${Group}.${string}`> extends `${Group}.${infer Name}` ? Name : never;

/** A phrase for what is stored, such as "your name": the end of a key of the group `privacyData`. */
export type DataPhrase = End<'privacyData'>;
export type NoticeTopic = End<'privacyTopic'>;
type NoticeReader = End<'privacySeen'>;
type NoticeEnd = End<'privacyUntil'>;

/** Days for which rows are stored, by the end of the sentence's key and its name. */
type Until = NoticeEnd | { end: NoticeEnd; days: NoticeDays };

/** The periods, in days, that the program holds to. */
export type NoticeDays = 'sessions' | 'drafts' | 'disputes' | 'networks' | 'emails' | 'messages';

/** A purpose of stored data: its topic says why; `until` how long; `seenBy` who sees it. */
export type Purpose = { topic: NoticeTopic; until: Until; seenBy: readonly NoticeReader[] };
export type TableNotice = Purpose & {
  columns: Readonly<Record<string, DataPhrase>>;
  /** Phrases of the table with other readers. */
  apart?: readonly { data: readonly DataPhrase[]; seenBy: readonly NoticeReader[] }[];
};

/** What is stored outside the tables of an account's own data, and leaves by itself. */
export const noticeOfOthers: readonly (Purpose & { data: readonly DataPhrase[] })[] = [
  {
    topic: 'logIn',
    until: { end: 'change', days: 'networks' },
    seenBy: ['nobody'],
    data: ['networks'],
  },
  { topic: 'messages', until: { end: 'sent', days: 'emails' }, seenBy: ['nobody'], data: ['outbox'] },
  { topic: 'clinic', until: { end: 'settled', days: 'messages' }, seenBy: ['admins'], data: ['visitors'] },
  { topic: 'copies', until: 'copies', seenBy: ['nobody'], data: ['copies'] },
];

/** The topics in the order of the page. */
export const noticeTopics = [
  ...['report', 'answer', 'account', 'logIn', 'people', 'help', 'messages'],
  ...['log', 'clinic', 'copies', 'staff'],
] as const satisfies NoticeTopic[];
