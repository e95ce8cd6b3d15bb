import { expect, test } from 'vitest';
import { readSettings } from '~/platform/settings/env.server';
import { summaryOf } from './start-summary.server';

const first = { email: 'admin@localhost', randomPassword: 'quiet-river-1234' };

test('names the address, the first log-in once, and the place of e-mails', () => {
  const lines = summaryOf(readSettings({ DATA_DIR: 'data' }), first);
  expect(lines).toEqual([
    'SecondLook is running: http://localhost:3000',
    '',
    '  Log in as    admin@localhost',
    '  Password     quiet-river-1234   (shown only once: keep it)',
    '',
    'E-mails are not sent (SMTP_URL is not set). They are kept in data/mail',
    'To try it with invented people, stop it and run: npm start -- --demo',
    'To stop: Ctrl+C',
  ]);
});

test('never shows a password that a setting holds', () => {
  const text = summaryOf(readSettings({ ADMIN_PASSWORD: 'a secret of mine' }), {
    email: 'a@clinic.test',
  }).join();
  expect(text).toContain('the one in ADMIN_PASSWORD');
  expect(text).not.toContain('a secret of mine');
});

test('says nothing of e-mails and of a demo in a clinic that is set up', () => {
  const settings = readSettings({ SMTP_URL: 'smtp://mail.test:25', BACKUP_EVERY: '24h' });
  expect(summaryOf(settings, undefined)).toEqual([
    'SecondLook is running: http://localhost:3000',
    '',
    'To stop: Ctrl+C',
  ]);
});
