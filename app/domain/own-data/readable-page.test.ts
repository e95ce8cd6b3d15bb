import { expect, test } from 'vitest';
import { translate } from '~/i18n/translate';
import { readablePage } from './readable-page';

test('the archive page has the language and text direction of its reader', () => {
  const account = {
    firstName: 'Asha',
    lastName: 'Rao',
    loginName: null,
    email: 'asha@village.test',
    contactNumber: null,
    dateOfBirth: null,
    about: null,
  };
  const report = {
    reportType: 'Blood Test' as const,
    status: 'Pending' as const,
    description: null,
    aboutName: null,
    aboutBirthYear: null,
    createdAt: new Date('2026-03-05T08:30:00Z'),
    review: null,
    reviewedAt: null,
    expertFirstName: null,
    expertLastName: null,
    expertId: null,
    expertRegistration: null,
    expertCredentials: null,
    file: null,
    doubt: null,
    nextStep: null,
    translations: [],
    questions: [],
    added: [],
  };
  const page = readablePage(account, [report], {
    language: 'ur',
    sentence: (messageKey) => translate('ur', messageKey),
  });
  expect(page).toContain('<html lang="ur" dir="rtl">');
  expect(page).toContain('<h2>خون کی جانچ</h2>');
  expect(page).toContain('2026-03-05');
  expect(page, 'a field without a value has no line').not.toContain(translate('ur', 'report.review'));
});
