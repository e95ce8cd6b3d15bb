import { expect, test } from 'vitest';
import { consentSentences } from '~/domain/report/consent-kind';
import { consentWords } from './consent-words';

test('the sentence that is shown is the one that is recorded', () => {
  expect(consentWords).toEqual(consentSentences);
});
