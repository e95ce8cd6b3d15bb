import { expect, test } from 'vitest';
import { consentKinds, consentSentences } from '~/domain/report/people-constants';
import { consentWordingVersions } from '~/domain/report/report-constants';
import { translate } from '~/i18n/translate';

/**
 * The sentence of each version of the wording. A changed sentence is a new version; the old ones
 * stay here.
 */
const wordings: Record<string, string> = {
  '2025-1': 'I hereby give my consent for my medical report to be reviewed and used for medical consultation',
  '2026-1':
    'I am the parent or guardian of {name}, and I hereby give my consent for the medical report to be reviewed and used for medical consultation.',
  '2026-2': '{name} has agreed that the medical report may be reviewed and used for medical consultation.',
  '2026-3':
    '{name} has agreed that the medical report may be reviewed and used for medical consultation, and is 18 or older.',
};

test.each(consentKinds)('the sentence of a consent of kind %s matches its version', (kind) => {
  expect(translate('en', consentSentences[kind])).toBe(wordings[consentWordingVersions[kind]]);
});
