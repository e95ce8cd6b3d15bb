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
import { NextStep } from './next-step';
import { useDoctorName } from './report-words';
import { EarlierText, ReviewChanges } from './review-changes';

const seenAfterMs = 1000;
const retryMs = 30_000;
/** Number of thresholds at which the observer reports how much of a text is in view. */
const thresholds = Array.from({ length: 101 }, (_, percent) => percent / 100);

type Seen = {
  /** Address to post to when a review was seen; undefined if it was seen before. */
  action: string | undefined;
  version: number;
};

/**
 * Tells the server that a review was seen: its text and its next step were each in view for a second
 * in a visible tab. All of a part counts, or as much as fills half of the window.
 */
function useSeen(
  text: RefObject<HTMLElement>,
  step: RefObject<HTMLElement>,
  { action, version }: Seen,
): void {
  const formToken = useFormToken('review.markSeen');
  useEffect(() => {
    if (!action || !text.current || !('IntersectionObserver' in window)) return;
    const unread = new Set<Element>([text, step].flatMap(({ current }) => current ?? []));
    const inView = new Set<Element>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      clearTimeout(timer);
      if (inView.size > 0 && document.visibilityState === 'visible')
        timer = setTimeout(noteRead, seenAfterMs);
    };
    const noteRead = () => {
      for (const part of inView) unread.delete(part);
      if (unread.size === 0) send();
    };
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, intersectionRect, boundingClientRect } of entries) {
          const enough = Math.min(boundingClientRect.height, window.innerHeight / 2);
          const isInView = intersectionRect.height > 0 && intersectionRect.height >= enough - 1;
          if (isInView === inView.has(target)) continue;
          if (isInView) inView.add(target);
          else inView.delete(target);
          follow();
        }
      },
      { threshold: thresholds },
    );
    const stop = () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('visibilitychange', follow);
    };
    const send = () => {
      stop();
      const body = new FormData();
      body.set('formToken', formToken);
      body.set('version', String(version));
      sendSeen(action, body);
    };
    for (const part of unread) observer.observe(part);
    document.addEventListener('visibilitychange', follow);
    return stop;
  }, [text, step, action, version, formToken]);
}

/** Addresses that the server was not told of yet. */
const unsent = new Map<string, FormData>();
let retry: ReturnType<typeof setTimeout> | undefined;

/** Posts in the background and retries until it succeeds. Connection failures are not reported. */
function sendSeen(action: string, body: FormData) {
  unsent.set(action, body);
  window.addEventListener('online', sendUnsent);
  void sendUnsent();
}

async function sendUnsent() {
  clearTimeout(retry);
  for (const [action, body] of unsent) if (await isTaken(action, body)) unsent.delete(action);
  clearTimeout(retry);
  if (unsent.size > 0) retry = setTimeout(sendUnsent, retryMs);
}

/** Resolves to true if the server has answered: it noted the request or refuses it for good. */
async function isTaken(action: string, body: FormData): Promise<boolean> {
  try {
    const { status } = await fetch(action, { method: 'POST', body, redirect: 'manual', keepalive: true });
    return status === 204 || (status >= 400 && status < 500 && status !== 429);
  } catch {
    return false;
  }
}

/** Details of a review that only the patient's own page has. */
export type OwnReview = {
  /** Address to post to when a new answer was seen. */
  seen?: string;
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
  const text = useRef<HTMLParagraphElement>(null);
  const stepBox = useRef<HTMLDivElement>(null);
  const { seen, isAlone, untranslated, helpline } = ownReview;
  const isTranslated = report.translations.some((translation) => translation.language === language);
  useSeen(text, stepBox, { action: seen, version: report.version ?? 1 });
  return (
    <div>
      {report.nextStep && <NextStep step={report.nextStep} boxRef={stepBox} />}
      <h3 className="mb-2">{t('report.review')}</h3>
      <ReviewChanges report={report} />
      <ReviewText
        text={report.review ?? ''}
        language={report.reviewLanguage ?? 'en'}
        step={report.nextStep}
        textRef={isTranslated ? undefined : text}
      />
      <Doctor report={report} />
      <OtherLanguages report={report} inView={text} />
      {untranslated && <WhoTranslates untranslated={untranslated} helpline={helpline} />}
      <EarlierText report={report} />
      {contactPath && <NextSteps report={report} contactPath={contactPath} helpline={helpline} />}
      {seen && isAlone && (
        <noscript>
          <img src={`${seen}?version=${report.version ?? 1}`} alt="" width="1" height="1" />
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
  textRef?: RefObject<HTMLParagraphElement>;
};

/**
 * A doctor's text, in its own language and direction. It is read aloud after the next step, if the
 * device has voices for them.
 */
function ReviewText({ text, language, step, textRef }: ReviewTextProps) {
  const { t } = useWords();
  return (
    <>
      <p ref={textRef} className="letter" lang={language} dir="auto">
        {text}
      </p>
      <div className="mt-3 empty:hidden">
        <Listen text={text} label={t('listen.start')} language={language} first={step} />
      </div>
    </>
  );
}

type OtherLanguagesProps = {
  report: PublicReport;
  /** Returns the text in the reader's language, if there is one. */
  inView: RefObject<HTMLParagraphElement>;
};

/**
 * Names the language of a review if it is not the reader's, and shows its translations into other
 * languages.
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
          {translation.hasUncheckedNumbers && <UncheckedNumbers />}
          <ReviewText
            text={translation.review}
            language={translation.language}
            step={report.nextStep}
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

/** Warns that a translation may have other numbers than the original. */
function UncheckedNumbers() {
  const { t } = useWords();
  return (
    <Notice icon="alert" variant="wait mb-3">
      {t('review.numbersUnchecked')}
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
