import { Fragment } from 'react';
import type { PublicReport } from '~/domain/report/present-report';
import { toCaseNumber } from '~/domain/report/report-constants';
import { useTypeName } from '~/ui/fields/type-name';
import { useHydrated } from '~/ui/hooks';
import { Icon } from '~/ui/icon';
import { PageLink } from '~/ui/links';
import { useShowToast } from '~/ui/notices/show-toast';
import { OfName } from '~/ui/of-name';
import { usePatientWords } from '~/ui/people/about-patient';
import { patientNameOf } from '~/ui/people/people-words';
import { useDoctorName } from '~/ui/report/report-words';
import { useWords } from '~/ui/sentence';

type ReportLinkProps = { url: string | null; name: string; variant?: string };

/** The link to a report's file, or why there is none. It lies above the card's link. */
export function ReportLink({ url, name, variant = 'link-on-card' }: ReportLinkProps) {
  const { t } = useWords();
  if (!url) return <span className="text-small text-muted">{t('pending.hidden')}</span>;
  return (
    <a href={url} target="_blank" rel="noreferrer" className={variant}>
      {t('pending.view')}
      <OfName name={name} />
    </a>
  );
}

/** A phone number to call. The number of a masked report is no link. */
export function PhoneNumber({ number }: { number: string }) {
  if (!/\d/.test(number)) return <span className="font-figures">{number}</span>;
  return (
    <a href={`tel:${number}`} className="link-on-card font-figures">
      {number}
    </a>
  );
}

/** The case number of a report, which everybody quotes. */
export function CaseNumber({ reportId }: { reportId: string }) {
  const { t } = useWords();
  return (
    <span className="block font-figures text-small whitespace-nowrap text-muted">
      {t('report.case', { number: toCaseNumber(reportId) })}
    </span>
  );
}

/** Takes from a report what the facts about it are worded from. */
export const toFacts = ({ _id, reportType, language, about, patient }: PublicReport) => ({
  _id,
  reportType,
  language,
  about,
  patient: { _id: patient._id, firstName: patient.firstName, lastName: patient.lastName },
});

type ReportFactsProps = {
  report: ReturnType<typeof toFacts>;
  /** True where the language and what is missing are needed, and other columns have the rest. */
  isToReview?: boolean;
};

/** Describes a report: type, the patient's language, age and sex, the sender and the case number. */
export function ReportFacts({ report, isToReview = false }: ReportFactsProps) {
  const { t, languageName } = useWords();
  const typeName = useTypeName();
  const { shortDetails: details, missing, sentBy } = usePatientWords()(report);
  const facts = isToReview ? [languageName(report.language), details, missing] : [details, sentBy];
  return (
    <span className={isToReview ? 'facts dotted to-review' : 'facts dotted'}>
      <span className="fact subject">
        {report.reportType ? typeName(report.reportType) : t('reviewed.none')}
      </span>{' '}
      {facts.map(
        (fact) =>
          fact && (
            <Fragment key={fact}>
              <span className="fact">{fact}</span>{' '}
            </Fragment>
          ),
      )}
      {!isToReview && (
        <span className="fact font-figures">{t('report.case', { number: toCaseNumber(report._id) })}</span>
      )}
    </span>
  );
}

/** The name of a person in a row. */
export function RowName({ name }: { name: string }) {
  return (
    <strong>
      <bdi>{name}</bdi>
    </strong>
  );
}

/** An e-mail address that wraps after the @ first. */
export function EmailAddress({ email }: { email: string }) {
  const [name, host] = email.split('@');
  return (
    <span className="min-w-0 [overflow-wrap:anywhere] @3xl:[overflow-wrap:break-word]">
      {name}@<wbr />
      {host}
    </span>
  );
}

/** An ID by its first letters, with a button that copies all of it. */
export function ShortId({ id }: { id: string }) {
  const { t } = useWords();
  const showToast = useShowToast();
  const copy = async () => {
    await navigator.clipboard.writeText(id);
    showToast({ type: 'success', message: t('reviewed.idCopied') });
  };
  return (
    <span className="inline-flex items-center">
      <span className="short-id font-figures" title={id}>
        {id}
      </span>
      {useHydrated() && (
        <button type="button" className="icon-button" onClick={copy} title={t('reviewed.copyId')}>
          <Icon name="copy" className="h-4 w-4" />
          <span className="sr-only">{t('reviewed.copyId')}</span>
        </button>
      )}
    </span>
  );
}

type NamedReport = Parameters<typeof patientNameOf>[0];

/** The link to the actions for a review. It lies above the card's link. */
export function ReviewLink({ to, words, report }: { to: string; words: string; report: NamedReport }) {
  return (
    <PageLink to={to} className="link-on-card">
      {words}
      <OfName name={patientNameOf(report)} />
    </PageLink>
  );
}

const previewLength = 110;

type SignedReviewProps = { report: Pick<PublicReport, 'review' | 'expert' | 'nextStep' | 'stepCheck'> };

/** A review: its next step, its beginning, and on demand all of it with its signature. */
export function SignedReview({ report: { review, expert, nextStep, stepCheck } }: SignedReviewProps) {
  const { t } = useWords();
  const doctor = useDoctorName()(expert);
  if (!review) return t('reviewed.none');
  return (
    <>
      {nextStep && <strong className="block">{nextStep.title}</strong>}
      {stepCheck && <span className="block">{t(`stepCheck.state.${stepCheck.answer ?? 'none'}`)}</span>}
      <details className="preview group [overflow-wrap:anywhere]">
        <summary>
          <bdi className="group-open:hidden!">{beginningOf(review)}</bdi>
          <span className="group-open:hidden">{t('reviewed.more')}</span>
          <span className="hidden group-open:inline">{t('reviewed.less')}</span>
        </summary>
        <p className="whitespace-pre-wrap" dir="auto">
          {review}
        </p>
        {doctor && <p className="mt-1 text-small text-muted">{doctor}</p>}
      </details>
    </>
  );
}

const beginningOf = (text: string) =>
  text.length <= previewLength ? text : `${text.slice(0, previewLength).replace(/\s+\S*$/, '')}…`;
