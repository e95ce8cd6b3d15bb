import { expect, test } from 'vitest';
import { languageCodes } from './languages';
import { messageBundles, messagesOf } from './message-bundles';
import { sentences } from './translate';

/** What a page says when it can no longer fetch anything. */
const withoutConnection = /^(?:connection|error)\.|^toast\.close$/;

test.each(messageBundles)('what is said when the connection is gone comes with every page: %s', (set) => {
  const needed = Object.keys(sentences).filter((key) => withoutConnection.test(key));
  expect(needed).toContain('connection.dropped');
  for (const language of languageCodes) {
    expect(Object.keys(messagesOf(set, language)), language).toEqual(expect.arrayContaining(needed));
  }
});
