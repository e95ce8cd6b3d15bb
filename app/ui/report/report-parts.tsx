import type { PublicReport } from '~/domain/report/present-report';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';

/** Thumbnail of a report's first page, linked to the whole file. */
export function ReportPicture({ report, label }: { report: PublicReport; label: string }) {
  const { t, day } = useWords();
  const isPdf = report.resourceType === 'raw';
  if (!report.reportUrl) return null;
  return (
    <a href={report.reportUrl} target="_blank" rel="noreferrer" className="group block no-underline">
      {report.thumbnailUrl && (
        <span className="block h-32 overflow-hidden rounded-field border border-edge bg-line p-1 sm:h-44 print:h-auto print:border-0 print:bg-raised print:p-0">
          <img
            src={report.thumbnailUrl}
            alt={t('report.imageAlt', { type: label, date: day(report.createdAt) })}
            loading="lazy"
            decoding="async"
            className={`h-full w-full print:mx-auto print:h-auto print:max-h-[16cm] print:w-auto ${isPdf ? 'object-cover object-top' : 'object-contain'}`}
          />
        </span>
      )}
      <span className="mt-2 inline-flex min-h-11 items-center gap-2 font-label underline print:hidden">
        <Icon name={isPdf ? 'file' : 'image'} />
        {t(isPdf ? 'report.viewPdf' : 'report.viewImage')}
      </span>
    </a>
  );
}
