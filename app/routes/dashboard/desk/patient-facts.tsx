import { useLocation } from '@remix-run/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { PublicReport } from '~/domain/report/present-report';
import { toCaseNumber } from '~/domain/report/report-constants';
import { useTypeName } from '~/ui/fields/type-name';
import { Icon } from '~/ui/icon';
import { BackLink } from '~/ui/links';
import { usePatientWords } from '~/ui/people/about-patient';
import { patientNameOf } from '~/ui/people/people-words';
import { useWords } from '~/ui/sentence';
import { UrgentMark } from '~/ui/staff/urgent-mark';
import { paths } from '~/urls/paths';
import { listPath } from '~/web/pages/page-handle';

const daySeconds = 86_400;

/** The line at the top of the desk. It leaves room for the button of the menu. */
export function DeskLine({ children }: { children: ReactNode }) {
  const { t } = useWords();
  const { search } = useLocation();
  return (
    <div className="desk-line">
      <h1 className="sr-only">{t('review.title')}</h1>
      {children}
      <BackLink to={listPath(paths.pendingReport, search)} label={t('review.back')} />
    </div>
  );
}

type Props = {
  report: PublicReport;
  /** When the page was read, in milliseconds since 1970. */
  asOf: number;
  /** True to focus the patient's name when the report opens. */
  isFocused: boolean;
  /** The ID of the element that the keyboard can skip to. */
  skipTo: string;
  onSkip: () => void;
};

/** A report's patient in one line. */
export function PatientFacts({ report, asOf, isFocused, skipTo, onSkip }: Props) {
  const { t, day, languageName } = useWords();
  const { details, missing, sentBy } = usePatientWords()(report);
  const name = useFocusOnOpening(report._id, isFocused);
  return (
    <section
      className="dotted relative min-w-[min(18rem,100%)] flex-1 [overflow-wrap:anywhere]"
      aria-labelledby="patient"
    >
      <h2 ref={name} id="patient" tabIndex={-1} className="me-(--dot) inline text-body leading-[inherit]">
        <bdi>{patientNameOf(report)}</bdi>
      </h2>
      <a
        href={`#${skipTo}`}
        className="button small absolute start-0 top-0 z-10 max-w-full not-focus:pointer-events-none not-focus:opacity-0"
        onClick={onSkip}
      >
        <Icon name="write" />
        {t('viewer.toReview')}
      </a>
      <ul className="inline">
        <Fact>{report.urgent && <UrgentMark />}</Fact>
        <Fact>{details}</Fact>
        <Fact>{missing}</Fact>
        <Fact>{languageName(report.language)}</Fact>
        <Fact>
          <time dateTime={report.createdAt} title={day(report.createdAt)}>
            {t('review.waiting', { time: { seconds: waitingSeconds(report.createdAt, asOf) } })}
          </time>
        </Fact>
        <Fact>
          <a href={`tel:${report.phoneNumber}`} dir="ltr">
            {report.phoneNumber}
          </a>
        </Fact>
        <Fact>{t('report.case', { number: toCaseNumber(report._id) })}</Fact>
        <Fact>{sentBy}</Fact>
      </ul>
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

/** Marks something that the doctor has not looked at. */
export function Unread() {
  const { t } = useWords();
  return <span className="badge new">{t('desk.unread')}</span>;
}

/**
 * The type of the report and what its patient wrote, whole: four lines, then it scrolls, and is marked
 * until its end was in view.
 */
export function PatientWords({ report }: { report: PublicReport }) {
  const { t } = useWords();
  const type = useTypeName()(report.reportType);
  const words = useRef<HTMLParagraphElement>(null);
  const [room, setRoom] = useState<'enough' | 'unread' | 'read'>('enough');
  useEffect(() => {
    const { scrollHeight = 0, clientHeight = 0 } = words.current ?? {};
    if (scrollHeight > clientHeight + 1) setRoom('unread');
  }, []);
  return (
    <section aria-label={t('review.description')}>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <strong>{type}</strong>
        <span className="text-muted">{t('review.description')}</span>
        {room === 'unread' && <Unread />}
      </p>
      <p
        ref={words}
        className="max-h-[4lh] overflow-y-auto whitespace-pre-wrap [overflow-wrap:anywhere]"
        dir="auto"
        // A box that scrolls has to be reached by keyboard.
        tabIndex={room === 'enough' ? undefined : 0}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) =>
          scrollTop + clientHeight >= scrollHeight - 2 && setRoom('read')
        }
      >
        {report.description ?? t('report.noDescription')}
      </p>
    </section>
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
