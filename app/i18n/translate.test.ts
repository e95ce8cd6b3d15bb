import { describe, expect, test } from 'vitest';
import type { MessageKey } from './message-keys';
import { en } from './messages/en';
import { formatDay, formatMoment } from './t';
import { isMessageKey, sentences, translate } from './translate';

describe('a sentence', () => {
  test('is filled in, and a placeholder without a value stays', () => {
    expect(translate('en', 'signup.title', { product: 'SecondLook' })).toBe('Join SecondLook');
    expect(translate('en', 'signup.title')).toBe('Join {product}');
    expect(translate('en', 'otp.wrong', { tries: 0 })).toBe('That code is incorrect. Tries left: 0');
    expect(translate('en', 'dashboard.welcome', { name: '{name} $& $1' })).toBe('Welcome, {name} $& $1');
  });

  test.each([
    [1, '1 second'],
    [60, '60 seconds'],
    [119, '119 seconds'],
    [120, '2 minutes'],
    [121, '3 minutes'],
    [900, '15 minutes'],
    [3600, '1 hour'],
    [3601, '61 minutes'],
    [172_799, '48 hours'],
    [172_800, '2 days'],
    [172_801, '3 days'],
  ])('says %i seconds as %s', (seconds, words) => {
    expect(translate('en', 'login.wait', { wait: { seconds } })).toBe(
      `Too many failed attempts. Please try again in ${words}.`,
    );
  });

  test('is known by its key only', () => {
    expect(isMessageKey('login.done')).toBe(true);
    for (const text of ['', 'login', 'Login Successful', 'toString', '__proto__', 'constructor']) {
      expect(isMessageKey(text)).toBe(false);
    }
  });
});

test.each([
  ['2026-03-05T10:00:00.000Z', '05 Mar 2026'],
  ['2025-09-30T10:00:00.000Z', '30 Sep 2025'],
  ['2025-12-31T18:29:59.999Z', '31 Dec 2025'],
  ['2025-12-31T18:30:00.000Z', '01 Jan 2026'],
])('the day of %s is %s, by the clock of the clinic', (iso, day) => {
  expect(formatDay('en', iso)).toBe(day);
});

test.each([
  ['2026-03-05T10:00:00.000Z', '05 Mar 2026, 15:30 IST'],
  ['2025-12-31T18:29:59.999Z', '31 Dec 2025, 23:59 IST'],
  ['2025-12-31T18:30:00.000Z', '01 Jan 2026, 00:00 IST'],
])('the moment of %s is %s, by the clock of the clinic', (iso, moment) => {
  expect(formatMoment('en', iso)).toBe(moment);
});

const exact: Partial<Record<MessageKey, string>> = {
  'otp.failed': 'Could not Send OTP',
  'otp.sent': 'OTP Sent Successfully',
  'signup.failed': 'Signup Failed',
  'signup.done': 'Signup Successful, Please Login',
  'signup.mismatch': 'Password do not matched',
  'login.failed': 'Login Failed',
  'login.done': 'Login Successful',
  'logout.done': 'Logged out Successfully',
  'logout.title': 'Are You Sure?',
  'logout.text': 'You will be logged out of your account',
  'home.loginFirst': 'Please login first to upload report',
  'upload.failed': 'Could not Uplaod Report',
  'upload.done': 'Report Submitted Succesfully',
  'upload.reportType': 'Report Type is required',
  'upload.report': 'Report file is required',
  'upload.countryCode': 'Country code is required',
  'upload.phoneNumber': 'Phone number is required',
  'upload.consent': 'You must agree before submitting.',
  'report.fetchFailed': 'Could not fetch the report',
  'report.fetchOfPatientFailed': 'Could not fetchd the report',
  'report.fetched': 'Report Fetched Successfully',
  'report.pendingFailed': 'Could Not Fetch PEnding report',
  'reports.empty': 'No reports found for this patient.',
  'report.unknown': 'Unknown Report',
  'report.noDescription': 'No description provided.',
  'delete.failed': 'Could not Delete Report',
  'delete.done': 'Report deleted Successfully',
  'review.failed': 'Could Not Add Review',
  'review.done': 'Review Added Successfully',
  'review.required': 'Review is required',
  'review.unapproved': 'You do not have access to add a review. Please wait for admin approval.',
  'review.onlyExperts': 'Only experts can add reviews',
  'pending.empty': 'No pending reports found.',
  'experts.pendingEmpty': 'No pending experts found.',
  'expert.pendingFailed': 'Could not fetch pending expert',
  'approve.done': 'Expert Approved!',
  'approve.failed': 'Approval failed',
  'report.allFetched': 'Successfully fetched the report',
  'report.allFailed': 'Could not fetch all Reports',
  'reviewed.title': 'Reviewed Reports',
  'reviewed.empty': 'No reviewed reports found.',
  'reviewed.on': 'Reviewed On',
  'reviewed.expertId': 'Expert ID',
  'reviewed.none': 'N/A',
  'experts.approvedEmpty': 'No approved experts found.',
  'expert.approvedFailed': 'Could not fetch Approved expert',
  'error.notFound': 'Error - 404 the Page you are look is not found',
  'site.rights': '© 2025 {product}. All rights reserved.',
  'site.stayInTouch': 'STAY IN TOUCH',
};

test.each(Object.entries(exact))('%s is spelled as the requirements spell it', (key, sentence) => {
  expect(sentences[key as MessageKey]).toBe(sentence);
});

test('no key is in two namespaces', () => {
  const all = Object.values(en).flatMap((part) => Object.keys(part));
  expect(all.filter((key, at) => all.indexOf(key) !== at)).toEqual([]);
});
