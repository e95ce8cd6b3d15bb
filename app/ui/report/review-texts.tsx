import type { PublicReport } from '~/domain/report/present-report';
import type { PublicDoubt } from '~/domain/report/present-translation';
import { Listen } from '~/ui/listen';
import { Notice } from '~/ui/notices/notice';
import { useWords } from '~/ui/sentence';
import { DoubtNote } from './next-step';
import { useDoctorName } from './report-words';

type Code = PublicReport['language'];
type Translation = PublicReport['translations'][number];

/** A text of a review: what the doctor wrote, or a translation of it. */
type Text = {
  text: string;
  language: Code;
  doubtNote: PublicDoubt | null;
  /** Undefined for the original. */
  translation?: Translation;
};

/** Lists the texts of a review. One in the reader's language comes first, otherwise the original. */
export function listReviewTexts(report: PublicReport, language: Code): [Text, ...Text[]] {
  const original = { text: report.review ?? '', language: report.reviewLanguage ?? 'en', doubtNote: null };
  const translated = report.translations.map((translation) => ({
    text: translation.review,
    language: translation.language,
    doubtNote: translation.doubtNote,
    translation,
  }));
  const own = translated.find((text) => text.language === language);
  return own ? [own, original, ...translated.filter((text) => text !== own)] : [original, ...translated];
}

type ReviewTextProps = {
  text: Text;
  isFirst?: boolean;
  /** True if it has to be in view to be seen. */
  isWatched?: boolean;
};

/** A doctor's text, in its own language and direction, with a warning if its numbers may differ. */
export function ReviewText({ text: { text, language, translation }, isFirst, isWatched }: ReviewTextProps) {
  const { t, day, language: ofPage, languageName } = useWords();
  const doctorName = useDoctorName();
  return (
    <>
      {translation && translation.toCompare.length > 0 && (
        <Notice icon="alert" variant="wait mb-3">
          {t('review.numbersUnchecked', { words: translation.toCompare.join(', ') })}
        </Notice>
      )}
      <p data-watched={isWatched || undefined} className="letter" lang={language} dir="auto">
        {text}
      </p>
      {isFirst && <span data-end />}
      <p className="mt-2 text-small text-muted [overflow-wrap:anywhere]">
        {translation
          ? t('review.translatedBy', {
              language: languageName(translation.language),
              name: doctorName(translation.expert),
              date: day(translation.createdAt),
            })
          : language !== ofPage && t('review.inLanguage', { language: languageName(language) })}
      </p>
    </>
  );
}

type OtherTextsProps = { texts: Text[]; report: PublicReport; heading: 'h3' | 'h4' };

/** The texts of a review in other languages, each with a button that reads it aloud. */
export function OtherTexts({ texts, report, heading: Heading }: OtherTextsProps) {
  const { t, languageName } = useWords();
  return texts.map((text) => (
    <section key={text.language} className="mt-5">
      <Heading className="mb-2 text-body font-label">
        {t('review.inYours', { language: languageName(text.language) })}
      </Heading>
      {text.doubtNote && !report.doubtNote && <DoubtNote note={text.doubtNote} />}
      <ReviewText text={text} />
      <div className="mt-3 empty:hidden">
        <Listen
          text={text.text}
          label={t('listen.start')}
          language={text.language}
          first={report.nextStep}
          warning={report.doubtNote ?? text.doubtNote}
        />
      </div>
    </section>
  ));
}
