import { type RefObject, useRef } from 'react';
import type { PublicReport } from '~/domain/report/present-report';
import type { Untranslated } from '~/domain/report-rules/untranslated.server';
import { Listen } from '~/ui/listen';
import { Notice } from '~/ui/notices/notice';
import { useWords } from '~/ui/sentence';
import { useDoctorName } from './doctor-name';
import { EarlierText, ReviewChanges } from './review-changes';
import { useSeen } from './use-seen';

/** Details of a review that only the patient's own page has. */
export type OwnReview = {
  /** Address that is told when a new answer was seen. */
  seen?: string;
  /** Tells whether the page shows this report alone. */
  isAlone?: boolean;
  untranslated?: Untranslated;
  helpline?: string;
};

/** What the doctor wrote, who signed it, and what others have said of it in other languages. */
export function ReportReview({ report, own = {} }: { report: PublicReport; own?: OwnReview }) {
  const { t, day, language } = useWords();
  const text = useRef<HTMLParagraphElement>(null);
  const { seen, isAlone, untranslated, helpline } = own;
  const isTranslated = report.translations.some((translation) => translation.language === language);
  useSeen(text, { action: seen, version: report.version ?? 1 });
  const doctor = useDoctorName()(report.expert);
  return (
    <div>
      <h3 className="mb-2">{t('report.review')}</h3>
      <ReviewChanges report={report} />
      <ReviewText
        text={report.review ?? ''}
        language={report.reviewLanguage ?? 'en'}
        textRef={isTranslated ? undefined : text}
      />
      {doctor && report.reviewedAt && (
        <SignedBy words={t('report.reviewedBy', { name: doctor, date: day(report.reviewedAt) })} />
      )}
      <OtherLanguages report={report} inView={text} />
      {untranslated && <WhoTranslates untranslated={untranslated} helpline={helpline} />}
      <EarlierText report={report} />
      {seen && isAlone && (
        <noscript>
          <img src={`${seen}?version=${report.version ?? 1}`} alt="" width="1" height="1" />
        </noscript>
      )}
    </div>
  );
}

function SignedBy({ words }: { words: string }) {
  return <p className="mt-3 text-[0.95rem] text-muted [overflow-wrap:anywhere]">{words}</p>;
}

type Code = PublicReport['language'];

type ReviewTextProps = { text: string; language: Code; textRef?: RefObject<HTMLParagraphElement> };

/**
 * What a doctor wrote, in its own language and direction, and read aloud where the device has a
 * voice for it.
 */
function ReviewText({ text, language, textRef }: ReviewTextProps) {
  const { t } = useWords();
  return (
    <>
      <p ref={textRef} className="letter" lang={language} dir="auto">
        {text}
      </p>
      <div className="mt-3 empty:hidden">
        <Listen text={text} label={t('listen.start')} language={language} />
      </div>
    </>
  );
}

type OtherLanguagesProps = {
  report: PublicReport;
  /** The text that the reader reads, where that is one of these. */
  inView: RefObject<HTMLParagraphElement>;
};

/**
 * Which language a review is written in where it is not the reader's, and what other doctors have
 * said of it in others.
 */
function OtherLanguages({ report, inView }: OtherLanguagesProps) {
  const { t, day, language, languageName } = useWords();
  const doctorName = useDoctorName();
  const { reviewLanguage, translations } = report;
  return (
    <>
      {reviewLanguage && reviewLanguage !== language && (
        <p className="mt-2 text-[0.95rem] text-muted">
          {t('review.inLanguage', { language: languageName(reviewLanguage) })}
        </p>
      )}
      {translations.map((translation) => (
        <section key={translation.language} className="mt-5">
          <h4 className="mb-2 font-semibold">
            {t('review.inYours', { language: languageName(translation.language) })}
          </h4>
          <ReviewText
            text={translation.review}
            language={translation.language}
            textRef={translation.language === language ? inView : undefined}
          />
          <SignedBy
            words={t('review.translatedBy', {
              language: languageName(translation.language),
              name: doctorName(translation.expert),
              date: day(translation.createdAt),
            })}
          />
        </section>
      ))}
    </>
  );
}

/** Says who can translate a review for its patient; if no doctor can, who else can read it out. */
function WhoTranslates({ untranslated, helpline }: Required<Pick<OwnReview, 'untranslated'>> & OwnReview) {
  const { t, languageName } = useWords();
  const { readers } = untranslated;
  const languages = { from: languageName(untranslated.from), language: languageName(untranslated.to) };
  return (
    <Notice icon="language" variant="mt-4">
      {readers === 'both' ? (
        t('review.canTranslate', languages)
      ) : (
        <>
          {t(readers === 'none' ? 'review.noReader' : 'review.noTranslator', languages)}{' '}
          {helpline ? t('review.askOrCall', { helpline }) : t('review.askSomeone')}
        </>
      )}
    </Notice>
  );
}
