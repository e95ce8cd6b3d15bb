import { expect, test } from 'vitest';
import { allLanguages } from '~/i18n/languages';
import { type EmailParams, type EmailTemplate, makeEmailComposer } from './compose-email';
import { renderEmailHtml } from './email-html';

const publicUrl = 'http://clinic.test';
const clinic = {
  productName: 'SecondLook',
  publicUrl,
  helpline: '+91 20 5550 0100',
  officeAddress: '12 Hill Road\nPune 411001',
};
const emails = makeEmailComposer(() => clinic);
const patientId = 'kq3vZ8nQeX0bT5wYh2LmRd';
const reportId = 'Zk81xQ0pWcVb7NtYu3EoFs';
const caseNumber = '47ER-K1H6';

/** An e-mail of each kind, with each form that it has. */
const samples: { [Name in EmailTemplate]: EmailParams[Name][] } = {
  code: [{ code: '402716', minutes: 10 }],
  alreadyHaveAccount: [{}],
  resetPassword: [{ token: 'kq3vZ8nQeX0bT5wYh2LmRdkq3vZ8nQeX0bT5wYh2LmRd', minutes: 30 }],
  passwordChanged: [{}],
  manyWrongLogins: [{}],
  passkeyAdded: [{}],
  passkeyCopied: [{}],
  shareGuessed: [{}],
  shareCreated: [{}],
  addressDisputed: [{ token: 'kq3vZ8nQeX0bT5wYh2LmRdkq3vZ8nQeX0bT5wYh2LmRd' }],
  reviewReady: [{ patientId }, { patientId, caseNumber, person: 'Kamala', isSoon: true }],
  reviewChanged: [
    { patientId, caseNumber, isTakenBack: false },
    { patientId, caseNumber, isTakenBack: true },
  ],
  clinicNote: [{ patientId, caseNumber, person: 'Kamala' }],
  lookAgain: [{ patientId, caseNumber, person: 'Kamala' }],
  reviewTakenBack: [{ caseNumber }],
  translationReady: [{ patientId, caseNumber }],
  questionWaits: [{ reportId, caseNumber }],
  answerWaits: [{ reportId }],
  reportHeld: [{ reportId }],
  reportsWait: [{ count: 7 }],
  expertsWait: [{ count: 1 }],
  translationsWait: [{ count: 2 }],
  accountApproved: [{}],
  accountRejected: [{}],
  accountSuspended: [{}],
  accountRestored: [{ isApproved: true }, { isApproved: false }],
  contactMessage: [{ name: 'Asha', email: 'asha@village.test', message: 'Good morning' }],
  messageWaits: [{ kind: 'query' }, { kind: 'callback' }],
  complaintReceived: [{ number: '7K3M 9QXD', dueDay: '2026-04-04' }],
  complaintAnswered: [{ number: '7K3M 9QXD', answer: 'We are sorry.' }],
  complaintAnswerWaits: [{ number: '7K3M 9QXD' }],
  complaintWaits: [{}],
  complaintDue: [{}],
  followUpOverdue: [{}],
  urgentWaits: [{}, { count: 3 }],
  urgentUnread: [{ count: 1 }, { count: 3 }],
  reportsOverdue: [{ count: 1 }, { count: 3 }],
  lookNow: [{ reportId }],
  alertsQuietened: [{ name: 'Lakshmi Rao' }],
  textsUsedUp: [{ max: 200 }],
  manyMisses: [{ name: 'Ravi Kumar', personId: '01k2zq5v7m8n9p0q1r2s3t4v5x' }],
  contactChanged: [{ name: 'Lakshmi Rao', helpline: '1800 000 000', email: 'help@clinic.example' }],
  adminAdded: [{ name: 'Lakshmi Rao', newName: 'Ravi Kumar' }],
  registrationEnds: [{ day: '2030-03-31' }],
  registrationOfEnds: [{ name: 'Meera Nair', expertId: '01k2zq5v7m8n9p0q1r2s3t4v5x', day: '2030-03-31' }],
  testEmail: [{}],
};

const wordsOf = (html: string) =>
  html
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'");

test.each(allLanguages)(
  'each e-mail in %s says the same as text and as HTML, and loads nothing',
  (language) => {
    for (const [template, forms] of Object.entries(samples) as [
      EmailTemplate,
      EmailParams[EmailTemplate][],
    ][]) {
      for (const params of forms) {
        const { subject, text, html } = emails({ template, params, language, name: 'Asha' });
        const what = `${template} in ${language}`;
        expect(`${subject} ${text}`, what).not.toMatch(/[{}[\]]|undefined/);
        const addresses = text.match(/http\S+/g) ?? [];
        for (const address of addresses) expect(html, what).toContain(`href="${address}"`);
        const shown = wordsOf(html);
        for (const word of text.replace(/http\S+/g, '').split(/\s+/)) expect(shown, what).toContain(word);
        expect(html, what).not.toMatch(/<(?:img|script|link)|url\(|@import/);
        expect(html.match(/href="(?!http:\/\/clinic\.test\/)/), what).toBeNull();
        expect(html.match(/class="button"/g) ?? [], what).toHaveLength(addresses.length > 0 ? 1 : 0);
      }
    }
  },
);

test('an answer is read with one button, and the e-mail names the case but nothing of the report', () => {
  const { text, html } = emails({
    template: 'reviewReady',
    params: { patientId, reportId, caseNumber },
    language: 'en',
    name: 'Asha',
  });
  const address = `${publicUrl}/dashboard/report/${reportId}`;
  expect(text).toContain('Hello Asha,');
  expect(text).toContain(`Read the answer\n${address}`);
  expect(text).toContain(`Case number: ${caseNumber}`);
  expect(html).toContain('>Read the answer</a>');
  expect(html).toContain('clinic.test/dashboard/…');
});

test('an e-mail about an answer that an earlier version has queued leads to the list', () => {
  const { text } = emails({ template: 'reviewReady', params: { patientId }, language: 'en' });
  expect(text).toContain(`Read the answer\n${publicUrl}/dashboard/previous-report/${patientId}`);
});

test('a code is large, and one number for whoever copies it', () => {
  const { text, html } = emails({
    template: 'code',
    params: { code: '402716', minutes: 10 },
    language: 'en',
  });
  expect(text).toContain('Your code:\n\n402716\n\n');
  expect(html).toMatch(/<span class="code[^>]*letter-spacing:[^>]*>402716<\/span>/);
});

test('each e-mail ends with the clinic, and what it never asks', () => {
  const compose = (details: ReturnType<Parameters<typeof makeEmailComposer>[0]>) =>
    makeEmailComposer(() => details)({ template: 'testEmail', params: {}, language: 'en' }).text;
  const ending = 'We never ask for your password by e-mail or phone.';
  expect(compose(clinic)).toContain(
    `\n\nSecondLook\n12 Hill Road\nPune 411001\nHelpline: +91 20 5550 0100\n${ending}`,
  );
  expect(compose({ productName: 'SecondLook', publicUrl, helpline: '' })).toContain(
    `\n\nSecondLook\n${ending}`,
  );
});

test('the words of a visitor are shown, and become neither markup nor a link', () => {
  const message = `<img src=x onerror=alert(1)> & [Log in](${publicUrl}/evil)\n\n[Log in](${publicUrl}/evil)\n\n{code}`;
  const details = { name: '"A"', email: 'a@b.test', message };
  const { html } = emails({ template: 'contactMessage', params: details, language: 'en' });
  expect(html).not.toContain('<img');
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; [Log in]');
  expect(html).not.toContain('href="http://clinic.test/evil');
  expect(html).not.toContain('class="code');
});

test('an e-mail in a right-to-left language is laid out from right to left', () => {
  const page = (language: string) =>
    renderEmailHtml({ subject: 'S', blocks: [{ kind: 'words', text: 'x' }], footer: ['S'], language });
  expect([page('ur'), page('ar-EG'), page('hi')].map((html) => /dir="(\w+)"/.exec(html)?.[1])).toEqual([
    'rtl',
    'rtl',
    'ltr',
  ]);
});

test('an e-mail about new reports says how many wait', () => {
  const of = (count: number) => emails({ template: 'reportsWait', params: { count }, language: 'en' });
  expect([of(1).subject, of(7).subject]).toEqual([
    'A report is waiting for a review',
    '7 reports are waiting for a review',
  ]);
  expect(of(7).text).toContain('7 reports are waiting for a doctor');
});
