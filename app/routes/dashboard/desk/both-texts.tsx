import type { PublicReport } from '~/domain/report/present-report';
import { ActionButton } from '~/ui/forms/buttons';
import { useHydrated } from '~/ui/hooks';
import { Icon } from '~/ui/icon';
import { ButtonLink } from '~/ui/links';
import { useShowToast } from '~/ui/notices/show-toast';
import { NextStep } from '~/ui/report/next-step';
import { useDoctorName } from '~/ui/report/report-words';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';

/**
 * Shows the expert's text beside the current review. That is a faster colleague's, if it is open to
 * them, or with `isOwn` their own, sent from another tab or program.
 */
export function BothTexts({
  reportId,
  isHeld = false,
  firstReview = null,
  draft,
  isOwn = false,
}: {
  reportId: string;
  /** True if the report is closed because it may belong to another person. */
  isHeld?: boolean;
  firstReview?: Pick<PublicReport, 'review' | 'reviewLanguage' | 'expert' | 'nextStep'> | null;
  draft: { review: string; language: string | null };
  isOwn?: boolean;
}) {
  const { t } = useWords();
  return (
    <section className="sheet grid gap-5" aria-labelledby="beaten">
      <div>
        <h2 id="beaten">{t(isOwn ? 'review.notSubmitted' : isHeld ? 'waits.held' : 'beaten.title')}</h2>
        <p className="mt-2">
          {t(isOwn ? 'ownReview.lead' : firstReview ? 'beaten.lead' : 'beaten.leadAlone')}
        </p>
      </div>
      <div className={firstReview ? 'grid gap-5 lg:grid-cols-2' : 'grid gap-5'}>
        {firstReview && (
          <FirstReview title={t(isOwn ? 'ownReview.standing' : 'beaten.theirs')} {...firstReview} />
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
          <ButtonLink to={paths.amendReview(reportId)} icon="write" variant="plain">
            {t('amend.action')}
          </ButtonLink>
        )}
        <Discard reportId={reportId} />
      </div>
    </section>
  );
}

function FirstReview({
  title,
  review,
  reviewLanguage,
  expert,
  nextStep,
}: Pick<PublicReport, 'review' | 'reviewLanguage' | 'expert' | 'nextStep'> & { title: string }) {
  const doctor = useDoctorName()(expert);
  return (
    <div>
      <h3 className="mb-2">{title}</h3>
      {nextStep && <NextStep step={nextStep} />}
      <p className="letter" lang={reviewLanguage ?? undefined} dir="auto">
        {review}
      </p>
      <p className="mt-2 text-small text-muted [overflow-wrap:anywhere]">{doctor}</p>
    </div>
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

/** Discards the draft: saving an empty text removes it. */
function Discard({ reportId }: { reportId: string }) {
  const { t } = useWords();
  return (
    <ActionButton
      operation="report.review"
      action={paths.pendingReportOf('draft')}
      keepsQuery
      fields={{ reportId, review: '' }}
      icon="trash"
      variant="danger"
    >
      {t('beaten.discard')}
    </ActionButton>
  );
}
