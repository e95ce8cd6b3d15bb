import { createHash } from 'node:crypto';
import { disputeKeptDays } from '~/domain/identity/address-dispute.server';
import { knownForMs } from '~/domain/identity/known-clients.server';
import { sessionLifetimeSeconds } from '~/domain/identity/sessions.server';
import type { CallContext } from '~/domain/kernel/operation';
import type { Language } from '~/i18n/languages';
import { clinicWords, getSettings } from '~/platform/settings/env.server';
import { closedMessagesKeptDays, draftsKeptDays, emailsKeptDays } from './kept-days';
import {
  type DataPhrase,
  type NoticeDays,
  noticeOfOthers,
  noticeTopics,
  type Purpose,
  type TableNotice,
} from './notice-purposes';
import { noticeOfTables } from './privacy-notice';

export type NoticeContext = Pick<CallContext, 'sentenceIn'>;

const daySeconds = 86_400;

const noticeDays: Record<NoticeDays, number> = {
  sessions: sessionLifetimeSeconds / daySeconds,
  drafts: draftsKeptDays,
  disputes: disputeKeptDays,
  networks: knownForMs / (daySeconds * 1000),
  emails: emailsKeptDays,
  messages: closedMessagesKeptDays,
};

type Entry = Purpose & { data: readonly DataPhrase[] };

/** Lists what is stored, each with its purpose: that of the tables, and of what stands outside them. */
function listEntries(): Entry[] {
  const tables: TableNotice[] = Object.values(noticeOfTables);
  return [
    ...tables.flatMap(({ columns, apart = [], ...purpose }) => {
      const moved = new Set(apart.flatMap(({ data }) => data));
      const data = Object.values(columns).filter((name) => !moved.has(name));
      return [{ ...purpose, data }, ...apart.map((other) => ({ ...purpose, ...other }))];
    }),
    ...noticeOfOthers,
  ];
}

/** Joins entries of the same length and readers, so that each phrase of a topic is said once. */
function joinEntries(entries: Entry[]): Entry[] {
  const joined = new Map<string, Entry>();
  for (const entry of entries) {
    const name = JSON.stringify([entry.until, entry.seenBy]);
    const data = [...(joined.get(name)?.data ?? []), ...entry.data];
    joined.set(name, { ...entry, data: [...new Set(data)] });
  }
  return [...joined.values()];
}

/** Returns the host of an address, without its port, user and password. */
const hostOf = (address: string) => new URL(address).hostname;

/** Finds the machines that the settings send data to; null for a kind that is not set up. */
function findHosts() {
  const { SMTP_URL, SMS_URL, STORAGE_URL, S3_ENDPOINT, S3_REGION } = getSettings();
  return {
    mail: SMTP_URL ? hostOf(SMTP_URL) : null,
    texts: SMS_URL ? hostOf(SMS_URL) : null,
    store: STORAGE_URL ? (S3_ENDPOINT ? hostOf(S3_ENDPOINT) : `s3.${S3_REGION}.amazonaws.com`) : null,
  };
}

const hostSentences = {
  mail: 'privacyPage.mail',
  texts: 'privacyPage.texts',
  store: 'privacyPage.store',
} as const;

/** What a reader can do with their data, in the order of the page. */
export const noticeRights = ['copy', 'correct', 'settings', 'reports', 'delete'] as const;

/** Builds what the notice says in a language, as far as it belongs to its version. */
export function buildNotice({ sentenceIn }: NoticeContext, language: Language) {
  const say = (...sentence: Parameters<CallContext['sentence']>) => sentenceIn(language, ...sentence);
  const entries = listEntries();
  const sayUntil = ({ until }: Purpose) =>
    typeof until === 'string'
      ? say(`privacyUntil.${until}`)
      : say(`privacyUntil.${until.end}`, { days: noticeDays[until.days] });
  const { complaintsOffice, processors } = clinicWords();
  const hosts = findHosts();
  return {
    summary: [say('privacyPage.short'), say('privacyPage.child')],
    topics: noticeTopics.map((topic) => ({
      topic,
      title: say(`privacyTopic.${topic}`),
      why: say(`privacyWhy.${topic}`),
      items: joinEntries(entries.filter((entry) => entry.topic === topic)).map((entry) => ({
        what: entry.data.map((name) => say(`privacyData.${name}`)),
        howLong: sayUntil(entry),
        seenBy: entry.seenBy.map((reader) => say(`privacySeen.${reader}`)),
      })),
    })),
    rights: noticeRights.map((right) => ({ right, words: say(`privacyPage.${right}`) })),
    complaintsOffice: complaintsOffice || null,
    processors: processors || null,
    machines: [
      ...(Object.keys(hostSentences) as (keyof typeof hostSentences)[]).flatMap((kind) => {
        const host = hosts[kind];
        return host ? [say(hostSentences[kind], { host })] : [];
      }),
      say('privacyPage.push'),
    ],
  };
}

/**
 * Returns the version of the notice: a digest over which column has which phrase and purpose, the
 * English sentences, the typed words, and the hosts of the settings. No language changes it.
 *
 * @returns 16 symbols of base64url.
 */
export const readNoticeVersion = (context: NoticeContext): string =>
  createHash('sha256')
    .update(JSON.stringify([noticeOfTables, noticeOfOthers, buildNotice(context, 'en')]))
    .digest('base64url')
    .slice(0, 16);
