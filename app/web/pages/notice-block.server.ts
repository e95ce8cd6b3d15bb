import { findUnseenNotice, noteIfCurrent } from '~/domain/own-data/read-notice.server';
import { languageCodes } from '~/i18n/language-codes';
import { translate } from '~/i18n/translate';
import { requestLanguage } from '~/web/request/request-language.server';

/**
 * Reads the block of the privacy notice above a form, with its sentences, so that no other page loads
 * them.
 *
 * @returns undefined if the account was shown the present version.
 */
export async function readNoticeBlock(userId: string) {
  const unseen = await findUnseenNotice(userId, { sentenceIn: translate });
  if (!unseen) return undefined;
  const language = requestLanguage();
  return {
    version: unseen.version,
    language,
    title: translate(language, unseen.isFirst ? 'privacyBlock.before' : 'privacyBlock.changed'),
    text: translate(language, 'privacyPage.short'),
    goOn: translate(language, 'privacyBlock.goOn'),
  };
}

/** Notes the version of the block that a sent form was answered with, if it is still the present one. */
export async function noteShownBlock(userId: string, fields: FormData): Promise<void> {
  const version = fields.get('noticeVersion');
  const language = languageCodes.find((code) => code === fields.get('noticeLanguage'));
  if (typeof version !== 'string' || !language) return;
  await noteIfCurrent(userId, { version, language }, { sentenceIn: translate });
}
