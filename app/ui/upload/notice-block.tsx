import { ActionButton } from '~/ui/forms/buttons';
import { PageLink } from '~/ui/links';
import { useWords } from '~/ui/sentence';

export type NoticeInBlock = { version: string; language: string; title: string; text: string; goOn: string };

/** Leads to the privacy notice. */
export function NoticeLink({ path }: { path: string }) {
  const { t } = useWords();
  return (
    <div>
      <PageLink to={path} className="inline-flex min-h-11 items-center">
        {t('privacyLink.what')}
      </PageLink>
    </div>
  );
}

/** Says above the upload form what is stored, once for each version of the privacy notice. */
export function NoticeBlock({ notice, path }: { notice: NoticeInBlock; path: string }) {
  const { version, title, text, goOn } = notice;
  return (
    <section id="notice" aria-labelledby="notice-title" className="notice mb-5 !block">
      <h2 id="notice-title" className="text-letter">
        {title}
      </h2>
      <p className="mt-1">{text}</p>
      <div className="mt-1 flex flex-wrap items-center gap-x-5">
        <NoticeLink path={path} />
        <ActionButton
          operation="privacy.noteSeen"
          action={path}
          fields={{ version, from: 'upload' }}
          icon="check"
          variant="plain"
        >
          {goOn}
        </ActionButton>
      </div>
    </section>
  );
}

/** The fields of the form below that say which notice stood above it. */
export const ShownNotice = ({ notice: { version, language } }: { notice: NoticeInBlock }) => (
  <>
    <input type="hidden" name="noticeVersion" value={version} />
    <input type="hidden" name="noticeLanguage" value={language} />
  </>
);
