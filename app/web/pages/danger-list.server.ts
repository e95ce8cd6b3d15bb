import { findSignChecks } from '~/domain/clinic/sign-checks.server';
import { isEveryServerAble } from '~/domain/kernel/every-server.server';
import { confirmedSigns, type DangerSign, nationalLine, type SignWords } from '~/domain/report/danger-signs';
import type { Language } from '~/i18n/languages';
import { listSignSentences, signFrame, toSignWords } from '~/web/pipeline/sign-words.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { contactDetails } from './clinic-details.server';

/**
 * Reads what the question about danger shows. The signs stand in it once the clinic has confirmed the
 * list.
 *
 * @returns undefined while a server of an earlier release runs, which would lose the mark.
 */
export async function readDangerQuestion() {
  if (!isEveryServerAble('urgentReports')) return undefined;
  return { helpline: contactDetails().helpline, list: await readSignList(requestLanguage()) };
}

async function readSignList(language: Language) {
  // A server of an earlier release would lose the signs.
  if (!isEveryServerAble('dangerSigns')) return undefined;
  const { isConfirmed, isChecked } = await findSignChecks({ listSignSentences }, language);
  if (!isConfirmed) return undefined;
  return {
    ...signFrame(language),
    lineNumber: nationalLine,
    ...(!isChecked && { english: signFrame('en') }),
    signs: confirmedSigns.map((sign) => describeSign(language, sign, isChecked)),
  };
}

/** Describes the signs of a report to its reader. */
export async function describeSigns(signs: DangerSign[] | null): Promise<SignWords[]> {
  if (!signs || signs.length === 0) return [];
  const language = requestLanguage();
  const { isChecked } = await findSignChecks({ listSignSentences }, language);
  return signs.map((sign) => describeSign(language, sign, isChecked));
}

const describeSign = (language: Language, sign: DangerSign, isChecked: boolean): SignWords => ({
  sign,
  words: toSignWords(language, sign),
  ...(!isChecked && language !== 'en' && { english: toSignWords('en', sign) }),
});
