import { keysOfBundle } from 'virtual:message-bundles';
import { translations } from './catalogues';
import type { Language } from './languages';
import type { MessageKey } from './message-keys';
import { sentences } from './translate';

/**
 * Who a page is for: it loads the messages for these, in its reader's language, and no others.
 * `all` is what is missing after a way from one to the other.
 */
export const messageBundles = ['guests', 'patients', 'account', 'staff', 'all'] as const;
export type MessageBundle = (typeof messageBundles)[number];

// While one writes a page, what it says is newer than its bundle.
const all = import.meta.env.DEV ? Object.keys(sentences) : Object.values(keysOfBundle).flat();
const keysOf = { ...keysOfBundle, all: all as MessageKey[] } satisfies Record<MessageBundle, unknown>;

/**
 * The sentences of a bundle in a language: those that its screens use, which the build reads off
 * their modules (scripts/vite/message-bundles.ts).
 *
 * @returns not filled in, by their keys.
 */
export function messagesOf(bundle: MessageBundle, language: Language): Record<string, string> {
  return Object.fromEntries(keysOf[bundle].map((key) => [key, translations[language][key]]));
}
