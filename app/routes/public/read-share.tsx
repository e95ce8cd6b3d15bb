import type { HeadersFunction, LinksFunction } from '@remix-run/node';
import { isRouteErrorResponse, Link, useLoaderData, useRouteError } from '@remix-run/react';
import { useEffect } from 'react';
import { closeShare, readShare } from '~/domain/shares/open-share.server';
import type { SharedReport } from '~/domain/shares/present-shared.server';
import { shareMinutes } from '~/domain/shares/share-constants';
import { useTypeName } from '~/ui/fields/type-name';
import { SubmitRow } from '~/ui/forms/buttons';
import { GuestSheet } from '~/ui/layout/guest-sheet';
import { PageError } from '~/ui/layout/page-error';
import { pageTitle } from '~/ui/layout/page-title';
import { Notice } from '~/ui/notices/notice';
import { PostForm } from '~/ui/notices/post-form';
import { useAboutWords } from '~/ui/people/people-words';
import { ReportReader } from '~/ui/reader/report-reader';
import viewerStyles from '~/ui/reader/report-reader.css?url';
import { Answer } from '~/ui/report/answer';
import { PageNotes } from '~/ui/report/page-notes';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { pageAction } from '~/web/pages/page-action.server';
import { openPageLoader } from '~/web/pages/page-loader.server';
import { writeCookie } from '~/web/request/cookies.server';
import { readOpenedShare } from '~/web/session/opened-share.server';
import { inNewDocument, inPlaceOfPage } from '~/web/session/session-answers.server';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: viewerStyles }];

export const loader = openPageLoader(readShare, {
  routeInput: async ({ request, params }) => ({
    ...(await readOpenedShare({ request })),
    number: params.part,
  }),
});

export const action = pageAction(closeShare, {
  onSuccess: async () => ({
    path: paths.home,
    headers: [await writeCookie('share', undefined), inNewDocument, inPlaceOfPage],
  }),
});

/** Makes the browser load the page again when the pass has ended, also without script. */
export const headers: HeadersFunction = ({ errorHeaders, parentHeaders }) => {
  const ownHeaders = new Headers(errorHeaders ?? parentHeaders);
  ownHeaders.set('X-Robots-Tag', 'noindex');
  ownHeaders.set('Referrer-Policy', 'same-origin');
  if (!errorHeaders) ownHeaders.set('Refresh', String(shareMinutes * 60 + 1));
  return ownHeaders;
};

export const meta = pageTitle('share.opened');

export default function ReadShare() {
  const { t } = useWords();
  const { data: reports, shown, shareId } = useLoaderData<typeof loader>();
  const report = reports[shown - 1];
  useEffect(() => {
    // A page that comes back from the browser's memory asks again whether it may be shown.
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && window.location.reload();
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, []);
  return (
    <div className="page grid max-w-5xl gap-5 pt-6">
      <div className="max-w-2xl">
        <h1>{t('share.opened')}</h1>
        <p className="mt-2 text-muted">{t('share.closesBySelf')}</p>
      </div>
      {reports.length > 1 && <ReportChoice reports={reports} shown={shown} />}
      {report && <Report key={report._id} report={report} shareId={shareId} />}
      <PostForm operation="share.close" action={paths.readShareOf('1')} reloadDocument className="sheet">
        <p className="mb-3">{t('share.sharedDevice')}</p>
        <SubmitRow icon="check">{t('share.close')}</SubmitRow>
      </PostForm>
    </div>
  );
}

/** The reports of the share, one of which is shown. */
function ReportChoice({ reports, shown }: { reports: SharedReport[]; shown: number }) {
  const { t, day } = useWords();
  const typeName = useTypeName();
  return (
    <nav aria-label={t('share.allReports')} className="sheet">
      <ol className="grid gap-1">
        {reports.map(({ _id, reportType, sentAt, sentBy, about }, at) => (
          <li key={_id} className="min-w-0 [overflow-wrap:anywhere]">
            <Link
              to={paths.readShareOf(String(at + 1))}
              reloadDocument
              aria-current={shown === at + 1 ? 'page' : undefined}
              className="inline-flex min-h-11 items-center py-2 aria-[current]:font-strong aria-[current]:no-underline"
            >
              <span>
                {typeName(reportType)}, {day(sentAt)}, <bdi>{about?.name ?? sentBy}</bdi>
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Report({ report, shareId }: { report: SharedReport; shareId: string }) {
  const { t, day } = useWords();
  const typeName = useTypeName();
  const { caseNumber, reportType, sentAt, sentBy, about, description, review, isReviewHidden } = report;
  const type = typeName(reportType);
  const words = useAboutWords();
  const patient = about?.name ?? sentBy;
  const details = about && words.details(about);
  return (
    <>
      <article className="sheet grid gap-5 [overflow-wrap:anywhere]">
        <header className="grid gap-1">
          <h2>{type}</h2>
          <p className="text-body font-strong">
            <bdi>{patient}</bdi>
            {details && `, ${details}`}
          </p>
          {about && about.name !== sentBy && (
            <p className="text-muted">{t('about.sentBy', { name: sentBy })}</p>
          )}
          <p className="text-muted">{t('share.choice', { date: day(sentAt), number: caseNumber })}</p>
        </header>
        <section>
          <h3 className="text-body text-muted">{t('share.patientNote')}</h3>
          <p className="whitespace-pre-wrap" dir="auto">
            {description || t('report.noDescription')}
          </p>
        </section>
        {isReviewHidden ? (
          <Notice icon="alert" variant="wait">
            {t('share.reviewHidden')}
          </Notice>
        ) : review ? (
          <div>
            <Answer answer={report} review={review} />
          </div>
        ) : (
          <Notice icon="pending" variant="wait">
            {t('share.waiting')}
          </Notice>
        )}
      </article>
      <Files report={report} shareId={shareId} type={type} />
    </>
  );
}

/** The files in the viewer, which works without script, and a link to each of them. */
function Files({ report, shareId, type }: { report: SharedReport; shareId: string; type: string }) {
  const [first, ...added] = report.files;
  const pages = report.files
    .flatMap((file) => Array.from({ length: file.pages }, () => file.resourceType !== 'raw'))
    .map((isWhole, at) => ({
      path: paths.sharedPage(shareId, report._id, at + 1),
      largePath: paths.sharedPage(shareId, report._id, at + 1, 'large'),
      isWhole,
    }));
  return (
    <div className="sheet overflow-hidden !p-0 min-[56rem]:h-[85vh]">
      <ReportReader
        report={{
          reportId: report._id,
          pages: pages.slice(0, maxPages),
          total: pages.length,
          label: type,
          files: {
            url: first?.url ?? '',
            isPdf: first?.resourceType === 'raw',
            added: {
              count: added.length,
              links: added.map((file) => <AddedFile key={file.url} {...file} />),
            },
          },
          notes: <PageNotes report={{ ...report, reportUrl: first?.url ?? null }} audience="staff" />,
        }}
      />
    </div>
  );
}

function AddedFile({ number, url }: { number: number; url: string }) {
  const { t } = useWords();
  return (
    <a href={url} target="_blank" rel="noreferrer" className="inline-flex min-h-11 items-center font-label">
      {t('share.addedFile', { number })}
    </a>
  );
}

/** Maximum number of pages in the reader. Longer reports are opened as files. */
const maxPages = 200;

/** Says that the link does not open, or no longer, whatever the reason is. */
export function ErrorBoundary() {
  const { t } = useWords();
  const error = useRouteError();
  if (!isRouteErrorResponse(error) || error.status !== 404) return <PageError home={paths.home} />;
  return (
    <GuestSheet title={t('share.openTitle')}>
      <p className="notice bad">{t('share.over')}</p>
      <p className="mt-5">{t('share.openAgain')}</p>
    </GuestSheet>
  );
}
