import { emailTranslations } from '~/i18n/catalogues';
import type { Language } from '~/i18n/languages';
import type { Catalogue, MessageValues } from '~/i18n/message-keys';
import { fill } from '~/i18n/t';
import { htmlOf } from './email-html';

/**
 * What each e-mail is filled in with. None of it is health data; only the contact page's words go
 * to the clinic as they were typed.
 */
export type EmailParams = {
  code: { code: string; minutes: number };
  alreadyHaveAccount: Record<string, never>;
  resetPassword: { token: string; minutes: number };
  passwordChanged: Record<string, never>;
  manyWrongLogins: Record<string, never>;
  // `person`: the first name of somebody else whom the report is about.
  reviewReady: { patientId: string; person?: string };
  reviewChanged: { patientId: string; isTakenBack: boolean; person?: string };
  reviewTakenBack: { caseNumber: string };
  translationReady: { patientId: string; person?: string };
  questionWaits: { reportId: string; person?: string };
  answerWaits: { reportId: string };
  reportHeld: { reportId: string };
  reportsWait: { count: number };
  expertsWait: { count: number };
  translationsWait: { count: number };
  accountApproved: Record<string, never>;
  accountRejected: Record<string, never>;
  accountSuspended: Record<string, never>;
  accountRestored: { isApproved: boolean };
  contactMessage: { name: string; email: string; message: string };
  messageWaits: { kind: 'query' | 'callback' };
  testEmail: Record<string, never>;
};

export type EmailTemplate = keyof EmailParams;

type ClinicNames = { productName: string; publicUrl: string };
type Words = { subject: string; text: string };
type Key = keyof Catalogue['emails'];
type Written = Key extends infer Each ? (Each extends `${infer Name}.subject` ? Name : never) : never;

/** Which sentences an e-mail has, and what fills them in. */
const written: {
  [Name in EmailTemplate]?: (params: EmailParams[Name]) => { as?: Written; values?: MessageValues };
} = {
  accountRestored: ({ isApproved }) => ({ as: isApproved ? 'accountRestored' : 'accountToWait' }),
  reviewChanged: ({ patientId, isTakenBack }) => ({
    as: isTakenBack ? 'reviewWithdrawn' : 'reviewChanged',
    values: { patientId },
  }),
  contactMessage: ({ name, email, message }) => ({
    values: { name: name || '–', email: email || '–', message },
  }),
  messageWaits: ({ kind }) => ({ as: kind === 'query' ? 'queryWaits' : 'callBackWaits' }),
};

type Composed<Name extends EmailTemplate> = { template: Name; params: EmailParams[Name]; language: Language };

/**
 * The words of every e-mail of one clinic, as plain text and as HTML: what the e-mail worker is
 * given. Takes which one, what fills it in, the reader's language.
 */
export const emailsOf =
  (settings: ClinicNames) =>
  <Name extends EmailTemplate>({ template, params, language }: Composed<Name>): Words & { html: string } => {
    const { as = template as Written, values = params as MessageValues } = written[template]?.(params) ?? {};
    const emails = emailTranslations[language];
    const say = (key: Key) => fill(language, emails[key], { ...settings, ...values });
    const about = 'person' in params && params.person ? [say('about')] : [];
    const words = {
      subject: say(`${as}.subject`),
      text: [emails.greeting, ...about, say(`${as}.text`), settings.productName].join('\n\n'),
    };
    return { ...words, html: htmlOf({ ...words, language, publicUrl: settings.publicUrl }) };
  };
