import { emailTranslations } from '~/i18n/catalogues';
import type { Language } from '~/i18n/languages';
import type { Catalogue, MessageValues } from '~/i18n/message-keys';
import { fillPlaceholders } from '~/i18n/t';
import { renderEmailHtml } from './email-html';

/**
 * The parameters of each e-mail. They hold no health data; only the messages of the contact page go
 * to the clinic as typed.
 */
export type EmailParams = {
  code: { code: string; minutes: number };
  alreadyHaveAccount: Record<string, never>;
  resetPassword: { token: string; minutes: number };
  passwordChanged: Record<string, never>;
  manyWrongLogins: Record<string, never>;
  // `person`: the first name of the person whom the report is about, if it is not the patient.
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

/** The sentences of an e-mail and its values, if they differ from its name and parameters. */
const variants: {
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
 * Returns the function that writes the e-mails of one clinic as plain text and HTML, for the e-mail
 * worker. It takes the template, its parameters and the reader's language.
 */
export const makeEmailComposer =
  (settings: ClinicNames) =>
  <Name extends EmailTemplate>({ template, params, language }: Composed<Name>): Words & { html: string } => {
    const { as = template as Written, values = params as MessageValues } = variants[template]?.(params) ?? {};
    const emails = emailTranslations[language];
    const textOf = (key: Key) => fillPlaceholders(language, emails[key], { ...settings, ...values });
    const about = 'person' in params && params.person ? [textOf('about')] : [];
    const words = {
      subject: textOf(`${as}.subject`),
      text: [emails.greeting, ...about, textOf(`${as}.text`), settings.productName].join('\n\n'),
    };
    return { ...words, html: renderEmailHtml({ ...words, language, publicUrl: settings.publicUrl }) };
  };
