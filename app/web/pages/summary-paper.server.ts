import { formatFullName, formatSignature } from '~/domain/identity/full-name';
import type { PublicReport } from '~/domain/report/present-report';
import { toCaseNumber } from '~/domain/report/report-constants';
import { directionOf, type Language } from '~/i18n/languages';
import { formatDay } from '~/i18n/t';
import { isMessageKey, translate } from '~/i18n/translate';
import { drawQrCode } from '~/platform/qr.server';
import { getSettings } from '~/platform/settings/env.server';
import { paths } from '~/urls/paths';
import { requestLanguage } from '~/web/request/request-language.server';
import { chooseSummarySize } from './summary-size';

type Summary = {
  report: PublicReport;
  /** Version of the review. */
  version: number;
  /** Time of the last change of the review; null if there is none. */
  amendedAt: string | null;
  /** Year of birth of the person; null if it is not known. */
  birthYear: string | null;
  /** The code; null before the patient has created one. */
  data: { code: string; checkUrl: string } | null;
};

/** A doctor's text on the summary, with its heading and its signature. */
type SummaryText = {
  heading: string;
  englishHeading: string | null;
  text: string;
  language: Language;
  signature: string;
  note: string | null;
};

/**
 * Builds what stands on the printed summary of a review, in the language of the reader with English
 * beside the labels.
 */
export async function summaryPaper({ data, ...summary }: Summary) {
  const { report } = summary;
  const { PRODUCT_NAME, HELPLINE, PUBLIC_URL } = getSettings();
  const language = requestLanguage();
  const address = `${PUBLIC_URL}${paths.check}`.replace(/^https?:\/\//, '');
  const words = { ...summary, address, helpline: HELPLINE };
  const texts = toTexts(report, language);
  return {
    product: PRODUCT_NAME,
    language,
    direction: directionOf(language),
    size: chooseSummarySize(texts, {
      hasStep: report.nextStep !== null || report.doubtNote !== null,
      language,
    }),
    code: data?.code ?? null,
    picture: data && (await drawQrCode(data.checkUrl)),
    warning: findWarning(report, language),
    step: report.nextStep,
    texts,
    words: summaryWords(language, words),
    english: language === 'en' ? null : summaryWords('en', words),
  };
}

type Words = Omit<Summary, 'data'> & { address: string; helpline?: string };

/** Words everything but the texts and the step in a language. */
function summaryWords(
  language: Language,
  { report, version, amendedAt, birthYear, address, helpline }: Words,
) {
  const { about, patient, expert, createdAt, reviewedAt } = report;
  const name = about?.name ?? formatFullName(patient);
  const type = `type.${report.reportType}`;
  const facts: [label: string, value: string | null][] = [
    [translate(language, 'pending.patient'), name],
    [translate(language, 'people.birthYearLabel'), birthYear],
    [translate(language, 'filter.type'), translate(language, isMessageKey(type) ? type : 'report.unknown')],
    [translate(language, 'report.caseNumber'), toCaseNumber(report._id)],
    [translate(language, 'report.submittedOn'), formatDay(language, createdAt)],
    [translate(language, 'reviewed.on'), reviewedAt && formatDay(language, reviewedAt)],
    [translate(language, 'summaryPaper.changed'), amendedAt && formatDay(language, amendedAt)],
    [translate(language, 'summaryPaper.doctor'), expert && formatFullName(expert)],
    [translate(language, 'credentials.qualificationLabel'), expert?.qualification ?? null],
    [translate(language, 'credentials.short'), expert?.registrationNumber ?? null],
    [translate(language, 'credentials.councilLabel'), expert?.council ?? null],
  ];
  return {
    title: translate(language, 'summaryPaper.title'),
    asOf: translate(language, 'summaryPaper.asOf', {
      date: formatDay(language, new Date().toISOString()),
      version,
    }),
    facts: facts.flatMap(([label, value]) => (value ? [{ label, value }] : [])),
    check: translate(language, 'summaryPaper.check', { address }),
    help: helpline ? translate(language, 'slipPaper.help', { helpline }) : '',
    emergency: translate(language, 'site.emergency'),
  };
}

/** Finds the warning of the clinic before the texts; without a review, why it is missing. */
function findWarning({ review, doubtNote, translations }: PublicReport, language: Language) {
  if (review === null)
    return {
      sentence: translate(language, 'share.reviewHidden'),
      sentenceInEnglish: translate('en', 'share.reviewHidden'),
    };
  return doubtNote ?? translations.find((one) => one.language === language)?.doubtNote ?? null;
}

/** Returns the review, and its translation into the reader's language if there is one. */
function toTexts(report: PublicReport, language: Language): SummaryText[] {
  const { review, reviewLanguage, translations } = report;
  if (review === null) return [];
  const original: SummaryText = {
    heading: translate(language, 'report.review'),
    englishHeading: language === 'en' ? null : translate('en', 'report.review'),
    text: review,
    language: reviewLanguage ?? 'en',
    signature: '',
    note: null,
  };
  const translation = translations.find((one) => one.language === language);
  if (!translation) return [original];
  const { expert } = translation;
  const translator = formatSignature(expert, translate(language, 'credentials.short'));
  return [
    original,
    {
      heading: translate(language, 'review.inYours', { language: { language: translation.language } }),
      englishHeading: null,
      text: translation.review,
      language: translation.language,
      signature: translate(language, 'review.translatedBy', {
        language: { language: translation.language },
        name: translator,
        date: formatDay(language, translation.createdAt),
      }),
      note:
        translation.toCompare.length > 0
          ? translate(language, 'review.numbersUnchecked', { words: translation.toCompare.join(', ') })
          : null,
    },
  ];
}
