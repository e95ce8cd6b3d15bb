import { emailTranslations } from '~/i18n/catalogues';
import type { Language } from '~/i18n/languages';
import type { Catalogue, MessageValues } from '~/i18n/message-keys';
import { fillPlaceholders, formatDay } from '~/i18n/t';
import { type EmailBlock, renderEmailHtml } from './email-html';

/** The parameters of an e-mail about an answer. */
type AnswerParams = { patientId: string; reportId?: string; person?: string; caseNumber?: string };

/**
 * The parameters of each e-mail. They hold no health data; only the messages of the contact page go
 * to the clinic as typed, and the answer to a complaint goes to a visitor, who has no other way to it.
 */
export type EmailParams = {
  code: { code: string; minutes: number };
  alreadyHaveAccount: Record<string, never>;
  resetPassword: { token: string; minutes: number };
  passwordChanged: Record<string, never>;
  manyWrongLogins: Record<string, never>;
  passkeyAdded: Record<string, never>;
  passkeyCopied: Record<string, never>;
  shareGuessed: Record<string, never>;
  shareCreated: Record<string, never>;
  addressDisputed: { token: string };
  // `person`: the first name of the person whom the report is about, if it is not the patient.
  // `caseNumber`, `reportId`: missing in e-mails that an earlier version has queued.
  // `isSoon`: set if the answer gives at most three days for something.
  reviewReady: AnswerParams & { isSoon?: boolean };
  reviewChanged: AnswerParams & { isTakenBack: boolean; isSoon?: boolean };
  clinicNote: AnswerParams;
  lookAgain: AnswerParams;
  reviewTakenBack: { caseNumber: string };
  translationReady: AnswerParams;
  questionWaits: { reportId: string; person?: string; caseNumber?: string };
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
  // `dueDay`: YYYY-MM-DD.
  complaintReceived: { number: string; dueDay: string };
  complaintAnswered: { number: string; answer: string };
  complaintAnswerWaits: { number: string };
  complaintWaits: Record<string, never>;
  complaintDue: Record<string, never>;
  followUpOverdue: Record<string, never>;
  // `count`: missing in e-mails that an earlier version has queued.
  urgentWaits: { count?: number };
  urgentUnread: { count: number };
  reportsOverdue: { count: number };
  lookNow: { reportId: string };
  alertsQuietened: { name: string };
  textsUsedUp: { max: number };
  manyMisses: { name: string; personId: string };
  contactChanged: { name: string; helpline: string; email: string };
  adminAdded: { name: string; newName: string };
  // `day`: the last day of a registration, as YYYY-MM-DD.
  registrationEnds: { day: string };
  registrationOfEnds: { name: string; expertId: string; day: string };
  testEmail: Record<string, never>;
};

export type EmailTemplate = keyof EmailParams;

/** The clinic's own details; those that are not set are left out of its e-mails. */
type ClinicDetails = { productName: string; publicUrl: string; helpline?: string; officeAddress?: string };
type Key = keyof Catalogue['emails'];
type Written = Key extends infer Each ? (Each extends `${infer Name}.subject` ? Name : never) : never;

/** The sentences of an e-mail and its values, if they differ from its name and parameters. */
const variants: {
  [Name in EmailTemplate]?: (
    params: EmailParams[Name],
    language: Language,
  ) => { as?: Written; values?: MessageValues };
} = {
  accountRestored: ({ isApproved }) => ({ as: isApproved ? 'accountRestored' : 'accountToWait' }),
  reviewReady: (params) => ({ values: answerValues(params) }),
  reviewChanged: ({ isTakenBack, ...params }) => ({
    as: isTakenBack ? 'reviewWithdrawn' : 'reviewChanged',
    values: answerValues(params),
  }),
  clinicNote: (params) => ({ values: answerValues(params) }),
  lookAgain: (params) => ({ values: answerValues(params) }),
  translationReady: (params) => ({ values: answerValues(params) }),
  contactMessage: ({ name, email, message }) => ({
    values: { name: name || '–', email: email || '–', message },
  }),
  complaintReceived: ({ number, dueDay }, language) => ({
    values: { number, day: formatDay(language, dueDay) },
  }),
  urgentWaits: ({ count = 1 }) => ({ values: { count } }),
  registrationEnds: ({ day }, language) => ({ values: { day: formatDay(language, day) } }),
  registrationOfEnds: ({ day, ...params }, language) => ({
    values: { ...params, day: formatDay(language, day) },
  }),
  messageWaits: ({ kind }) => ({ as: kind === 'query' ? 'queryWaits' : 'callBackWaits' }),
};

/** Adds the address of an answer, below `/dashboard/`: its page, or the list if the report is unknown. */
const answerValues = ({
  isSoon: _isSoon,
  ...values
}: AnswerParams & { isSoon?: boolean }): MessageValues => ({
  ...values,
  answerPath: values.reportId ? `report/${values.reportId}` : `previous-report/${values.patientId}`,
});

type ComposeOptions<Name extends EmailTemplate> = {
  template: Name;
  params: EmailParams[Name];
  language: Language;
  /** The first name for the greeting. Only accounts that have proved their address are greeted by name. */
  name?: string;
};

/** A paragraph of the catalogue that is a link: `[words]({publicUrl}/path)`. */
const linkParagraph = /^\[([^\]]+)\]\((\{publicUrl\}[^)]*)\)$/;
const codeParagraph = '{code}';

/**
 * Returns the function that writes the e-mails of a clinic as plain text and HTML, for the e-mail
 * worker. Links and codes are recognised before the values are filled in, so a value never becomes
 * one.
 *
 * @param readClinic called for each e-mail, since admins change the details.
 */
export const makeEmailComposer =
  (readClinic: () => ClinicDetails) =>
  <Name extends EmailTemplate>({ template, params, language, name }: ComposeOptions<Name>) => {
    const { as = template as Written, values = params as MessageValues } =
      variants[template]?.(params, language) ?? {};
    const emails = emailTranslations[language];
    const { productName, publicUrl, helpline, officeAddress } = readClinic();
    const fill = (sentence: string) =>
      fillPlaceholders(language, sentence, { productName, publicUrl, ...values });
    const toBlock = (paragraph: string): EmailBlock => {
      const [, label, address] = linkParagraph.exec(paragraph) ?? [];
      if (label && address) return { kind: 'link', label, address: fill(address) };
      return { kind: paragraph === codeParagraph ? 'code' : 'words', text: fill(paragraph) };
    };
    const greeting = name ? fillPlaceholders(language, emails.greetingNamed, { name }) : emails.greeting;
    const [first = '', ...paragraphs] = emails[`${as}.text`].split('\n\n');
    const isSoon = 'isSoon' in params && params.isSoon === true;
    const blocks: EmailBlock[] = [
      { kind: 'words', text: greeting },
      ...(values.person ? [toBlock(emails.about)] : []),
      ...[first, ...(isSoon ? [emails.readToday] : []), ...paragraphs].map(toBlock),
      ...(values.caseNumber && as !== 'reviewTakenBack' ? [toBlock(emails.case)] : []),
    ];
    const footer = [
      productName,
      ...(officeAddress ? [officeAddress] : []),
      ...(helpline ? [fillPlaceholders(language, emails.helpline, { helpline })] : []),
      emails.neverAsk,
    ];
    const subject = fill(emails[`${as}.subject`]);
    return {
      subject,
      text: [...blocks.map(toPlainText), footer.join('\n')].join('\n\n'),
      html: renderEmailHtml({ subject, blocks, footer, language }),
    };
  };

const toPlainText = (block: EmailBlock) =>
  block.kind === 'link' ? `${block.label}\n${block.address}` : block.text;
