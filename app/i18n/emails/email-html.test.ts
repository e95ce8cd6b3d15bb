import { expect, test } from 'vitest';
import { makeEmailComposer } from './compose-email';
import { renderEmailHtml } from './email-html';

const publicUrl = 'http://clinic.test';
const emails = makeEmailComposer({ productName: 'SecondLook', publicUrl });
const page = (text: string, language = 'en') => renderEmailHtml({ subject: 'S', text, language, publicUrl });

test('the HTML has the same words as the text, and links to the clinic only', () => {
  const { text, html } = emails({ template: 'reviewReady', params: { patientId: 'p1' }, language: 'en' });
  const address = 'http://clinic.test/dashboard/previous-report/p1';
  expect(text).toContain(`Read it here: ${address}`);
  expect(html).toContain(`<a href="${address}"`);
  expect(html).toContain('<html lang="en" dir="ltr">');
  const plain = html.replace(/<head>.*<\/head>/s, '').replace(/<[^>]+>/g, ' ');
  for (const word of text.split(/\s+/)) expect(plain).toContain(word);
  expect(html).not.toMatch(/<(?:img|script|link|style)|url\(/);
});

test('the words of a visitor are shown and never interpreted', () => {
  const message = `<img src=x onerror=alert(1)> & http://evil.test/ http://clinic.test.evil.test/`;
  const details = { name: '"A"', email: 'a@b.test', message };
  const { html } = emails({ template: 'contactMessage', params: details, language: 'en' });
  expect(html).not.toContain('<img');
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; http://evil.test/');
  expect(html.match(/<a /g)).toHaveLength(1);
});

test('an e-mail in a right-to-left language is laid out from right to left', () => {
  expect(
    [page('x', 'ur'), page('x', 'ar-EG'), page('x', 'hi')].map((html) => /dir="(\w+)"/.exec(html)?.[1]),
  ).toEqual(['rtl', 'rtl', 'ltr']);
});

test('an e-mail about new reports says how many wait', () => {
  const of = (count: number) => emails({ template: 'reportsWait', params: { count }, language: 'en' });
  expect([of(1).subject, of(7).subject]).toEqual([
    'A report is waiting for a review',
    '7 reports are waiting for a review',
  ]);
  expect(of(7).text).toContain('7 reports are waiting for a doctor');
});
