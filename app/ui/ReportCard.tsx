import { Link } from '@remix-run/react';
import { caseNumberOf } from '~/domain/reports/catalogue';
import type { PublicReport } from '~/domain/reports/presentReport';
import { Icon } from './Icon';
import { StatusBadge } from './lists';
import { useTypeName } from './typeName';
import { useWords } from './words';

/** The first page of a report, small, leading to the whole file. */
export function ReportPicture({ report, label }: { report: PublicReport; label: string }) {
  const { t, day } = useWords();
  const isPdf = report.resourceType === 'raw';
  if (!report.reportUrl) return null;
  return (
    <a href={report.reportUrl} target="_blank" rel="noreferrer" className="group block no-underline">
      {report.thumbnailUrl && (
        <span className="grid h-44 place-items-center overflow-hidden rounded-field border border-line bg-canvas">
          <img
            src={report.thumbnailUrl}
            alt={t('report.imageAlt', { type: label, date: day(report.createdAt) })}
            loading="lazy"
            decoding="async"
            className="h-full w-full object-cover object-top"
          />
        </span>
      )}
      <span className="mt-2 inline-flex min-h-11 items-center gap-2 font-semibold underline">
        <Icon name={isPdf ? 'file' : 'image'} />
        {t(isPdf ? 'report.viewPdf' : 'report.viewImage')}
      </span>
    </a>
  );
}

/** One report as its patient sees it: what was sent, where it stands, and what the doctor wrote. */
export function ReportCard({ report, deletePath }: { report: PublicReport; deletePath?: string }) {
  const { t, day } = useWords();
  const type = useTypeName()(report.reportType);
  const doctor = report.expert && `${report.expert.firstName} ${report.expert.lastName}`.trim();
  return (
    <article className="sheet flex flex-col gap-4" aria-labelledby={`report-${report._id}`}>
      <header className="flex flex-wrap items-start justify-between gap-2">
        <div>
          <h2 id={`report-${report._id}`}>{type}</h2>
          <p className="text-[0.95rem] text-muted">
            {t('report.submittedOn')} <time dateTime={report.createdAt}>{day(report.createdAt)}</time>
          </p>
        </div>
        <StatusBadge status={report.status} />
      </header>
      {report.status === 'Reviewed' ? (
        <section aria-label={t('report.review')}>
          <h3 className="mb-2">{t('report.review')}</h3>
          <p className="letter">{report.review}</p>
          {doctor && report.reviewedAt && (
            <p className="mt-3 text-[0.95rem] text-muted">
              {t('report.reviewedBy', { name: doctor, date: day(report.reviewedAt) })}
            </p>
          )}
        </section>
      ) : (
        <p className="notice wait">
          <Icon name="pending" className="mt-0.5" />
          <span>{t('report.waiting')}</span>
        </p>
      )}
      <ReportPicture report={report} label={type} />
      {report.description ? (
        <p className="whitespace-pre-line">{report.description}</p>
      ) : (
        <p className="text-muted">{t('report.noDescription')}</p>
      )}
      <footer className="mt-auto flex flex-wrap items-center justify-between gap-3 border-t border-line pt-3">
        <p className="font-figures text-[0.88rem] text-muted">
          {t('report.case', { number: caseNumberOf(report._id) })}
        </p>
        {deletePath && (
          <Link to={deletePath} className="button danger small">
            <Icon name="trash" />
            {t('report.delete')}
          </Link>
        )}
      </footer>
    </article>
  );
}
