import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { findUnseenNotice, noteNoticeSeen, readNotice } from '~/domain/own-data/read-notice.server';
import { ownWords, translate } from '~/i18n/translate';
import { ActionButton } from '~/ui/forms/buttons';
import { Folded } from '~/ui/layout/folded';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { PageLink } from '~/ui/links';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { pageAction } from '~/web/pages/page-action.server';
import { openPageLoader } from '~/web/pages/page-loader.server';
import { findOrUnavailable, findViewerOrUnavailable } from '~/web/pages/viewer-of-page.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { ContactDetails } from './contact-details';

const readPage = openPageLoader(readNotice, {
  extraData: () => ownWords(requestLanguage(), 'privacyPage'),
});

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await findViewerOrUnavailable(args.request);
  const unseen =
    viewer && (await findOrUnavailable(() => findUnseenNotice(viewer.id, { sentenceIn: translate })));
  return { ...(await readPage(args)), isGuest: viewer === null, isUnseen: Boolean(unseen) };
}

/** The block above the upload form posts here too, and leads back to that form. */
export const action = pageAction(noteNoticeSeen, {
  onSuccess: ({ fields }) =>
    fields.get('from') === 'upload' ? { path: paths.uploadReport, toast: 'none' } : { path: paths.privacy },
  refusedPath: paths.privacy,
  failedPath: paths.privacy,
});

export const meta = pageTitle('privacyLink.what');

type Notice = ReturnType<typeof useLoaderData<typeof loader>>['data'];

const pageOfRight = {
  copy: paths.myData,
  correct: paths.myProfile,
  settings: paths.settings,
  reports: paths.dashboard,
  delete: `${paths.settings}#delete`,
};

export default function Privacy() {
  const { t } = useWords();
  const { data: notice, isGuest, isUnseen } = useLoaderData<typeof loader>();
  return (
    <div className="page pt-8 md:pt-14">
      <div className="max-w-3xl">
        <PageHead title={t('privacyLink.what')} lead={notice.lead} />
        <div className="grid gap-8">
          <div className="sheet grid gap-3">
            {notice.summary.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </div>
          <div>
            {notice.topics.map((topic) => (
              <Topic key={topic.topic} {...topic} />
            ))}
          </div>
          <Rights rights={notice.rights} isGuest={isGuest} />
          <Complaints notice={notice} />
          <Others notice={notice} />
          <div>
            {isUnseen && (
              <ActionButton
                operation="privacy.noteSeen"
                action={paths.privacy}
                fields={{ version: notice.version }}
                icon="check"
              >
                {t('privacyPage.read')}
              </ActionButton>
            )}
            <p className="mt-3 text-small text-muted">
              {t('privacyPage.version', { version: notice.version })}
            </p>
          </div>
        </div>
      </div>
    </div>
  );
}

function Topic({ topic, title, why, items }: Notice['topics'][number]) {
  const { t } = useWords();
  return (
    <Folded id={topic} title={title} lead={why} isOpen={topic === 'report'}>
      <div className="grid gap-6">
        {items.map(({ what, howLong, seenBy }) => (
          <div key={what.join()}>
            <ul className="list-disc ps-6">
              {what.map((words) => (
                <li key={words} className="first-letter:uppercase">
                  {words}
                </li>
              ))}
            </ul>
            <dl className="mt-3 grid gap-2">
              <Fact title={t('privacyPage.until')}>{howLong}</Fact>
              <Fact title={t('privacyPage.seen')}>
                <Readers names={seenBy} />
              </Fact>
            </dl>
          </div>
        ))}
      </div>
    </Folded>
  );
}

function Readers({ names }: { names: string[] }) {
  const { list } = useWords();
  return <span className="inline-block first-letter:uppercase">{list(names)}</span>;
}

const Fact = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <div>
    <dt className="text-small text-muted">{title}</dt>
    <dd>{children}</dd>
  </div>
);

function Rights({ rights, isGuest }: { rights: Notice['rights']; isGuest: boolean }) {
  const { t } = useWords();
  return (
    <section aria-labelledby="rights">
      <h2 id="rights">{t('privacyPage.rights')}</h2>
      {isGuest && <p className="mt-1 text-muted">{t('privacyPage.logIn')}</p>}
      <ul className="mt-1">
        {rights.map(({ right, words }) => (
          <li key={right}>
            <PageLink to={pageOfRight[right]} className="inline-flex min-h-11 items-center py-1">
              {words}
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Complaints({ notice: { clinic, complaintsOffice } }: { notice: Notice }) {
  const { t } = useWords();
  return (
    <section aria-labelledby="wrong">
      <h2 id="wrong">{t('privacyPage.wrong')}</h2>
      <p className="mt-1">
        {t('privacyPage.clinic')} <Link to={paths.contactUs}>{t('nav.contactUs')}</Link>
      </p>
      <ContactDetails details={clinic} />
      <p className="mt-4">
        <Link to={paths.complain}>{t('complain.title')}</Link>
      </p>
      {complaintsOffice ? (
        <>
          <p className="mt-4">{t('privacyPage.outside')}</p>
          <p className="as-written mt-1 whitespace-pre-wrap [overflow-wrap:anywhere]">{complaintsOffice}</p>
        </>
      ) : (
        <p className="mt-4 text-muted">{t('privacyPage.noOutside')}</p>
      )}
    </section>
  );
}

function Others({ notice: { processors, machines } }: { notice: Notice }) {
  const { t } = useWords();
  return (
    <section aria-labelledby="others">
      <h2 id="others">{t('privacyPage.others')}</h2>
      <div className="mt-1 grid gap-3 [overflow-wrap:anywhere]">
        {processors ? (
          <div>
            <p>{t('privacyPage.named')}</p>
            <p className="as-written whitespace-pre-wrap">{processors}</p>
          </div>
        ) : (
          <p>{t('privacyPage.noneNamed')}</p>
        )}
        {machines.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
    </section>
  );
}
