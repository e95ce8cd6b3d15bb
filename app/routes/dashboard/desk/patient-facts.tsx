import { type ReactNode, useEffect, useRef } from 'react';
import type { PublicReport } from '~/domain/report/present-report';
import { toCaseNumber } from '~/domain/report/report-constants';
import { Icon } from '~/ui/icon';
import { accountNameOf, patientNameOf, useAboutWords } from '~/ui/people/people-words';
import { useWords } from '~/ui/sentence';

const daySeconds = 86_400;

type Props = {
  report: PublicReport;
  /** When the page was read, in milliseconds since 1970. */
  asOf: number;
  /** True to focus the patient's name when the report opens. */
  isFocused: boolean;
  /** The ID of the element that the keyboard can skip to. */
  skipTo: string;
};

/** A report's patient in one line, and below it what the patient wrote. */
export function PatientFacts({ report, asOf, isFocused, skipTo }: Props) {
  const { t, day, languageName } = useWords();
  const { details, missing } = useAboutWords();
  const name = useFocusOnOpening(report._id, isFocused);
  const { about } = report;
  const sender = accountNameOf(report);
  const isSentByAnother = about !== null && (about.relation !== 'self' || about.name !== sender);
  return (
    <section className="desk-facts sheet" aria-labelledby="patient">
      <div className="desk-line dotted">
        <h2 ref={name} id="patient" tabIndex={-1}>
          <bdi>{patientNameOf(report)}</bdi>
        </h2>
        <a href={`#${skipTo}`} className="button small skip-viewer">
          <Icon name="write" />
          {t('viewer.toReview')}
        </a>
        <ul>
          <Fact>{about && details(about)}</Fact>
          <Fact>{missing(about)}</Fact>
          <Fact>{languageName(report.language)}</Fact>
          <Fact>
            <a href={`tel:${report.phoneNumber}`} dir="ltr">
              {report.phoneNumber}
            </a>
          </Fact>
          <Fact>
            <time dateTime={report.createdAt} title={day(report.createdAt)}>
              {t('review.waiting', { time: { seconds: waitingSeconds(report.createdAt, asOf) } })}
            </time>
          </Fact>
          <Fact>{isSentByAnother && t('about.sentBy', { name: sender })}</Fact>
          <Fact>{t('report.case', { number: toCaseNumber(report._id) })}</Fact>
        </ul>
      </div>
      <Description text={report.description} />
    </section>
  );
}

const Fact = ({ children }: { children: ReactNode }) =>
  children ? (
    <>
      {' '}
      <li className="fact">{children}</li>
    </>
  ) : null;

/** Returns the waiting time in seconds. After two days only whole days count, as in the list. */
function waitingSeconds(since: string, asOf: number) {
  const seconds = Math.max(1, Math.floor((asOf - Date.parse(since)) / 1000));
  return seconds < 2 * daySeconds ? seconds : seconds - (seconds % daySeconds);
}

const maxLineLength = 100;

/** The patient's text. A long one is folded to its first line. */
function Description({ text }: { text: string | null }) {
  const { t } = useWords();
  const label = <span className="text-muted">{t('review.description')}: </span>;
  if (!text || (text.length <= maxLineLength && !text.includes('\n'))) {
    return (
      <p>
        {label}
        <bdi>{text ?? t('report.noDescription')}</bdi>
      </p>
    );
  }
  return (
    <details className="group">
      <summary>
        {label}
        <bdi className="group-open:hidden">{text}</bdi>
      </summary>
      <p className="whitespace-pre-wrap" dir="auto">
        {text}
      </p>
    </details>
  );
}

/**
 * Focuses an element when another report opens, unless the user has moved the focus already.
 *
 * @returns the element's ref.
 */
function useFocusOnOpening(reportId: string, isWanted: boolean) {
  const element = useRef<HTMLHeadingElement>(null);
  const openReport = useRef<string>();
  useEffect(() => {
    if (openReport.current === reportId) return;
    openReport.current = reportId;
    const { activeElement } = document;
    // The page's content gets the focus first, if the focused element is gone.
    const isFree = !activeElement || activeElement === document.body || activeElement.id === 'content';
    if (isWanted && isFree) element.current?.focus({ preventScroll: true });
  }, [reportId, isWanted]);
  return element;
}
