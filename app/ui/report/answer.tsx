import type { PublicAnswer } from '~/domain/report-view/present-answer.server';
import { Listen } from '~/ui/listen';
import { Notice } from '~/ui/notices/notice';
import { useWords } from '~/ui/sentence';
import { Credentials } from './credentials';
import { NextStep } from './next-step';

type Written = NonNullable<PublicAnswer['review']>;

/**
 * The next step, and the review with its translations, for readers without an account; the one for
 * the reader comes first.
 */
export function Answer({ answer, review }: { answer: PublicAnswer; review: Written }) {
  const { t, day, language, languageName } = useWords();
  const { nextStep, reviewedAt, translations } = answer;
  const original = (
    <section key="original">
      <h2 className="mb-2">{t('report.review')}</h2>
      <Text written={review} step={nextStep} />
      {review.language && review.language !== language && (
        <p className="mt-2 text-small text-muted">
          {t('review.inLanguage', { language: languageName(review.language) })}
        </p>
      )}
      <p className="mt-3 font-label [overflow-wrap:anywhere]">
        {t('report.reviewedBy', { name: review.doctor, date: day(reviewedAt ?? '') })}
      </p>
      <Credentials of={review} />
    </section>
  );
  const translated = translations.map((translation) => (
    <section key={translation.language}>
      <h2 className="mb-2">
        {t('review.inYours', { language: languageName(translation.language ?? language) })}
      </h2>
      {translation.toCompare.length > 0 && (
        <Notice icon="alert" variant="wait mb-3">
          {t('review.numbersUnchecked', { words: translation.toCompare.join(', ') })}
        </Notice>
      )}
      <Text written={translation} step={nextStep} />
      <p className="mt-3 text-small text-muted [overflow-wrap:anywhere]">
        {t('reportSlip.translatedBy', { name: translation.doctor })}
      </p>
      <Credentials of={translation} />
    </section>
  ));
  const isForReader = translations[0]?.language === language;
  const parts = isForReader ? [translated[0], original, ...translated.slice(1)] : [original, ...translated];
  return (
    <>
      {nextStep && <NextStep step={nextStep} />}
      <div className="grid gap-6">{parts}</div>
    </>
  );
}

function Text({ written, step }: { written: Written; step: PublicAnswer['nextStep'] }) {
  const { t } = useWords();
  const language = written.language ?? 'en';
  return (
    <>
      <p className="letter" lang={language} dir="auto">
        {written.text}
      </p>
      <div className="mt-3 empty:hidden">
        <Listen text={written.text} label={t('listen.start')} language={language} first={step} />
      </div>
    </>
  );
}
