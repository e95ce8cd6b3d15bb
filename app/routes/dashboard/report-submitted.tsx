import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { findOwnQueuePlace } from '~/domain/queue/queue-place.server';
import { isOwnReportUrgent, listOwnDrawingNotes } from '~/domain/report/own-reports.server';
import { toCaseNumber } from '~/domain/report/report-constants';
import type { QueuePlace } from '~/domain/report/report-field';
import { DoNotWait, Emergency } from '~/ui/layout/emergency';
import { pageTitle } from '~/ui/layout/page-title';
import { ButtonLink } from '~/ui/links';
import { useHasEmail } from '~/ui/notices/post-form';
import { Picture, picturePaper } from '~/ui/picture';
import { PageNotes } from '~/ui/report/page-notes';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { contactDetails } from '~/web/pages/clinic-details.server';
import { requireViewer } from '~/web/pages/require-viewer.server';
import { readMemo } from '~/web/request/cookies.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request);
  const reportId = await readMemo(request, 'sent', viewer);
  const queue = reportId ? await findOwnQueuePlace(viewer.id, reportId) : null;
  const drawing = reportId && {
    status: 'Pending' as const,
    pageNotes: await listOwnDrawingNotes(viewer.id, reportId),
    reportUrl: paths.reportDocument(reportId),
  };
  const isUrgent = reportId ? await isOwnReportUrgent(viewer.id, reportId) : false;
  return {
    helpline: isUrgent ? contactDetails().helpline : undefined,
    drawing,
    patientId: viewer.id,
    caseNumber: reportId && toCaseNumber(reportId),
    queue,
  };
}

export const meta = pageTitle('submitted.title');

/** Returns a function that says when the answer is expected, as far as known. */
function useSubmittedWords() {
  const { t } = useWords();
  return ({ before, usualSeconds }: QueuePlace) =>
    usualSeconds === null
      ? t('queue.before', { count: before })
      : t('submitted.usual', { count: before, time: { seconds: usualSeconds } });
}

/** A paper with a tick. */
const DonePicture = () => (
  <Picture>
    <rect x="30" y="18" width="52" height="76" rx="4" fill={picturePaper} />
    <path d="M39 34h34M39 46h34M39 58h22" />
    <circle cx="84" cy="84" r="18" fill="currentColor" stroke={picturePaper} />
    <path d="m75 84.500 6.500 6.500 12-13" stroke={picturePaper} />
  </Picture>
);

export default function ReportSubmitted() {
  const { t } = useWords();
  const queueWords = useSubmittedWords();
  const hasEmail = useHasEmail();
  const { helpline, drawing, patientId, caseNumber, queue } = useLoaderData<typeof loader>();
  return (
    <div className="max-w-2xl">
      {helpline !== undefined && <DoNotWait helpline={helpline} variant="mb-4" />}
      <div>
        <DonePicture />
        <h1 className="mt-4">{t('submitted.title')}</h1>
        <p className="mt-3">{t('submitted.text')}</p>
        <p className="mt-2">
          {t(hasEmail ? 'submitted.email' : 'submitted.noEmail')} {queue && queueWords(queue)}
        </p>
        {drawing && <PageNotes report={drawing} audience="patient" />}
        {caseNumber && (
          <dl className="mt-5 rounded-field border border-dashed border-edge p-4">
            <dt className="text-muted">{t('submitted.case')}</dt>
            <dd className="font-figures text-section font-strong">{caseNumber}</dd>
            <dd className="mt-1 text-small text-muted">{t('submitted.caseHint')}</dd>
          </dl>
        )}
        <div className="actions mt-6">
          <ButtonLink to={paths.previousReport(patientId)} icon="reports">
            {t('submitted.next')}
          </ButtonLink>
          <ButtonLink to={paths.uploadReport} icon="upload" variant="plain">
            {t('submitted.another')}
          </ButtonLink>
        </div>
      </div>
      <Emergency />
    </div>
  );
}
