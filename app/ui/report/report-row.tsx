import type { PublicReport } from '~/domain/report/present-report';
import { toCaseNumber } from '~/domain/report/report-constants';
import { useTypeName } from '~/ui/fields/type-name';
import { Icon } from '~/ui/icon';
import { PageLink } from '~/ui/links';
import { useWords } from '~/ui/sentence';
import { isOfAnother } from './report-head';
import { isAsked, isWithdrawn } from './report-waiting';
import { StatusBadge } from './report-words';

/** What tells reports of one type and one day apart: the time, or the case number within a minute. */
export type Apart = 'time' | 'case' | undefined;

export type RowProps = {
  report: PublicReport;
  /** The report's own page. */
  to: string;
  isNew: boolean;
  /** The names of the people in the list. */
  people: (string | null)[];
  apart?: Apart;
  /** True to show the first page. For an admin it would count as an opening. */
  hasThumbnail: boolean;
};

/** A row that leads to the page of a report: what it is, whose it is, and its state. */
export function RowLink({ report, to, hasThumbnail, ...words }: RowProps) {
  const type = useTypeName()(report.reportType);
  return (
    <PageLink
      to={to}
      className="flex min-h-16 items-center gap-3 py-1 ps-2 pe-2 text-ink no-underline hover:bg-accent-quiet sm:ps-4 sm:pe-16"
    >
      <Thumbnail report={report} isShown={hasThumbnail} />
      <RowWords report={report} type={type} {...words} />
    </PageLink>
  );
}

/** The first page, small, or the kind of the file. */
function Thumbnail({ report, isShown }: { report: PublicReport; isShown: boolean }) {
  const look = 'h-12 w-12 shrink-0 rounded-field border border-edge bg-line sm:h-14 sm:w-14';
  if (isShown && report.thumbnailUrl)
    return (
      <img
        src={report.thumbnailUrl}
        alt=""
        width="48"
        height="48"
        loading="lazy"
        decoding="async"
        className={`object-cover object-top ${look}`}
      />
    );
  return (
    <span className={`grid place-items-center text-ink ${look}`}>
      <Icon name={report.resourceType === 'raw' ? 'file' : 'image'} />
    </span>
  );
}

type WordsProps = Omit<RowProps, 'to' | 'hasThumbnail'> & { type: string };

/** Type, date, person and state of a report. */
function RowWords({ report, people, apart, isNew, type }: WordsProps) {
  const { t, day, clock } = useWords();
  const hasName = people.length > 1 || isOfAnother(report);
  return (
    <div className="min-w-0 grow leading-tight [overflow-wrap:anywhere] sm:flex sm:items-center sm:justify-between sm:gap-4">
      <div>
        <div className="flex flex-wrap items-baseline gap-x-2 leading-row">
          <h2 id={`report-${report._id}`} className="scroll-mt-4 text-body !leading-row">
            {type}
          </h2>
          {hasName && (
            <bdi className="text-small">
              {report.about ? shortNameOf(report.about.name, people) : t('about.none')}
            </bdi>
          )}
        </div>
        <p className="pe-9 text-small leading-row text-muted sm:pe-0">
          <time dateTime={report.createdAt}>{day(report.createdAt)}</time>
          {apart === 'time' && `, ${clock(report.createdAt)}`}
          {apart === 'case' && (
            <>
              {' · '}
              <span className="font-figures text-fine whitespace-nowrap">{toCaseNumber(report._id)}</span>
            </>
          )}
        </p>
      </div>
      <State report={report} isNew={isNew} />
    </div>
  );
}

/** Returns the first name of a person, or the whole one if others in the list begin alike. */
function shortNameOf(name: string, people: (string | null)[]) {
  const [first = name] = name.split(' ');
  const alike = people.filter((other) => other?.split(' ')[0] === first);
  return alike.length > 1 ? name : first;
}

function State({ report, isNew }: { report: PublicReport; isNew: boolean }) {
  const { t } = useWords();
  const isOfStatus = !isNew && !isAsked(report);
  return (
    <span className="block pe-9 leading-none sm:pe-0 [&_.badge]:whitespace-normal [&_.badge]:leading-row">
      {isOfStatus ? (
        <StatusBadge status={isWithdrawn(report) ? 'Withdrawn' : report.status} />
      ) : (
        <span className="badge new">
          <Icon name="mail" className="h-4 w-4" />
          {t(isNew ? 'report.new' : 'question.badge')}
        </span>
      )}
    </span>
  );
}

type Listed = Pick<PublicReport, '_id' | 'reportType' | 'createdAt'>;

/** Finds what tells each report of a list apart from others of its type and day. */
export function findApart(reports: Listed[]): Map<string, Apart> {
  const isAlike = (one: Listed, other: Listed, length: number) =>
    one._id !== other._id &&
    one.reportType === other.reportType &&
    one.createdAt.slice(0, length) === other.createdAt.slice(0, length);
  const has = (report: Listed, length: number) => reports.some((other) => isAlike(report, other, length));
  return new Map(
    reports.map((report) => [
      report._id,
      has(report, 'yyyy-mm-ddThh:mm'.length) ? 'case' : has(report, 'yyyy-mm-dd'.length) ? 'time' : undefined,
    ]),
  );
}
