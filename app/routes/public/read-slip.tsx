import type { HeadersFunction } from '@remix-run/node';
import { isRouteErrorResponse, useLoaderData, useRouteError } from '@remix-run/react';
import { useEffect } from 'react';
import { closeSlip, readSlip, type SlipView, slipMinutes } from '~/domain/report-slips/open-slip.server';
import { SubmitRow } from '~/ui/forms/buttons';
import { Emergency } from '~/ui/layout/emergency';
import { GuestSheet } from '~/ui/layout/guest-sheet';
import { PageError } from '~/ui/layout/page-error';
import { pageTitle } from '~/ui/layout/page-title';
import { Listen } from '~/ui/listen';
import { Notice } from '~/ui/notices/notice';
import { PostForm } from '~/ui/notices/post-form';
import { NextStep } from '~/ui/report/next-step';
import { useWords } from '~/ui/sentence';
import { contactDetails } from '~/web/pages/clinic-details.server';
import { pageAction } from '~/web/pages/page-action.server';
import { openPageLoader } from '~/web/pages/page-loader.server';
import { readCookie, writeCookie } from '~/web/request/cookies.server';
import { paths } from '~/web/request/paths';
import { inNewDocument, inPlaceOfPage } from '~/web/session/session-answers.server';

export const loader = openPageLoader(readSlip, {
  routeInput: async ({ request }) => ({ pass: (await readCookie(request, 'slip')) ?? '' }),
  extraData: () => ({ helpline: contactDetails().helpline }),
});

export const action = pageAction(closeSlip, {
  onSuccess: async () => ({
    path: paths.home,
    headers: [await writeCookie('slip', undefined), inNewDocument, inPlaceOfPage],
  }),
});

/** Makes the browser load the page again when the pass has ended, also without script. */
export const headers: HeadersFunction = ({ errorHeaders, parentHeaders }) => {
  const ownHeaders = new Headers(errorHeaders ?? parentHeaders);
  ownHeaders.set('X-Robots-Tag', 'noindex');
  if (!errorHeaders) ownHeaders.set('Refresh', String(slipMinutes * 60 + 1));
  return ownHeaders;
};

export const meta = pageTitle('reportSlip.opened');

export default function ReadSlip() {
  const { t, day } = useWords();
  const { data: slip, helpline } = useLoaderData<typeof loader>();
  useEffect(() => {
    // A page that comes back from the browser's memory asks again whether it may be shown.
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && window.location.reload();
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, []);
  return (
    <GuestSheet title={t('reportSlip.opened')} lead={t('reportSlip.closesBySelf')} isWide>
      <dl className="mb-5 flex flex-wrap gap-x-10 gap-y-3">
        <div>
          <dt className="text-muted">{t('report.caseNumber')}</dt>
          <dd className="font-figures text-[1.25rem] font-bold">
            <bdi dir="ltr">{slip.caseNumber}</bdi>
          </dd>
        </div>
        <div>
          <dt className="text-muted">{t('report.submittedOn')}</dt>
          <dd className="text-[1.25rem] font-bold">{day(slip.sentAt)}</dd>
        </div>
      </dl>
      {slip.review ? <Answer slip={slip} review={slip.review} /> : <Waiting slip={slip} />}
      <PostForm operation="slip.close" reloadDocument className="mt-6 border-line border-t pt-5">
        <p className="mb-3">{t('reportSlip.sharedPhone')}</p>
        <SubmitRow icon="check">{t('reportSlip.close')}</SubmitRow>
      </PostForm>
      {helpline && <p className="mt-5">{t('slipPaper.help', { helpline })}</p>}
      <Emergency />
    </GuestSheet>
  );
}

function Waiting({ slip: { takenBackAt } }: { slip: SlipView }) {
  const { t } = useWords();
  return takenBackAt ? (
    <Notice icon="alert" variant="bad">
      {t('amend.takenBack')}
    </Notice>
  ) : (
    <Notice icon="pending" variant="wait">
      {t('reportSlip.waiting')}
    </Notice>
  );
}

type Written = NonNullable<SlipView['review']>;

/** The next step, and the review with its translations; the one for the reader comes first. */
function Answer({ slip, review }: { slip: SlipView; review: Written }) {
  const { t, day, language, languageName } = useWords();
  const { nextStep, reviewedAt, translations } = slip;
  const original = (
    <section key="original">
      <h2 className="mb-2">{t('report.review')}</h2>
      <Text written={review} step={nextStep} />
      {review.language && review.language !== language && (
        <p className="mt-2 text-[0.95rem] text-muted">
          {t('review.inLanguage', { language: languageName(review.language) })}
        </p>
      )}
      <p className="mt-3 font-semibold [overflow-wrap:anywhere]">
        {t('report.reviewedBy', { name: review.doctor, date: day(reviewedAt ?? '') })}
      </p>
      <Registration written={review} />
    </section>
  );
  const translated = translations.map((translation) => (
    <section key={translation.language}>
      <h2 className="mb-2">
        {t('review.inYours', { language: languageName(translation.language ?? language) })}
      </h2>
      {translation.hasUncheckedNumbers && (
        <Notice icon="alert" variant="wait mb-3">
          {t('review.numbersUnchecked')}
        </Notice>
      )}
      <Text written={translation} step={nextStep} />
      <p className="mt-3 text-[0.95rem] text-muted [overflow-wrap:anywhere]">
        {t('reportSlip.translatedBy', { name: translation.doctor })}
      </p>
      <Registration written={translation} />
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

function Text({ written, step }: { written: Written; step: SlipView['nextStep'] }) {
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

function Registration({ written: { registrationNumber } }: { written: Written }) {
  const { t } = useWords();
  if (!registrationNumber) return null;
  return (
    <p className="text-[0.95rem] text-muted">
      {t('credentials.short')} <bdi>{registrationNumber}</bdi>
    </p>
  );
}

/** Says that the slip does not open, or no longer, whatever the reason is. */
export function ErrorBoundary() {
  const { t } = useWords();
  const error = useRouteError();
  if (!isRouteErrorResponse(error) || error.status !== 404) return <PageError home={paths.home} />;
  return (
    <GuestSheet title={t('reportSlip.openTitle')}>
      <p className="notice bad">{t('reportSlip.over')}</p>
      <p className="mt-5">{t('reportSlip.scanAgain')}</p>
      <Emergency />
    </GuestSheet>
  );
}
