import { Link, useLoaderData } from '@remix-run/react';
import type { Viewer } from '~/domain/kernel/viewer';
import { deleteReport } from '~/domain/reports/files/delete-report.server';
import { readOwnReport } from '~/domain/reports/queue/report-lists.server';
import { SubmitButton } from '~/ui/forms/form';
import { PostForm } from '~/ui/forms/post-form';
import { Icon } from '~/ui/icon';
import { pageTitle } from '~/ui/layout/page-title';
import { useTypeName } from '~/ui/lists/type-name';
import { useWords } from '~/ui/sentence';
import { backupWords } from '~/web/pages/backup-messages.server';
import { pageAction, pageLoader } from '~/web/pages/page.server';
import { paths } from '~/web/paths';

export const loader = pageLoader(readOwnReport, {
  routeInput: ({ params }) => ({ reportId: params.reportId }),
  with: backupWords,
});

const reportsOf = ({ viewer }: { viewer: Viewer | null }) =>
  viewer ? paths.previousReport(viewer.id) : paths.login;

export const action = pageAction(deleteReport, {
  routeInput: ({ params }) => ({ reportId: params.reportId }),
  onSuccess: ({ viewer }) => ({ path: reportsOf({ viewer }) }),
  back: reportsOf,
  failed: reportsOf,
});

export const meta = pageTitle('report.deleteTitle');

export default function DeleteReport() {
  const { t, day } = useWords();
  const { data: report, viewer, inBackups } = useLoaderData<typeof loader>();
  const type = useTypeName()(report.reportType);
  return (
    <div className="sheet max-w-xl">
      <h1>{t('report.deleteTitle')}</h1>
      <p className="mt-3 font-semibold">
        {type}, {t('report.submittedOn')} {day(report.createdAt)}
      </p>
      <p className="mt-2 text-muted">{t('report.deleteText')}</p>
      <p className="mt-2 text-muted">{inBackups}</p>
      <PostForm operation="report.delete" className="actions mt-6">
        <SubmitButton icon="trash" variant="danger full">
          {t('report.deleteConfirm')}
        </SubmitButton>
        <Link to={paths.previousReport(viewer.id)} className="button plain">
          <Icon name="previous" />
          {t('report.keep')}
        </Link>
      </PostForm>
    </div>
  );
}
