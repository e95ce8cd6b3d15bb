import { useLoaderData } from '@remix-run/react';
import { endOwnHelper, listOwnHelpers, type OwnHelper } from '~/domain/help/own-helpers.server';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { BackLink } from '~/ui/links';
import { EmptyState } from '~/ui/lists/empty-state';
import { PostForm } from '~/ui/notices/post-form';
import { OfName } from '~/ui/of-name';
import { PersonSheet } from '~/ui/people/person-sheet';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { pageAction } from '~/web/pages/page-action.server';
import { pageLoader } from '~/web/pages/page-loader.server';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

export const loader = pageLoader(listOwnHelpers);

export const action = pageAction(endOwnHelper, {
  onSuccess: () => ({ path: paths.myHelpers }),
  refusedPath: paths.myHelpers,
});

export const meta = pageTitle('ownHelpers.title');

/** Lists the helpers of the user with what each of them sees, and the way to end it. */
export default function MyHelpers() {
  const { t } = useWords();
  const { data: helpers } = useLoaderData<typeof loader>();
  return (
    <>
      <BackLink to={paths.settings} label={t('settings.title')} />
      <PageHead title={t('ownHelpers.title')} lead={t('ownHelpers.lead')} />
      {helpers.length === 0 ? (
        <EmptyState title={t('ownHelpers.none')} />
      ) : (
        <ul className="grid max-w-3xl gap-4">
          {helpers.map((helper) => (
            <li key={helper.helperId}>
              <Helper helper={helper} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Helper({ helper }: { helper: OwnHelper }) {
  const { t } = useWords();
  const { helperId, name, sentReports, readableReports, phoneEnd } = helper;
  return (
    <PersonSheet
      name={name}
      actions={
        <PostForm operation="help.endOwnHelper">
          <input type="hidden" name="helperId" value={helperId} />
          <button type="submit" className="button plain small">
            {t('ownHelpers.end')}
            <OfName name={name} />
          </button>
        </PostForm>
      }
    >
      <ul className="list-disc ps-5">
        <li>{t('ownHelpers.sees')}</li>
        <li>{t('ownHelpers.sent', { count: sentReports })}</li>
        {readableReports > 0 && <li>{t('ownHelpers.reads', { count: readableReports })}</li>}
        <li>{phoneEnd ? t('ownHelpers.phone', { digits: phoneEnd }) : t('ownHelpers.noPhone')}</li>
      </ul>
    </PersonSheet>
  );
}
