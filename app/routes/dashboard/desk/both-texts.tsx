import { useLocation } from '@remix-run/react';
import type { PublicReport } from '~/domain/reports/present-report';
import { ButtonLink } from '~/ui/button-link';
import { PostForm } from '~/ui/forms/post-form';
import { SubmitButton } from '~/ui/forms/submit-button';
import { Icon } from '~/ui/icon';
import { useShowToast } from '~/ui/notices/show-toast';
import { useDoctorName } from '~/ui/reports/doctor-name';
import { useWords } from '~/ui/sentence';
import { useHydrated } from '~/ui/use-hydrated';
import { paths } from '~/web/paths';

/**
 * * What an expert wrote beside the review that stands: of a colleague who was faster, or where
 * `isOwn` their own, sent from another tab or program.
 */
export function BothTexts({
  report,
  draft,
  isOwn = false,
}: {
  report: PublicReport;
  draft: { review: string; language: string | null };
  isOwn?: boolean;
}) {
  const { t } = useWords();
  const doctor = useDoctorName()(report.expert);
  return (
    <section className="sheet grid gap-5" aria-labelledby="beaten">
      <div>
        <h2 id="beaten">{t(isOwn ? 'review.notSubmitted' : 'beaten.title')}</h2>
        <p className="mt-2">{t(isOwn ? 'ownReview.lead' : 'beaten.lead')}</p>
      </div>
      <div className="grid gap-5 lg:grid-cols-2">
        {report.review && (
          <div>
            <h3 className="mb-2">{t(isOwn ? 'ownReview.standing' : 'beaten.theirs')}</h3>
            <p className="letter" lang={report.reviewLanguage ?? undefined} dir="auto">
              {report.review}
            </p>
            <p className="mt-2 text-[0.95rem] text-muted [overflow-wrap:anywhere]">{doctor}</p>
          </div>
        )}
        <div>
          <h3 className="mb-2">{t('beaten.yours')}</h3>
          <p className="letter" lang={draft.language ?? undefined} dir="auto">
            {draft.review}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={draft.review} />
        {isOwn && (
          <ButtonLink to={paths.amendReview(report._id)} icon="write" variant="plain">
            {t('amend.action')}
          </ButtonLink>
        )}
        <Discard reportId={report._id} />
      </div>
    </section>
  );
}

function CopyButton({ text }: { text: string }) {
  const { t } = useWords();
  const showToast = useShowToast();
  if (!useHydrated()) return null;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    showToast({ type: 'success', message: t('beaten.copied') });
  };
  return (
    <button type="button" className="button plain" onClick={copy}>
      <Icon name="file" />
      {t('beaten.copy')}
    </button>
  );
}

/** An empty text is no draft any more. */
function Discard({ reportId }: { reportId: string }) {
  const { t } = useWords();
  const { search } = useLocation();
  const action = paths.pendingReportOf('draft');
  return (
    <PostForm operation="report.review" action={`${action}${search}`}>
      <input type="hidden" name="reportId" value={reportId} />
      <input type="hidden" name="review" value="" />
      <SubmitButton icon="trash" variant="danger" action={action}>
        {t('beaten.discard')}
      </SubmitButton>
    </PostForm>
  );
}
