import type { EmailParams, EmailTemplate } from '~/i18n/emails/compose-email';
import type { TextName } from '~/i18n/texts/text-names';

type NamesOfText = { [Name in EmailTemplate]?: (params: EmailParams[Name]) => TextName };

/** The text to a phone that says what an e-mail says. Other e-mails have none: codes, and those to a clinic. */
const texts = {
  reviewReady: ({ isSoon }) => (isSoon ? 'answerToday' : 'answer'),
  reviewChanged: ({ isSoon, isTakenBack }) => (isSoon || isTakenBack ? 'answerToday' : 'answer'),
  clinicNote: () => 'answerToday',
  translationReady: () => 'answer',
  lookAgain: () => 'reminder',
  lookNow: () => 'reminderToday',
  questionWaits: () => 'question',
  urgentWaits: () => 'alert',
  urgentUnread: () => 'alert',
  reportsOverdue: () => 'alert',
  followUpOverdue: () => 'alert',
} satisfies NamesOfText;

/** The e-mails that go to phones as well. */
export type NotificationTemplate = keyof typeof texts;

/** Returns the text to a phone that belongs to an e-mail. */
export const textOf = <Name extends NotificationTemplate>(template: Name, params: EmailParams[Name]) =>
  (texts[template] as (params: EmailParams[Name]) => TextName)(params);

/** The texts that no limit and no night holds back. */
export const urgentTexts: readonly TextName[] = ['answerToday', 'reminderToday', 'alert'];
