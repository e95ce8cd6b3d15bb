import { expect, test } from 'vitest';
import { consentWordingVersion } from '~/domain/reports/constants';
import { translate } from '~/i18n/translate';

/**
 * What each version of the wording says. A sentence that changes is a new version; the old ones
 * stay here.
 */
const wordings: Record<string, string> = {
  '2025-1': 'I hereby give my consent for my medical report to be reviewed and used for medical consultation',
};

test('the sentence beside the check box is the one its version stands for', () => {
  expect(translate('en', 'upload.consentLabel')).toBe(wordings[consentWordingVersion]);
});
