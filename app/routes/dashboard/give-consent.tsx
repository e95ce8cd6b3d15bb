import { Link, useLoaderData } from '@remix-run/react';
import type { Viewer } from '~/domain/kernel/viewer';
import { readOwnReport } from '~/domain/reports/queue/report-lists.server';
import { giveConsentAgain } from '~/domain/reports/submit/consent.server';
import { SubmitButton } from '~/ui/forms/form';
import { PostForm } from '~/ui/forms/post-form';
import { Icon } from '~/ui/icon';
import { pageTitle } from '~/ui/layout/page-title';
import { useTypeName } from '~/ui/lists/type-name';
import { useWords } from '~/ui/sentence';
import { pageAction, pageLoader } from '~/web/pages/page.server';
import { paths } from '~/web/paths';

const routeInput = ({ params }: { params: { reportId?: string } }) => ({ reportId: params.reportId });

export const loader = pageLoader(readOwnReport, { routeInput });

const reportsOf = ({ viewer }: { viewer: Viewer | null }) =>
  viewer ? paths.previousReport(viewer.id) : paths.login;

export const action = pageAction(giveConsentAgain, {
  routeInput,
  onSuccess: ({ viewer }) => ({ path: reportsOf({ viewer }) }),
  back: reportsOf,
  failed: reportsOf,
});

export const meta = pageTitle('consent.giveTitle');

export default function GiveConsent() {
  const { t, day } = useWords();
  const { data: report, viewer } = useLoaderData<typeof loader>();
  const type = useTypeName()(report.reportType);
  return (
    <div className="sheet max-w-xl">
      <h1>{t('consent.giveTitle')}</h1>
      <p className="mt-3 font-semibold">
        {type}, {t('report.submittedOn')} {day(report.createdAt)}
      </p>
      <p className="mt-2 text-muted">{t('consent.giveText')}</p>
      <blockquote className="letter mt-4">{t('upload.consentLabel')}</blockquote>
      <PostForm operation="report.giveConsent" className="actions mt-6">
        <SubmitButton icon="check">{t('consent.giveConfirm')}</SubmitButton>
        <Link to={paths.previousReport(viewer.id)} className="button plain">
          <Icon name="close" />
          {t('logout.cancel')}
        </Link>
      </PostForm>
    </div>
  );
}
