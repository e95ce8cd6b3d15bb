import type { Language } from './en';
import { htmlOf } from './letterHtml';

/** What each letter is filled in with. None of it is health data; only the contact page's words go to the clinic as they were typed. */
export type LetterFacts = {
  code: { code: string; minutes: number };
  alreadyHaveAccount: Record<string, never>;
  resetPassword: { token: string; minutes: number };
  passwordChanged: Record<string, never>;
  reviewReady: { patientId: string };
  reportsWait: { count: number };
  accountApproved: Record<string, never>;
  accountRejected: Record<string, never>;
  accountSuspended: Record<string, never>;
  accountRestored: { isApproved: boolean };
  contactMessage: { name: string; email: string; message: string };
  messageWaits: { kind: 'query' | 'callback' };
};

export type LetterName = keyof LetterFacts;

type House = { productName: string; publicUrl: string };
type Words = { subject: string; text: string };
type Letters = { [Name in LetterName]: (facts: LetterFacts[Name], house: House) => Words };

const english: Letters = {
  code: ({ code, minutes }, { productName }) => ({
    subject: `${code} is your ${productName} code`,
    text: `Hello,

your code is ${code}

Enter it on the page where you signed up. It is good for ${minutes} minutes.
If you did not sign up for ${productName}, you need not do anything.

${productName}`,
  }),
  alreadyHaveAccount: (_facts, { productName, publicUrl }) => ({
    subject: `You already have a ${productName} account`,
    text: `Hello,

somebody, perhaps you, has just tried to sign up for ${productName} with this address. You already have an account.

Log in: ${publicUrl}/login
Forgot the password: ${publicUrl}/forgot-password

If it was not you, you need not do anything: your account is as it was.

${productName}`,
  }),
  resetPassword: ({ token, minutes }, { productName, publicUrl }) => ({
    subject: `Choose a new ${productName} password`,
    text: `Hello,

somebody, perhaps you, has asked for a new password. Choose one here:

${publicUrl}/update-password/${token}

The link is good for ${minutes} minutes and works once. If it was not you, you need not do anything.

${productName}`,
  }),
  passwordChanged: (_facts, { productName, publicUrl }) => ({
    subject: `Your ${productName} password was changed`,
    text: `Hello,

the password of your ${productName} account was changed just now, and all other devices were logged out.

If it was you, you need not do anything. If not, choose a new password at once: ${publicUrl}/forgot-password

${productName}`,
  }),
  reviewReady: ({ patientId }, { productName, publicUrl }) => ({
    subject: 'Your report has been reviewed',
    text: `Hello,

a doctor has read your report and written what it means. For your privacy it does not stand in this letter.

Read it here: ${publicUrl}/dashboard/previous-report/${patientId}

${productName}`,
  }),
  reportsWait: ({ count }, { productName, publicUrl }) => ({
    subject: count === 1 ? 'A report waits for a review' : `${count} reports wait for a review`,
    text: `Hello,

${count === 1 ? 'one report waits' : `${count} reports wait`} for a doctor. Nothing of what is in them stands in this letter.

See what waits: ${publicUrl}/dashboard/pending-report

You get this letter at most once an hour.

${productName}`,
  }),
  accountApproved: (_facts, { productName, publicUrl }) => ({
    subject: `Your ${productName} account is approved`,
    text: `Hello,

an admin of the clinic has approved your account. You can now read the reports that wait and review them.

Go to the reports: ${publicUrl}/dashboard/pending-report

${productName}`,
  }),
  accountRejected: (_facts, { productName, publicUrl }) => ({
    subject: `About your ${productName} account`,
    text: `Hello,

an admin has not approved your account. Log in to see why: ${publicUrl}/dashboard/home

${productName}`,
  }),
  accountSuspended: (_facts, { productName, publicUrl }) => ({
    subject: `Your ${productName} account is suspended`,
    text: `Hello,

an admin has suspended your account, and you were logged out everywhere. Log in to see why: ${publicUrl}/dashboard/home

${productName}`,
  }),
  accountRestored: ({ isApproved }, { productName, publicUrl }) => ({
    subject: `Your ${productName} account is restored`,
    text: `Hello,

${isApproved ? 'an admin has restored your account. You can read and review reports again.' : 'an admin will look at your account again. We write to you once it is approved.'}

Log in: ${publicUrl}/dashboard/home

${productName}`,
  }),
  contactMessage: ({ name, email, message }, { productName, publicUrl }) => ({
    subject: `A message from the ${productName} contact page`,
    text: `Hello,

somebody has written on the contact page.

Name: ${name || '–'}
E-mail: ${email || '–'}

${message}

All messages: ${publicUrl}/dashboard/messages?kind=contact

${productName}`,
  }),
  messageWaits: ({ kind }, { productName, publicUrl }) => ({
    subject: kind === 'query' ? 'A question waits for an answer' : 'Somebody asks for a call back',
    text: `Hello,

${kind === 'query' ? 'somebody has sent a question' : 'somebody asks to be called'} on the home page. For their privacy it does not stand in this letter.

Read it here: ${publicUrl}/dashboard/messages?kind=${kind}

${productName}`,
  }),
};

const letters: Record<Language, Letters> = { en: english };

type Letter<Name extends LetterName> = { letter: Name; facts: LetterFacts[Name]; language: Language };

/** The words of every letter of one house, as plain text and as HTML: what the postman is given. In: which one, what fills it in, the reader's language. */
export const lettersOf =
  (house: House) =>
  <Name extends LetterName>({ letter, facts, language }: Letter<Name>): Words & { html: string } => {
    const words = letters[language][letter](facts, house);
    return { ...words, html: htmlOf({ ...words, language, publicUrl: house.publicUrl }) };
  };
