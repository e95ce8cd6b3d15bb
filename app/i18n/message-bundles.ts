import { keysOfBundle } from 'virtual:message-bundles';
import { messagesByLanguage } from './catalogues';
import type { Language } from './languages';
import type { MessageKey } from './message-keys';
import { findOwnGroup, sentences } from './translate';

/**
 * The audiences of pages. A page loads only the messages of its audience, in its reader's language, and carries its own in its data.
 * `all` has the rest, loaded after a navigation from one audience to another.
 */
export const messageBundles = ['guests', 'patients', 'account', 'staff', 'all'] as const;
export type MessageBundle = (typeof messageBundles)[number];

// In development the page's own sentences may be newer than its bundle.
const all = import.meta.env.DEV ? Object.keys(sentences) : Object.values(keysOfBundle).flat();
const keysOf = { ...keysOfBundle, all: all as MessageKey[] } satisfies Record<MessageBundle, unknown>;

/**
 * Returns the sentences of a bundle in a language. The build finds the sentences that its screens
 * use in their modules (scripts/vite/message-bundles.ts).
 *
 * @returns the unfilled sentences by their keys.
 */
export function messagesOf(bundle: MessageBundle, language: Language): Record<string, string> {
  const keys = keysOf[bundle].filter((key) => bundle === 'all' || !findOwnGroup(key));
  return Object.fromEntries(keys.map((key) => [key, messagesByLanguage[language][key]]));
}
