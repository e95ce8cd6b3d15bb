import { expect, test } from 'vitest';
import { consentSentences } from '~/domain/report/people-constants';
import { consentWords } from './people-words';

test('the sentence that is shown is the one that is recorded', () => {
  expect(consentWords).toEqual(consentSentences);
});
