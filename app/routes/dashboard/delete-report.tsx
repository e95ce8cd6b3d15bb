import { Link, useLoaderData } from '@remix-run/react';
import { readOwnReport } from '~/domain/reports/lists';
import { deleteReport } from '~/domain/reports/remove';
import type { Viewer } from '~/domain/viewer';
import { SubmitButton } from '~/ui/form';
import { Icon } from '~/ui/Icon';
import { pageTitle } from '~/ui/pageTitle';
import { PostForm } from '~/ui/post-form';
import { useTypeName } from '~/ui/typeName';
import { useWords } from '~/ui/words';
import { backupWords } from '~/web/backupWords.server';
import { pageAction, pageLoader } from '~/web/page.server';
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
