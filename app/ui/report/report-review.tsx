import { type ReactNode, useRef } from 'react';
import { formatFullName } from '~/domain/identity/full-name';
import type { Untranslated } from '~/domain/queue/untranslated.server';
import type { PublicReport } from '~/domain/report/present-report';
import { SubmitButton } from '~/ui/forms/buttons';
import { Avatar } from '~/ui/layout/header';
import { Listen } from '~/ui/listen';
import { Notice } from '~/ui/notices/notice';
import { PostForm, useHasEmail } from '~/ui/notices/post-form';
import { useWords } from '~/ui/sentence';
import { CallMe } from './call-me';
import { Credentials } from './credentials';
import { DoubtNote, NextStep } from './next-step';
import { EarlierText, ReviewChanges } from './review-changes';
import { listReviewTexts, OtherTexts, ReviewText } from './review-texts';
import { StepCheck } from './step-check';
import { useSeen } from './use-seen';

/** Details of a review that only its patient has. */
type OwnReview = {
  /** Address that a script posts to when a new answer was seen. */
  seen?: string;
  /** Address of the form "I have read this". */
  confirm?: string;
  /** Address of the form to ask for a call about the report. */
  callMe?: string;
  /** Address of the form that says whether the next step was taken. */
  stepAnswer?: string;
  /** When the report was read. */
  readAt?: string;
  untranslated?: Untranslated;
  helpline?: string;
};

type ReportReviewProps = {
  report: PublicReport;
  ownReview?: OwnReview;
  heading?: 'h2' | 'h3';
  /** The patient's actions, below the doctor. */
  children?: ReactNode;
};

/** Returns true if an answer sends its patient to a doctor today. */
export const isGoToday = ({ nextStep }: Pick<PublicReport, 'nextStep'>) => nextStep?.step === 'goToday';

/**
 * The doctor's review: what changes its meaning, the next step, its text in the reader's language
 * first, and its signature.
 */
export function ReportReview({
  report,
  ownReview = {},
  heading: Heading = 'h3',
  children,
}: ReportReviewProps) {
  const { t, language } = useWords();
  const answer = useRef<HTMLDivElement>(null);
  const { nextStep, stepCheck } = report;
  const { seen, confirm, callMe, stepAnswer, readAt, untranslated, helpline } = ownReview;
  const isUrgent = isGoToday(report);
  const version = report.version ?? 1;
  const tellSeen = useSeen(answer, { action: seen, version, readAt, isUrgent });
  const [first, ...others] = listReviewTexts(report, language);
  const doubt = report.doubtNote ?? first.doubtNote;
  const listen = (
    <Listen
      text={first.text}
      label={t('listen.start')}
      language={first.language}
      isSmall
      first={nextStep}
      warning={doubt}
      onHeard={isUrgent ? tellSeen : undefined}
    />
  );
  const callInLanguage = callMe && <CallMe to={callMe} isUrgent={isUrgent} isInLanguage />;
  return (
    <div ref={answer}>
      {doubt && <DoubtNote note={doubt} />}
      {report.doubtOver && (
        <Notice icon="check" variant="good mb-4">
          {report.doubtOver}
        </Notice>
      )}
      {nextStep && (
        <NextStep step={nextStep} listen={listen}>
          {nextStep.uncheckedNote && callInLanguage}
          {stepCheck && stepAnswer && (
            <StepCheck check={stepCheck} action={stepAnswer} question={t('stepCheck.ask')} />
          )}
        </NextStep>
      )}
      <ReviewChanges report={report} />
      <div className="mb-1 flex items-center justify-between gap-3">
        <Heading className={`text-small text-muted ${nextStep && Heading === 'h2' ? 'max-sm:sr-only' : ''}`}>
          {t('report.review')}
        </Heading>
        {!nextStep && <span className="h-11 w-11 shrink-0">{listen}</span>}
      </div>
      <ReviewText text={first} isFirst isWatched />
      {seen && confirm && isUrgent && <HaveRead action={confirm} version={version} readAt={readAt} />}
      {first.language !== language && callInLanguage}
      <Doctor report={report} />
      <OtherTexts texts={others} report={report} heading={Heading === 'h2' ? 'h3' : 'h4'} />
      {untranslated && <WhoTranslates untranslated={untranslated} helpline={helpline} />}
      {children}
      <EarlierText report={report} />
      {seen && !isUrgent && (
        <noscript>
          <img src={`${seen}?version=${version}&readAt=${readAt ?? ''}`} alt="" width="1" height="1" />
        </noscript>
      )}
    </div>
  );
}

type HaveReadProps = { action: string; version: number; readAt: string | undefined };

/** The button by which a patient says that they have read an answer that cannot wait. */
function HaveRead({ action, version, readAt }: HaveReadProps) {
  const { t } = useWords();
  return (
    <PostForm operation="review.markSeen" action={action} className="mt-4 print:hidden">
      <input type="hidden" name="version" value={version} />
      {readAt && <input type="hidden" name="readAt" value={readAt} />}
      <SubmitButton icon="check">{t('seen.confirm')}</SubmitButton>
    </PostForm>
  );
}

/**
 * The doctor who signed the review: name and credentials at that time, and for the patient the picture
 * of today.
 */
function Doctor({ report: { expert, reviewedAt } }: { report: PublicReport }) {
  const { t, day } = useWords();
  const name = expert && formatFullName(expert);
  if (!expert || !name || !reviewedAt) return null;
  return (
    <div className="mt-4 flex items-start gap-3">
      <Avatar person={expert} size="medium" />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className="font-label">{t('report.reviewedBy', { name, date: day(reviewedAt) })}</p>
        <Credentials of={expert} />
      </div>
    </div>
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
