import type { PublicReport } from '~/domain/reports/present-report';
import { Listen } from '~/ui/listen';
import { Notice } from '~/ui/notices/notice';
import { useDoctorName } from '~/ui/reports/doctor-name';
import { useWords } from '~/ui/sentence';
import { EarlierText, ReviewChanges } from './review-changes';

/** What the doctor wrote, who signed it, and what others have said of it in other languages. */
export function ReportReview({ report, isOwn }: { report: PublicReport; isOwn: boolean }) {
  const { t, day } = useWords();
  const doctor = useDoctorName()(report.expert);
  return (
    <div>
      <h3 className="mb-2">{t('report.review')}</h3>
      <ReviewChanges report={report} />
      <ReviewText text={report.review ?? ''} language={report.reviewLanguage ?? 'en'} />
      {doctor && report.reviewedAt && (
        <SignedBy words={t('report.reviewedBy', { name: doctor, date: day(report.reviewedAt) })} />
      )}
      <OtherLanguages report={report} isOwn={isOwn} />
      <EarlierText report={report} />
    </div>
  );
}

function SignedBy({ words }: { words: string }) {
  return <p className="mt-3 text-[0.95rem] text-muted [overflow-wrap:anywhere]">{words}</p>;
}

type Code = PublicReport['language'];

/**
 * What a doctor wrote, in its own language and direction, and read aloud where the device has a
 * voice for it.
 */
function ReviewText({ text, language }: { text: string; language: Code }) {
  const { t } = useWords();
  return (
    <>
      <p className="letter" lang={language} dir="auto">
        {text}
      </p>
      <div className="mt-3 empty:hidden">
        <Listen text={text} label={t('listen.start')} language={language} />
      </div>
    </>
  );
}

/**
 * Which language a review is written in where it is not the reader's, and what other doctors have
 * said of it in others.
 */
function OtherLanguages({ report, isOwn }: { report: PublicReport; isOwn: boolean }) {
  const { t, day, language, languageName } = useWords();
  const doctorName = useDoctorName();
  const { reviewLanguage, translations } = report;
  const isReadable = reviewLanguage === language || translations.some((one) => one.language === language);
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
          <ReviewText text={translation.review} language={translation.language} />
          <SignedBy
            words={t('review.translatedBy', {
              language: languageName(translation.language),
              name: doctorName(translation.expert),
              date: day(translation.createdAt),
            })}
          />
        </section>
      ))}
      {isOwn && !isReadable && (
        <Notice icon="language" variant="mt-4">
          {t('review.asked', { language: languageName(language) })}
        </Notice>
      )}
    </>
  );
}
