import { type RefObject, useEffect, useRef } from 'react';
import type { PublicReport } from '~/domain/report/present-report';
import { toCaseNumber } from '~/domain/report/report-constants';
import type { Untranslated } from '~/domain/report-rules/untranslated.server';
import { Avatar } from '~/ui/layout/header';
import { PageLink } from '~/ui/links';
import { Listen } from '~/ui/listen';
import { Notice } from '~/ui/notices/notice';
import { useFormToken, useHasEmail } from '~/ui/notices/post-form';
import { useWords } from '~/ui/sentence';
import { DoubtNote, NextStep } from './next-step';
import { useDoctorName } from './report-words';
import { EarlierText, ReviewChanges } from './review-changes';

type Seen = {
  /** Address to post to when a review was seen; undefined if it was seen before. */
  action: string | undefined;
  version: number;
  /** When the answer was read. */
  readAt: string | undefined;
};

/**
 * Tells the server once a review was seen: its text and its next step. The code for it is loaded
 * only with a new answer. An answer whose page could not load it stays new.
 */
function useSeen(answer: RefObject<HTMLElement>, { action, version, readAt }: Seen): void {
  const formToken = useFormToken('review.markSeen');
  useEffect(() => {
    if (!action) return;
    const over = new AbortController();
    import('./watch-answer').then(
      ({ watchAnswer }) => watchAnswer(answer.current, { action, version, readAt, formToken }, over.signal),
      () => undefined,
    );
    return () => over.abort();
  }, [answer, action, version, readAt, formToken]);
}

/** Details of a review that only the patient's own page has. */
export type OwnReview = {
  /** Address to post to when a new answer was seen. */
  seen?: string;
  /** When the report was read. */
  readAt?: string;
  /** True if the page shows only this report. */
  isAlone?: boolean;
  untranslated?: Untranslated;
  helpline?: string;
};

type ReportReviewProps = {
  report: PublicReport;
  ownReview?: OwnReview;
  /** The page to write to the clinic, on the patient's own page. */
  contactPath?: string;
};

/** The doctor's review with its signature, its translations and what the patient can do next. */
export function ReportReview({ report, ownReview = {}, contactPath }: ReportReviewProps) {
  const { t, language } = useWords();
  const answer = useRef<HTMLDivElement>(null);
  const { seen, readAt, isAlone, untranslated, helpline } = ownReview;
  const isTranslated = report.translations.some((translation) => translation.language === language);
  useSeen(answer, { action: seen, version: report.version ?? 1, readAt });
  return (
    <div ref={answer}>
      {report.doubtNote && <DoubtNote note={report.doubtNote} />}
      {report.doubtOver && (
        <Notice icon="check" variant="good mb-4">
          {report.doubtOver}
        </Notice>
      )}
      {report.nextStep && <NextStep step={report.nextStep} />}
      <h3 className="mb-2">{t('report.review')}</h3>
      <ReviewChanges report={report} />
      <ReviewText
        text={report.review ?? ''}
        language={report.reviewLanguage ?? 'en'}
        step={report.nextStep}
        doubt={report.doubtNote}
        isWatched={!isTranslated}
      />
      <Doctor report={report} />
      <OtherLanguages report={report} />
      {untranslated && <WhoTranslates untranslated={untranslated} helpline={helpline} />}
      <EarlierText report={report} />
      {contactPath && <NextSteps report={report} contactPath={contactPath} helpline={helpline} />}
      {seen && isAlone && (
        <noscript>
          <img
            src={`${seen}?version=${report.version ?? 1}&readAt=${readAt ?? ''}`}
            alt=""
            width="1"
            height="1"
          />
        </noscript>
      )}
    </div>
  );
}

/**
 * The doctor who signed the review: name and registration at that time, and for the patient the
 * picture and qualification of today.
 */
function Doctor({ report: { expert, reviewedAt } }: { report: PublicReport }) {
  const { t, day } = useWords();
  const name = useDoctorName()(expert && { ...expert, registrationNumber: null });
  if (!expert || !name || !reviewedAt) return null;
  return (
    <div className="mt-4 flex items-start gap-3">
      <Avatar person={expert} size="medium" />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className="font-semibold">{t('report.reviewedBy', { name, date: day(reviewedAt) })}</p>
        {expert.qualification && (
          <p className="text-[0.95rem]">
            <bdi>{expert.qualification}</bdi>
          </p>
        )}
        {expert.registrationNumber && (
          <p className="text-[0.95rem] text-muted">
            {t('credentials.short')} <bdi>{expert.registrationNumber}</bdi>
          </p>
        )}
      </div>
    </div>
  );
}

type NextStepsProps = { report: PublicReport; contactPath: string; helpline?: string };

/** Says what the patient can do with an answer, and what the clinic does if it changes. */
function NextSteps({ report, contactPath, helpline }: NextStepsProps) {
  const { t } = useWords();
  // A line does not break at this hyphen.
  const number = toCaseNumber(report._id).replace('-', '\u2011');
  const hasEmail = useHasEmail();
  return (
    <section className="mt-5 print:hidden">
      <h3>{t('next.title')}</h3>
      <ul className="mt-1 list-disc ps-6">
        <li>{t('next.show')}</li>
        <li>{t(hasEmail ? 'next.changes' : 'next.changesNoEmail')}</li>
        <li>
          {helpline ? t('next.callOrWrite', { helpline, number }) : t('next.write', { number })}{' '}
          <PageLink to={contactPath}>{t('nav.contactUs')}</PageLink>
        </li>
      </ul>
    </section>
  );
}

function SignedBy({ words }: { words: string }) {
  return <p className="mt-3 text-[0.95rem] text-muted [overflow-wrap:anywhere]">{words}</p>;
}

type Code = PublicReport['language'];

type ReviewTextProps = {
  text: string;
  language: Code;
  step: PublicReport['nextStep'];
  /** The warning of the clinic that belongs to the text. */
  doubt: PublicReport['doubtNote'];
  /** True if it has to be in view to be seen. */
  isWatched: boolean;
};

/**
 * A doctor's text, in its own language and direction. It is read aloud after the next step, if the
 * device has voices for them, and a warning of the clinic before both.
 */
function ReviewText({ text, language, step, doubt, isWatched }: ReviewTextProps) {
  const { t } = useWords();
  return (
    <>
      <p data-watched={isWatched || undefined} className="letter" lang={language} dir="auto">
        {text}
      </p>
      <div className="mt-3 empty:hidden">
        <Listen text={text} label={t('listen.start')} language={language} first={step} warning={doubt} />
      </div>
    </>
  );
}

/**
 * Names the language of a review if it is not the reader's, and shows its translations into other
 * languages.
 */
function OtherLanguages({ report }: { report: PublicReport }) {
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
          {translation.doubtNote && !report.doubtNote && <DoubtNote note={translation.doubtNote} />}
          {translation.toCompare.length > 0 && <Unchecked words={translation.toCompare} />}
          <ReviewText
            text={translation.review}
            language={translation.language}
            step={report.nextStep}
            doubt={report.doubtNote ?? translation.doubtNote}
            isWatched={translation.language === language}
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

/** Warns that a translation has other numbers or words than the original. */
function Unchecked({ words }: { words: string[] }) {
  const { t } = useWords();
  return (
    <Notice icon="alert" variant="wait mb-3">
      {t('review.numbersUnchecked', { words: words.join(', ') })}
    </Notice>
  );
}

/** Says who can translate a review for its patient or, if no doctor can, who can read it out. */
function WhoTranslates({ untranslated, helpline }: Required<Pick<OwnReview, 'untranslated'>> & OwnReview) {
  const { t, languageName } = useWords();
  const { readers } = untranslated;
  const hasEmail = useHasEmail();
  const languages = { from: languageName(untranslated.from), language: languageName(untranslated.to) };
  return (
    <Notice icon="language" variant="mt-4">
      {readers === 'both' ? (
        t(hasEmail ? 'review.canTranslate' : 'review.canTranslateNoEmail', languages)
      ) : (
        <>
          {t(readers === 'none' ? 'review.noReader' : 'review.noTranslator', languages)}{' '}
          {helpline ? t('review.askOrCall', { helpline }) : t('review.askSomeone')}
        </>
      )}
    </Notice>
  );
}
