import { expect, test } from 'vitest';
import { catalogues } from './catalogues';
import { languageCodes } from './languages';
import { messageBundles, messagesOf } from './message-bundles';

/** What a page says when it can no longer fetch anything. */
const withoutConnection = /^(?:connection|error)\.|^toast\.close$/;

test.each(messageBundles)('what is said when the connection is gone comes with every page: %s', (set) => {
  const needed = Object.keys(catalogues.en.pages).filter((key) => withoutConnection.test(key));
  expect(needed).toContain('connection.dropped');
  for (const language of languageCodes) {
    expect(Object.keys(messagesOf(set, catalogues[language])), language).toEqual(
      expect.arrayContaining(needed),
    );
  }
});
