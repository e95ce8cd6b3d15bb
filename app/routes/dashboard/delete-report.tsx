import { Form, Link, useLoaderData } from '@remix-run/react';
import { readOwnReport } from '~/domain/reports/lists';
import { deleteReport } from '~/domain/reports/remove';
import { SubmitButton } from '~/ui/form';
import { useTypeName } from '~/ui/typeName';
import { useWords } from '~/ui/words';
import { pageAction, pageLoader } from '~/web/page.server';
import { paths } from '~/web/paths';

export const loader = pageLoader(readOwnReport, { own: ({ params }) => ({ reportId: params.reportId }) });

export const action = pageAction(deleteReport, {
  own: ({ params }) => ({ reportId: params.reportId }),
  to: ({ viewer }) => ({ path: viewer ? paths.previousReport(viewer.id) : paths.login }),
  back: ({ viewer }) => (viewer ? paths.previousReport(viewer.id) : paths.login),
});

export default function DeleteReport() {
  const { t, day } = useWords();
  const { data: report, viewer } = useLoaderData<typeof loader>();
  const type = useTypeName()(report.reportType);
  return (
    <div className="sheet max-w-xl">
      <h1>{t('report.deleteTitle')}</h1>
      <p className="mt-3 font-semibold">
        {type}, {t('report.submittedOn')} {day(report.createdAt)}
      </p>
      <p className="mt-2 text-muted">{t('report.deleteText')}</p>
      <Form method="post" className="mt-6 flex flex-wrap gap-3">
        <SubmitButton icon="trash" look="danger full">
          {t('report.deleteConfirm')}
        </SubmitButton>
        <Link to={paths.previousReport(viewer.id)} className="button plain">
          {t('report.keep')}
        </Link>
      </Form>
    </div>
  );
}
