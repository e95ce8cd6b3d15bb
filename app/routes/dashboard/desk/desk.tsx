import { Link, useLocation } from '@remix-run/react';
import type { DeskReport } from '~/domain/desk/list-desk.server';
import { useTypeName } from '~/ui/fields/type-name';
import { Icon } from '~/ui/icon';
import { patientNameOf } from '~/ui/people/people-words';
import { useWords } from '~/ui/sentence';
import { CaseNumber } from '~/ui/staff/report-cells';
import { paths } from '~/web/request/paths';

/** The reports that an expert has claimed or started to review, above the list of pending ones. */
export function Desk({ desk }: { desk: DeskReport[] }) {
  const { t } = useWords();
  if (desk.length === 0) return null;
  return (
    <section className="sheet mb-6" aria-labelledby="desk">
      <h2 id="desk" className="mb-3">
        {t('claim.yours')}
      </h2>
      <ul className="grid gap-3">
        {desk.map((one) => (
          <Row key={one.report._id} {...one} />
        ))}
      </ul>
    </section>
  );
}

function Row({ report, hasDraft }: DeskReport) {
  const { t } = useWords();
  const { search } = useLocation();
  const type = useTypeName()(report.reportType);
  const name = patientNameOf(report);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-3">
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className="font-semibold">{name}</p>
        <p className="text-[0.95rem]">{type}</p>
        <CaseNumber reportId={report._id} />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {report.progress === 'answered' && <span className="badge new">{t('claim.answered')}</span>}
        {hasDraft && <span className="badge">{t('claim.hasDraft')}</span>}
        <Link to={`${paths.addReview(report._id)}${search}`} className="button small">
          <Icon name="write" />
          {t('claim.goOn')}
          <span className="sr-only"> {t('list.of', { name })}</span>
        </Link>
      </div>
    </li>
  );
}
