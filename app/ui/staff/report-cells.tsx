import type { PublicReport } from '~/domain/report/present-report';
import { toCaseNumber } from '~/domain/report/report-constants';
import { PageLink } from '~/ui/links';
import { patientNameOf } from '~/ui/people/people-words';
import { useDoctorName } from '~/ui/report/report-words';
import { useWords } from '~/ui/sentence';

/** Classes for the link of a whole card, where rows are cards. */
export const wholeCard = '@max-3xl:after:absolute @max-3xl:after:inset-0';

type ReportLinkProps = { url: string | null; name: string; variant?: string };

/** The link to a report's file, or why there is none. It lies above the card's link. */
export function ReportLink({ url, name, variant = '' }: ReportLinkProps) {
  const { t } = useWords();
  if (!url) return <span className="text-muted">{t('pending.hidden')}</span>;
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className={`py-2.5 font-semibold ${variant || '@max-3xl:relative @max-3xl:z-10'}`}
    >
      {t('pending.view')}
      <span className="sr-only">{` ${t('list.of', { name })}`}</span>
    </a>
  );
}

/** The case number of a report, which everybody quotes. */
export function CaseNumber({ reportId }: { reportId: string }) {
  const { t } = useWords();
  return (
    <span className="block font-figures text-[0.85rem] whitespace-nowrap text-muted">
      {t('report.case', { number: toCaseNumber(reportId) })}
    </span>
  );
}

/** An e-mail address that wraps after the @ first. */
export function EmailAddress({ email }: { email: string }) {
  const [name, host] = email.split('@');
  return (
    <span className="min-w-0 [overflow-wrap:anywhere] @3xl:block @3xl:min-w-24">
      {name}@<wbr />
      {host}
    </span>
  );
}

/** The link to the actions for a review. It lies above the card's link. */
export function ReviewLink({ to, words, report }: { to: string; words: string; report: PublicReport }) {
  const { t } = useWords();
  return (
    <PageLink
      to={to}
      className="inline-flex min-h-11 items-center font-semibold @max-3xl:relative @max-3xl:z-10"
    >
      {words}
      <span className="sr-only">{` ${t('list.of', { name: patientNameOf(report) })}`}</span>
    </PageLink>
  );
}

const previewLength = 110;

/** A review with its signature below. */
export function SignedReview({ report: { review, expert } }: { report: PublicReport }) {
  const { t } = useWords();
  const doctor = useDoctorName()(expert);
  return (
    <>
      <LongText text={review || t('reviewed.none')} />
      {doctor && <p className="mt-1 text-[0.85rem] text-muted [overflow-wrap:anywhere]">{doctor}</p>}
    </>
  );
}

/** A long text: its beginning, and the rest on demand. */
function LongText({ text }: { text: string }) {
  const { t } = useWords();
  if (text.length <= previewLength * 1.3) {
    return (
      <span className="block whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
        {text}
      </span>
    );
  }
  return (
    <details className="group [overflow-wrap:anywhere]">
      <summary className="cursor-pointer list-none [&::-webkit-details-marker]:hidden">
        <bdi className="group-open:hidden">{beginningOf(text)} </bdi>
        <span className="flex min-h-11 items-center font-semibold text-accent underline">
          <span className="group-open:hidden">{t('reviewed.more')}</span>
          <span className="hidden group-open:inline">{t('reviewed.less')}</span>
        </span>
      </summary>
      <p className="whitespace-pre-wrap" dir="auto">
        {text}
      </p>
    </details>
  );
}

const beginningOf = (text: string) => `${text.slice(0, previewLength).replace(/\s+\S*$/, '')}…`;
