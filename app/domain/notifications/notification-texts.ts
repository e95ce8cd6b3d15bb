import type { EmailParams, EmailTemplate } from '~/i18n/notifications/compose-email';
import type { TextName } from '~/i18n/notifications/text-names';

type NamesOfText = { [Name in EmailTemplate]?: (params: EmailParams[Name]) => TextName };

/** Maps e-mails to the texts that go to phones. Codes and e-mails to the clinic have none. */
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
