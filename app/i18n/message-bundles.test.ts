import { expect, test } from 'vitest';
import { allLanguages } from './languages';
import { messageBundles, messagesOf } from './message-bundles';
import { sentences } from './translate';

/** The sentences that a page shows when it can no longer fetch anything. */
const withoutConnection = /^(?:connection|error)\.|^toast\.close$/;

test.each(messageBundles)('the messages for a lost connection come with every page: %s', (set) => {
  const needed = Object.keys(sentences).filter((key) => withoutConnection.test(key));
  expect(needed).toContain('connection.dropped');
  for (const language of allLanguages) {
    expect(Object.keys(messagesOf(set, language)), language).toEqual(expect.arrayContaining(needed));
  }
});
