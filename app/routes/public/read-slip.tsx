import type { HeadersFunction } from '@remix-run/node';
import { isRouteErrorResponse, useLoaderData, useRouteError } from '@remix-run/react';
import { type ReactNode, useEffect } from 'react';
import { closeSlip, readSlip, type SlipView, slipMinutes } from '~/domain/shares/open-slip.server';
import { SubmitRow } from '~/ui/forms/buttons';
import { Emergency } from '~/ui/layout/emergency';
import { GuestSheet } from '~/ui/layout/guest-sheet';
import { PageError } from '~/ui/layout/page-error';
import { pageTitle } from '~/ui/layout/page-title';
import { ButtonLink } from '~/ui/links';
import { Notice } from '~/ui/notices/notice';
import { PostForm } from '~/ui/notices/post-form';
import { useAboutWords } from '~/ui/people/people-words';
import { Answer } from '~/ui/report/answer';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { contactDetails } from '~/web/pages/clinic-details.server';
import { pageAction } from '~/web/pages/page-action.server';
import { openPageLoader } from '~/web/pages/page-loader.server';
import { readCookie, writeCookie } from '~/web/request/cookies.server';
import { inNewDocument, inPlaceOfPage } from '~/web/session/session-answers.server';

export const loader = openPageLoader(readSlip, {
  routeInput: async ({ request }) => ({ pass: (await readCookie(request, 'slip')) ?? '' }),
  query: true,
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
  const { t } = useWords();
  const { data: slip, person } = useLoaderData<typeof loader>();
  useEffect(() => {
    // A page that comes back from the browser's memory asks again whether it may be shown.
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && window.location.reload();
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, []);
  return slip ? (
    <SlipFrame title={t('reportSlip.opened')} lead={t('reportSlip.closesBySelf')}>
      <Opened slip={slip} />
    </SlipFrame>
  ) : (
    <SlipFrame title={t('reportSlip.isItYou')} lead={t('reportSlip.isItYouLead')}>
      <PersonOfSlip person={person} />
      <ButtonLink to={`${paths.readSlip}?isMine=yes`} icon="check">
        {t('reportSlip.itIsMe')}
      </ButtonLink>
    </SlipFrame>
  );
}

type SlipFrameProps = { title: string; lead: string; children: ReactNode };

/** A page of an opened slip, with the way to close it. */
function SlipFrame({ title, lead, children }: SlipFrameProps) {
  const { t } = useWords();
  const { data: slip, helpline } = useLoaderData<typeof loader>();
  return (
    <GuestSheet title={title} lead={lead} isWide>
      {children}
      <PostForm operation="slip.close" reloadDocument className="mt-6 border-line border-t pt-5">
        <p className="mb-3">{slip ? t('reportSlip.sharedPhone') : t('reportSlip.notMe')}</p>
        <SubmitRow icon="check">{t('reportSlip.close')}</SubmitRow>
      </PostForm>
      {helpline && <p className="mt-5">{t('slipPaper.help', { helpline })}</p>}
      <Emergency />
    </GuestSheet>
  );
}

/** Initial, age and sex, by which a reader sees that it is their own slip. */
function PersonOfSlip({ person: { initial, age, sex } }: Pick<SlipView, 'person'>) {
  const { shortDetails } = useAboutWords();
  const details = shortDetails({ age, birthYear: null, sex });
  return (
    <p className="mb-5 text-section font-strong">
      <bdi>{[`${initial}.`, details].filter(Boolean).join(', ')}</bdi>
    </p>
  );
}

function Opened({ slip }: { slip: SlipView }) {
  const { t, day } = useWords();
  return (
    <>
      <PersonOfSlip person={slip.person} />
      <dl className="mb-5 flex flex-wrap gap-x-10 gap-y-3">
        <div>
          <dt className="text-muted">{t('report.caseNumber')}</dt>
          <dd className="font-figures text-section font-strong">
            <bdi dir="ltr">{slip.caseNumber}</bdi>
          </dd>
        </div>
        <div>
          <dt className="text-muted">{t('report.submittedOn')}</dt>
          <dd className="text-section font-strong">{day(slip.sentAt)}</dd>
        </div>
      </dl>
      {slip.review ? <Answer answer={slip} review={slip.review} /> : <NoAnswer slip={slip} />}
    </>
  );
}

/** Says why there is no answer: its doctor is barred, it was taken back, or it is not written yet. */
function NoAnswer({ slip: { status, takenBackAt } }: { slip: SlipView }) {
  const { t } = useWords();
  if (status === 'Reviewed')
    return (
      <Notice icon="alert" variant="wait">
        {t('share.reviewHidden')}
      </Notice>
    );
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
