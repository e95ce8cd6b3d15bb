import { formatSignature } from '~/domain/identity/full-name';
import { clinicDay } from '~/domain/kernel/days';
import type { CallContext } from '~/domain/kernel/operation';
import { type ComparedTranslation, presentCredentials } from '~/domain/report/present-translation';
import type { MessageKey } from '~/i18n/message-keys';
import type { users } from '~/platform/db/core/tables/accounts.server';
import type { questions, reports } from '~/platform/db/core/tables/reports.server';
import { questionKinds } from '~/platform/enums';

type Account = Pick<
  typeof users.$inferSelect,
  'firstName' | 'lastName' | 'email' | 'loginName' | 'contactNumber' | 'dateOfBirth' | 'about'
>;

type Translation = Pick<ComparedTranslation, 'language' | 'review' | 'toCompare'> & {
  /** The warning that the clinic does not vouch for the translator. */
  doubt: string | null;
};

/** A doctor's question about a report, with the answer. */
type Question = Pick<typeof questions.$inferSelect, 'kind' | 'text' | 'language' | 'answer'>;

type Report = Pick<
  typeof reports.$inferSelect,
  | 'reportType'
  | 'status'
  | 'description'
  | 'aboutName'
  | 'aboutBirthYear'
  | 'createdAt'
  | 'review'
  | 'reviewedAt'
  | 'expertFirstName'
  | 'expertLastName'
  | 'expertId'
  | 'expertRegistration'
  | 'expertCredentials'
> & {
  /** The path of its file in the archive; null if it could not be read. */
  file: string | null;
  /** The warning that the clinic does not vouch for the review. */
  doubt: string | null;
  /** The next step of the current review, in the words of the reader. */
  nextStep: string | null;
  translations: Translation[];
  questions: Question[];
  /** The paths in the archive of the files added to it. */
  added: string[];
};

type Say = Pick<CallContext, 'language' | 'sentence'>;

/**
 * Builds the archive's page for people: the account, and each report with its review and a link to
 * its file. The page loads nothing and runs nothing.
 */
export function readablePage(account: Account, reports: Report[], { language, sentence }: Say): string {
  const title = escaped(sentence('myData.title'));
  return `<!DOCTYPE html>
<html lang="${language}" dir="${language === 'ur' ? 'rtl' : 'ltr'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>body{max-width:44em;margin:0 auto;padding:1em;font:17px/1.6 system-ui,sans-serif;overflow-wrap:anywhere}
section{border-top:1px solid #d6e4e8}dt{color:#4b6168}dd{margin:0 0 .7em}dd,p[dir]{white-space:pre-wrap}</style></head>
<body>
<h1>${title}</h1>
<p>${escaped(sentence('myData.pageLead'))} <a href="my-data.json">my-data.json</a></p>
${lines(sentence, [
  ['signup.firstNameLabel', account.firstName],
  ['signup.lastNameLabel', account.lastName],
  ['signup.emailLabel', account.email],
  ['ownNumber.title', account.loginName],
  ['signup.contactNumberLabel', account.contactNumber],
  ['profile.dateOfBirthLabel', account.dateOfBirth],
  ['profile.aboutLabel', account.about],
])}
${reports.map((report) => section(report, sentence)).join('\n')}
</body>
</html>
`;
}

function section(report: Report, sentence: Say['sentence']) {
  const { file, added, translations, questions } = report;
  const doctor = formatSignature(
    {
      firstName: report.expertFirstName ?? '',
      lastName: report.expertLastName ?? '',
      registrationNumber: report.expertRegistration,
      ...presentCredentials(report),
    },
    sentence('credentials.short'),
  );
  return `<section>
<h2>${escaped(sentence(`type.${report.reportType}`))}</h2>
${warning(report.doubt)}${lines(sentence, [
  ['about.title', report.aboutName],
  ['people.birthYearLabel', report.aboutBirthYear],
  ['report.submittedOn', clinicDay(report.createdAt.getTime())],
  ['pending.status', sentence(`report.${report.status}`)],
  ['upload.descriptionLabel', report.description],
  ['next.title', report.nextStep],
  ['report.review', report.review],
  ['reviewed.expert', doctor],
  ['reviewed.on', report.reviewedAt && clinicDay(report.reviewedAt.getTime())],
])}
${translations.map((translation) => translated(translation, sentence)).join('\n')}
${questions.map((question) => asWords(question, sentence)).join('\n')}
${[...(file ? [file] : []), ...added].map(linkTo).join('\n')}
</section>`;
}

const warning = (text: string | null) => (text ? `<p><b>${escaped(text)}</b></p>\n` : '');

function translated({ language, review, toCompare, doubt }: Translation, sentence: Say['sentence']) {
  const words = toCompare.join(', ');
  const note = words ? sentence('review.numbersUnchecked', { words }) : null;
  return `${warning(doubt)}${warning(note)}<p lang="${language}" dir="auto">${escaped(review)}</p>`;
}

const linkTo = (file: string) =>
  `<p><a href="${file.split('/').map(encodeURIComponent).join('/')}">${escaped(file)}</a></p>`;

/** Renders a question as the patient read it, with their answer. */
function asWords({ kind, text, language, answer }: Question, sentence: Say['sentence']) {
  const known = questionKinds.find((one) => one === kind) ?? 'detail';
  const written = text ? `<p lang="${language}" dir="auto">${escaped(text)}</p>` : '';
  return `<p>${escaped(sentence(`wanted.${known}`))}</p>${written}${lines(sentence, [['question.answer', answer]])}`;
}

/** Renders the fields that have a value as a list, each with its name. */
function lines(sentence: Say['sentence'], fields: [name: MessageKey, value: string | null][]) {
  const filledFields = fields.filter(([, value]) => value);
  const items = filledFields.map(
    ([name, value]) => `<dt>${escaped(sentence(name))}</dt><dd dir="auto">${escaped(value ?? '')}</dd>`,
  );
  return `<dl>${items.join('')}</dl>`;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
