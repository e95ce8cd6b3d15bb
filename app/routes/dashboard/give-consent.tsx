import { Link, useLoaderData } from '@remix-run/react';
import { giveConsentAgain } from '~/domain/reports/consent';
import { readOwnReport } from '~/domain/reports/lists';
import type { Viewer } from '~/domain/viewer';
import { SubmitButton } from '~/ui/form';
import { Icon } from '~/ui/Icon';
import { pageTitle } from '~/ui/pageTitle';
import { PostForm } from '~/ui/post-form';
import { useTypeName } from '~/ui/typeName';
import { useWords } from '~/ui/words';
import { pageAction, pageLoader } from '~/web/page.server';
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
